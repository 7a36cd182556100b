// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Compiled once for each choice of <uaccess/layer.h> (LAYER is its name, CHOICE how it is called
 * in the table): a copy of 16 bytes inline and out of line, and one of n bytes into an
 * object of 64. Without LAYER: the table.
 */
#ifdef LAYER

#include "choice.h"
#include <uaccess.h>

#include "bench.h"

#define GLUE(a, b)	a##b
#define NAME(layer, what) GLUE(layer, what)

void NAME(LAYER, _inline)(unsigned long times);
void NAME(LAYER, _inline)(unsigned long times)
{
	REPEAT(({
		const unsigned char *s = src;
		unsigned char *d = dst;

		OPAQUE(s);
		OPAQUE(d);
		ua_copy_from_inline(d, s, 16) != 0;
	}));
}

void NAME(LAYER, _call)(unsigned long times);
void NAME(LAYER, _call)(unsigned long times)
{
	REPEAT(({
		const unsigned char *s = src;
		unsigned char *d = dst;

		OPAQUE(s);
		OPAQUE(d);
		ua_copy_from_outline(d, s, 16) != 0;
	}));
}

void NAME(LAYER, _object)(unsigned long times);
void NAME(LAYER, _object)(unsigned long times)
{
	unsigned char object[64];

	REPEAT(({
		const unsigned char *s = src;
		size_t n = 16;

		OPAQUE(s);
		OPAQUE(n);
		ua_copy_from(object, s, n);
	}));
}

#else

#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "choice.h"

int may_not_fault;

#define LAYERS(f)	f(nothing) f(object) f(window) f(hook) f(all)
#define DECLARE(l)	void l##_inline(unsigned long times); void l##_call(unsigned long times); \
			void l##_object(unsigned long times);
#define LINE(l)		{ .name = #l, .run = l##_inline }, { .name = #l, .run = l##_call }, \
			{ .name = #l, .run = l##_object },

LAYERS(DECLARE)

static struct line lines[] = { LAYERS(LINE) };

/* To path, a row a choice: its name, then ns of the three */
void bench_layer(size_t rounds, const char *path)
{
	FILE *file = path ? fopen(path, "w") : NULL;

	if (path && !file) {
		perror(path);
		exit(1);
	}
	measure(lines, COUNT(lines), rounds);
	printf("\nns a copy by checks%24s%18s%18s\n", "16 inline", "16 out of line", "n into object");
	for (size_t i = 0; i < COUNT(lines); i += 3) {
		printf("%-25s%18.2f%18.2f%18.2f\n", lines[i].name, lines[i].value, lines[i + 1].value,
		       lines[i + 2].value);
		if (file)
			fprintf(file, "%s %.2f %.2f %.2f\n", lines[i].name, lines[i].value,
				lines[i + 1].value, lines[i + 2].value);
	}
	if (file && fclose(file)) {
		perror(path);
		exit(1);
	}
}

#endif
