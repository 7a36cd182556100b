// SPDX-License-Identifier: GPL-2.0-or-later
/* Tests of a sample's order in time. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

#include "internal.h"
#include "shape.h"

/* Checks x and returns its midranks to be freed. */
static int ranks_of(const double *x, size_t n, size_t least, double **ret_ranks, double *ret_ties)
{
	double *ranks;
	int r = stats_check(x, n);

	if (r < 0)
		return r;
	if (n < least)
		return -ENODATA;
	ranks = calloc(n, sizeof(*ranks));
	if (!ranks)
		return -ENOMEM;
	r = stats_midranks(x, n, ranks, ret_ties);
	if (r < 0) {
		free(ranks);
		return r;
	}
	*ret_ranks = ranks;
	return 0;
}

int stats_autocorrelation(const double *x, size_t n, struct stats_test *ret_test)
{
	double *ranks, ties, z, sd, of_ranks, all = (double)n;
	int r = ranks_of(x, n, 8, &ranks, &ties);

	if (r < 0)
		return r;
	if (ties >= all * all * all - all) {
		*ret_test = (struct stats_test){ .statistic = 0, .p = 1 };
	} else {
		of_ranks = gsl_stats_lag1_autocorrelation(ranks, 1, n);
		sd = (all - 2) / (all * sqrt(all - 1));
		z = fabs(of_ranks + 1 / all) / sd;
		ret_test->statistic = gsl_stats_lag1_autocorrelation(x, 1, n);
		ret_test->p = 2 * gsl_cdf_ugaussian_Q(z);
	}
	free(ranks);
	return 0;
}

/* How many of the values seen so far have a doubled rank < the given one: a Fenwick tree. */
static size_t tree_below(const size_t *tree, size_t rank)
{
	size_t sum = 0;

	for (size_t i = rank - 1; i > 0; i &= i - 1)
		sum += tree[i];
	return sum;
}

static void tree_add(size_t *tree, size_t top, size_t rank)
{
	for (size_t i = rank; i <= top; i += i & -i)
		tree[i]++;
}

int stats_trend(const double *x, size_t n, struct stats_test *ret_test)
{
	double *ranks, ties, s = 0, pairs, variance, distance, all = (double)n;
	double tied = 0;
	size_t *tree;
	int r = ranks_of(x, n, 4, &ranks, &ties);

	if (r < 0)
		return r;
	tree = calloc(2 * n + 1, sizeof(*tree));
	if (!tree) {
		free(ranks);
		return -ENOMEM;
	}
	for (size_t i = 0; i < n; i++) {
		size_t rank = (size_t)lround(2 * ranks[i]);
		size_t below = tree_below(tree, rank), upto = tree_below(tree, rank + 1);

		s += (double)below - ((double)i - (double)upto);
		tied += (double)(upto - below);
		tree_add(tree, 2 * n, rank);
	}
	free(tree);
	free(ranks);

	pairs = all * (all - 1) / 2;
	/* less the sum of t (t - 1) (2 t + 5) = 2 (t^3 - t) + 3 (t^2 - t) over ties of t */
	variance = (all * (all - 1) * (2 * all + 5) - 2 * ties - 6 * tied) / 18;
	distance = fmax(0, fabs(s) - 1);
	ret_test->statistic = s / pairs;
	ret_test->p = variance > 0 ?
		fmin(1, 2 * gsl_cdf_ugaussian_Q(distance / sqrt(variance))) : 1;
	return 0;
}

int stats_step(const double *x, size_t n, struct stats_test *ret_test, size_t *ret_at)
{
	double *ranks, ties, u = 0, largest = 0, all = (double)n;
	size_t at = 0;
	int r = ranks_of(x, n, 6, &ranks, &ties);

	if (r < 0)
		return r;
	for (size_t i = 0; i + 1 < n; i++) {
		u += 2 * ranks[i] - (all + 1);
		if (fabs(u) > largest) {
			largest = fabs(u);
			at = i + 1;
		}
	}
	free(ranks);
	ret_test->statistic = largest;
	ret_test->p = fmin(1, 2 * exp(-6 * largest * largest / (all * all * all + all * all)));
	if (ret_at)
		*ret_at = at;
	return 0;
}
