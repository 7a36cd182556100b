// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * arm64: besides the common loops, 64 bytes an iteration by pairs of vector registers. Its
 * destination is aligned to 64, so no store goes across two pages.
 */
#include "fast.h"
#include "loops.h"

#define BLOCK	64

#define COPY_BLOCK(d, s)							\
	UA_GOTO(UA_GUARDED("ldp	q0, q1, [%1]\n"					\
			   "ldp	q2, q3, [%1, #32]\n"				\
			   "stp	q0, q1, [%0]\n"					\
			   "stp	q2, q3, [%0, #32]\n", "%l[fault]")		\
		: : "r" (d), "r" (s) : "memory", "v0", "v1", "v2", "v3" : fault)

static size_t copy_pairs(void *dst, const void *src, size_t n)
{
	const char *s = src;
	char *d = dst;
	size_t skip;

	if (n < 2 * BLOCK)
		return copy_unrolled(d, s, n);
	if (!__ua_store_whole((uintptr_t)d, BLOCK))
		return n;
	COPY_BLOCK(d, s);
	skip = BLOCK - (uintptr_t)d % BLOCK;
	for (d += skip, s += skip, n -= skip; n >= BLOCK; n -= BLOCK, d += BLOCK, s += BLOCK)
		COPY_BLOCK(d, s);
	return n ? copy_unrolled(d, s, n) : 0;
fault:
	return n;
}

#define CLEAR_BLOCK(d)								\
	UA_GOTO("movi	v0.2d, #0\n"						\
		UA_GUARDED("stp	q0, q0, [%0]\n"					\
			   "stp	q0, q0, [%0, #32]\n", "%l[fault]")		\
		: : "r" (d) : "memory", "v0" : fault)

static size_t clear_pairs(void *dst, size_t n)
{
	char *d = dst;
	size_t skip;

	if (n < 2 * BLOCK)
		return clear_unrolled(d, n);
	if (!__ua_store_whole((uintptr_t)d, BLOCK))
		return n;
	CLEAR_BLOCK(d);
	skip = BLOCK - (uintptr_t)d % BLOCK;
	for (d += skip, n -= skip; n >= BLOCK; n -= BLOCK, d += BLOCK)
		CLEAR_BLOCK(d);
	return n ? clear_unrolled(d, n) : 0;
fault:
	return n;
}

static const struct copy_variant pairs = { "pairs", always, copy_pairs, clear_pairs };

const struct copy_variant *const copy_variants[] = { &byte, &word, &unrolled, &pairs, NULL };

size_t fast_copy_big(void *dst, const void *src, size_t n)
{
	return copy_pairs(dst, src, n);
}

size_t fast_clear_big(void *dst, size_t n)
{
	return clear_pairs(dst, n);
}
