// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>

#include "internal.h"
#include "shape.h"
#include "stats.h"

/* MADs and mean absolute deviations of a normal sample in an sd. */
#define MAD_SCALE 1.482602
#define MEAN_SCALE 1.253314

/* By simulation of 40000 normal samples each (4000 from n = 500 on, and theory for the last). */
static const struct {
	double n, limit;
} limits[] = {
	{ 3, 22 }, { 4, 6.9 }, { 5, 8 }, { 6, 5.5 }, { 7, 5.9 }, { 8, 5 }, { 9, 5.1 },
	{ 10, 4.6 }, { 11, 4.7 }, { 12, 4.4 }, { 15, 4.3 }, { 20, 4 }, { 30, 3.86 },
	{ 50, 3.77 }, { 100, 3.75 }, { 200, 3.82 }, { 500, 3.95 }, { 1000, 4.11 },
	{ 3000, 4.35 }, { 100000, 5.1 },
};

double stats_outlier_limit(size_t n)
{
	size_t i = 1, count = sizeof(limits) / sizeof(*limits);
	double at = log((double)n), a, b;

	if ((double)n <= limits[0].n)
		return limits[0].limit;
	while (i < count && limits[i].n < (double)n)
		i++;
	if (i == count)
		return limits[count - 1].limit;
	a = log(limits[i - 1].n);
	b = log(limits[i].n);
	return limits[i - 1].limit + (limits[i].limit - limits[i - 1].limit) * (at - a) / (b - a);
}

int stats_outliers(const double *x, size_t n, double limit, bool *ret_is, size_t *ret_count)
{
	double median, scale, sum = 0;
	size_t count = 0;
	int r = stats_check(x, n);

	if (r < 0)
		return r;
	if (n < 3)
		return -ENODATA;
	if (isnan(limit))
		return -EINVAL;
	if (limit <= 0)
		limit = stats_outlier_limit(n);
	if ((r = stats_median(x, n, &median)) < 0 || (r = stats_mad(x, n, &scale)) < 0)
		return r;
	if (scale > 0) {
		scale *= MAD_SCALE;
	} else {
		for (size_t i = 0; i < n; i++)
			sum += fabs(x[i] - median);
		scale = sum / (double)n * MEAN_SCALE;
	}
	for (size_t i = 0; i < n; i++) {
		bool out = fabs(x[i] - median) > limit * scale;

		if (ret_is)
			ret_is[i] = out;
		count += out;
	}
	*ret_count = count;
	return 0;
}
