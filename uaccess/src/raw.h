/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the library's parts are to one another. Two implementations lie below: ranges/
 * (exception ranges, with arch/<family>/ for what a CPU family knows) and generic/
 * (sigsetjmp), of which the build takes one by path.
 *
 * fast.h, also by path, has
 *	size_t fast_copy(void *dst, const void *src, size_t n);
 *	size_t fast_clear(void *dst, size_t n);
 * which move as much as they can at full speed, and return what is not certain to be
 * moved: the bytes before are in place, of those after any may be, up to the hole.
 * Either side may fault there: a trusted side that does is found out by what follows,
 * which are the functions below.
 */
#ifndef UACCESS_RAW_H
#define UACCESS_RAW_H

#include <signal.h>
#include <stdbool.h>

#include <uaccess.h>

#pragma GCC visibility push(hidden)

#define likely(x)	__builtin_expect(!!(x), 1)
#define unlikely(x)	__builtin_expect(!!(x), 0)
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/*
 * The rest of a copy of n bytes of which the last left are not certain to be moved; the
 * sides of UA_SRC and UA_DST may fault. Returns the bytes not moved. ret_fault may be NULL.
 */
size_t raw_copy(void *dst, const void *src, size_t n, size_t left, int sides,
		struct ua_fault *ret_fault) __attribute__((cold));
size_t raw_clear(void *dst, size_t n, size_t left, struct ua_fault *ret_fault)
	__attribute__((cold));

/*
 * Looks at up to n bytes of src until a NUL; copies them to dst, if it is to. *ret_len as in
 * <uaccess.h>; returns the bytes not reached.
 */
size_t raw_string(char *dst, const char *src, size_t n, bool copy, size_t *ret_len,
		  struct ua_fault *ret_fault);

/* In the handler: true where the fault was expected and ctx now goes on behind it */
bool raw_fault(int sig, const siginfo_t *info, void *ctx);

/* The range that holds pc, or NULL. For signal handlers. */
const struct ua_range *table_find(uintptr_t pc);

/* From now on the process ends: tables stay known */
void table_keep(void);

#pragma GCC visibility pop

#endif
