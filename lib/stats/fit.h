/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Per call and per byte, and how much two equal runs differ. */
#ifndef UABENCH_STATS_FIT_H
#define UABENCH_STATS_FIT_H

#include <stddef.h>

struct stats_estimate {
	double value, lo, hi;
};

/* cost = a + b * size */
struct stats_affine {
	struct stats_estimate a;     /* per call, in the unit of cost */
	struct stats_estimate b;     /* per unit of size */
	double misfit;               /* largest |mean residual| / cost of any size */
	size_t units;
};

/*
 * costs[unit * k + i] is what sizes[i] cost in that unit (a process, a boot).
 * Each unit is fitted alone by least squares of the relative residuals
 * (weights 1 / cost^2), a and b are the means over the units, and their
 * intervals are t intervals of the spread between units: errors of one unit's
 * sizes may depend on each other. With one unit they are [-inf, inf]. misfit
 * tells whether a line describes the costs at all: it is the largest over the
 * sizes of the relative residual's mean over units.
 *
 * -ENODATA: k < 3 or units < 1. -EINVAL: a cost <= 0, a size < 0, fewer than
 * three different sizes, or confidence outside (0, 1).
 */
int stats_fit_affine(const double *sizes, size_t k, const double *costs, size_t units,
		     double confidence, struct stats_affine *ret_fit);

/*
 * The relative difference that the medians of two runs of the same kernel
 * exceed 1 time in 20, as seen from within one run of n processes, whose values
 * are x (positive): the 95 % quantile over balanced splits into halves of
 * |ln(median of one / median of the other)|, scaled from halves to whole runs
 * by the square root of their sizes (1 / sqrt(2) for even n), minus 1 after exp.
 * The medians of complementary halves differ less than those of independent
 * ones, and a spread known from n values is itself uncertain, so the quantile is
 * multiplied by a factor that makes it right for normal processes (2.4 for
 * n = 4, 1.6 for 8, about 1 + 1.5 / sqrt(n) from there); without it, 16 % of
 * pairs of runs of 8 exceeded it. Skewed processes exceed it in 5 to 9 %.
 * All splits where there are at most 5000 of them (n <= 14), else 2000 at random
 * from the seed. What is common to all of a run's processes (the boot, its
 * layout) is not in it: a lower bound for runs in different boots. -ENODATA
 * for n < 4.
 */
int stats_aa_floor(const double *x, size_t n, unsigned long seed, double *ret_floor);

#endif
