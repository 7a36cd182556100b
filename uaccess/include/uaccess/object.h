/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers the ranges of the program or shared object that this is compiled into, when
 * it is loaded, and takes them back at dlclose(). One pair of functions an object, however
 * many of its files include <uaccess.h>.
 */
#ifndef UACCESS_OBJECT_H
#define UACCESS_OBJECT_H

#include <uaccess/range.h>

#ifdef __cplusplus
extern "C" {
#endif

/* By the linker; none where nothing of the object is inline */
extern const struct ua_range __start_ua_ranges[] __attribute__((weak, visibility("hidden")));
extern const struct ua_range __stop_ua_ranges[] __attribute__((weak, visibility("hidden")));

void __ua_object_init(void) __attribute__((weak, visibility("hidden"), constructor(101)));
void __ua_object_init(void)
{
	if (&__start_ua_ranges[0] != &__stop_ua_ranges[0])
		ua_register(__start_ua_ranges, __stop_ua_ranges);
}

void __ua_object_exit(void) __attribute__((weak, visibility("hidden"), destructor(101)));
void __ua_object_exit(void)
{
	if (&__start_ua_ranges[0] != &__stop_ua_ranges[0])
		ua_unregister(__start_ua_ranges);
}

#ifdef __cplusplus
}
#endif

#endif
