// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

#include "summary.h"

static int check(const struct stats_summary *s)
{
	if (!(s->mean > 0 && isfinite(s->mean) && s->se > 0 && isfinite(s->se)))
		return -EINVAL;
	return s->n < 2 ? -ENODATA : 0;
}

int stats_effect_summary(const struct stats_summary *base, const struct stats_summary *new,
			 double confidence, struct stats_effect *ret_effect)
{
	struct stats_effect e = { .confidence = confidence, .method = STATS_METHOD_SUMMARY };
	double a = base->se / base->mean, b = new->se / new->mean;
	double n = (double)base->n, m = (double)new->n;
	double diff, se, half, least, va, vb;
	int r;

	if ((r = check(base)) < 0 || (r = check(new)) < 0)
		return r;
	if (!(confidence > 0 && confidence < 1))
		return -EINVAL;
	diff = log(new->mean / base->mean);
	se = hypot(a, b);
	va = a / se;
	vb = b / se;
	e.df = 1 / (pow(va, 4) / (n - 1) + pow(vb, 4) / (m - 1));
	e.p = fmin(1, 2 * gsl_cdf_tdist_Q(fabs(diff) / se, e.df));
	half = se * gsl_cdf_tdist_Qinv((1 - confidence) / 2, e.df);
	e.lo = diff - half;
	e.hi = diff + half;
	e.n = base->n;
	e.m = new->n;
	/* as in stats_effect(): what two modes at even odds would do */
	if (n + m < 6) {
		e.flags |= STATS_EFFECT_FEW;
		least = exp2(1 - n - m);
		if (least > 1 - confidence) {
			e.p = fmax(e.p, least);
			e.lo = fmin(e.lo, 0);
			e.hi = fmax(e.hi, 0);
		}
	}
	e.ratio = e.median_ratio = new->mean / base->mean;
	e.lo = exp(e.lo);
	e.hi = exp(e.hi);
	e.sd_base = a * sqrt(n);
	e.sd_new = b * sqrt(m);
	e.sd = sqrt(((n - 1) * e.sd_base * e.sd_base + (m - 1) * e.sd_new * e.sd_new) /
		    (n + m - 2));
	*ret_effect = e;
	return 0;
}
