// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

#include "internal.h"
#include "stats.h"

int stats_median(const double *x, size_t n, double *ret_median)
{
	double *copy;
	int r = stats_check(x, n);

	if (r < 0)
		return r;
	copy = stats_dup(x, n);
	if (!copy)
		return -ENOMEM;
	*ret_median = gsl_stats_median(copy, 1, n);
	free(copy);
	return 0;
}

int stats_quantile(const double *x, size_t n, double q, double *ret_value)
{
	double *sorted;
	int r = stats_check(x, n);

	if (r < 0)
		return r;
	if (!(q >= 0 && q <= 1))
		return -EINVAL;
	sorted = stats_dup_sorted(x, n);
	if (!sorted)
		return -ENOMEM;
	*ret_value = gsl_stats_quantile_from_sorted_data(sorted, 1, n, q);
	free(sorted);
	return 0;
}

int stats_mad(const double *x, size_t n, double *ret_mad)
{
	double *copy, median;
	int r = stats_check(x, n);

	if (r < 0)
		return r;
	copy = stats_dup(x, n);
	if (!copy)
		return -ENOMEM;
	median = gsl_stats_median(copy, 1, n);
	for (size_t i = 0; i < n; i++)
		copy[i] = fabs(x[i] - median);
	*ret_mad = gsl_stats_median(copy, 1, n);
	free(copy);
	return 0;
}

int stats_mean(const double *x, size_t n, double *ret_mean, double *ret_variance)
{
	double mean;
	int r = stats_check(x, n);

	if (r < 0)
		return r;
	mean = gsl_stats_mean(x, 1, n);
	if (ret_variance)
		*ret_variance = n > 1 ? gsl_stats_variance_m(x, 1, n, mean) : 0;
	*ret_mean = mean;
	return 0;
}

/* Squared standard error of quantile q of sorted values. */
static double quantile_se2(const double *sorted, size_t n, double q)
{
	double z = gsl_cdf_ugaussian_Pinv(0.995), reach, at = q * (double)n, level, width;
	size_t lo, hi;

	if (n < 5)
		return n > 1 ? M_PI_2 * gsl_stats_variance(sorted, 1, n) / (double)n : 0;

	/* the lo-th and the hi-th smallest, from 1 */
	reach = z * sqrt((double)n * q * (1 - q));
	lo = at - reach > 1 ? (size_t)floor(at - reach) : 1;
	hi = at + reach + 1 < (double)n ? (size_t)ceil(at + reach + 1) : n;
	/* the level that this pair of order statistics really has */
	level = gsl_cdf_binomial_P((unsigned int)hi - 1, q, (unsigned int)n) -
		gsl_cdf_binomial_P((unsigned int)lo - 1, q, (unsigned int)n);
	width = (sorted[hi - 1] - sorted[lo - 1]) / (2 * gsl_cdf_ugaussian_Pinv((1 + level) / 2));
	return width * width;
}

int stats_unit(const double *x, size_t n, double q, double *ret_value, double *ret_log_se2)
{
	double *logs, *sorted, se2, r1;
	int r = stats_check_positive(x, n);

	if (r < 0)
		return r;
	if (!(q > 0 && q < 1))
		return -EINVAL;
	logs = stats_dup_log(x, n);
	sorted = logs ? stats_dup_sorted(logs, n) : NULL;
	if (!sorted) {
		free(logs);
		return -ENOMEM;
	}
	se2 = quantile_se2(sorted, n, q);
	if (n >= 5 && sorted[n - 1] > sorted[0]) {
		/* its bias is about -(1 + 4 r) / n */
		r1 = gsl_stats_lag1_autocorrelation(logs, 1, n) + 1 / (double)n;
		r1 = fmin(r1, 0.9);
		if (r1 > 0)
			se2 *= (1 + r1) / (1 - r1);
	}
	free(logs);
	free(sorted);

	if (ret_value) {
		r = stats_quantile(x, n, q, ret_value);
		if (r < 0)
			return r;
	}
	if (ret_log_se2)
		*ret_log_se2 = se2;
	return 0;
}
