// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>

#include "internal.h"
#include "seeds.h"

#define NEAR		0.05	/* of the range: values of one mode */
#define AS_FAR		0.9	/* of the effect: modes that could have made it */
#define SEEDS_MAX	100
#define ROUNDING	1e-9

struct spread {
	double lo, hi;		/* of the logs */
	double mean, squares;	/* and the sum of squared distances from it */
	bool modes;
};

static double range_of(const struct spread *s)
{
	return s->hi - s->lo;
}

static int spread_of(const double *x, size_t n, struct spread *ret)
{
	struct spread s = { .lo = INFINITY, .hi = -INFINITY };
	double gap = INFINITY, *v;

	if (!n) {
		*ret = s;
		return 0;
	}
	v = stats_dup_log(x, n);
	if (!v)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		s.mean += v[i] / (double)n;
	gsl_sort(v, 1, n);
	s.lo = v[0];
	s.hi = v[n - 1];
	for (size_t i = 1; i < n; i++)
		gap = fmin(gap, v[i] - v[i - 1]);
	/* what is constant has no rounding error for a spread */
	for (size_t i = 0; i < n && s.hi > s.lo; i++)
		s.squares += (v[i] - s.mean) * (v[i] - s.mean);
	s.modes = n > 1 && s.hi > s.lo && (n == 2 || gap <= NEAR * (s.hi - s.lo));
	free(v);
	*ret = s;
	return 0;
}

/* Whether a side falls into modes and the other could: it does too, or all is in one. */
static bool in_modes(const struct spread *a, const struct spread *b)
{
	double near = NEAR * fmax(range_of(a), range_of(b));

	return (a->modes || b->modes) && (a->modes || range_of(a) <= near) &&
		(b->modes || range_of(b) <= near);
}

/* Whether new differs from base by the same at each seed. */
static bool by_seed(const struct stats_seeds *s, const struct spread *base,
		    const struct spread *new)
{
	double lo = INFINITY, hi = -INFINITY;
	double wide = fmax(exp(base->hi) - exp(base->lo), exp(new->hi) - exp(new->lo));

	if (!s->paired || s->nbase != s->nnew)
		return false;
	for (size_t i = 0; i < s->nbase; i++) {
		lo = fmin(lo, s->new[i] - s->base[i]);
		hi = fmax(hi, s->new[i] - s->base[i]);
	}
	return hi - lo <= NEAR * wide;
}

int stats_effect_seeds(const struct stats_seeds *seeds, struct stats_effect *ret_effect)
{
	size_t n = seeds->nbase, m = seeds->nnew;
	struct stats_effect e = { .n = n, .m = m, .p = 1, .confidence = seeds->confidence,
				  .hi = INFINITY };
	struct spread base, new, control;
	double median, half, floor, se;
	int r;

	if (!(seeds->confidence > 0 && seeds->confidence < 1))
		return -EINVAL;
	if ((r = stats_check_positive(seeds->base, n)) < 0 ||
	    (r = stats_check_positive(seeds->new, m)) < 0 ||
	    (seeds->ncontrol && (r = stats_check_positive(seeds->control, seeds->ncontrol)) < 0) ||
	    (r = stats_median(seeds->base, n, &median)) < 0 ||
	    (r = stats_median(seeds->new, m, &e.median_ratio)) < 0 ||
	    (r = spread_of(seeds->base, n, &base)) < 0 ||
	    (r = spread_of(seeds->new, m, &new)) < 0 ||
	    (r = spread_of(seeds->control, seeds->ncontrol, &control)) < 0)
		return r;
	e.median_ratio /= median;
	e.ratio = e.median_ratio;
	e.clustered = in_modes(&base, &new) && !by_seed(seeds, &base, &new);
	floor = fmax(range_of(&new), fmax(base.hi, control.hi) - fmin(base.lo, control.lo));
	e.log_range = floor;
	if (n + m < 6)
		e.flags |= STATS_EFFECT_FEW;
	if (n < 2 || m < 2) {
		*ret_effect = e;
		return 0;
	}
	e.method = STATS_METHOD_SEEDS;
	e.df = (double)(n + m - 2);
	e.sd_base = sqrt(base.squares / (double)(n - 1));
	e.sd_new = sqrt(new.squares / (double)(m - 1));
	e.sd = sqrt((base.squares + new.squares) / e.df);
	se = e.sd * sqrt(1 / (double)n + 1 / (double)m);
	half = se * gsl_cdf_tdist_Qinv((1 - seeds->confidence) / 2, e.df);
	/* a change as large as the floor is not beyond it, whatever the rounding */
	if (half < floor * (1 + ROUNDING)) {
		half = floor * (1 + ROUNDING);
		e.flags |= STATS_EFFECT_FLOORED;
	}
	e.lo = e.ratio * exp(-half);
	e.hi = e.ratio * exp(half);
	if (se > 0)
		e.p = 2 * gsl_cdf_tdist_Q(fabs(new.mean - base.mean) / se, e.df);
	else
		e.p = e.ratio != 1 ? 0 : 1;
	*ret_effect = e;
	return 0;
}

/* How many values, in ascending order, are at least x. */
static size_t at_least(const double *sorted, size_t n, double x)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (sorted[mid] >= x)
			hi = mid;
		else
			lo = mid + 1;
	}
	return n - lo;
}

/* Of each case, how many others fall into modes that could have made its effect. */
static int count_alike(struct stats_effect *effects, size_t k)
{
	double *range = calloc(k, sizeof(*range));
	size_t n = 0;

	if (!range)
		return -ENOMEM;
	for (size_t i = 0; i < k; i++)
		if (effects[i].clustered)
			range[n++] = effects[i].log_range;
	gsl_sort(range, 1, n);
	for (size_t i = 0; i < k; i++) {
		double far = AS_FAR * fabs(log(effects[i].ratio));

		effects[i].alike = at_least(range, n, far) -
			(effects[i].clustered && effects[i].log_range >= far);
	}
	free(range);
	return 0;
}

static double by_modes(size_t others, size_t units)
{
	return (1 + (double)others) * ldexp(1, 1 - (int)(units < 1000 ? units : 1000));
}

int stats_family_seeds(struct stats_effect *effects, size_t k, double *ret_adjusted)
{
	int r = k ? count_alike(effects, k) : -ENODATA;

	if (r)
		return r;
	for (size_t i = 0; i < k; i++) {
		const struct stats_effect *e = &effects[i];

		ret_adjusted[i] = fmin(1, fmax(e->p * (double)k,
					       by_modes(e->alike, e->n + e->m)));
	}
	return 0;
}

/* Whether n seeds a side would decide. */
static bool decides(const struct stats_effect *e, size_t k, double margin, size_t n)
{
	double delta = fabs(log(e->ratio)), limit = log1p(margin);
	double df = 2 * (double)n - 2, se = e->sd * sqrt(2 / (double)n);
	double alpha = 1 - e->confidence;
	double half = fmax(se * gsl_cdf_tdist_Qinv(alpha / 2, df), e->log_range);

	if (delta <= limit)
		return delta + half <= limit;
	return n >= 3 && delta > half && by_modes(e->alike, 2 * n) <= alpha &&
		delta >= se * gsl_cdf_tdist_Qinv(alpha / 2 / (double)k, df);
}

int stats_seeds_needed(const struct stats_effect *e, size_t k, double margin, size_t *ret_further)
{
	size_t have = e->n < e->m ? e->n : e->m;

	for (size_t n = have > 1 ? have : 2; n <= SEEDS_MAX; n++)
		if (decides(e, k, margin, n)) {
			*ret_further = n - have;
			return 0;
		}
	return -ERANGE;
}
