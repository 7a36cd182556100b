/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Copies of constant size, inline. Each is straight-line code: blocks of four words, then
 * the rest of 1..15 (32 bit) or 1..31 bytes, all resolved by the compiler. On a fault they
 * call the library, which begins again byte by byte and so finds the exact residue.
 *
 * Where any alignment is as good, a tail is one access that overlaps the one before; else
 * it is a ladder of 4, 2 and 1 bytes, and addresses that are not aligned go to the library.
 * Where a store across two pages may write half of itself before it faults
 * (UA_ARCH_STORE_WHOLE 0), destinations across two pages go to the library as well.
 */
#ifndef UACCESS_INLINE_H
#define UACCESS_INLINE_H

#include <uaccess/range.h>

/* Sizes above are not worth their text */
#define UA_INLINE_MAX	64

#ifdef __cplusplus
extern "C" {
#endif

/* What inline copies call after a fault: the same as the functions without __, but byte by byte first */
size_t __ua_from_slow(void *dst, const void *src, size_t n) __attribute__((cold));
size_t __ua_to_slow(void *dst, const void *src, size_t n) __attribute__((cold));

#ifdef __cplusplus
}
#endif

#if UA_ARCH_RANGES

/* Untrusted memory may be what the compiler knows to be too small, at NULL for one */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
#endif

#define __ua_inline	static inline __attribute__((always_inline, unused))

/* w is a macro, and an argument of ## below */
#define __UA_LOADX(w, ...)	__UA_LOAD(w, __VA_ARGS__)
#define __UA_LOADX_X2(w, ...)	__UA_LOAD_X2(w, __VA_ARGS__)
#define __UA_LOADX_X4(w, ...)	__UA_LOAD_X4(w, __VA_ARGS__)
#define __UA_STOREX(w, ...)	__UA_STORE(w, __VA_ARGS__)
#define __UA_STOREX_X2(w, ...)	__UA_STORE_X2(w, __VA_ARGS__)
#define __UA_STOREX_X4(w, ...)	__UA_STORE_X4(w, __VA_ARGS__)
#define __UA_LOADW(...)		__UA_LOADX(UA_ARCH_WORD, __VA_ARGS__)
#define __UA_LOADW_X2(...)	__UA_LOADX_X2(UA_ARCH_WORD, __VA_ARGS__)
#define __UA_LOADW_X4(...)	__UA_LOADX_X4(UA_ARCH_WORD, __VA_ARGS__)
#define __UA_STOREW(...)	__UA_STOREX(UA_ARCH_WORD, __VA_ARGS__)
#define __UA_STOREW_X2(...)	__UA_STOREX_X2(UA_ARCH_WORD, __VA_ARGS__)
#define __UA_STOREW_X4(...)	__UA_STOREX_X4(UA_ARCH_WORD, __VA_ARGS__)

/* Some bytes of the trusted side, aligned where the untrusted side must be */
#if UA_ARCH_UNALIGNED
#define __UA_ALIGNED(p, w)	(p)
#else
#define __UA_ALIGNED(p, w)	__builtin_assume_aligned(p, w)
#endif

#define __UA_TRUSTED(w, type)							\
	__ua_inline void __ua_set##w(char *p, __ua_word val)			\
	{									\
		type v = (type)val;						\
		__builtin_memcpy(__UA_ALIGNED(p, w), &v, w);			\
	}									\
	__ua_inline __ua_word __ua_read##w(const char *p)			\
	{									\
		type v;								\
		__builtin_memcpy(&v, __UA_ALIGNED(p, w), w);			\
		return v;							\
	}
__UA_TRUSTED(1, uint8_t)
__UA_TRUSTED(2, uint16_t)
__UA_TRUSTED(4, uint32_t)
#if UA_ARCH_WORD == 8
__UA_TRUSTED(8, uint64_t)
#define __ua_setw	__ua_set8
#define __ua_readw	__ua_read8
#else
#define __ua_setw	__ua_set4
#define __ua_readw	__ua_read4
#endif

/* Of the addresses whose bits are in at: may n bytes be moved inline? */
__ua_inline int __ua_inline_ok(uintptr_t at, size_t n)
{
	return UA_ARCH_UNALIGNED ||
		!(at & ((n < UA_ARCH_WORD ? n < 4 ? n < 2 ? 1 : 2 : 4 : UA_ARCH_WORD) - 1));
}

/* Does a store of n bytes at dst write all or nothing? */
__ua_inline int __ua_store_whole(uintptr_t dst, size_t n)
{
	return !UA_ARCH_UNALIGNED || UA_ARCH_STORE_WHOLE || n < 2 || (dst & 4095) <= 4096 - n;
}

