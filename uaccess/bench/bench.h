/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The benchmark's parts: lines that are measured in turn. */
#ifndef UACCESS_BENCH_H
#define UACCESS_BENCH_H

#include <stdbool.h>
#include <stddef.h>

#define MAX_ROUNDS	1000
#define LONGEST		(1 << 20)
#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))

struct line {
	const char *name;
	void (*run)(unsigned long times);
	const void *arg;		/* line_arg while it runs */
	unsigned long times;
	double value;			/* ns each time */
	double ns[MAX_ROUNDS];
};

extern const void *line_arg;
extern unsigned char src[LONGEST + 4096], dst[LONGEST + 4096];
extern unsigned char *bad;		/* PROT_NONE, memory before */
extern unsigned long wrong;		/* copies that did not do what they should */

#define barrier()	__asm__ volatile("" ::: "memory")
#define OPAQUE(v)	__asm__ volatile("" : "+r" (v))
/* what is an expression: 0 where all went well */
#define REPEAT(what) do {							\
	unsigned long sum = 0;							\
										\
	for (unsigned long i = 0; i < times; i++) {				\
		sum += (what);							\
		barrier();							\
	}									\
	wrong += sum;								\
} while (0)

/* Sets each line's value: the lower decile over rounds, each from another line on */
void measure(struct line *lines, size_t nlines, size_t rounds);

/* A goal of the library: prints the value beside it */
void goal(const char *what, double value, const char *unit, double limit, bool at_least);

/* One section each; they print what they measured */
void bench_sizes(size_t rounds);
void bench_against_memcpy(size_t rounds);
void bench_constant(size_t rounds, const char *path);
void bench_layer(size_t rounds, const char *path);
void bench_faults(size_t rounds);

#endif
