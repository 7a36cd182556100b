/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The loops that every architecture with ranges has: by bytes, by words, and by four words
 * with the destination aligned. Each takes any size and any alignment.
 */
#ifndef UACCESS_LOOPS_H
#define UACCESS_LOOPS_H

#include "variants.h"

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

/*
 * Moves until d is aligned to a word; n must be a word at least. Where any alignment is as
 * good it is one word, of which the loop then writes a part again.
 */
#define HEAD(load, s, store, d, n)						\
	if ((uintptr_t)(d) % WORD) {						\
		size_t head = WORD - (uintptr_t)(d) % WORD;			\
										\
		if (UA_ARCH_UNALIGNED) {					\
			if (!__ua_store_whole((uintptr_t)(d), WORD))		\
				return n;					\
			load(s, WORD);						\
			store(d, WORD);						\
		} else {							\
			for (size_t i = 0; i < head; i++) {			\
				load((s) + i, 1);				\
				store((d) + i, 1);				\
			}							\
		}								\
		(s) += head;							\
		(d) += head;							\
		(n) -= head;							\
	}

#define LOAD_A(s, w)	__UA_LOADX(w, a, s, fault)
#define STORE_A(d, w)	__UA_STOREX(w, a, d, fault)
#define LOAD_NONE(s, w)	do { } while (0)
#define STORE_ZERO(d, w) __UA_STOREX(w, (__ua_word)0, d, fault)

/*
 * To an aligned d from an s that is not, where loads must be aligned: each word is put
 * together from two. The words that are read hold bytes of the source, so they fault
 * only if those do. Leaves less than a word.
 */
static size_t copy_shifted(char *d, const char *s, size_t n)
{
	unsigned int low = (unsigned int)((uintptr_t)s % WORD) * 8, high = WORD * 8 - low;
	__ua_word a, b;

	_Static_assert(UA_ARCH_UNALIGNED || __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
		       "the other way round");
	s -= (uintptr_t)s % WORD;
	__UA_LOADW(a, s, fault);
	for (; n >= WORD; n -= WORD, d += WORD) {
		s += WORD;
		__UA_LOADW(b, s, fault);
		a = a >> low | b << high;
		__UA_STOREW(a, d, fault);
		a = b;
	}
fault:
	return n;
}

/* by: words an iteration */
static inline __attribute__((always_inline)) size_t copy_words(void *dst, const void *src, size_t n,
							      unsigned int by)
{
	const char *s = src;
	char *d = dst;
	__ua_word a, b, c, e;
	size_t left;

	if (n < WORD)
		return copy_byte(d, s, n);
	HEAD(LOAD_A, s, STORE_A, d, n)
	if (!UA_ARCH_UNALIGNED && (uintptr_t)s % WORD) {
		left = n >= WORD ? copy_shifted(d, s, n) : n;
		if (left >= WORD)
			return left;
		return copy_byte(d + n - left, s + n - left, left);
	}
	for (; by == 4 && n >= 4 * WORD; n -= 4 * WORD, s += 4 * WORD, d += 4 * WORD) {
		__UA_LOADW_X4(a, b, c, e, s, fault);
		__UA_STOREW_X4(a, b, c, e, d, fault);
	}
	for (; n >= WORD; n -= WORD, s += WORD, d += WORD) {
		__UA_LOADW(a, s, fault);
		__UA_STOREW(a, d, fault);
	}
	if (!n)
		return 0;
	if (!UA_ARCH_UNALIGNED)
		return copy_byte(d, s, n);
	if (!__ua_store_whole((uintptr_t)d + n - WORD, WORD))
		return n;
	__UA_LOADW(a, s + n - WORD, fault);
	__UA_STOREW(a, d + n - WORD, fault);
	return 0;
fault:
	return n;
}

static inline __attribute__((always_inline)) size_t clear_words(void *dst, size_t n, unsigned int by)
{
	const __ua_word zero = 0;
	char *d = dst, *none = dst;

	if (n < WORD)
		return clear_byte(d, n);
	HEAD(LOAD_NONE, none, STORE_ZERO, d, n)
	for (; by == 4 && n >= 4 * WORD; n -= 4 * WORD, d += 4 * WORD)
		__UA_STOREW_X4(zero, zero, zero, zero, d, fault);
	for (; n >= WORD; n -= WORD, d += WORD)
		__UA_STOREW(zero, d, fault);
	return n ? clear_byte(d, n) : 0;
fault:
	return n;
}

static size_t copy_word(void *dst, const void *src, size_t n)
{
	return copy_words(dst, src, n, 1);
}

static size_t clear_word(void *dst, size_t n)
{
	return clear_words(dst, n, 1);
}

static size_t copy_unrolled(void *dst, const void *src, size_t n)
{
	return copy_words(dst, src, n, 4);
}

static size_t clear_unrolled(void *dst, size_t n)
{
	return clear_words(dst, n, 4);
}

static bool always(void)
{
	return true;
}

static const struct copy_variant byte = { "byte", always, copy_byte, clear_byte };
static const struct copy_variant word = { "word", always, copy_word, clear_word };
static const struct copy_variant unrolled = { "unrolled", always, copy_unrolled, clear_unrolled };

#endif
