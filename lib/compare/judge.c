// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <string.h>

#include "judge.h"
#include "sample.h"
#include "shape.h"
#include "stats.h"
#include "summary.h"

/*
 * What one side's values look like. Runs of one boot should be one sample of
 * processes. Boots should be one sample of boots, and the processes of each boot
 * another, whose order over the boots then means nothing.
 */
static int side_shape(const struct compare *c, const double *proc, size_t nproc,
		      const double *unit, size_t nunits, size_t tests, unsigned int *ret_flags)
{
	unsigned int procs, units = 0;
	int r = sample_shape(proc, nproc, tests, &procs);

	if (!r && c->unit != UNIT_RUN) {
		procs &= STATS_SHAPE_BIMODAL | STATS_SHAPE_OUTLIER;
		r = sample_shape(unit, nunits, tests, &units);
	}
	*ret_flags = procs | units;
	return r;
}

static int shapes(const struct compare *c, struct compare_case *cc, const struct unit_values *v,
		  size_t tests)
{
	int r = side_shape(c, v->proc, v->nproc_base, v->unit, v->nb, tests, &cc->shape_base);

	return r ? r : side_shape(c, v->proc + v->nproc_base, v->nproc - v->nproc_base,
				  v->unit + v->nb, v->nn, tests, &cc->shape_new);
}

/*
 * The one series of a side, where it is all that the side has and says itself how
 * sure it is: a mean of repetitions with its standard error, as perf stat -r gives.
 */
static bool side_summary(const struct compare_side *side, const struct scratch *s,
			 struct stats_summary *ret)
{
	const struct result_series *only = NULL;
	const struct result_batch *b;

	for (size_t i = side->first; i < side->first + side->nruns; i++) {
		if (s->series[i] && only)
			return false;
		if (s->series[i])
			only = s->series[i];
	}
	if (!only || only->n != 1)
		return false;
	b = only->batch;
	if (!(b->se > 0) || b->reps < 2)
		return false;
	ret->mean = b->cost;
	ret->se = b->se;
	ret->n = b->reps;
	return true;
}

static int effect(const struct compare *c, const struct scratch *s, const struct unit_values *v,
		  struct stats_effect *ret_effect)
{
	const struct stats_effect_opts opts = {
		.confidence = c->opts.confidence,
		.base_se2 = v->known_base ? v->se2 : NULL,
		.new_se2 = v->known_new ? v->se2 + v->nb : NULL,
	};
	struct stats_summary base, new;

	if (side_summary(&c->base, s, &base) && side_summary(&c->new, s, &new))
		return stats_effect_summary(&base, &new, opts.confidence, ret_effect);
	return stats_effect(v->unit, v->nb, v->unit + v->nb, v->nn, &opts, ret_effect);
}

/* The effect is what it and this one have in common. */
static void span(struct stats_effect *e, const struct stats_effect *other)
{
	e->lo = fmin(e->lo, other->lo);
	e->hi = fmax(e->hi, other->hi);
	if ((e->ratio > 1) != (other->ratio > 1)) {
		e->p = 1;
		return;
	}
	e->p = fmax(e->p, other->p);
	if (fabs(log(other->ratio)) < fabs(log(e->ratio)))
		e->ratio = other->ratio;
}

/* What the units become where a run lacks loops: as if each had the clock of its side. */
static int shift_clock(const struct compare *c, const char *unit, struct scratch *s)
{
	struct unit_values *v = &s->other;
	int r = units_take(c, REF_RAW, s, v);

	for (size_t i = v->nb; !r && i < v->nb + v->nn; i++)
		v->unit[i] *= unit_lower_is_better(unit) ? 1 / c->clock_change : c->clock_change;
	return r;
}

/* Where the sides had different clocks: as measured, and relative to the clock. */
static int span_clock(const struct compare *c, struct compare_case *cc, struct scratch *s)
{
	static const enum ref_mode modes[] = { REF_RAW, REF_CLOCK };
	int r = 0;

	if (!unit_has_clock(cc->unit))
		return 0;
	for (size_t i = 0; !r && i < sizeof(modes) / sizeof(*modes); i++) {
		struct stats_effect other;

		if (modes[i] == cc->mode)
			continue;
		r = units_take(c, modes[i], s, &s->other);
		if (r == -ENODATA)
			r = shift_clock(c, cc->unit, s);
		if (!r)
			r = effect(c, s, &s->other, &other);
		if (!r)
			span(&cc->effect, &other);
	}
	cc->spans_clock = true;
	return r;
}

int judge_case(const struct compare *c, struct compare_case *cc, struct scratch *s, size_t tests)
{
	struct unit_values *v = &s->now;
	int r = ref_mode_choose(s->series, c->set->nruns, &c->scale, &cc->mode);

	if (!r)
		r = units_take(c, cc->mode, s, v);
	if (!r && c->clock_range > CLOCK_VARIES && cc->mode == REF_RAW && v->nb > 2 && v->nn > 2)
		r = units_try_clock(c, s, &cc->mode);
	if (!r)
		r = shapes(c, cc, v, tests);
	if (r)
		return r;
	cc->nbase = v->nb;
	cc->nnew = v->nn;
	r = effect(c, s, v, &cc->effect);
	if (!r)
		r = stats_median(v->unit, v->nb, &cc->base);
	if (!r)
		r = stats_median(v->unit + v->nb, v->nn, &cc->new);
	if (!r && c->clocks_apart)
		r = span_clock(c, cc, s);
	return r;
}
