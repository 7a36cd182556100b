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
#define S64(w) S16(w, 1) S16(w, 17) S16(w, 33) S16(w, 49)

static __attribute__((noinline)) void elided(void)
{
	S64(ELIDED)
}

static __attribute__((noinline)) void not_elided(void)
{
	S64(NOT_ELIDED)
}

static __attribute__((noinline)) void out_of_line(void)
{
	S64(OUT_OF_LINE)
}

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
