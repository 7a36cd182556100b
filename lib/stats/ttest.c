// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

#include "effect.h"
#include "internal.h"

int stats_welch(const double *x, size_t n, double floor_x,
		const double *y, size_t m, double floor_y,
		double confidence, struct stats_welch *ret_test)
{
	struct stats_welch test;
	double vx, vy, pooled, t, half;
	int r;

	if ((r = stats_check(x, n)) < 0 || (r = stats_check(y, m)) < 0)
		return r;
	if (!(floor_x >= 0 && floor_y >= 0 && confidence > 0 && confidence < 1))
		return -EINVAL;
	if (n < 2 || m < 2)
		return -ENODATA;

	vx = gsl_stats_variance(x, 1, n);
	vy = gsl_stats_variance(y, 1, m);
	test.floored = vx < floor_x || vy < floor_y;
	/* few units that agree by chance are no evidence against the many that do not */
	pooled = (vx * ((double)n - 1) + vy * ((double)m - 1)) / ((double)(n + m) - 2);
	if (n < m)
		vx = fmax(vx, pooled);
	else if (m < n)
		vy = fmax(vy, pooled);
	vx = fmax(vx, floor_x) / (double)n;
	vy = fmax(vy, floor_y) / (double)m;
	if (!(vx + vy > 0))
		return -ERANGE;

	test.diff = gsl_stats_mean(y, 1, m) - gsl_stats_mean(x, 1, n);
	test.se = sqrt(vx + vy);
	/* in shares of the sum, so that squares of tiny variances cannot underflow */
	vx /= test.se * test.se;
	vy /= test.se * test.se;
	test.df = 1 / (vx * vx / ((double)n - 1) + vy * vy / ((double)m - 1));
	t = fabs(test.diff) / test.se;
	test.p = fmin(1, 2 * gsl_cdf_tdist_Q(t, test.df));
	half = test.se * gsl_cdf_tdist_Qinv((1 - confidence) / 2, test.df);
	test.lo = test.diff - half;
	test.hi = test.diff + half;
	*ret_test = test;
	return 0;
}
