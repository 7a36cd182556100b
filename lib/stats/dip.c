// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "dip-table.h"
#include "internal.h"
#include "shape.h"

/*
 * The empirical distribution: at x[i] it jumps from lower[i] to upper[i], both
 * counts of values. gcm and lcm are the touch points of its greatest convex
 * minorant (of the lower corners) and least concave majorant (of the upper).
 */
struct steps {
	double *x, *lower, *upper;
	size_t *gcm, *lcm;
	size_t n, gcms, lcms;
};

static int steps_init(struct steps *s, const double *sorted, size_t n)
{
	*s = (struct steps){ .x = calloc(n, sizeof(double)), .lower = calloc(n, sizeof(double)),
			     .upper = calloc(n, sizeof(double)), .gcm = calloc(n, sizeof(size_t)),
			     .lcm = calloc(n, sizeof(size_t)) };
	if (!s->x || !s->lower || !s->upper || !s->gcm || !s->lcm)
		return -ENOMEM;
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && sorted[end] == sorted[i]; end++)
			;
		s->x[s->n] = sorted[i];
		s->lower[s->n] = (double)i;
		s->upper[s->n++] = (double)end;
	}
	return 0;
}

static void steps_release(struct steps *s)
{
	free(s->x);
	free(s->lower);
	free(s->upper);
	free(s->gcm);
	free(s->lcm);
}

/*
 * Touch points of the hull of (x, y) over [low, high]: of the convex one from
 * below for sign 1, of the concave one from above for -1.
 */
static size_t hull(const double *x, const double *y, double sign,
		   size_t low, size_t high, size_t *ret_touch)
{
	size_t n = 0;

	for (size_t i = low; i <= high; i++) {
		while (n >= 2) {
			size_t a = ret_touch[n - 2], b = ret_touch[n - 1];

			if (sign * (y[b] - y[a]) * (x[i] - x[a]) <
			    sign * (y[i] - y[a]) * (x[b] - x[a]))
				break;
			n--;
		}
		ret_touch[n++] = i;
	}
	return n;
}

static double chord(const double *x, const double *y, size_t a, size_t b, double at)
{
	return y[a] + (y[b] - y[a]) * ((at - x[a]) / (x[b] - x[a]));
}

/*
 * The largest distance of the two hulls, which is at a touch point of one of
 * them, and the interval of touch points around it, one of either hull.
 */
static double widest(const struct steps *s, size_t *ret_low, size_t *ret_high)
{
	double most = 0;
	size_t l = 0, g = 0;

	for (size_t i = 0; i < s->gcms; i++) {
		size_t at = s->gcm[i];
		double d;

		while (l + 2 < s->lcms && s->lcm[l + 1] < at)
			l++;
		d = chord(s->x, s->upper, s->lcm[l], s->lcm[l + 1], s->x[at]) - s->lower[at];
		if (d > most) {
			most = d;
			*ret_low = at;
			*ret_high = s->lcm[l] >= at ? s->lcm[l] : s->lcm[l + 1];
		}
	}
	for (size_t i = 0; i < s->lcms; i++) {
		size_t at = s->lcm[i];
		double d;

		while (g + 2 < s->gcms && s->gcm[g + 1] <= at)
			g++;
		d = s->upper[at] - chord(s->x, s->lower, s->gcm[g], s->gcm[g + 1], s->x[at]);
		if (d > most) {
			most = d;
			*ret_low = s->gcm[g + 1] <= at ? s->gcm[g + 1] : s->gcm[g];
			*ret_high = at;
		}
	}
	return most;
}

/*
 * The largest distance of the distribution from the convex hull before `to`,
 * which itself may be the mode, and have a jump.
 */
static double below(const struct steps *s, size_t to)
{
	double most = 0;

	for (size_t k = 0; k + 1 < s->gcms && s->gcm[k] < to; k++)
		for (size_t i = s->gcm[k]; i <= s->gcm[k + 1] && i < to; i++)
			most = fmax(most, s->upper[i] - chord(s->x, s->lower, s->gcm[k],
							      s->gcm[k + 1], s->x[i]));
	return most;
}

/* The same from the concave hull, after `from`. */
static double above(const struct steps *s, size_t from)
{
	double most = 0;

	for (size_t k = s->lcms - 1; k > 0 && s->lcm[k] > from; k--)
		for (size_t i = s->lcm[k]; i >= s->lcm[k - 1] && i > from; i--)
			most = fmax(most, chord(s->x, s->upper, s->lcm[k - 1], s->lcm[k],
						s->x[i]) - s->lower[i]);
	return most;
}

/*
 * The paper's algorithm: outside of the modal interval the distribution is at
 * its best convex, then concave; narrow that interval to where the hulls are
 * furthest apart until that is no more than what was lost outside.
 */
static double dip_of(struct steps *s)
{
	size_t low = 0, high = s->n - 1;
	double dip = 1;

	while (low < high) {
		size_t from = low, to = high;
		double d;

		s->gcms = hull(s->x, s->lower, 1, low, high, s->gcm);
		s->lcms = hull(s->x, s->upper, -1, low, high, s->lcm);
		d = widest(s, &from, &to);
		if (d <= dip)
			break;
		dip = fmax(dip, fmax(below(s, from), above(s, to)));
		low = from;
		high = to;
	}
	return dip / 2;
}

/* p of a dip by the columns of one n: linear in the quantile, log-linear in p. */
static double p_by_row(const double *quantiles, double value)
{
	size_t i = 1;

	if (!(value > quantiles[0]))
		return 1;
	while (i < DIP_QUANTILES && quantiles[i] < value)
		i++;
	if (i == DIP_QUANTILES)
		return dip_p[DIP_QUANTILES - 1];
	value = (value - quantiles[i - 1]) / (quantiles[i] - quantiles[i - 1]);
	return dip_p[i - 1] * pow(dip_p[i] / dip_p[i - 1], value);
}

static double dip_to_p(double dip, size_t n)
{
	double value = dip * sqrt((double)n), weight;
	size_t row = 0;

	while (row < DIP_SIZES && dip_n[row] < (double)n)
		row++;
	if (row == DIP_SIZES)
		return p_by_row(dip_quantiles[DIP_SIZES - 1], value);
	if (row == 0 || dip_n[row] == (double)n)
		return p_by_row(dip_quantiles[row], value);
	weight = (sqrt(1 / dip_n[row - 1]) - sqrt(1 / (double)n)) /
		 (sqrt(1 / dip_n[row - 1]) - sqrt(1 / dip_n[row]));
	return (1 - weight) * p_by_row(dip_quantiles[row - 1], value) +
	       weight * p_by_row(dip_quantiles[row], value);
}

int stats_dip_sorted(const double *sorted, size_t n, struct stats_test *ret_test)
{
	struct steps s;
	int r = steps_init(&s, sorted, n);

	if (!r && s.n == 1) {
		/* one value is one mode */
		*ret_test = (struct stats_test){ .statistic = 1 / (2 * (double)n), .p = 1 };
	} else if (!r) {
		ret_test->statistic = dip_of(&s) / (double)n;
		ret_test->p = dip_to_p(ret_test->statistic, n);
	}
	steps_release(&s);
	return r;
}

int stats_dip(const double *x, size_t n, struct stats_test *ret_test)
{
	double *sorted;
	int r = stats_check(x, n);

	if (r < 0)
		return r;
	if (n < STATS_LEAST_DIP)
		return -ENODATA;
	sorted = stats_dup_sorted(x, n);
	if (!sorted)
		return -ENOMEM;
	r = stats_dip_sorted(sorted, n, ret_test);
	free(sorted);
	return r;
}
