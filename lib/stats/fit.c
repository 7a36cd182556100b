// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>

#include "fit.h"
#include "internal.h"

static int check_sizes(const double *sizes, size_t k)
{
	size_t distinct = 1;
	double *sorted;
	int r = stats_check(sizes, k);

	if (r < 0)
		return r;
	sorted = stats_dup_sorted(sizes, k);
	if (!sorted)
		return -ENOMEM;
	for (size_t i = 1; i < k; i++)
		distinct += sorted[i] > sorted[i - 1];
	r = sorted[0] < 0 || distinct < 3 ? -EINVAL : 0;
	free(sorted);
	return r;
}

static struct stats_estimate estimate(const double *x, size_t n, double confidence)
{
	struct stats_estimate e = { .value = gsl_stats_mean(x, 1, n), .lo = -INFINITY,
				    .hi = INFINITY };
	double half;

	if (n > 1) {
		half = sqrt(gsl_stats_variance(x, 1, n) / (double)n) *
		       gsl_cdf_tdist_Qinv((1 - confidence) / 2, (double)n - 1);
		e.lo = e.value - half;
		e.hi = e.value + half;
	}
	return e;
}

/* The line through one unit; its relative residuals are added to residual. */
static void fit_unit(const double *sizes, size_t k, const double *costs, double *weight,
		     double *residual, double *ret_a, double *ret_b)
{
	double a, b, c00, c01, c11, chi2;

	for (size_t i = 0; i < k; i++)
		weight[i] = 1 / (costs[i] * costs[i]);
	gsl_fit_wlinear(sizes, 1, weight, 1, costs, 1, k, &a, &b, &c00, &c01, &c11, &chi2);
	for (size_t i = 0; i < k; i++)
		residual[i] += (costs[i] - a - b * sizes[i]) / costs[i];
	*ret_a = a;
	*ret_b = b;
}

int stats_fit_affine(const double *sizes, size_t k, const double *costs, size_t units,
		     double confidence, struct stats_affine *ret_fit)
{
	struct stats_affine fit = { .units = units };
	double *a, *b, *weight, *residual;
	int r;

	if (k < 3 || !units)
		return -ENODATA;
	if (!(confidence > 0 && confidence < 1))
		return -EINVAL;
	if ((r = check_sizes(sizes, k)) < 0 ||
	    (r = stats_check_positive(costs, k * units)) < 0)
		return r;

	a = calloc(units, sizeof(*a));
	b = calloc(units, sizeof(*b));
	weight = calloc(k, sizeof(*weight));
	residual = calloc(k, sizeof(*residual));
	if (!a || !b || !weight || !residual) {
		r = -ENOMEM;
		goto out;
	}
	for (size_t u = 0; u < units; u++)
		fit_unit(sizes, k, costs + u * k, weight, residual, a + u, b + u);
	for (size_t i = 0; i < k; i++)
		fit.misfit = fmax(fit.misfit, fabs(residual[i]) / (double)units);
	fit.a = estimate(a, units, confidence);
	fit.b = estimate(b, units, confidence);
	*ret_fit = fit;
out:
	free(a);
	free(b);
	free(weight);
	free(residual);
	return r;
}
