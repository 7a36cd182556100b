// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Call sites of constant size, three ways. Compiled with -DWAY=1..3 -DSIZE=n it is one
 * object with one call site, to be sized (WAY=0: none); else a program whose every call
 * of mark() begins or ends a copy, to be counted: sizes in the order of ways.
 */
#include <string.h>

#include <uaccess.h>

#define ELIDED(d, s, n)		ua_copy_from_inline(d, s, n)
#define NOT_ELIDED(d, s, n)	__ua_from_hidden(d, s, n)
#define OUT_OF_LINE(d, s, n)	ua_copy_from_outline(d, s, n)

#ifdef WAY

size_t site(void *dst, const void *src);
size_t site(void *dst, const void *src)
{
#if WAY == 1
	return ELIDED(dst, src, SIZE) ? 14 : 0;
#elif WAY == 2
	return NOT_ELIDED(dst, src, SIZE) ? 14 : 0;
#elif WAY == 3
	return OUT_OF_LINE(dst, src, SIZE) ? 14 : 0;
#else
	return 0;
#endif
}

#else

static unsigned char src[64] __attribute__((aligned(64))), dst[64] __attribute__((aligned(64)));
static size_t wrong;

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

int main(void)
{
	mark();	/* a row of nothing */
	mark();
	elided();
	not_elided();
	out_of_line();
	return wrong ? 1 : 0;
}

#endif
