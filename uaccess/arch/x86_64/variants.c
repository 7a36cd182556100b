// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * x86-64: besides the common loops, vectors of SSE2, AVX and AVX-512, and rep movsb; and the
 * choice among them when the library is loaded.
 */
#include <cpuid.h>

#include "fast.h"
#include "loops.h"

/* Registers above 15 need no mention where the compiler does not use them */
#define LOW	"memory", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7"
#ifdef __AVX512F__
#define CLOBBERED LOW, "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27"
#else
#define CLOBBERED LOW
#endif

/*
 * insns of n bytes at d (from s), by the width w of a vector; those of AVX-512 in registers that
 * need no vzeroupper. m is where the last vector begins that is whole or less, from d: where
 * d is aligned so are stores there, all but the one at the very end.
 */
#define VECTORS(insns, mov, r, width, zero, to, from, len, last)		\
	UA_GOTO(UA_GUARDED(insns(mov, r, width, zero), "%l[fault]")		\
		: : [d] "r" (to), [s] "r" (from), [n] "ri" (len), [m] "ri" (last) : CLOBBERED : fault)
#define BY_WIDTH(insns, to, from, len, last) do {				\
	if (w == 64)								\
		VECTORS(insns, "vmovdqu64", "zmm2", "64",			\
			"vpxord	%%zmm20, %%zmm20, %%zmm20\n", to, from, len, last); \
	else if (w == 32)							\
		VECTORS(insns, "vmovdqu", "ymm", "32",				\
			"vxorps	%%xmm0, %%xmm0, %%xmm0\n", to, from, len, last); \
	else									\
		VECTORS(insns, "movups", "xmm", "16",				\
			"xorps	%%xmm0, %%xmm0\n", to, from, len, last);	\
} while (0)

#define LOAD(k, reg, mov, r, width)	mov "	" #k "*" width "(%[s]), %%" r #reg "\n"
#define LOAD_END(k, reg, mov, r, width)	mov "	-" #k "*" width "(%[s], %[m]), %%" r #reg "\n"
#define STORE(k, reg, mov, r, width)	mov "	%%" r #reg ", " #k "*" width "(%[d])\n"
#define STORE_END(k, reg, mov, r, width) mov "	%%" r #reg ", -" #k "*" width "(%[d], %[m])\n"

#define LOAD_LAST(mov, r, width)	mov "	-" width "(%[s], %[n]), %%" r "7\n"
#define STORE_LAST(reg, mov, r, width)	mov "	%%" r #reg ", -" width "(%[d], %[n])\n"

#define COPY_1(...)	LOAD(0, 0, __VA_ARGS__) STORE(0, 0, __VA_ARGS__)
#define LOAD_2(...)	LOAD(0, 0, __VA_ARGS__) LOAD(1, 1, __VA_ARGS__)
#define LOAD_3(...)	LOAD_2(__VA_ARGS__) LOAD(2, 2, __VA_ARGS__)
#define LOAD_4(...)	LOAD_3(__VA_ARGS__) LOAD(3, 3, __VA_ARGS__)
#define STORE_2(...)	STORE(0, 0, __VA_ARGS__) STORE(1, 1, __VA_ARGS__)
#define STORE_3(...)	STORE_2(__VA_ARGS__) STORE(2, 2, __VA_ARGS__)
#define STORE_4(...)	STORE_3(__VA_ARGS__) STORE(3, 3, __VA_ARGS__)
#define LOAD_END_2(...)	LOAD_END(1, 6, __VA_ARGS__) LOAD_LAST(__VA_ARGS__)
#define LOAD_END_3(...)	LOAD_END(2, 5, __VA_ARGS__) LOAD_END_2(__VA_ARGS__)
#define LOAD_END_4(...)	LOAD_END(3, 4, __VA_ARGS__) LOAD_END_3(__VA_ARGS__)
#define STORE_END_2(...) STORE_END(1, 6, __VA_ARGS__) STORE_LAST(7, __VA_ARGS__)
#define STORE_END_3(...) STORE_END(2, 5, __VA_ARGS__) STORE_END_2(__VA_ARGS__)
#define STORE_END_4(...) STORE_END(3, 4, __VA_ARGS__) STORE_END_3(__VA_ARGS__)
#define ZERO_2(...)	STORE(0, 0, __VA_ARGS__) STORE(1, 0, __VA_ARGS__)
#define ZERO_4(...)	ZERO_2(__VA_ARGS__) STORE(2, 0, __VA_ARGS__) STORE(3, 0, __VA_ARGS__)
#define ZERO_END_2(...)	STORE_END(1, 0, __VA_ARGS__) STORE_LAST(0, __VA_ARGS__)
#define ZERO_END_4(...)	STORE_END(3, 0, __VA_ARGS__) STORE_END(2, 0, __VA_ARGS__) \
			ZERO_END_2(__VA_ARGS__)

