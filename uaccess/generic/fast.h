/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Without ranges there is no fast path: all is done by raw_copy() and raw_clear(). */
#ifndef UACCESS_FAST_H
#define UACCESS_FAST_H

#include "raw.h"

static inline size_t fast_copy(void *dst, const void *src, size_t n)
{
	return n;
}

static inline size_t fast_clear(void *dst, size_t n)
{
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
