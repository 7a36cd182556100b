/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The fast path in C over the templates of uaccess/arch.h: two overlapping moves up to two
 * words where any alignment is as good, else variants.c. What would store across two pages
 * where that may stop half way is left to the exact path.
 */
#ifndef UACCESS_FAST_H
#define UACCESS_FAST_H

#include "variants.h"

#pragma GCC visibility push(hidden)
/* Of any size; what this architecture does best */
size_t fast_copy_big(void *dst, const void *src, size_t n);
size_t fast_clear_big(void *dst, size_t n);
#pragma GCC visibility pop

static inline __attribute__((always_inline)) size_t fast_copy(void *dst, const void *src, size_t n)
{
	const char *s = src;
	char *d = dst;
	__ua_word a, b;

	if (!UA_ARCH_UNALIGNED || n > 2 * WORD)
		return fast_copy_big(d, s, n);
	if (!__ua_store_whole((uintptr_t)d, n))
		return n;
	if (n >= WORD) {
		__UA_LOADW(a, s, fault);
		__UA_LOADW(b, s + n - WORD, fault);
		__UA_STOREW(a, d, fault);
		__UA_STOREW(b, d + n - WORD, fault);
		return 0;
	}
	if (WORD > 4 && n >= 4) {
		__UA_LOAD(4, a, s, fault);
		__UA_LOAD(4, b, s + n - 4, fault);
		__UA_STORE(4, a, d, fault);
		__UA_STORE(4, b, d + n - 4, fault);
		return 0;
	}
	if (n >= 2) {
		__UA_LOAD(2, a, s, fault);
		__UA_LOAD(1, b, s + n - 1, fault);
		__UA_STORE(2, a, d, fault);
		__UA_STORE(1, b, d + n - 1, fault);
		return 0;
	}
	if (n) {
		__UA_LOAD(1, a, s, fault);
		__UA_STORE(1, a, d, fault);
	}
	return 0;
fault:
	return n;
}

static inline __attribute__((always_inline)) size_t fast_clear(void *dst, size_t n)
{
	const __ua_word zero = 0;
	char *d = dst;

	if (!UA_ARCH_UNALIGNED || n > 2 * WORD)
		return fast_clear_big(d, n);
	if (!__ua_store_whole((uintptr_t)d, n))
		return n;
	if (n >= WORD) {
		__UA_STOREW(zero, d, fault);
		__UA_STOREW(zero, d + n - WORD, fault);
		return 0;
	}
	if (WORD > 4 && n >= 4) {
		__UA_STORE(4, zero, d, fault);
		__UA_STORE(4, zero, d + n - 4, fault);
		return 0;
	}
	if (n >= 2) {
		__UA_STORE(2, zero, d, fault);
		__UA_STORE(1, zero, d + n - 1, fault);
		return 0;
	}
	if (n)
		__UA_STORE(1, zero, d, fault);
	return 0;
fault:
	return n;
}

/* All of it: what <uaccess.h> promises, for the sides that may fault */
static inline __attribute__((always_inline)) size_t copy_exactly(void *dst, const void *src, size_t n,
								int sides, struct ua_fault *ret_fault)
{
	size_t left = fast_copy(dst, src, n);

	return likely(!left) ? 0 : raw_copy(dst, src, n, left, sides, ret_fault);
}

#endif
