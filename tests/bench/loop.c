// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a case's loop costs beside one written by hand, of the same system call:
 *	loop count	instructions an iteration of each, by single steps; fails where
 *			the case's takes over 3 more
 *	loop time	nanoseconds an iteration of each, measured in turns
 * The case is entry.null, built as the runner builds it; every case loops as it does.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

#define EXTRA_MAX	3
#define TURNS		401

extern const struct bench_case *const __start_bench_cases[];

void bench_fail(struct bench *b, const char *what)
{
	fprintf(stderr, "loop: %s failed\n", what);
	exit(1);
}

static void by_case(uint64_t iters)
{
	static struct bench b;

	b.run = __start_bench_cases[0]->run;
	b.run(&b, iters);
}

static __attribute__((noinline)) void by_hand(uint64_t iters)
{
	for (uint64_t i = 0; i < iters; i++)
		syscall(SYS_getppid);
}

/* Steps of a child from its first stop to its second; 77 where there are none to be had. */
static int steps(void (*loop)(uint64_t), uint64_t iters, long *ret_steps)
{
	pid_t child = fork();
	int status;
	long n = 0;

	if (child < 0)
		return 1;
	if (!child) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			_exit(77);
		raise(SIGSTOP);
		loop(iters);
		raise(SIGSTOP);
		_exit(0);
	}
	waitpid(child, &status, 0);
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	do {
		if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL)) {
			kill(child, SIGKILL);
			waitpid(child, &status, 0);
			return 77;
		}
		waitpid(child, &status, 0);
		n++;
	} while (WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP);
	if (WIFSTOPPED(status)) {
		ptrace(PTRACE_CONT, child, NULL, NULL);
		waitpid(child, &status, 0);
	}
	*ret_steps = n;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Instructions an iteration: of 1000 more. */
static int instructions(void (*loop)(uint64_t), double *ret)
{
	long few = 0, many = 0;
	int r = steps(loop, 100, &few);

	if (!r)
		r = steps(loop, 1100, &many);
	if (!r)
		*ret = (double)(many - few) / 1000;
	return r;
}

static int count(void)
{
	double c, hand;
	int r = instructions(by_case, &c);

	if (!r)
		r = instructions(by_hand, &hand);
	if (r == 77)
		puts("SKIP: no single steps here");
	if (r)
		return r;
	printf("instructions an iteration: %.2f as a case, %.2f by hand, %.2f more\n", c, hand,
	       c - hand);
	if (hand < 2 || c - hand > EXTRA_MAX) {
		printf("FAIL: at most %d more\n", EXTRA_MAX);
		return 1;
	}
	return 0;
}

static double timed(void (*loop)(uint64_t), uint64_t iters)
{
	struct timespec from, to;

	clock_gettime(CLOCK_MONOTONIC_RAW, &from);
	loop(iters);
	clock_gettime(CLOCK_MONOTONIC_RAW, &to);
	return ((to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec)) / iters;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* In turns, each before the other as often; the differences' median and its interval. */
static void compare_times(void)
{
	static double c[TURNS], hand[TURNS], more[TURNS];
	const uint64_t iters = 5000;
	/* order statistics of the median: n / 2 -+ 0.98 sqrt(n) */
	const int reach = 20;

	for (int i = 0; i < TURNS; i++) {
		if (i % 2)
			hand[i] = timed(by_hand, iters);
		c[i] = timed(by_case, iters);
		if (!(i % 2))
			hand[i] = timed(by_hand, iters);
		more[i] = c[i] - hand[i];
	}
	qsort(c, TURNS, sizeof(*c), by_value);
	qsort(hand, TURNS, sizeof(*hand), by_value);
	qsort(more, TURNS, sizeof(*more), by_value);
	printf("ns an iteration, medians of %d: %.2f as a case, %.2f by hand\n", TURNS,
	       c[TURNS / 2], hand[TURNS / 2]);
	printf("median of the differences: %.2f ns [%.2f, %.2f] (95 %%)\n", more[TURNS / 2],
	       more[TURNS / 2 - reach], more[TURNS / 2 + reach]);
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "count"))
		return count();
	if (argc != 2 || strcmp(argv[1], "time"))
		return 2;
	compare_times();
	return 0;
}
