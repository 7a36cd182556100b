// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

#include "effect.h"
#include "internal.h"
#include "stats.h"

/* Units a side from which on the rank test takes part. */
#define RANK_MIN 5
/* Units a side that tell their own spread. */
#define SPREAD_MIN 3

/* The logs of both sides, and what is known of their spread. */
struct sides {
	double *x, *y;
	double *xs, *ys;          /* the same, sorted */
	size_t n, m;
	double vx, vy;           /* variances as they lie */
	double within_x, within_y;
	double floor_x, floor_y;
};

/* An interval of the log ratio. */
struct range {
	double at, lo, hi, p;
};

const char *stats_method_name(enum stats_method method)
{
	switch (method) {
	case STATS_METHOD_WELCH:
		return "welch";
	case STATS_METHOD_WELCH_RANK:
		return "welch+rank";
	case STATS_METHOD_PAIRED:
		return "paired";
	case STATS_METHOD_SUMMARY:
		return "summary";
	case STATS_METHOD_CONSTANT:
		return "constant";
	case STATS_METHOD_SEEDS:
		return "seeds";
	case STATS_METHOD_NONE:
		break;
	}
	return "none";
}

static int mean_within(const double *se2, size_t n, double *ret_mean)
{
	int r;

	*ret_mean = 0;
	if (!se2)
		return 0;
	r = stats_check(se2, n);
	if (r < 0)
		return r;
	for (size_t i = 0; i < n; i++)
		if (se2[i] < 0)
			return -EINVAL;
	*ret_mean = gsl_stats_mean(se2, 1, n);
	return 0;
}

static void describe(const struct sides *s, struct stats_effect *effect)
{
	const double *x = s->xs, *y = s->ys;
	double df = (double)(s->n + s->m) - 2;
	size_t a, b;

	effect->n = s->n;
	effect->m = s->m;
	effect->log_range = fmax(x[s->n - 1] - x[0], y[s->m - 1] - y[0]);
	a = stats_misplaced(x, s->n, y, s->m);
	b = stats_misplaced(y, s->m, x, s->n);
	effect->misplaced = a < b ? a : b;
	effect->clustered = stats_clusters(x, s->n, y, s->m, &effect->minor);

	effect->sd_base = sqrt(s->vx);
	effect->sd_new = sqrt(s->vy);
	if (df > 0) {
		double nx = (double)s->n - 1, ny = (double)s->m - 1, between;

		between = (nx * (s->vx - s->within_x) + ny * (s->vy - s->within_y)) / df;
		effect->sd_between = sqrt(fmax(0, between));
		effect->sd = sqrt((nx * fmax(s->vx, s->floor_x) +
				   ny * fmax(s->vy, s->floor_y)) / df);
	} else {
		effect->sd = sqrt(fmax(s->floor_x, s->floor_y));
	}
	if (s->n + s->m < 6)
		effect->flags |= STATS_EFFECT_FEW;
	if (s->vx < s->floor_x || s->vy < s->floor_y)
		effect->flags |= STATS_EFFECT_FLOORED;
	if (s->n > 1 && s->m > 1 && s->vx > 0 && s->vy > 0) {
		double f = s->vx / s->vy, nx = (double)s->n - 1, ny = (double)s->m - 1;

		if (2 * fmin(gsl_cdf_fdist_P(f, nx, ny), gsl_cdf_fdist_Q(f, nx, ny)) <= 0.01)
			effect->flags |= STATS_EFFECT_UNEQUAL;
	}
}

/* Neither side varies: only the order of the values is left to go by. */
static int by_rank_alone(const struct sides *s, double confidence, struct range *ret)
{
	struct stats_mann_whitney test;
	double at = s->y[0] - s->x[0];
	int r = stats_mann_whitney_sorted(s->xs, s->n, s->ys, s->m, &test);

	if (r < 0)
		return r;
	*ret = (struct range){ .at = at, .lo = at, .hi = at, .p = test.p };
	if (test.p > 1 - confidence) {
		ret->lo = fmin(0, at);
		ret->hi = fmax(0, at);
	}
	return 0;
}

static int by_pairs(const struct sides *s, double confidence,
		    struct range *ret, struct stats_effect *effect)
{
	double mean, variance, half, df = (double)s->n - 1;
	double *d = stats_dup(s->y, s->n);

	if (!d)
		return -ENOMEM;
	for (size_t i = 0; i < s->n; i++)
		d[i] -= s->x[i];
	mean = gsl_stats_mean(d, 1, s->n);
	variance = fmax(gsl_stats_variance(d, 1, s->n), s->floor_x + s->floor_y);
	free(d);
	if (!(variance > 0))
		return -ERANGE;
	half = sqrt(variance / (double)s->n);
	ret->p = fmin(1, 2 * gsl_cdf_tdist_Q(fabs(mean) / half, df));
	half *= gsl_cdf_tdist_Qinv((1 - confidence) / 2, df);
	ret->at = mean;
	ret->lo = mean - half;
	ret->hi = mean + half;
	effect->df = df;
	effect->sd = sqrt(variance / 2);
	return 0;
}

