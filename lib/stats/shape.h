/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is wrong with a sample: drift, a step, two modes, dependence of
 * neighbours, values far out. Values are in the order of measurement.
 *
 * Every test here assumes that values are independent of each other but for
 * what it looks for, so a sample with one fault often shows two: a step is also
 * a drift, and makes neighbours alike. -ENODATA below the smallest n that a
 * test can say anything for, given with each. Two modes need many values to be
 * told from noise: modes 6 sd apart are named in about 85 % of samples of 40
 * and nearly all of 60, and hardly ever in a dozen.
 */
#ifndef UABENCH_STATS_SHAPE_H
#define UABENCH_STATS_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

struct stats_test {
	double statistic;
	double p;
};

/*
 * Lag-1 autocorrelation of the values, n >= 8. p is two-sided, from the same
 * coefficient of the midranks (so that an outlier neither makes nor hides it:
 * Bartels, 1982) with mean -1/n and Moran's variance (1948),
 * (n - 2)^2 / (n^2 (n - 1)). Constant: 0 and p = 1.
 */
int stats_autocorrelation(const double *x, size_t n, struct stats_test *ret_test);

/*
 * Trend over time, n >= 4: Mann, "Nonparametric tests against trend", 1945;
 * Kendall, 1975. statistic is tau-a in [-1, 1], > 0 when rising; p two-sided by
 * the normal approximation with the corrections for ties and continuity.
 */
int stats_trend(const double *x, size_t n, struct stats_test *ret_test);

/*
 * A single change of level, n >= 6: Pettitt, "A non-parametric approach to the
 * change-point problem", 1979. statistic is max |U|, p the paper's
 * 2 exp(-6 K^2 / (n^3 + n^2)) limited to 1, which errs to the large side for
 * small n. *ret_at (may be NULL) is the index of the first value after the step.
 */
int stats_step(const double *x, size_t n, struct stats_test *ret_test, size_t *ret_at);

/*
 * Unimodality, n >= 4: Hartigan and Hartigan, "The dip test of unimodality",
 * 1985. statistic is the dip, the largest distance of the empirical
 * distribution from the closest unimodal one, in [1/(2n), 1/4]. p refers to
 * uniform samples, by interpolating simulated quantiles of sqrt(n) dip; it is
 * within [0.0005, 1]. Order does not matter. Equal values are counted as what
 * they are: samples with few distinct values (a coarse clock) look like modes.
 */
int stats_dip(const double *x, size_t n, struct stats_test *ret_test);

/*
 * Values further than limit scaled MADs from the median (Iglewicz and Hoaglin,
 * 1993), n >= 3; the mean absolute deviation takes the place of a MAD of 0.
 * limit <= 0 takes that which a normal sample of n exceeds anywhere in 1 of 20
 * (stats_outlier_limit()). *ret_count receives how many; ret_is (may be NULL)
 * n booleans.
 */
int stats_outliers(const double *x, size_t n, double limit, bool *ret_is, size_t *ret_count);

/* The limit for one false outlier in 20 normal samples of n. */
double stats_outlier_limit(size_t n);

enum stats_shape_flag {
	STATS_SHAPE_DRIFT = 1 << 0,
	STATS_SHAPE_STEP = 1 << 1,
	STATS_SHAPE_BIMODAL = 1 << 2,
	STATS_SHAPE_AUTOCORRELATED = 1 << 3,
	STATS_SHAPE_OUTLIER = 1 << 4,
};

struct stats_shape {
	unsigned int flags;      /* enum stats_shape_flag */
	struct stats_test trend, step, dip, autocorrelation;
	size_t step_at;
	size_t outliers;
};

/*
 * All of them. A flag is set where the Holm-adjusted p of the four tests is <=
 * alpha, so that a clean sample gets a test's flag with that probability in all;
 * tests which n is too small for have p = 1. For more than one sample, divide
 * alpha by how many there are; the dip's p ends at 0.0005, so alpha / samples
 * below 0.002 can never name a BIMODAL. OUTLIER uses stats_outlier_limit().
 * Of STEP and DRIFT both are set when both are shown.
 */
int stats_shape(const double *x, size_t n, double alpha, struct stats_shape *ret_shape);

/* The name of a single flag, "drift" and so on: a static string, or NULL. */
const char *stats_shape_name(enum stats_shape_flag flag);

#endif
