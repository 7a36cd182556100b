// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * x86-64: by bytes, by words, by 64 bytes of SSE2, by rep movsb, by 128 bytes of AVX; and
 * the choice among them when the library is loaded.
 */
#include <cpuid.h>

#include "fast.h"

static bool always(void)
{
	return true;
}

static size_t copy_byte(void *dst, const void *src, size_t n)
{
	const char *s = src;
	char *d = dst;
	__ua_word a;

	for (; n; n--, s++, d++) {
		__UA_LOAD(1, a, s, fault);
		__UA_STORE(1, a, d, fault);
	}
fault:
	return n;
}

static size_t clear_byte(void *dst, size_t n)
{
	char *d = dst;

	for (; n; n--, d++)
		__UA_STORE(1, (__ua_word)0, d, fault);
fault:
	return n;
}

static size_t copy_word(void *dst, const void *src, size_t n)
{
	const char *s = src;
	char *d = dst;
	__ua_word a;

	for (; n >= 8; n -= 8, s += 8, d += 8) {
		__UA_LOAD(8, a, s, fault);
		__UA_STORE(8, a, d, fault);
	}
	return copy_byte(d, s, n);
fault:
	return n;
}

static size_t clear_word(void *dst, size_t n)
{
	char *d = dst;

	for (; n >= 8; n -= 8, d += 8)
		__UA_STORE(8, (__ua_word)0, d, fault);
	return clear_byte(d, n);
fault:
	return n;
}

/*
 * The frame of the next two: one block as it comes, then whole blocks with the
 * destination aligned, and the last block again from its end. block(d, s) jumps to fault.
 */
#define COPY_BLOCKS(dst, src, n, size, align, small, block)			\
	const char *s = src;							\
	char *d = dst;								\
	size_t skip;								\
										\
	if (n < (size))								\
		return small(d, s, n);						\
	block(d, s);								\
	skip = (size) - ((uintptr_t)d & ((align) - 1));				\
	for (d += skip, s += skip, n -= skip; n >= (size); n -= (size)) {	\
		block(d, s);							\
		d += (size);							\
		s += (size);							\
	}									\
	if (n)									\
		block(d + n - (size), s + n - (size));				\
	n = 0

#define BLOCK_SSE(d, s)								\
	UA_GOTO(UA_GUARDED("movups	(%1), %%xmm0\n"				\
				"movups	16(%1), %%xmm1\n"			\
				"movups	32(%1), %%xmm2\n"			\
				"movups	48(%1), %%xmm3\n"			\
				"movups	%%xmm0, (%0)\n"				\
				"movups	%%xmm1, 16(%0)\n"			\
				"movups	%%xmm2, 32(%0)\n"			\
				"movups	%%xmm3, 48(%0)\n", "%l[fault]")		\
		: : "r" (d), "r" (s)						\
		: "memory", "xmm0", "xmm1", "xmm2", "xmm3" : fault)

static size_t copy_unrolled(void *dst, const void *src, size_t n)
{
	COPY_BLOCKS(dst, src, n, 64, 16, copy_word, BLOCK_SSE);
fault:
	return n;
}

#define BLOCK_AVX(d, s)								\
	UA_GOTO(UA_GUARDED("vmovdqu	(%1), %%ymm0\n"			\
				"vmovdqu	32(%1), %%ymm1\n"		\
				"vmovdqu	64(%1), %%ymm2\n"		\
				"vmovdqu	96(%1), %%ymm3\n"		\
				"vmovdqu	%%ymm0, (%0)\n"			\
				"vmovdqu	%%ymm1, 32(%0)\n"		\
				"vmovdqu	%%ymm2, 64(%0)\n"		\
				"vmovdqu	%%ymm3, 96(%0)\n", "%l[fault]")	\
		: : "r" (d), "r" (s)						\
		: "memory", "xmm0", "xmm1", "xmm2", "xmm3" : fault)

static bool has_avx(void)
{
	return __builtin_cpu_supports("avx");
}

static size_t copy_avx(void *dst, const void *src, size_t n)
{
	COPY_BLOCKS(dst, src, n, 128, 32, copy_unrolled, BLOCK_AVX);
fault:
	__asm__ volatile("vzeroupper" : : : "xmm0", "xmm1", "xmm2", "xmm3");
	return n;
}

#define CLEAR_BLOCKS(dst, n, size, align, small, block)				\
	char *d = dst;								\
	size_t skip;								\
										\
	if (n < (size))								\
		return small(d, n);						\
	block(d);								\
	skip = (size) - ((uintptr_t)d & ((align) - 1));				\
	for (d += skip, n -= skip; n >= (size); n -= (size)) {			\
		block(d);							\
		d += (size);							\
	}									\
	if (n)									\
		block(d + n - (size));						\
	n = 0

#define ZERO_SSE(d)								\
	UA_GOTO("xorps	%%xmm0, %%xmm0\n"				\
		UA_GUARDED("movups	%%xmm0, (%0)\n"				\
			   "movups	%%xmm0, 16(%0)\n"			\
			   "movups	%%xmm0, 32(%0)\n"			\
			   "movups	%%xmm0, 48(%0)\n", "%l[fault]")		\
		: : "r" (d) : "memory", "xmm0" : fault)

static size_t clear_unrolled(void *dst, size_t n)
{
	CLEAR_BLOCKS(dst, n, 64, 16, clear_word, ZERO_SSE);
fault:
	return n;
}

