/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of the library, not by its users. */
#ifndef UABENCH_STATS_INTERNAL_H
#define UABENCH_STATS_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "shape.h"
#include "stats.h"

/* Largest n + m with an exact Mann-Whitney distribution: counts stay < 2^53. */
#define STATS_EXACT_MAX 50

/* 0 where x holds n >= 1 finite values, else -EINVAL (-ENODATA for n == 0). */
int stats_check(const double *x, size_t n);

/* As stats_check(), and every value > 0. */
int stats_check_positive(const double *x, size_t n);

/* Copies; NULL when there is no memory. Free with free(). */
double *stats_dup(const double *x, size_t n);
double *stats_dup_log(const double *x, size_t n);
double *stats_dup_sorted(const double *x, size_t n);

/* A sample in ascending order, and its midranks (1-based) as it was measured. */
struct stats_ranked {
	double *sorted, *ranks;
	double ties;	/* sum of t^3 - t over groups of t equal values */
	size_t n;
};

/* n >= 1 finite values. 0 or -ENOMEM. O(n log n) */
int stats_ranked_init(struct stats_ranked *ranked, const double *x, size_t n);
void stats_ranked_release(struct stats_ranked *ranked);

/* The smallest samples of these tests. */
#define STATS_LEAST_AUTOCORRELATION	8
#define STATS_LEAST_TREND		4
#define STATS_LEAST_STEP		6
#define STATS_LEAST_DIP			4

/* They, for a sample that is ranked or sorted already and large enough. */
int stats_trend_ranked(const struct stats_ranked *ranked, struct stats_test *ret_test);
void stats_step_ranked(const struct stats_ranked *ranked, struct stats_test *ret_test,
		       size_t *ret_at);
void stats_autocorrelation_ranked(const double *x, const struct stats_ranked *ranked,
				  struct stats_test *ret_test);
int stats_dip_sorted(const double *sorted, size_t n, struct stats_test *ret_test);

/* The tests of stats.h for two samples that are sorted already. */
int stats_mann_whitney_sorted(const double *x, size_t n, const double *y, size_t m,
			      struct stats_mann_whitney *ret_test);
int stats_hodges_lehmann_sorted(const double *x, size_t n, const double *y, size_t m,
				double confidence, struct stats_shift *ret_shift);

/*
 * P(U <= u) of the Mann-Whitney statistic of n and m values without ties, for
 * n + m <= STATS_EXACT_MAX: ret_cdf has room for n * m + 1.
 */
void stats_mann_whitney_cdf(size_t n, size_t m, double *ret_cdf);

/* The gap of more than half the range in the sorted values, and its middle; 0: none. */
double stats_gap(const double *sorted, size_t n, double *ret_middle);

/*
 * Whether either side's sorted values have such a gap; *ret_minor is how many of all
 * lie in the smaller of the two clusters that the wider gap makes.
 */
bool stats_clusters(const double *x, size_t n, const double *y, size_t m, size_t *ret_minor);

/* How much wider than its bootstrap's a low quantile of n values really varies. */
double stats_bootstrap_widen(size_t n);

/*
 * How many of the sorted values lie on the wrong side of the boundary that
 * leaves fewest there, with x below and y above it.
 */
size_t stats_misplaced(const double *x, size_t n, const double *y, size_t m);

#endif
