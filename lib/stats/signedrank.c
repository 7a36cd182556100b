// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "internal.h"
#include "stats.h"

/* Counts the sign patterns by the sum of the doubled midranks that are positive. */
static int exact_p(const double *ranks, size_t n, double w, double *ret_p)
{
	size_t top = n * (n + 1);
	double *count = calloc(top + 1, sizeof(*count));
	double distance = fabs(2 * w - (double)top / 2), extreme = 0;

	if (!count)
		return -ENOMEM;
	count[0] = 1;
	for (size_t i = 0; i < n; i++) {
		size_t rank = (size_t)lround(2 * ranks[i]);

		for (size_t s = top; s >= rank; s--)
			count[s] += count[s - rank];
	}
	for (size_t s = 0; s <= top; s++)
		if (fabs((double)s - (double)top / 2) >= distance)
			extreme += count[s];
	free(count);
	*ret_p = fmin(1, ldexp(extreme, -(int)n));
	return 0;
}

int stats_signed_rank(const double *d, size_t n, double *ret_p)
{
	double *size, w = 0, mean, variance, distance;
	struct stats_ranked s = { 0 };
	size_t k = 0;
	int r = stats_check(d, n);

	if (r < 0)
		return r;
	size = calloc(n, sizeof(*size));
	if (!size)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		if (d[i] != 0)
			size[k++] = fabs(d[i]);
	if (!k) {
		*ret_p = 1;
		goto out;
	}
	r = stats_ranked_init(&s, size, k);
	if (r < 0)
		goto out;
	for (size_t i = 0, at = 0; i < n; i++) {
		if (d[i] > 0)
			w += s.ranks[at];
		if (d[i] != 0)
			at++;
	}
	if (k <= STATS_EXACT_MAX) {
		r = exact_p(s.ranks, k, w, ret_p);
		goto out;
	}
	mean = (double)k * ((double)k + 1) / 4;
	variance = mean * (2 * (double)k + 1) / 6 - s.ties / 48;
	distance = fmax(0, fabs(w - mean) - 0.5);
	*ret_p = fmin(1, 2 * gsl_cdf_ugaussian_Q(distance / sqrt(variance)));
out:
	free(size);
	stats_ranked_release(&s);
	return r;
}
