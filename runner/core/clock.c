// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench.h"
#include "clock.h"

#define ROUNDS	9
#define READS	2000
#define LOOPS	1000000

static void empty_run(struct bench *b, uint64_t iters)
{
	for (uint64_t i = 0; i < iters; i++)
		barrier();
}

static double resolution(int reads)
{
	uint64_t best = UINT64_MAX, deadline = clock_ns() + 50000000;

	for (int i = 0; i < reads; i++) {
		uint64_t a = clock_ns(), c;

		do
			c = clock_ns();
		while (c == a && c < deadline);
		if (c > a && c - a < best)
			best = c - a;
	}
	return best;
}

/* The least of some rounds: what disturbs only ever adds. */
static double least(void (*work)(struct bench *, uint64_t), struct bench *b, uint64_t n)
{
	uint64_t best = UINT64_MAX;

	for (int r = 0; r < ROUNDS; r++) {
		uint64_t t = clock_ns();

		work(b, n);
		t = clock_ns() - t;
		if (t < best)
			best = t;
	}
	return (double)best / n;
}

static void read_run(struct bench *b, uint64_t iters)
{
	for (uint64_t i = 0; i < iters; i++)
		clock_ns();
}

static double pause_residue(int reads)
{
	static struct bench b;
	double best = 1e9;

	for (int r = 0; r < ROUNDS; r++) {
		uint64_t t = clock_ns();
		double left;

		b.paused = 0;
		for (int i = 0; i < reads; i++) {
			bench_pause(&b);
			bench_resume(&b);
		}
		left = (double)(clock_ns() - t - b.paused) / reads;
		if (left < best)
			best = left;
	}
	return best;
}

int clock_measure(struct clock_info *ret_info, bool quick)
{
	/* through a pointer that the compiler cannot see through, as cases are run */
	void (*volatile run)(struct bench *, uint64_t) = empty_run;
	int reads = quick ? READS / 20 : READS;
	struct timespec ts;

	if (clock_gettime(CLOCK_MONOTONIC_RAW, &ts))
		return -errno;
	ret_info->resolution_ns = resolution(reads);
	ret_info->cost_ns = least(read_run, NULL, reads);
	ret_info->loop_ns = least(run, NULL, quick ? LOOPS / 50 : LOOPS);
	ret_info->pause_ns = pause_residue(reads);
	return 0;
}
