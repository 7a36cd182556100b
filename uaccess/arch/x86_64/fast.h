/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * x86-64: sizes up to 128 are a few overlapping moves without a loop, each class one
 * range; above, what variants.c chose for this CPU. Stores go from low to high addresses,
 * and a store across two pages writes all or nothing, so none is past a hole.
 */
#ifndef UACCESS_FAST_H
#define UACCESS_FAST_H

#include "variants.h"

#define FAST_SMALL	128

/* For sizes above FAST_SMALL */
#pragma GCC visibility push(hidden)
size_t fast_copy_big(void *dst, const void *src, size_t n);
size_t fast_clear_big(void *dst, size_t n);
/* To the end; by a pointer, for nothing is kept for after it */
typedef size_t copy_exactly_fn(void *dst, const void *src, size_t n, int sides,
			       struct ua_fault *ret_fault);
extern copy_exactly_fn *fast_copy_exactly;
#pragma GCC visibility pop

static inline __attribute__((always_inline)) size_t fast_copy(void *dst, const void *src, size_t n)
{
	__ua_word a, b;

	if (n <= 16) {
		if (n >= 8) {
			UA_GOTO(UA_GUARDED("movq	(%[s]), %[a]\n"
						"movq	-8(%[s], %[n]), %[b]\n"
						"movq	%[a], (%[d])\n"
						"movq	%[b], -8(%[d], %[n])\n", "%l[fault]")
				: [a] "=&r" (a), [b] "=&r" (b)
				: [d] "r" (dst), [s] "r" (src), [n] "r" (n)
				: "memory" : fault);
			return 0;
		}
		if (n >= 4) {
			UA_GOTO(UA_GUARDED("movl	(%[s]), %k[a]\n"
						"movl	-4(%[s], %[n]), %k[b]\n"
						"movl	%k[a], (%[d])\n"
						"movl	%k[b], -4(%[d], %[n])\n", "%l[fault]")
				: [a] "=&r" (a), [b] "=&r" (b)
				: [d] "r" (dst), [s] "r" (src), [n] "r" (n)
				: "memory" : fault);
			return 0;
		}
		if (n >= 2) {
			UA_GOTO(UA_GUARDED("movzwl	(%[s]), %k[a]\n"
						"movzbl	-1(%[s], %[n]), %k[b]\n"
						"movw	%w[a], (%[d])\n"
						"movb	%b[b], -1(%[d], %[n])\n", "%l[fault]")
				: [a] "=&r" (a), [b] "=&r" (b)
				: [d] "r" (dst), [s] "r" (src), [n] "r" (n)
				: "memory" : fault);
			return 0;
		}
		if (n) {
			UA_GOTO(UA_GUARDED("movzbl	(%[s]), %k[a]\n"
						"movb	%b[a], (%[d])\n", "%l[fault]")
				: [a] "=&r" (a)
				: [d] "r" (dst), [s] "r" (src)
				: "memory" : fault);
		}
		return 0;
	}
	if (n <= 32) {
		UA_GOTO(UA_GUARDED("movups	(%[s]), %%xmm0\n"
					"movups	-16(%[s], %[n]), %%xmm1\n"
					"movups	%%xmm0, (%[d])\n"
					"movups	%%xmm1, -16(%[d], %[n])\n", "%l[fault]")
			: : [d] "r" (dst), [s] "r" (src), [n] "r" (n)
			: "memory", "xmm0", "xmm1" : fault);
		return 0;
	}
	if (n <= 64) {
		UA_GOTO(UA_GUARDED("movups	(%[s]), %%xmm0\n"
					"movups	16(%[s]), %%xmm1\n"
					"movups	-32(%[s], %[n]), %%xmm2\n"
					"movups	-16(%[s], %[n]), %%xmm3\n"
					"movups	%%xmm0, (%[d])\n"
					"movups	%%xmm1, 16(%[d])\n"
					"movups	%%xmm2, -32(%[d], %[n])\n"
					"movups	%%xmm3, -16(%[d], %[n])\n", "%l[fault]")
			: : [d] "r" (dst), [s] "r" (src), [n] "r" (n)
			: "memory", "xmm0", "xmm1", "xmm2", "xmm3" : fault);
		return 0;
	}
	if (n <= FAST_SMALL) {
		UA_GOTO(UA_GUARDED("movups	(%[s]), %%xmm0\n"
					"movups	16(%[s]), %%xmm1\n"
					"movups	32(%[s]), %%xmm2\n"
					"movups	48(%[s]), %%xmm3\n"
					"movups	-64(%[s], %[n]), %%xmm4\n"
					"movups	-48(%[s], %[n]), %%xmm5\n"
					"movups	-32(%[s], %[n]), %%xmm6\n"
					"movups	-16(%[s], %[n]), %%xmm7\n"
					"movups	%%xmm0, (%[d])\n"
					"movups	%%xmm1, 16(%[d])\n"
					"movups	%%xmm2, 32(%[d])\n"
					"movups	%%xmm3, 48(%[d])\n"
					"movups	%%xmm4, -64(%[d], %[n])\n"
					"movups	%%xmm5, -48(%[d], %[n])\n"
					"movups	%%xmm6, -32(%[d], %[n])\n"
					"movups	%%xmm7, -16(%[d], %[n])\n", "%l[fault]")
			: : [d] "r" (dst), [s] "r" (src), [n] "r" (n)
			: "memory", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6",
			  "xmm7" : fault);
		return 0;
	}
	return fast_copy_big(dst, src, n);
fault:
	return n;
}

