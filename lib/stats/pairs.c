// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

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
 * The k-th smallest difference, 1 <= k <= n * m. Of three steps one halves the
 * bracket and two close in from either side of where a line through the counts
 * has k; each costs one pass over the values, and a dozen do.
 */
static double select_pair(const struct pairs *p, double k)
{
	double lo = p->y[0] - p->x[p->n - 1], hi = p->y[p->m - 1] - p->x[0];
	double count_lo = 0, count_hi = (double)p->n * (double)p->m;

	/* count_lo < k are < lo, count_hi >= k are <= hi, and both are differences */
	for (unsigned int turn = 0; lo < hi; turn++) {
		double width = count_hi - count_lo, share = 0.5, mid, count, below, next;

		if (turn % 3)
			share = (k - count_lo + (turn % 3 == 1 ? 1 : -1) * sqrt(width)) / width;
		if (!(share > 0 && share < 1))
			share = 0.5;
		mid = lo + (hi - lo) * share;
		if (mid >= hi)
			mid = lo;
		count = count_upto(p, mid, &below, &next);
		if (count >= k) {
			hi = below;
			count_hi = count;
		} else {
			lo = next;
			count_lo = count;
		}
	}
	return hi;
}

/* The difference after one that is the k-th: itself again, or the next larger. */
static double select_next(const struct pairs *p, double value, double k)
{
	double below, next;

	return count_upto(p, value, &below, &next) > k ? value : next;
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

int stats_hodges_lehmann(const double *x, size_t n, const double *y, size_t m,
			 double confidence, struct stats_shift *ret_shift)
{
	struct stats_shift shift;
	struct pairs pairs;
	double *xs, *ys, k, nm = (double)n * (double)m;
	int r;

	if ((r = stats_check(x, n)) < 0 || (r = stats_check(y, m)) < 0)
		return r;
	if (!(confidence > 0 && confidence < 1))
		return -EINVAL;

	xs = stats_dup_sorted(x, n);
	ys = stats_dup_sorted(y, m);
	if (!xs || !ys) {
		r = -ENOMEM;
		goto out;
	}
	r = rank_of_limit(n, m, confidence, &k, &shift.level);
	if (r < 0)
		goto out;

	pairs = (struct pairs){ .x = xs, .y = ys, .n = n, .m = m };
	shift.shift = select_pair(&pairs, floor((nm + 1) / 2));
	if (fmod(nm, 2) == 0)
		shift.shift = (shift.shift + select_next(&pairs, shift.shift, nm / 2)) / 2;
	shift.lo = k >= 1 ? select_pair(&pairs, k) : -INFINITY;
	shift.hi = k >= 1 ? select_pair(&pairs, nm + 1 - k) : INFINITY;
	*ret_shift = shift;
out:
	free(xs);
	free(ys);
	return r;
}