#define ZERO_AVX(d)								\
	UA_GOTO("vxorps	%%xmm0, %%xmm0, %%xmm0\n"			\
		UA_GUARDED("vmovups	%%ymm0, (%0)\n"				\
			   "vmovups	%%ymm0, 32(%0)\n"			\
			   "vmovups	%%ymm0, 64(%0)\n"			\
			   "vmovups	%%ymm0, 96(%0)\n", "%l[fault]")		\
		: : "r" (d) : "memory", "xmm0" : fault)

static size_t clear_avx(void *dst, size_t n)
{
	CLEAR_BLOCKS(dst, n, 128, 32, clear_unrolled, ZERO_AVX);
fault:
	__asm__ volatile("vzeroupper" : : : "xmm0");
	return n;
}

/* Microcoded, but each byte counts as moved or not: rcx is exact */
static size_t copy_rep(void *dst, const void *src, size_t n)
{
	__asm__ volatile("771: rep movsb\n772:\n" UA_RANGE("772b", 0)
		: "+D" (dst), "+S" (src), "+c" (n) : : "memory");
	return n;
}

static size_t clear_rep(void *dst, size_t n)
{
	__asm__ volatile("771: rep stosb\n772:\n" UA_RANGE("772b", 0)
		: "+D" (dst), "+c" (n) : "a" (0) : "memory");
	return n;
}

static const struct copy_variant byte = { "byte", always, copy_byte, clear_byte };
static const struct copy_variant word = { "word", always, copy_word, clear_word };
static const struct copy_variant unrolled = { "unrolled", always, copy_unrolled, clear_unrolled };
static const struct copy_variant rep = { "rep movsb", always, copy_rep, clear_rep };
static const struct copy_variant avx = { "avx", has_avx, copy_avx, clear_avx };

const struct copy_variant *const copy_variants[] = { &byte, &word, &unrolled, &rep, &avx, NULL };

/* Where the start of rep movsb has paid for itself; docs/uaccess.md has the figures */
#define REP_FROM	8192

static bool has_erms(void)
{
	unsigned int a, b, c, d;

	return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & (1u << 9));
}

static size_t copy_avx_rep(void *dst, const void *src, size_t n)
{
	return n >= REP_FROM ? copy_rep(dst, src, n) : copy_avx(dst, src, n);
}

static size_t clear_avx_rep(void *dst, size_t n)
{
	return n >= REP_FROM ? clear_rep(dst, n) : clear_avx(dst, n);
}

static size_t copy_sse_rep(void *dst, const void *src, size_t n)
{
	return n >= REP_FROM ? copy_rep(dst, src, n) : copy_unrolled(dst, src, n);
}

static size_t clear_sse_rep(void *dst, size_t n)
{
	return n >= REP_FROM ? clear_rep(dst, n) : clear_unrolled(dst, n);
}

/* The same two for sizes above FAST_SMALL, and to the end */
#define NEVER(d, s, n)	(__builtin_unreachable(), (size_t)0)

static size_t exactly_rep(void *dst, const void *src, size_t n, int sides)
{
	size_t left = copy_rep(dst, src, n);

	return likely(!left) ? 0 : raw_copy(dst, src, n, left, sides, NULL);
}

static size_t exactly_avx(void *dst, const void *src, size_t n, int sides)
{
	COPY_BLOCKS(dst, src, n, 128, 32, NEVER, BLOCK_AVX);
fault:
	__asm__ volatile("vzeroupper" : : : "xmm0", "xmm1", "xmm2", "xmm3");
	return likely(!n) ? 0 : raw_copy(d, s, n, n, sides, NULL);
}

static size_t exactly_unrolled(void *dst, const void *src, size_t n, int sides)
{
	COPY_BLOCKS(dst, src, n, 64, 16, NEVER, BLOCK_SSE);
fault:
	return likely(!n) ? 0 : raw_copy(d, s, n, n, sides, NULL);
}

static size_t exactly_avx_rep(void *dst, const void *src, size_t n, int sides)
{
	if (n >= REP_FROM)
		return exactly_rep(dst, src, n, sides);
	return exactly_avx(dst, src, n, sides);
}

static size_t exactly_sse_rep(void *dst, const void *src, size_t n, int sides)
{
	if (n >= REP_FROM)
		return exactly_rep(dst, src, n, sides);
	return exactly_unrolled(dst, src, n, sides);
}

static const struct copy_variant avx_rep = { "avx, rep movsb", has_avx, copy_avx_rep,
					     clear_avx_rep };
static const struct copy_variant sse_rep = { "sse, rep movsb", always, copy_sse_rep,
					     clear_sse_rep };

/* Right from the first instruction on; the constructor only makes it faster */
const struct copy_variant *fast_big = &unrolled;
size_t (*fast_big_exactly)(void *dst, const void *src, size_t n, int sides) = exactly_unrolled;

__attribute__((constructor(101))) static void choose(void)
{
	__builtin_cpu_init();
	if (has_erms()) {
		fast_big = has_avx() ? &avx_rep : &sse_rep;
		fast_big_exactly = has_avx() ? exactly_avx_rep : exactly_sse_rep;
	} else if (has_avx()) {
		fast_big = &avx;
		fast_big_exactly = exactly_avx;
	}
}
