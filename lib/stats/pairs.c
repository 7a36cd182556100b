// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

#include "internal.h"
#include "stats.h"

/* Two sorted samples, whose differences y - x are rows and columns of a sorted matrix. */
struct pairs {
	const double *x, *y;
	size_t n, m;
};

/*
 * How many differences are <= v. *ret_below is the largest of them, and
 * *ret_above the smallest that is larger (-inf and inf where there is none).
 */
static double count_upto(const struct pairs *p, double v, double *ret_below, double *ret_above)
{
	double count = 0, below = -INFINITY, above = INFINITY;
	size_t j = 0;

	for (size_t i = 0; i < p->n; i++) {
		while (j < p->m && p->y[j] - p->x[i] <= v)
			j++;
		count += (double)j;
		if (j > 0 && p->y[j - 1] - p->x[i] > below)
			below = p->y[j - 1] - p->x[i];
		if (j < p->m && p->y[j] - p->x[i] < above)
			above = p->y[j] - p->x[i];
	}
	*ret_below = below;
	*ret_above = above;
	return count;
}

/*
 * Where the k-th smallest difference, 1 <= k <= n * m, may be: count_lo < k are < lo,
 * count_hi >= k are <= hi, and both are differences.
 */
struct bracket {
	double k, lo, hi, count_lo, count_hi;
};

/* One pass over the values tells all brackets on which side of v they are. */
static void narrow(const struct pairs *p, double v, struct bracket *all, size_t n)
{
	double below, next, count = count_upto(p, v, &below, &next);

	for (struct bracket *b = all; b < all + n; b++) {
		if (count >= b->k && below < b->hi) {
			b->hi = below;
			b->count_hi = count;
		} else if (count < b->k && next > b->lo) {
			b->lo = next;
			b->count_lo = count;
		}
	}
}

/* What is within the bracket is so little that it can be listed, and selected from. */
static double select_listed(const struct pairs *p, const struct bracket *b, double *list)
{
	size_t n = 0, first = 0;

	for (size_t i = 0; i < p->n; i++) {
		while (first < p->m && p->y[first] - p->x[i] < b->lo)
			first++;
		for (size_t j = first; j < p->m && p->y[j] - p->x[i] <= b->hi; j++)
			list[n++] = p->y[j] - p->x[i];
	}
	return gsl_stats_select(list, 1, n, (size_t)(b->k - b->count_lo) - 1);
}

/*
 * The difference of the bracket at[0] of all[n]. Of three steps one halves it and two
 * close in from either side of where a line through the counts has k. The brackets
 * for which nothing was looked for yet become narrow with it. list has room for p->n + p->m.
 */
static double select_pair(const struct pairs *p, struct bracket *at, struct bracket *all,
			  size_t n, double *list)
{
	for (unsigned int turn = 1; at->lo < at->hi; turn++) {
		double width = at->count_hi - at->count_lo, share = 0.5, mid;

		if (width <= (double)(p->n + p->m))
			return select_listed(p, at, list);
		if (turn % 3)
			share = (at->k - at->count_lo + (turn % 3 == 1 ? 1 : -1) * sqrt(width)) /
				width;
		if (!(share > 0 && share < 1))
			share = 0.5;
		mid = at->lo + (at->hi - at->lo) * share;
		if (mid >= at->hi)
			mid = at->lo;
		narrow(p, mid, all, n);
	}
	return at->hi;
}

/*
 * The rank, from either end, of the differences that limit the interval, and
 * the confidence it has; rank 0 where even the whole range has too little.
 */
static int rank_of_limit(size_t n, size_t m, double confidence, double *ret_k, double *ret_level)
{
	double nm = (double)n * (double)m, alpha = 1 - confidence, k, p;

	if (n + m <= STATS_EXACT_MAX) {
		double *cdf = calloc(n * m + 1, sizeof(*cdf));
		size_t u = 0;

		if (!cdf)
			return -ENOMEM;
		stats_mann_whitney_cdf(n, m, cdf);
		/* as in the test, so that interval and p agree to the last bit */
		while (u <= n * m && 2 * cdf[u] <= alpha * (1 + 1e-12))
			u++;
		k = (double)u;
		p = u ? 2 * cdf[u - 1] : 0;
		free(cdf);
	} else {
		double sd = sqrt(nm * ((double)n + (double)m + 1) / 12);

		k = floor(nm / 2 - 0.5 + sd * gsl_cdf_ugaussian_Pinv(alpha / 2)) + 1;
		k = fmax(0, k);
		p = k > 0 ? 2 * gsl_cdf_ugaussian_P((k - 1 - nm / 2 + 0.5) / sd) : 0;
	}
	*ret_k = k;
	*ret_level = 1 - p;
	return 0;
}

enum { MIDDLE, NEXT, LOW, HIGH, TARGETS };

int stats_hodges_lehmann_sorted(const double *x, size_t n, const double *y, size_t m,
				double confidence, struct stats_shift *ret_shift)
{
	struct pairs pairs = { .x = x, .y = y, .n = n, .m = m };
	double k, nm = (double)n * (double)m, found[TARGETS], *list;
	struct bracket all[TARGETS];
	struct stats_shift shift;
	int r = rank_of_limit(n, m, confidence, &k, &shift.level);

	if (r < 0)
		return r;
	list = calloc(n + m, sizeof(*list));
	if (!list)
		return -ENOMEM;
	for (size_t i = 0; i < TARGETS; i++)
		all[i] = (struct bracket){ .lo = y[0] - x[n - 1], .hi = y[m - 1] - x[0],
					   .count_hi = nm };
	all[MIDDLE].k = floor((nm + 1) / 2);
	all[NEXT].k = floor(nm / 2) + 1;
	all[LOW].k = fmax(1, k);
	all[HIGH].k = fmin(nm, nm + 1 - k);
	narrow(&pairs, y[m / 2] - x[n / 2], all, TARGETS);
	for (size_t i = 0; i < TARGETS; i++)
		found[i] = select_pair(&pairs, &all[i], all, TARGETS, list);
	free(list);
	shift.shift = (found[MIDDLE] + found[NEXT]) / 2;
	shift.lo = k >= 1 ? found[LOW] : -INFINITY;
	shift.hi = k >= 1 ? found[HIGH] : INFINITY;
	*ret_shift = shift;
	return 0;
}

int stats_hodges_lehmann(const double *x, size_t n, const double *y, size_t m,
			 double confidence, struct stats_shift *ret_shift)
{
	double *xs, *ys;
	int r;

	if ((r = stats_check(x, n)) < 0 || (r = stats_check(y, m)) < 0)
		return r;
	if (!(confidence > 0 && confidence < 1))
		return -EINVAL;
	xs = stats_dup_sorted(x, n);
	ys = stats_dup_sorted(y, m);
	r = xs && ys ? stats_hodges_lehmann_sorted(xs, n, ys, m, confidence, ret_shift) : -ENOMEM;
	free(xs);
	free(ys);
	return r;
}
