// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>

#include "effect.h"
#include "stats.h"

/*
 * The chance that n normal values have a gap of over half their range, by
 * simulation of 200000 samples each; for more than the last it is below 0.01.
 */
static const double gap_chance[] = {
	1, 1, 1, 1, 0.7216, 0.4585, 0.2776, 0.1672, 0.1000, 0.0616, 0.0389, 0.0250, 0.0175,
};

static double chance_of_gap(size_t n)
{
	return n < sizeof(gap_chance) / sizeof(*gap_chance) ? gap_chance[n] : 0.01;
}

/* What the cases with the widest ranges, up to one of them, show together. */
struct widest {
	double range;            /* of the last of them */
	double clustered;        /* how many are */
	double expected;         /* how many would be if all were normal */
	double odds;             /* sum over these of how much likelier than even odds ... */
};

/*
 * ... two modes of unequal odds part the units along the sides. Where k of the n + m
 * are in the smaller cluster, its odds are taken to be (k + 1) / (n + m + 2), Laplace's
 * rule; that errs to the low side by up to a quarter for modes of even odds.
 */
static double odds_of_split(const struct stats_effect *e)
{
	double n = (double)e->n, m = (double)e->m;
	double odds = ((double)e->minor + 1) / (n + m + 2);

	return 4.0 / 3 * (pow(2 * odds, n) * pow(2 * (1 - odds), m) +
			  pow(2 * odds, m) * pow(2 * (1 - odds), n)) / 2;
}

/* In descending order of range. */
static int sum_widest(const struct stats_effect *e, size_t k, struct widest *sums)
{
	double *range = calloc(k, sizeof(*range));
	size_t *order = calloc(k, sizeof(*order));
	struct widest sum = { 0 };
	int r = -ENOMEM;

	if (!range || !order)
		goto out;
	for (size_t i = 0; i < k; i++)
		range[i] = -e[i].log_range;
	gsl_sort_index(order, range, 1, k);
	for (size_t i = 0; i < k; i++) {
		const struct stats_effect *at = e + order[i];

		sum.range = at->log_range;
		sum.clustered += at->clustered;
		sum.odds += at->clustered ? odds_of_split(at) : 0;
		sum.expected += 1 - (1 - chance_of_gap(at->n)) * (1 - chance_of_gap(at->m));
		sums[i] = sum;
	}
	r = 0;
out:
	free(range);
	free(order);
	return r;
}

/*
 * How many bimodal cases there are among those with at least the given range, each
 * weighed by how likely its modes are to part the units along the sides.
 */
static double bimodal_cases(const struct widest *sums, size_t k, double range)
{
	size_t lo = 0, hi = k;
	double wide, share, weight;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (sums[mid].range >= range)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo)
		return 0;
	wide = (double)lo;
	share = sums[lo - 1].expected / wide;
	if (share > 0.95)
		return wide;
	weight = sums[lo - 1].clustered > 0 ? sums[lo - 1].odds / sums[lo - 1].clustered : 1;
	return weight * fmin(wide, fmax(0, (sums[lo - 1].clustered - share * wide) / (1 - share)));
}

/* That even odds part the units of a case as well as its sides are. */
static double chance_of_split(const struct stats_effect *e)
{
	return 2 * gsl_cdf_binomial_P((unsigned int)e->misplaced, 0.5,
				      (unsigned int)(e->n + e->m));
}

int stats_family(const struct stats_effect *effects, size_t k, double *ret_adjusted)
{
	struct widest *sums;
	double *p;
	int r = -ENOMEM;

	if (!k)
		return -ENODATA;
	if (!effects)
		return -EINVAL;
	sums = calloc(k, sizeof(*sums));
	p = calloc(k, sizeof(*p));
	if (!sums || !p)
		goto out;
	for (size_t i = 0; i < k; i++)
		p[i] = effects[i].p;
	r = stats_holm(p, k, p);
	if (!r)
		r = sum_widest(effects, k, sums);
	if (r < 0)
		goto out;
	for (size_t i = 0; i < k; i++) {
		const struct stats_effect *e = effects + i;
		double modes = bimodal_cases(sums, k, fabs(log(e->ratio)) / 2);

		ret_adjusted[i] = fmin(1, fmax(p[i], fmax(1, modes) * chance_of_split(e)));
	}
out:
	free(sums);
	free(p);
	return r;
}
