// SPDX-License-Identifier: GPL-2.0-or-later
/* Tests of a sample's order in time. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

#include "internal.h"
#include "shape.h"

/* Checks x and ranks it; to be released. */
static int ranks_of(const double *x, size_t n, size_t least, struct stats_ranked *ret_ranked)
{
	int r = stats_check(x, n);

	if (r < 0)
		return r;
	return n < least ? -ENODATA : stats_ranked_init(ret_ranked, x, n);
}

void stats_autocorrelation_ranked(const double *x, const struct stats_ranked *s,
				  struct stats_test *ret_test)
{
	double z, sd, of_ranks, all = (double)s->n;

	if (s->ties >= all * all * all - all) {
		*ret_test = (struct stats_test){ .statistic = 0, .p = 1 };
		return;
	}
	of_ranks = gsl_stats_lag1_autocorrelation(s->ranks, 1, s->n);
	sd = (all - 2) / (all * sqrt(all - 1));
	z = fabs(of_ranks + 1 / all) / sd;
	ret_test->statistic = gsl_stats_lag1_autocorrelation(x, 1, s->n);
	ret_test->p = 2 * gsl_cdf_ugaussian_Q(z);
}

int stats_autocorrelation(const double *x, size_t n, struct stats_test *ret_test)
{
	struct stats_ranked s;
	int r = ranks_of(x, n, STATS_LEAST_AUTOCORRELATION, &s);

	if (r < 0)
		return r;
	stats_autocorrelation_ranked(x, &s, ret_test);
	stats_ranked_release(&s);
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

int stats_trend_ranked(const struct stats_ranked *ranked, struct stats_test *ret_test)
{
	double s = 0, pairs, variance, distance, all = (double)ranked->n, tied = 0;
	size_t n = ranked->n, *tree = calloc(2 * n + 1, sizeof(*tree));

	if (!tree)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		size_t rank = (size_t)lround(2 * ranked->ranks[i]);
		size_t below = tree_below(tree, rank), upto = tree_below(tree, rank + 1);

		s += (double)below - ((double)i - (double)upto);
		tied += (double)(upto - below);
		tree_add(tree, 2 * n, rank);
	}
	free(tree);

	pairs = all * (all - 1) / 2;
	/* less the sum of t (t - 1) (2 t + 5) = 2 (t^3 - t) + 3 (t^2 - t) over ties of t */
	variance = (all * (all - 1) * (2 * all + 5) - 2 * ranked->ties - 6 * tied) / 18;
	distance = fmax(0, fabs(s) - 1);
	ret_test->statistic = s / pairs;
	ret_test->p = variance > 0 ?
		fmin(1, 2 * gsl_cdf_ugaussian_Q(distance / sqrt(variance))) : 1;
	return 0;
}

int stats_trend(const double *x, size_t n, struct stats_test *ret_test)
{
	struct stats_ranked s;
	int r = ranks_of(x, n, STATS_LEAST_TREND, &s);

	if (r < 0)
		return r;
	r = stats_trend_ranked(&s, ret_test);
	stats_ranked_release(&s);
	return r;
}

void stats_step_ranked(const struct stats_ranked *s, struct stats_test *ret_test, size_t *ret_at)
{
	double u = 0, largest = 0, all = (double)s->n;
	size_t at = 0;

	for (size_t i = 0; i + 1 < s->n; i++) {
		u += 2 * s->ranks[i] - (all + 1);
		if (fabs(u) > largest) {
			largest = fabs(u);
			at = i + 1;
		}
	}
	ret_test->statistic = largest;
	ret_test->p = fmin(1, 2 * exp(-6 * largest * largest / (all * all * all + all * all)));
	if (ret_at)
		*ret_at = at;
}

int stats_step(const double *x, size_t n, struct stats_test *ret_test, size_t *ret_at)
{
	struct stats_ranked s;
	int r = ranks_of(x, n, STATS_LEAST_STEP, &s);

	if (r < 0)
		return r;
	stats_step_ranked(&s, ret_test, ret_at);
	stats_ranked_release(&s);
	return 0;
}