/* What the t and the rank test have in common, each at half the level. */
static int with_ranks(const struct sides *s, double confidence,
		      const struct stats_welch *t, struct range *ret)
{
	struct stats_mann_whitney rank;
	struct stats_shift shift;
	int r = stats_mann_whitney_sorted(s->xs, s->n, s->ys, s->m, &rank);

	if (r < 0)
		return r;
	r = stats_hodges_lehmann_sorted(s->xs, s->n, s->ys, s->m, (1 + confidence) / 2, &shift);
	if (r < 0)
		return r;

	ret->lo = fmax(t->lo, shift.lo);
	ret->hi = fmin(t->hi, shift.hi);
	ret->p = fmin(1, 2 * fmin(t->p, rank.p));
	if (ret->lo > ret->hi) {
		ret->lo = fmin(t->lo, shift.lo);
		ret->hi = fmax(t->hi, shift.hi);
		ret->p = fmin(1, 2 * fmax(t->p, rank.p));
		if (ret->lo <= 0 && ret->hi >= 0)
			ret->p = 1;
	}
	ret->at = fmin(fmax(shift.shift, ret->lo), ret->hi);
	return 0;
}

static int by_welch(const struct sides *s, double confidence,
		    struct range *ret, struct stats_effect *effect)
{
	bool ranks = s->n >= RANK_MIN && s->m >= RANK_MIN;
	struct stats_welch t;
	int r = stats_welch(s->x, s->n, s->floor_x, s->y, s->m, s->floor_y,
			    ranks ? (1 + confidence) / 2 : confidence, &t);

	if (r < 0)
		return r;
	effect->df = t.df;
	effect->method = ranks ? STATS_METHOD_WELCH_RANK : STATS_METHOD_WELCH;
	if (ranks)
		return with_ranks(s, confidence, &t, ret);
	*ret = (struct range){ .at = t.diff, .lo = t.lo, .hi = t.hi, .p = t.p };
	return 0;
}

static int infer(const struct sides *s, const struct stats_effect_opts *opts,
		 struct stats_effect *effect)
{
	struct range range = { .lo = -INFINITY, .hi = INFINITY, .p = 1 };
	double least = ldexp(1, 1 - (int)(s->n + s->m < 1000 ? s->n + s->m : 1000));
	int r;

	if (s->n < 2 || s->m < 2) {
		effect->method = STATS_METHOD_NONE;
		range.at = log(effect->median_ratio);
		r = 0;
	} else if (opts->paired) {
		effect->method = STATS_METHOD_PAIRED;
		r = by_pairs(s, opts->confidence, &range, effect);
	} else {
		r = by_welch(s, opts->confidence, &range, effect);
	}
	if (r == -ERANGE) {
		effect->method = STATS_METHOD_CONSTANT;
		r = by_rank_alone(s, opts->confidence, &range);
	}
	if (r < 0)
		return r;

	if (least > 1 - opts->confidence) {
		range.p = fmax(range.p, least);
		range.lo = fmin(range.lo, 0);
		range.hi = fmax(range.hi, 0);
	}
	/* what a reader divides himself, where the interval does not rule it out */
	if (!opts->paired)
		range.at = fmin(fmax(log(effect->median_ratio), range.lo), range.hi);
	effect->p = range.p;
	effect->ratio = exp(range.at);
	effect->lo = exp(range.lo);
	effect->hi = exp(range.hi);
	effect->confidence = opts->confidence;
	return 0;
}

int stats_effect(const double *base, size_t n, const double *new, size_t m,
		 const struct stats_effect_opts *opts, struct stats_effect *ret_effect)
{
	struct stats_effect effect = { 0 };
	struct sides s = { .n = n, .m = m };
	double median;
	int r;

	if ((r = stats_check_positive(base, n)) < 0 || (r = stats_check_positive(new, m)) < 0)
		return r;
	if (!opts || !(opts->confidence > 0 && opts->confidence < 1) ||
	    !(opts->floor_sd >= 0 && isfinite(opts->floor_sd)) || (opts->paired && n != m))
		return -EINVAL;
	if ((r = mean_within(opts->base_se2, n, &s.within_x)) < 0 ||
	    (r = mean_within(opts->new_se2, m, &s.within_y)) < 0)
		return r;
	s.floor_x = s.floor_y = opts->floor_sd * opts->floor_sd;
	if (n < SPREAD_MIN || m < SPREAD_MIN) {
		s.floor_x = fmax(s.within_x, s.floor_x);
		s.floor_y = fmax(s.within_y, s.floor_y);
	}

	s.x = stats_dup_log(base, n);
	s.y = stats_dup_log(new, m);
	s.xs = s.x ? stats_dup_sorted(s.x, n) : NULL;
	s.ys = s.y ? stats_dup_sorted(s.y, m) : NULL;
	if (!s.xs || !s.ys) {
		r = -ENOMEM;
		goto out;
	}
	s.vx = n > 1 ? gsl_stats_variance(s.x, 1, n) : 0;
	s.vy = m > 1 ? gsl_stats_variance(s.y, 1, m) : 0;
	if ((r = stats_median(base, n, &median)) < 0 ||
	    (r = stats_median(new, m, &effect.median_ratio)) < 0)
		goto out;
	effect.median_ratio /= median;
	describe(&s, &effect);
	r = infer(&s, opts, &effect);
	if (!r)
		*ret_effect = effect;
out:
	free(s.x);
	free(s.y);
	free(s.xs);
	free(s.ys);
	return r;
}
