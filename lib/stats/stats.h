/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Order statistics, moments, rank tests and multiplicity.
 *
 * Everything in this library is a pure function on arrays of double: no I/O,
 * no globals, no state. The rules common to all of it:
 *
 *   - the return value is 0 or -errno; ret_ arguments are set on success only
 *     and may be NULL only where said;
 *   - -EINVAL for a NULL array, a NaN or infinite value, and a value <= 0
 *     where logarithms are taken; -ENOMEM; -ENODATA for fewer values than the
 *     method needs;
 *   - arrays are never modified, and no function is slower than O(n log n)
 *     in the number of values unless it says so;
 *   - "log" is the natural one, so that a log sd of 0.01 is about 1 %.
 *
 * GSL supplies distributions, sorting and random numbers. Its default error
 * handler aborts when memory runs out, so programs that would rather have an
 * error code should call gsl_set_error_handler_off() once.
 */
#ifndef UABENCH_STATS_H
#define UABENCH_STATS_H

#include <stdbool.h>
#include <stddef.h>

/* The median; the mean of the two middle values where n is even. O(n). */
int stats_median(const double *x, size_t n, double *ret_median);

/*
 * Quantile q, 0 <= q <= 1, by linear interpolation of order statistics at
 * (n - 1) q: type 7 of Hyndman and Fan, "Sample quantiles in statistical
 * packages", 1996.
 */
int stats_quantile(const double *x, size_t n, double q, double *ret_value);

/*
 * Median of |x - median(x)|, not scaled: multiply by 1.4826 to compare with
 * the sd of a normal sample.
 */
int stats_mad(const double *x, size_t n, double *ret_mad);

/*
 * Mean, and variance with n - 1 (0 for n = 1), in two passes with running
 * means, so that large offsets do not cancel. ret_variance may be NULL.
 */
int stats_mean(const double *x, size_t n, double *ret_mean, double *ret_variance);

/*
 * Quantile q (type 7) of the n values of one unit, and an estimate of the squared
 * standard error of its logarithm. Values are in the order in which they were
 * measured. The error is the order statistic interval of McKean and Schrader, "A
 * comparison of methods for studentizing the sample median", 1984, here for any
 * quantile by the binomial distribution, widened by (1 + r) / (1 - r) where the
 * lag-1 autocorrelation r of the values is positive (Bartlett, 1946; r is limited
 * to 0.9). For n < 5 there is no such interval, and the variance of the mean of the
 * logs times pi / 2 is used; n = 1 gives 0, "not known". Values must be positive;
 * 0 < q < 1. Either ret_ may be NULL.
 */
int stats_unit(const double *x, size_t n, double q, double *ret_value, double *ret_log_se2);

/* Mann-Whitney test of two independent samples. */
struct stats_mann_whitney {
	double u;     /* pairs with x > y, and half of those with x == y */
	double p;     /* two-sided */
	bool exact;   /* p from the permutation distribution */
};

/*
 * Mann and Whitney, "On a test of whether one of two random variables is
 * stochastically larger than the other", 1947. Exact for n + m <= 50: without
 * ties by the coefficients of the Gaussian binomial, with ties by counting
 * the subsets of doubled midranks; p is the probability of a U at least as
 * far from nm/2. Otherwise the normal approximation with the correction
 * for ties and continuity.
 */
int stats_mann_whitney(const double *x, size_t n, const double *y, size_t m,
		       struct stats_mann_whitney *ret_test);

/* Shift of y against x, in the unit of the values. */
struct stats_shift {
	double shift;    /* median of all y - x */
	double lo, hi;   /* -inf and inf where no interval has that confidence */
	double level;    /* confidence the interval has: >= the one asked for */
};

/*
 * Hodges and Lehmann, "Estimates of location based on rank tests", 1963, with
 * the interval of order statistics of pair differences that inverts the
 * Mann-Whitney test (Bauer, 1972): exact for n + m <= 50, else normal.
 * 0 lies outside [lo, hi] just where stats_mann_whitney() has
 * p <= 1 - confidence, if there are no ties. The n * m differences are never
 * stored: selection by bisection of the sorted matrix takes
 * O((n + m) log(range / resolution)), so there is no size to fall back at.
 */
int stats_hodges_lehmann(const double *x, size_t n, const double *y, size_t m,
			 double confidence, struct stats_shift *ret_shift);

/*
 * Wilcoxon's signed rank test that the n values are symmetric around 0
 * (Wilcoxon, 1945): two-sided p, exact for n <= 50 (zeros are dropped,
 * midranks for ties), else normal with a tie correction.
 */
int stats_signed_rank(const double *d, size_t n, double *ret_p);

/*
 * Step-down adjusted p-values, in the order of p: Holm, "A simple sequentially
 * rejective multiple test procedure", 1979. Rejecting where the adjusted p is
 * <= 0.05 holds the family-wise error at 5 % under any dependence. p must be
 * within [0, 1]. ret_adjusted may be p itself.
 */
int stats_holm(const double *p, size_t n, double *ret_adjusted);

#endif
