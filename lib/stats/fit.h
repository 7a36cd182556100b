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
	double misfit;               /* largest |residual| / cost of any size */
	size_t units;
};

/*
 * costs[unit * k + i] is what sizes[i] cost in that unit (a process). What a size costs
 * is the quantile q over the units, as a run's value is, and the line is fitted to
 * those by least squares of the relative residuals (weights 1 / cost^2). The intervals
 * are symmetric: what the lines of bootstrap samples of units (Efron, 1979; a fixed seed)
 * lie within, widened as stats_aa_floor() is; units are drawn whole, as errors of one
 * unit's sizes may depend on each other. With fewer than 4 units they are [-inf, inf].
 * misfit tells whether a line describes the costs at all: the largest relative
 * residual of any size.
 *
 * -ENODATA: k < 3 or units < 1. -EINVAL: a cost <= 0, a size < 0, fewer than
 * three different sizes, q outside [0, 1] or confidence outside (0, 1).
 */
int stats_fit_affine(const double *sizes, size_t k, const double *costs, size_t units, double q,
		     double confidence, struct stats_affine *ret_fit);

/*
 * The relative difference that two runs of the same kernel exceed 1 time in 20, as
 * seen from within one run of n processes, whose values are x (positive) and whose
 * own value is their quantile q: the 95 % quantile of |ln(one / other)| over pairs of
 * bootstrap samples (Efron, 1979; from the seed), widened by a simulated factor for
 * small n, minus 1 after exp. What is common to all of a run's processes (the boot,
 * its layout, a slow hour) is not in it: a lower bound. -ENODATA for n < 4, -EINVAL
 * for q outside [0, 1].
 */
int stats_aa_floor(const double *x, size_t n, double q, unsigned long seed, double *ret_floor);

#endif