#define __UA_FROM_X4(o)								\
	if (n >= (o) + 4 * UA_ARCH_WORD) {					\
		__UA_LOADW_X4(a, b, c, e, s + (o), fault);			\
		__ua_setw(d + (o), a);						\
		__ua_setw(d + (o) + UA_ARCH_WORD, b);				\
		__ua_setw(d + (o) + 2 * UA_ARCH_WORD, c);			\
		__ua_setw(d + (o) + 3 * UA_ARCH_WORD, e);			\
	}

/* n: a constant of at most UA_INLINE_MAX, not 0 */
__ua_inline size_t __ua_from_const(void *dst, const void *src, size_t n)
{
	const size_t r = n % (4 * UA_ARCH_WORD), t = n % UA_ARCH_WORD;
	const char *s = (const char *)src;
	char *d = (char *)dst;
	__ua_word a, b, c, e;

	if (!__ua_inline_ok((uintptr_t)d | (uintptr_t)s, n))
		return (ua_copy_from)(dst, src, n);
	__UA_FROM_X4(0)
	__UA_FROM_X4(4 * UA_ARCH_WORD)
#if UA_ARCH_WORD == 4
	__UA_FROM_X4(8 * UA_ARCH_WORD)
	__UA_FROM_X4(12 * UA_ARCH_WORD)
#endif
	if (r & (2 * UA_ARCH_WORD)) {
		__UA_LOADW_X2(a, b, s + n - r, fault);
		__ua_setw(d + n - r, a);
		__ua_setw(d + n - r + UA_ARCH_WORD, b);
	}
	if (r & UA_ARCH_WORD) {
		__UA_LOADW(a, s + n - t - UA_ARCH_WORD, fault);
		__ua_setw(d + n - t - UA_ARCH_WORD, a);
	}
	if (!t)
		return 0;
	if (UA_ARCH_UNALIGNED && n > UA_ARCH_WORD) {
		__UA_LOADW(a, s + n - UA_ARCH_WORD, fault);
		__ua_setw(d + n - UA_ARCH_WORD, a);
		return 0;
	}
	if (t & 4) {
		__UA_LOAD(4, a, s + n - t, fault);
		__ua_set4(d + n - t, a);
		if (UA_ARCH_UNALIGNED && (t & 3)) {
			__UA_LOAD(4, a, s + n - 4, fault);
			__ua_set4(d + n - 4, a);
			return 0;
		}
	}
	if (t & 2) {
		__UA_LOAD(2, a, s + n - (t & 3), fault);
		__ua_set2(d + n - (t & 3), a);
	}
	if (t & 1) {
		__UA_LOAD(1, a, s + n - 1, fault);
		__ua_set1(d + n - 1, a);
	}
	return 0;
fault:
	return __ua_from_slow(dst, src, n);
}

#define __UA_TO_X4(o)								\
	if (n >= (o) + 4 * UA_ARCH_WORD)					\
		__UA_STOREW_X4(__ua_readw(s + (o)),				\
			       __ua_readw(s + (o) + UA_ARCH_WORD),		\
			       __ua_readw(s + (o) + 2 * UA_ARCH_WORD),		\
			       __ua_readw(s + (o) + 3 * UA_ARCH_WORD), d + (o), fault)

__ua_inline size_t __ua_to_const(void *dst, const void *src, size_t n)
{
	const size_t r = n % (4 * UA_ARCH_WORD), t = n % UA_ARCH_WORD;
	const char *s = (const char *)src;
	char *d = (char *)dst;

	if (!__ua_inline_ok((uintptr_t)d | (uintptr_t)s, n) || !__ua_store_whole((uintptr_t)d, n))
		return (ua_copy_to)(dst, src, n);
	__UA_TO_X4(0);
	__UA_TO_X4(4 * UA_ARCH_WORD);
#if UA_ARCH_WORD == 4
	__UA_TO_X4(8 * UA_ARCH_WORD);
	__UA_TO_X4(12 * UA_ARCH_WORD);
#endif
	if (r & (2 * UA_ARCH_WORD))
		__UA_STOREW_X2(__ua_readw(s + n - r), __ua_readw(s + n - r + UA_ARCH_WORD),
			       d + n - r, fault);
	if (r & UA_ARCH_WORD)
		__UA_STOREW(__ua_readw(s + n - t - UA_ARCH_WORD), d + n - t - UA_ARCH_WORD, fault);
	if (!t)
		return 0;
	if (UA_ARCH_UNALIGNED && n > UA_ARCH_WORD) {
		__UA_STOREW(__ua_readw(s + n - UA_ARCH_WORD), d + n - UA_ARCH_WORD, fault);
		return 0;
	}
	if (t & 4) {
		__UA_STORE(4, __ua_read4(s + n - t), d + n - t, fault);
		if (UA_ARCH_UNALIGNED && (t & 3)) {
			__UA_STORE(4, __ua_read4(s + n - 4), d + n - 4, fault);
			return 0;
		}
	}
	if (t & 2)
		__UA_STORE(2, __ua_read2(s + n - (t & 3)), d + n - (t & 3), fault);
	if (t & 1)
		__UA_STORE(1, __ua_read1(s + n - 1), d + n - 1, fault);
	return 0;
fault:
	return __ua_to_slow(dst, src, n);
}

