// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "internal.h"
#include "stats.h"

/*
 * The number of subsets by U is the Gaussian binomial, the product over
 * i = 1..n of (1 - q^(m + i)) / (1 - q^i). Each partial product is a polynomial
 * with integer coefficients, hence exact.
 */
void stats_mann_whitney_cdf(size_t n, size_t m, double *ret_cdf)
{
	size_t top = n * m;
	double total = 0, sum = 0;

	memset(ret_cdf, 0, (top + 1) * sizeof(*ret_cdf));
	ret_cdf[0] = 1;
	for (size_t i = 1; i <= n; i++) {
		for (size_t u = top; u >= m + i; u--)
			ret_cdf[u] -= ret_cdf[u - m - i];
		for (size_t u = i; u <= top; u++)
			ret_cdf[u] += ret_cdf[u - i];
	}
	for (size_t u = 0; u <= top; u++)
		total += ret_cdf[u];
	for (size_t u = 0; u <= top; u++) {
		sum += ret_cdf[u];
		ret_cdf[u] = sum / total;
	}
}

static int exact_untied(size_t n, size_t m, double u, double *ret_p)
{
	double *cdf = calloc(n * m + 1, sizeof(*cdf));

	if (!cdf)
		return -ENOMEM;
	u = fmin(u, (double)(n * m) - u);
	stats_mann_whitney_cdf(n, m, cdf);
	*ret_p = fmin(1, 2 * cdf[(size_t)u]);
	free(cdf);
	return 0;
}

/* Counts the subsets of n of the N doubled midranks by their sum. */
static int exact_tied(const double *ranks, size_t n, size_t total, double *ret_p)
{
	size_t top = total * (total + 1), sum = 0, mean = n * (total + 1);
	double *count, all = 0, extreme = 0;
	double distance;

	for (size_t i = 0; i < n; i++)
		sum += (size_t)lround(2 * ranks[i]);
	distance = fabs((double)sum - (double)mean);

	count = calloc((n + 1) * (top + 1), sizeof(*count));
	if (!count)
		return -ENOMEM;
	count[0] = 1;
	for (size_t i = 0; i < total; i++) {
		size_t rank = (size_t)lround(2 * ranks[i]);

		for (size_t k = i + 1 < n ? i + 1 : n; k > 0; k--) {
			double *to = count + k * (top + 1);
			const double *from = to - (top + 1);

			for (size_t s = top; s >= rank; s--)
				to[s] += from[s - rank];
		}
	}
	for (size_t s = 0; s <= top; s++) {
		double c = count[n * (top + 1) + s];

		all += c;
		if (fabs((double)s - (double)mean) >= distance)
			extreme += c;
	}
	free(count);
	*ret_p = extreme / all;
	return 0;
}

static double normal_p(size_t n, size_t m, double u, double ties)
{
	double nm = (double)n * (double)m, all = (double)n + (double)m;
	double variance = nm / 12 * (all + 1 - ties / (all * (all - 1)));
	double distance = fabs(u - nm / 2) - 0.5;

	if (variance <= 0 || distance <= 0)
		return 1;
	return 2 * gsl_cdf_ugaussian_Q(distance / sqrt(variance));
}

/* Midranks in both samples together, x's and then y's, of two sorted ones. */
static void joint_ranks(const double *x, size_t n, const double *y, size_t m, double *ret_ranks,
			double *ret_ties)
{
	size_t i = 0, j = 0;

	*ret_ties = 0;
	while (i < n || j < m) {
		double value = j == m || (i < n && x[i] < y[j]) ? x[i] : y[j], t, rank;
		size_t at = i, of_y = j;

		while (i < n && x[i] == value)
			i++;
		while (j < m && y[j] == value)
			j++;
		t = (double)(i - at + j - of_y);
		*ret_ties += t * t * t - t;
		rank = ((double)(at + of_y) + (double)(i + j) + 1) / 2;
		for (; at < i; at++)
			ret_ranks[at] = rank;
		for (; of_y < j; of_y++)
			ret_ranks[n + of_y] = rank;
	}
}

int stats_mann_whitney_sorted(const double *x, size_t n, const double *y, size_t m,
			      struct stats_mann_whitney *ret_test)
{
	struct stats_mann_whitney test = { 0 };
	double *ranks = calloc(n + m, sizeof(*ranks)), ties, sum = 0;
	int r = 0;

	if (!ranks)
		return -ENOMEM;
	joint_ranks(x, n, y, m, ranks, &ties);
	for (size_t i = 0; i < n; i++)
		sum += ranks[i];
	test.u = sum - (double)n * ((double)n + 1) / 2;

	test.exact = n + m <= STATS_EXACT_MAX;
	if (!test.exact)
		test.p = normal_p(n, m, test.u, ties);
	else if (ties > 0)
		r = exact_tied(ranks, n, n + m, &test.p);
	else
		r = exact_untied(n, m, test.u, &test.p);
	if (!r)
		*ret_test = test;
	free(ranks);
	return r;
}

int stats_mann_whitney(const double *x, size_t n, const double *y, size_t m,
		       struct stats_mann_whitney *ret_test)
{
	double *xs, *ys;
	int r;

	if ((r = stats_check(x, n)) < 0 || (r = stats_check(y, m)) < 0)
		return r;
	xs = stats_dup_sorted(x, n);
	ys = stats_dup_sorted(y, m);
	r = xs && ys ? stats_mann_whitney_sorted(xs, n, ys, m, ret_test) : -ENOMEM;
	free(xs);
	free(ys);
	return r;
}
