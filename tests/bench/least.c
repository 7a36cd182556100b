// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * least: reads lines "ROW TOOL VALUE", a figure of one round each, and prints for each
 * row and tool the median, the standard deviation of the logarithm, and the least
 * slowdown that 5 against 5 of its figures decide 95 % of the time: that many of 2000
 * random deals of the figures into two disjoint fives, of which one is slowed down,
 * have an interval of the ratio that is wholly on the right side of 1. All tools are
 * judged by this one rule, from their figures alone.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_statistics_double.h>

#include "effect.h"
#include "stats.h"

#define SIDE		5
#define DEALS		2000
#define ROUNDS_MAX	256
#define SAMPLES_MAX	64

struct sample {
	char row[64], tool[64];
	double value[ROUNDS_MAX];
	size_t n;
};

static struct sample samples[SAMPLES_MAX];
static size_t nsamples;

static void die(const char *what)
{
	fprintf(stderr, "least: %s\n", what);
	exit(2);
}

static void add(const char *row, const char *tool, double value)
{
	size_t i = 0;

	while (i < nsamples && (strcmp(samples[i].row, row) || strcmp(samples[i].tool, tool)))
		i++;
	if (i == SAMPLES_MAX || samples[i].n == ROUNDS_MAX)
		die("too many figures");
	if (i == nsamples) {
		strcpy(samples[i].row, row);
		strcpy(samples[i].tool, tool);
		nsamples++;
	}
	samples[i].value[samples[i].n++] = value;
}

/* The share of the deals in which a slowdown by this factor is seen. */
static double decided(const struct sample *s, double factor)
{
	static const struct stats_effect_opts opts = { .confidence = 0.95 };
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	double x[ROUNDS_MAX];
	size_t seen = 0;

	if (!rng)
		die("out of memory");
	for (int i = 0; i < DEALS; i++) {
		struct stats_effect e;

		memcpy(x, s->value, s->n * sizeof(*x));
		gsl_ran_shuffle(rng, x, s->n, sizeof(*x));
		for (int k = SIDE; k < 2 * SIDE; k++)
			x[k] *= factor;
		if (stats_effect(x, SIDE, x + SIDE, SIDE, &opts, &e))
			die("a figure is not positive");
		seen += e.lo > 1;
	}
	gsl_rng_free(rng);
	return (double)seen / DEALS;
}

/* In steps of 1 %, of itself; infinity beyond 1000 %. */
static double least(const struct sample *s)
{
	double by;

	for (by = 0.0005; by < 10 && decided(s, 1 + by) < 0.95; by *= 1.03)
		;
	return by < 10 ? by : INFINITY;
}

int main(void)
{
	char row[64], tool[64], line[256];
	double value;

	while (fgets(line, sizeof(line), stdin)) {
		if (sscanf(line, "%63s %63s %lf", row, tool, &value) != 3 || !(value > 0))
			die("usage: lines of ROW TOOL VALUE on stdin, VALUE above 0");
		add(row, tool, value);
	}
	printf("%-14s %-24s %6s %12s %8s  %s\n", "row", "tool", "rounds", "median", "sd",
	       "least slowdown decided");
	for (size_t i = 0; i < nsamples; i++) {
		struct sample *s = &samples[i];
		double logs[ROUNDS_MAX], median;

		if (s->n < 2 * SIDE)
			die("fewer figures than 5 against 5 take");
		for (size_t k = 0; k < s->n; k++)
			logs[k] = log(s->value[k]);
		if (stats_median(s->value, s->n, &median))
			die("no median");
		printf("%-14s %-24s %6zu %12.5g %6.2f %%  %.2f %%\n", s->row, s->tool, s->n, median,
		       100 * gsl_stats_sd(logs, 1, s->n), 100 * least(s));
		fflush(stdout);
	}
	return 0;
}