/*
 * The same without elision: the size is hidden from the compiler, and found out bit by
 * bit at run time. What an inline copy is where nothing is resolved at compile time; kept
 * to measure it (docs/uaccess.md).
 */
__ua_inline size_t __ua_from_hidden(void *dst, const void *src, size_t n)
{
	const char *s = (const char *)src;
	char *d = (char *)dst;
	__ua_word a, b, c, e;
	size_t left;

	__asm__("" : "+r" (n));
	if (!__ua_inline_ok((uintptr_t)d | (uintptr_t)s, UA_ARCH_WORD))
		return (ua_copy_from)(dst, src, n);
	for (left = n; left >= 4 * UA_ARCH_WORD; left -= 4 * UA_ARCH_WORD) {
		__UA_LOADW_X4(a, b, c, e, s, fault);
		__ua_setw(d, a);
		__ua_setw(d + UA_ARCH_WORD, b);
		__ua_setw(d + 2 * UA_ARCH_WORD, c);
		__ua_setw(d + 3 * UA_ARCH_WORD, e);
		s += 4 * UA_ARCH_WORD;
		d += 4 * UA_ARCH_WORD;
	}
	if (left & (2 * UA_ARCH_WORD)) {
		__UA_LOADW_X2(a, b, s, fault);
		__ua_setw(d, a);
		__ua_setw(d + UA_ARCH_WORD, b);
		s += 2 * UA_ARCH_WORD;
		d += 2 * UA_ARCH_WORD;
	}
	if (left & UA_ARCH_WORD) {
		__UA_LOADW(a, s, fault);
		__ua_setw(d, a);
		s += UA_ARCH_WORD;
		d += UA_ARCH_WORD;
	}
	if (UA_ARCH_WORD > 4 && (left & 4)) {
		__UA_LOAD(4, a, s, fault);
		__ua_set4(d, a);
		s += 4;
		d += 4;
	}
	if (left & 2) {
		__UA_LOAD(2, a, s, fault);
		__ua_set2(d, a);
		s += 2;
		d += 2;
	}
	if (left & 1) {
		__UA_LOAD(1, a, s, fault);
		__ua_set1(d, a);
	}
	return 0;
fault:
	return __ua_from_slow(dst, src, n);
}

/* One value: a load into a register, no more */
#define __UA_GET(bits)								\
	__ua_inline size_t ua_get##bits##_inline(uint##bits##_t *val, const void *src)	\
	{									\
		uint##bits##_t v;						\
		size_t left = __ua_from_const(&v, src, bits / 8);		\
										\
		*val = left ? 0 : v;						\
		return left;							\
	}
__UA_GET(8)
__UA_GET(16)
__UA_GET(32)
__UA_GET(64)

/* val goes to memory only after a fault: the store's clobber would write it there before */
#define __UA_PUT(bits, store)							\
	__ua_inline size_t ua_put##bits##_inline(void *dst, uint##bits##_t val)	\
	{									\
		char *d = (char *)dst;						\
		uint##bits##_t v;						\
										\
		if (!__ua_inline_ok((uintptr_t)d, bits / 8) ||			\
		    !__ua_store_whole((uintptr_t)d, bits / 8))			\
			goto fault;						\
		store;								\
		return 0;							\
	fault:									\
		v = val;							\
		return __ua_to_slow(dst, &v, bits / 8);				\
	}
__UA_PUT(8, __UA_STORE(1, (__ua_word)val, d, fault))
__UA_PUT(16, __UA_STORE(2, (__ua_word)val, d, fault))
__UA_PUT(32, __UA_STORE(4, (__ua_word)val, d, fault))
#if UA_ARCH_WORD == 8
__UA_PUT(64, __UA_STORE(8, (__ua_word)val, d, fault))
#elif __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
__UA_PUT(64, __UA_STORE_X2(4, (__ua_word)val, (__ua_word)(val >> 32), d, fault))
#else
__UA_PUT(64, __UA_STORE_X2(4, (__ua_word)(val >> 32), (__ua_word)val, d, fault))
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif /* UA_ARCH_RANGES */

#endif