#define INSNS_1(mov, r, width, zero)	COPY_1(mov, r, width)
#define INSNS_4(mov, r, width, zero)	LOAD_4(mov, r, width) STORE_4(mov, r, width)
#define INSNS_2_2(mov, r, width, zero)	LOAD_2(mov, r, width) LOAD_END_2(mov, r, width)	\
					STORE_2(mov, r, width) STORE_END_2(mov, r, width)
#define INSNS_3_3(mov, r, width, zero)	LOAD_3(mov, r, width) LOAD_END_3(mov, r, width)	\
					STORE_3(mov, r, width) STORE_END_3(mov, r, width)
#define INSNS_4_4(mov, r, width, zero)	LOAD_4(mov, r, width) LOAD_END_4(mov, r, width)	\
					STORE_4(mov, r, width) STORE_END_4(mov, r, width)
#define CLEAR_1(mov, r, width, zero)	zero STORE(0, 0, mov, r, width)
#define CLEAR_4(mov, r, width, zero)	zero ZERO_4(mov, r, width)
#define CLEAR_2_2(mov, r, width, zero)	zero ZERO_2(mov, r, width) ZERO_END_2(mov, r, width)
#define CLEAR_4_4(mov, r, width, zero)	zero ZERO_4(mov, r, width) ZERO_END_4(mov, r, width)

#define COPY(count, d, s)	BY_WIDTH(INSNS_##count, d, s, 0ul, 0ul)
#define COPY_ENDS(count, d, s, n) BY_WIDTH(INSNS_##count, d, s, n, ((n) - 1) / w * w)
#define CLEAR(count, d)		BY_WIDTH(CLEAR_##count, d, d, 0ul, 0ul)
#define CLEAR_ENDS(count, d, n)	BY_WIDTH(CLEAR_##count, d, d, n, ((n) - 1) / w * w)

static inline __attribute__((always_inline)) void leave_vectors(unsigned int w)
{
	if (w == 32)
		__asm__ volatile("vzeroupper" : : : LOW);
}

/* What is not certain to be moved: n bytes */
struct rest {
	char *d;
	const char *s;
	size_t n;
};

/* Microcoded, but each byte counts as moved or not: rcx is exact */
static inline __attribute__((always_inline)) struct rest copy_microcoded(void *dst, const void *src,
									size_t n)
{
	__asm__ volatile("771: rep movsb\n772:\n" UA_RANGE("772b", 0)
		: "+D" (dst), "+S" (src), "+c" (n) : : "memory");
	return (struct rest){ dst, src, n };
}

/*
 * More than FAST_SMALL bytes. Up to 8 vectors: from both ends, all loads first, for loads behind
 * stores to the same place of another page wait for them. Above: one as it comes, four at a
 * time to an aligned destination, and the last 8 as above. From `rep` bytes on, rep movsb.
 */
static inline __attribute__((always_inline)) struct rest copy_vectors(void *dst, const void *src,
								     size_t n, unsigned int w,
								     size_t rep)
{
	const char *s = src;
	char *d = dst;

	if (likely(n > 8 * w)) {
		size_t skip = w - (uintptr_t)d % w;

		if (unlikely(n >= rep))
			return copy_microcoded(d, s, n);
		COPY(1, d, s);
		for (d += skip, s += skip, n -= skip; n > 8 * w; n -= 4 * w) {
			COPY(4, d, s);
			d += 4 * w;
			s += 4 * w;
		}
	}
	if (n > 6 * w)
		COPY_ENDS(4_4, d, s, n);
	else if (n > 4 * w)
		COPY_ENDS(3_3, d, s, n);
	else
		COPY_ENDS(2_2, d, s, n);
	n = 0;
fault:
	leave_vectors(w);
	return (struct rest){ d, s, n };
}

