// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <string.h>

#include "counts.h"
#include "record.h"
#include "seeds.h"
#include "stats.h"

static bool says(const struct result_run *run, const char *key, const char *value)
{
	const char *text = result_run_str(run, key);

	return text && !strcmp(text, value);
}

static int64_t seed_of(const struct result_run *run)
{
	int64_t seed;

	return result_run_int(run, REC_SEED, &seed) ? -1 : seed;
}

bool counts_is_control(const struct compare *c, size_t i)
{
	bool others = false;

	if (i >= c->base.nruns || !says(&c->set->runs[i], REC_ARM, "control"))
		return false;
	for (size_t j = 0; j < c->base.nruns; j++)
		others = others || !says(&c->set->runs[j], REC_ARM, "control");
	return others;
}

/* Whether run i repeats the seed of a run before it, in the same arm and side. */
static bool is_twin(const struct compare *c, const struct compare_side *side, size_t i)
{
	for (size_t j = side->first; j < i; j++)
		if (seed_of(&c->set->runs[i]) == seed_of(&c->set->runs[j]) &&
		    counts_is_control(c, i) == counts_is_control(c, j))
			return true;
	return false;
}

static void count_seeds(struct compare *c, struct compare_side *side)
{
	side->units = 0;
	for (size_t i = side->first; i < side->first + side->nruns; i++) {
		if (is_twin(c, side, i))
			c->twins++;
		else if (counts_is_control(c, i))
			c->control++;
		else
			side->units++;
	}
}

void counts_group(struct compare *c)
{
	bool counts = c->set->nruns > 0;

	for (size_t i = 0; i < c->set->nruns; i++) {
		const struct result_run *run = &c->set->runs[i];

		counts = counts && says(run, REC_CLOCK, "instructions");
		c->emulated = c->emulated || (says(run, REC_VIRT, "tcg") &&
					      !says(run, REC_CLOCK, "instructions"));
	}
	c->counts = counts;
	if (!counts || c->unit == UNIT_BUILD)
		return;
	c->unit = UNIT_SEED;
	c->same_boot = false;
	count_seeds(c, &c->base);
	count_seeds(c, &c->new);
}

/* The value of each seed of one arm: of its first run that has the case. */
static int seed_values(const struct compare *c, const struct compare_side *side, bool control,
		       const struct result_series *const *series, double *ret_value, size_t *ret_n)
{
	struct run_value v;
	size_t n = 0;
	int r = 0;

	for (size_t i = side->first; !r && i < side->first + side->nruns; i++) {
		bool twin = false;

		if (!series[i] || counts_is_control(c, i) != control)
			continue;
		for (size_t j = side->first; j < i; j++)
			twin = twin || (series[j] && counts_is_control(c, j) == control &&
					seed_of(&c->set->runs[i]) == seed_of(&c->set->runs[j]));
		if (twin)
			continue;
		r = run_value(series[i], REF_RAW, &c->scale, &v);
		if (!r && !(v.value > 0))
			r = -EDOM;
		ret_value[n++] = v.value;
	}
	*ret_n = n;
	return r;
}

int counts_judge(const struct compare *c, struct compare_case *cc,
		 const struct result_series *const *series, double *room)
{
	struct stats_seeds s = { .confidence = c->opts.confidence, .base = room };
	int r = seed_values(c, &c->base, false, series, room, &s.nbase);

	s.new = room + s.nbase;
	if (!r)
		r = seed_values(c, &c->new, false, series, room + s.nbase, &s.nnew);
	s.control = s.new + s.nnew;
	if (!r)
		r = seed_values(c, &c->base, true, series, room + s.nbase + s.nnew, &s.ncontrol);
	if (r)
		return r;
	cc->mode = REF_RAW;
	cc->nbase = s.nbase;
	cc->nnew = s.nnew;
	r = stats_effect_seeds(&s, &cc->effect);
	if (!r)
		r = stats_median(s.base, s.nbase, &cc->base);
	return r ? r : stats_median(s.new, s.nnew, &cc->new);
}
