// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Copies of constant size, 1 to 64: the compiler's own, inline with the stragglers elided,
 * inline without, and out of line. The pointers come anew each time,
 * and are unknown to the compiler.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uaccess.h>

#include "bench.h"

#define PLAIN(d, s, n)		(memcpy(d, s, n) != d)
#define ELIDED(d, s, n)		(ua_copy_from_inline(d, s, n) != 0)
#define NOT_ELIDED(d, s, n)	(__ua_from_hidden(d, s, n) != 0)
#define OUT_OF_LINE(d, s, n)	(ua_copy_from_outline(d, s, n) != 0)

#define LOOP(way, n)								\
	static void way##_##n(unsigned long times)				\
	{									\
		unsigned long failed = 0;					\
										\
		for (unsigned long i = 0; i < times; i++) {			\
			const unsigned char *s = src;				\
			unsigned char *d = dst;					\
										\
			OPAQUE(s);						\
			OPAQUE(d);						\
			failed += way(d, s, n);					\
			barrier();						\
		}								\
		wrong += failed;						\
	}

#define S8(f, w, t)	f(w, t##0) f(w, t##1) f(w, t##2) f(w, t##3) f(w, t##4) f(w, t##5) \
			f(w, t##6) f(w, t##7) f(w, t##8) f(w, t##9)
#define ALL(f, w)	f(w, 1) f(w, 2) f(w, 3) f(w, 4) f(w, 5) f(w, 6) f(w, 7) f(w, 8) f(w, 9) \
			S8(f, w, 1) S8(f, w, 2) S8(f, w, 3) S8(f, w, 4) S8(f, w, 5)	\
			f(w, 60) f(w, 61) f(w, 62) f(w, 63) f(w, 64)

ALL(LOOP, PLAIN)
ALL(LOOP, ELIDED)
ALL(LOOP, NOT_ELIDED)
ALL(LOOP, OUT_OF_LINE)

#define LINE(way, n)	{ .name = #way, .run = way##_##n },
static struct line lines[] = { ALL(LINE, PLAIN) ALL(LINE, ELIDED) ALL(LINE, NOT_ELIDED)
			       ALL(LINE, OUT_OF_LINE) };

/* To path, a row a size: size, then ns of the four */
void bench_constant(size_t rounds, const char *path)
{
	static const size_t shown[] = { 1, 2, 4, 7, 8, 15, 16, 31, 32, 48, 63, 64 };
	FILE *file = path ? fopen(path, "w") : NULL;

	if (path && !file) {
		perror(path);
		exit(1);
	}
	measure(lines, COUNT(lines), rounds);
	for (size_t i = 0; file && i < 64; i++)
		fprintf(file, "%zu %.2f %.2f %.2f %.2f\n", i + 1, lines[i].value,
			lines[64 + i].value, lines[128 + i].value, lines[192 + i].value);
	if (file && fclose(file)) {
		perror(path);
		exit(1);
	}
	printf("\nns a copy of constant size, hot%13s%12s%12s%12s\n", "plain", "elided", "inline",
	       "out of line");
	for (size_t i = 0; i < COUNT(shown); i++) {
		printf("%30zu", shown[i]);
		for (size_t way = 0; way < 4; way++)
			printf("%12.2f", lines[64 * way + shown[i] - 1].value);
		putchar('\n');
	}
	goal("8 bytes inline, over a load and a store", lines[64 + 7].value - lines[7].value, " ns",
	     0.3, false);
}