static inline __attribute__((always_inline)) size_t clear_vectors(void *dst, size_t n, unsigned int w)
{
	char *d = dst;

	if (likely(n > 8 * w)) {
		size_t skip = w - (uintptr_t)d % w;

		CLEAR(1, d);
		for (d += skip, n -= skip; n > 8 * w; n -= 4 * w) {
			CLEAR(4, d);
			d += 4 * w;
		}
	}
	if (n > 4 * w)
		CLEAR_ENDS(4_4, d, n);
	else
		CLEAR_ENDS(2_2, d, n);
	n = 0;
fault:
	leave_vectors(w);
	return n;
}

static size_t copy_rep(void *dst, const void *src, size_t n)
{
	return copy_microcoded(dst, src, n).n;
}

static size_t clear_rep(void *dst, size_t n)
{
	__asm__ volatile("771: rep stosb\n772:\n" UA_RANGE("772b", 0)
		: "+D" (dst), "+c" (n) : "a" (0) : "memory");
	return n;
}

/* Where rep movsb takes over: its start has paid for itself. docs/uaccess.md has the figures. */
static size_t rep_from = SIZE_MAX;
#define REP_FROM	8192

static size_t copy_small(void *dst, const void *src, size_t n)
{
	return fast_copy(dst, src, n);
}

static size_t clear_small(void *dst, size_t n)
{
	return fast_clear(dst, n);
}

#define WIDTH(name, w)								\
	static size_t copy_##name(void *dst, const void *src, size_t n)		\
	{									\
		return n > FAST_SMALL ? copy_vectors(dst, src, n, w, SIZE_MAX).n : copy_small(dst, src, n); \
	}									\
	static size_t clear_##name(void *dst, size_t n)				\
	{									\
		return n > FAST_SMALL ? clear_vectors(dst, n, w) : clear_small(dst, n); \
	}									\
	static size_t exactly_##name(void *dst, const void *src, size_t n, int sides, \
				     struct ua_fault *ret_fault)		\
	{									\
		struct rest r = copy_vectors(dst, src, n, w, rep_from);		\
										\
		return likely(!r.n) ? 0 : raw_copy(r.d, r.s, r.n, r.n, sides, ret_fault); \
	}
WIDTH(sse, 16)
WIDTH(avx, 32)
WIDTH(avx512, 64)

static bool has_avx(void)
{
	return __builtin_cpu_supports("avx");
}

static bool has_avx512(void)
{
	return __builtin_cpu_supports("avx512f");
}

static const struct copy_variant rep = { "rep movsb", always, copy_rep, clear_rep };
static const struct copy_variant sse = { "sse", always, copy_sse, clear_sse };
static const struct copy_variant avx = { "avx", has_avx, copy_avx, clear_avx };
static const struct copy_variant avx512 = { "avx512", has_avx512, copy_avx512, clear_avx512 };

const struct copy_variant *const copy_variants[] = {
	&byte, &word, &unrolled, &rep, &sse, &avx, &avx512, NULL
};

/* Right from the first instruction on; the constructor only makes it faster */
static const struct copy_variant *chosen = &sse;
copy_exactly_fn *fast_copy_exactly = exactly_sse;

size_t fast_copy_big(void *dst, const void *src, size_t n)
{
	return n >= rep_from ? copy_rep(dst, src, n) : chosen->copy(dst, src, n);
}

size_t fast_clear_big(void *dst, size_t n)
{
	return n >= rep_from ? clear_rep(dst, n) : chosen->clear(dst, n);
}

/* Of a leaf that may not be there */
static unsigned int cpuid_7(unsigned int sub, bool of_ebx)
{
	unsigned int a, b, c, d;

	return __get_cpuid_count(7, sub, &a, &b, &c, &d) ? of_ebx ? b : a : 0;
}

__attribute__((constructor(101))) static void choose(void)
{
	bool erms = cpuid_7(0, true) & (1u << 9);
	/* CPUs before it lower their clock for the widest vectors */
	bool avx_vnni = cpuid_7(1, false) & (1u << 4);

	__builtin_cpu_init();
	if (erms)
		rep_from = REP_FROM;
	if (has_avx512() && avx_vnni) {
		chosen = &avx512;
		fast_copy_exactly = exactly_avx512;
	} else if (has_avx()) {
		chosen = &avx;
		fast_copy_exactly = exactly_avx;
	}
}
