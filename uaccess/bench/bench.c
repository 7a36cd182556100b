// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench [-r ROUNDS] [-d DIR]: what copies that survive a fault cost, beside others of one run.
 * Each line is measured in turn for about 20 us, round by round, so that what disturbs the
 * machine disturbs all alike; the figure is the lower decile over the rounds. Into
 * DIR/constant and DIR/layer go the times that scripts/bench-uaccess.sh sets beside sizes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <uaccess.h>

#include "bench.h"

#define SLICE		20000	/* ns */

const void *line_arg;
unsigned char src[LONGEST + 4096] __attribute__((aligned(4096)));
unsigned char dst[LONGEST + 4096] __attribute__((aligned(4096)));
unsigned char *bad;
unsigned long wrong;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double timed(struct line *l)
{
	double start;

	line_arg = l->arg;
	l->run(l->times / 16 + 1);	/* warm */
	start = now();
	l->run(l->times);
	return (now() - start) / (double)l->times;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void measure(struct line *lines, size_t nlines, size_t rounds)
{
	for (struct line *l = lines; l < lines + nlines; l++) {
		double took = 0;

		for (l->times = 1; took < SLICE && l->times < 1ul << 24; l->times *= 2)
			took = timed(l) * (double)l->times;
	}
	for (size_t r = 0; r < rounds; r++)
		for (size_t i = 0; i < nlines; i++)	/* from another one each round */
			lines[(i + r) % nlines].ns[r] = timed(&lines[(i + r) % nlines]);
	for (struct line *l = lines; l < lines + nlines; l++) {
		qsort(l->ns, rounds, sizeof(l->ns[0]), ascending);
		l->value = l->ns[rounds / 10];
	}
}

void goal(const char *what, double value, const char *unit, double limit, bool at_least)
{
	bool held = at_least ? value >= limit : value <= limit;

	printf("goal: %s: %.4g%s, at %s %g%s: %s\n", what, value, unit, at_least ? "least" : "most",
	       limit, unit, held ? "held" : "missed");
}

int main(int argc, char **argv)
{
	size_t rounds = 400, page = (size_t)sysconf(_SC_PAGESIZE);
	const char *dir = NULL;
	char path[4096];
	int opt;

	while ((opt = getopt(argc, argv, "r:d:")) != -1) {
		if (opt == 'd')
			dir = optarg;
		else
			rounds = opt == 'r' ? strtoul(optarg, NULL, 10) : 0;
	}
	if (!rounds || rounds > MAX_ROUNDS || optind < argc) {
		fprintf(stderr, "usage: bench [-r ROUNDS] [-d DIR], at most %d rounds\n", MAX_ROUNDS);
		return 2;
	}
	bad = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (bad == MAP_FAILED || mprotect(bad += page, page, PROT_NONE) || ua_init()) {
		perror("bench: cannot set up");
		return 1;
	}
	memset(src, 1, sizeof(src));
	memset(dst, 2, sizeof(dst));
	bench_sizes(rounds);
	bench_against_memcpy(rounds / 4 + 1);
	snprintf(path, sizeof(path), "%s/constant", dir ? dir : "");
	bench_constant(rounds / 4 + 1, dir ? path : NULL);
	snprintf(path, sizeof(path), "%s/layer", dir ? dir : "");
	bench_layer(rounds, dir ? path : NULL);
	bench_faults(rounds);
	if (wrong) {
		fprintf(stderr, "bench: %lu copies were not as expected\n", wrong);
		return 1;
	}
	return 0;
}