static inline __attribute__((always_inline)) size_t fast_clear(void *dst, size_t n)
{
	if (n <= 16) {
		if (n >= 8)
			UA_GOTO(UA_GUARDED("movq	%[z], (%[d])\n"
						"movq	%[z], -8(%[d], %[n])\n", "%l[fault]")
				: : [d] "r" (dst), [n] "r" (n), [z] "r" (0UL) : "memory" : fault);
		else if (n >= 4)
			UA_GOTO(UA_GUARDED("movl	%k[z], (%[d])\n"
						"movl	%k[z], -4(%[d], %[n])\n", "%l[fault]")
				: : [d] "r" (dst), [n] "r" (n), [z] "r" (0UL) : "memory" : fault);
		else if (n >= 2)
			UA_GOTO(UA_GUARDED("movw	%w[z], (%[d])\n"
						"movb	%b[z], -1(%[d], %[n])\n", "%l[fault]")
				: : [d] "r" (dst), [n] "r" (n), [z] "r" (0UL) : "memory" : fault);
		else if (n)
			UA_GOTO(UA_GUARDED("movb	$0, (%[d])\n", "%l[fault]")
				: : [d] "r" (dst) : "memory" : fault);
		return 0;
	}
	if (n <= FAST_SMALL) {
		UA_GOTO("xorps	%%xmm0, %%xmm0\n"
			UA_GUARDED("movups	%%xmm0, (%[d])\n"
				   "cmp	$32, %[n]\n"
				   "jbe	1f\n"
				   "movups	%%xmm0, 16(%[d])\n"
				   "movups	%%xmm0, -32(%[d], %[n])\n"
				   "cmp	$64, %[n]\n"
				   "jbe	1f\n"
				   "movups	%%xmm0, 32(%[d])\n"
				   "movups	%%xmm0, 48(%[d])\n"
				   "movups	%%xmm0, -64(%[d], %[n])\n"
				   "movups	%%xmm0, -48(%[d], %[n])\n"
				   "1: movups	%%xmm0, -16(%[d], %[n])\n", "%l[fault]")
			: : [d] "r" (dst), [n] "r" (n) : "memory", "cc", "xmm0" : fault);
		return 0;
	}
	return fast_clear_big(dst, n);
fault:
	return n;
}

/*
 * All of it: what <uaccess.h> promises, for the sides that may fault. Big copies end in the
 * variant, which calls raw_copy() itself: nothing is kept for after it.
 */
static inline __attribute__((always_inline)) size_t copy_exactly(void *dst, const void *src, size_t n,
								int sides, struct ua_fault *ret_fault)
{
	size_t left;

	if (n > FAST_SMALL)
		return fast_copy_exactly(dst, src, n, sides, ret_fault);
	left = fast_copy(dst, src, n);
	return likely(!left) ? 0 : raw_copy(dst, src, n, left, sides, ret_fault);
}

#endif
