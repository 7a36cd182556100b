// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

#include "effect.h"

#define UNITS_MAX 10000
#define POWER 0.8

const char *stats_verdict_name(enum stats_verdict verdict)
{
	switch (verdict) {
	case STATS_SAME:
		return "same";
	case STATS_FASTER:
		return "faster";
	case STATS_SLOWER:
		return "slower";
	case STATS_UNDECIDED:
		break;
	}
	return "undecided";
}

enum stats_verdict stats_decide(const struct stats_effect *effect, double adjusted_p,
				double margin, bool lower_is_better)
{
	double top = 1 + margin, bottom = 1 / top;

	if (effect->method == STATS_METHOD_NONE)
		return STATS_UNDECIDED;
	if (effect->lo >= bottom && effect->hi <= top)
		return STATS_SAME;
	if (effect->flags & STATS_EFFECT_FEW || !(adjusted_p <= 1 - effect->confidence))
		return STATS_UNDECIDED;
	if (effect->lo > 1 && effect->ratio > top)
		return lower_is_better ? STATS_SLOWER : STATS_FASTER;
	if (effect->hi < 1 && effect->ratio < bottom)
		return lower_is_better ? STATS_FASTER : STATS_SLOWER;
	return STATS_UNDECIDED;
}

/* Would n units a side decide, with the given probability? */
static bool decides(const struct stats_effect *e, double margin, size_t tests, size_t n)
{
	bool paired = e->method == STATS_METHOD_PAIRED;
	double df = (paired ? 1 : 2) * ((double)n - 1), se = e->sd * sqrt(2 / (double)n);
	double delta = fabs(log(e->ratio)), limit = log1p(margin);
	double alpha = (1 - e->confidence) / (n >= 5 && !paired ? 2 : 1);
	double power = gsl_cdf_tdist_Pinv(POWER, df);

	if (delta > limit)
		return n >= 3 && delta >= limit + power * se &&
		       delta >= se * (power + gsl_cdf_tdist_Qinv(alpha / 2 / (double)tests, df));
	return delta + se * (power + gsl_cdf_tdist_Qinv(alpha / 2, df)) <= limit;
}

int stats_runs_needed(const struct stats_effect *e, double margin, size_t tests,
		      size_t *ret_further)
{
	double adjusted = fmin(1, e->p * (double)tests);
	size_t have = e->n < e->m ? e->n : e->m, lo = have, hi = UNITS_MAX;

	if (!tests || !(margin >= 0))
		return -EINVAL;
	if (stats_decide(e, adjusted, margin, true) != STATS_UNDECIDED) {
		*ret_further = 0;
		return 0;
	}
	if (lo < 1)
		lo = 1;
	if (!(e->sd > 0) || lo >= hi || !decides(e, margin, tests, hi))
		return -ERANGE;
	/* lo does not decide, hi would */
	while (hi - lo > 1) {
		size_t mid = lo + (hi - lo) / 2;

		if (decides(e, margin, tests, mid))
			hi = mid;
		else
			lo = mid;
	}
	*ret_further = hi - have;
	return 0;
}
