// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Call sites, to be sized and counted for each architecture. With -DFUNCTIONS a function a
 * site (elided_N, inline_N, out_N; object_0) and two without one (none_0, none_1: with an
 * object); else a program whose every second call of mark() ends a copy: first of nothing, then
 * sizes 1..64 in that order of ways, then into an object. -DCHOICE=, see choice.h, chooses
 * the checks.
 */
#include <string.h>

#include "choice.h"
#include <uaccess.h>

#define ELIDED(d, s, n)		ua_copy_from_inline(d, s, n)
#define NOT_ELIDED(d, s, n)	__ua_from_hidden(d, s, n)
#define OUT_OF_LINE(d, s, n)	ua_copy_from_outline(d, s, n)

#ifdef FUNCTIONS

#define FUNCTION(name, way, n)							\
	size_t name##_##n(void *dst, const void *src);				\
	size_t name##_##n(void *dst, const void *src)				\
	{									\
		return way(dst, src, n) ? 14 : 0;				\
	}
#define NONE(dst, src, n)	0

/* Of n bytes, as many as may be, into an object whose size the compiler knows */
void use(void *object);
#define INTO(name, left)							\
	size_t name(const void *src, size_t n);					\
	size_t name(const void *src, size_t n)					\
	{									\
		char object[64];						\
		size_t rest = left;						\
										\
		use(object);							\
		return rest;							\
	}

#define F10(f, w, t) FUNCTION(f, w, t##0) FUNCTION(f, w, t##1) FUNCTION(f, w, t##2)	\
	FUNCTION(f, w, t##3) FUNCTION(f, w, t##4) FUNCTION(f, w, t##5) FUNCTION(f, w, t##6) \
	FUNCTION(f, w, t##7) FUNCTION(f, w, t##8) FUNCTION(f, w, t##9)
#define F64(f, w) FUNCTION(f, w, 1) FUNCTION(f, w, 2) FUNCTION(f, w, 3) FUNCTION(f, w, 4)	\
	FUNCTION(f, w, 5) FUNCTION(f, w, 6) FUNCTION(f, w, 7) FUNCTION(f, w, 8)		\
	FUNCTION(f, w, 9) F10(f, w, 1) F10(f, w, 2) F10(f, w, 3) F10(f, w, 4) F10(f, w, 5) \
	FUNCTION(f, w, 60) FUNCTION(f, w, 61) FUNCTION(f, w, 62) FUNCTION(f, w, 63)	\
	FUNCTION(f, w, 64)

F64(elided, ELIDED)
F64(inline, NOT_ELIDED)
F64(out, OUT_OF_LINE)
FUNCTION(none, NONE, 0)
INTO(object_0, OUT_OF_LINE(object, src, n))
INTO(none_1, 0)

#else

static unsigned char src[64] __attribute__((aligned(64))), dst[64] __attribute__((aligned(64)));
static size_t wrong;
#ifdef CHOICE
int may_not_fault;
#endif

void mark(void);
__attribute__((noinline)) void mark(void)
{
	__asm__ volatile("" : : : "memory");
}

/* The address is hidden as a real call site's is */
#define SITE(way, n) {								\
	unsigned char *d = dst, *s = src;					\
										\
	__asm__ volatile("" : "+r" (d), "+r" (s));				\
	mark();									\
	wrong += way(d, s, n) != 0;						\
	mark();									\
}

#define S4(w, n) SITE(w, n) SITE(w, n + 1) SITE(w, n + 2) SITE(w, n + 3)
#define S16(w, n) S4(w, n) S4(w, n + 4) S4(w, n + 8) S4(w, n + 12)
/* In parts: one function of all is too long for the literal pools of Thumb-2 */
#define PART(name, way, n) static __attribute__((noinline)) void name(void) { S16(way, n) }
#define PARTS(name, way)							\
	PART(name##_1, way, 1)							\
	PART(name##_17, way, 17)						\
	PART(name##_33, way, 33)						\
	PART(name##_49, way, 49)						\
	static void name(void)							\
	{									\
		name##_1();							\
		name##_17();							\
		name##_33();							\
		name##_49();							\
	}

PARTS(elided, ELIDED)
PARTS(not_elided, NOT_ELIDED)
PARTS(out_of_line, OUT_OF_LINE)

/* Of any size, as far as the compiler knows, into an object whose size it knows */
static __attribute__((noinline)) void into_object(void)
{
	unsigned char object[64], *s = src;
	size_t n = 16;

	__asm__ volatile("" : "+r" (n), "+r" (s));
	mark();
	wrong += OUT_OF_LINE(object, s, n) != 0;
	mark();
}

int main(void)
{
	mark();	/* a row of nothing */
	mark();
	elided();
	not_elided();
	out_of_line();
	into_object();
	return wrong ? 1 : 0;
}

#endif
