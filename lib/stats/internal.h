/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of the library, not by its users. */
#ifndef UABENCH_STATS_INTERNAL_H
#define UABENCH_STATS_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

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

/*
 * Midranks (1-based) of x. *ret_ties receives the sum of t^3 - t over groups
 * of t equal values. 0 or -ENOMEM.
 */
int stats_midranks(const double *x, size_t n, double *ret_ranks, double *ret_ties);

/*
 * P(U <= u) of the Mann-Whitney statistic of n and m values without ties, for
 * n + m <= STATS_EXACT_MAX: ret_cdf has room for n * m + 1.
 */
void stats_mann_whitney_cdf(size_t n, size_t m, double *ret_cdf);

/* Does a gap of more than half the range part the sorted values? True for 2 or 3. */
bool stats_has_gap(const double *sorted, size_t n);

/*
 * How many of the sorted values lie on the wrong side of the boundary that
 * leaves fewest there, with x below and y above it.
 */
size_t stats_misplaced(const double *x, size_t n, const double *y, size_t m);

#endif
