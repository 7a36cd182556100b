/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Without ranges there is no fast path: all is done by raw_copy() and raw_clear(). */
#ifndef UACCESS_FAST_H
#define UACCESS_FAST_H

#include <stddef.h>

static inline size_t fast_copy(void *dst, const void *src, size_t n)
{
	return n;
}

static inline size_t fast_clear(void *dst, size_t n)
{
	return n;
}

#endif
