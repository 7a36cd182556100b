// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "counts.h"
#include "record.h"
#include "seeds.h"
#include "stats.h"

/* A seed of one arm of a side, or a run of it that does not say its seed. */
struct slot {
	bool control, known;
	int64_t seed;
	size_t run;	/* the first that has it */
};

struct counts {
	struct slot *slots;	/* of base, then of new; each by arm, then ascending seed */
	size_t nbase, nnew;
	size_t *slot;		/* of each run, in slots */
};

static bool says(const struct result_run *run, const char *key, const char *value)
{
	const char *text = result_run_str(run, key);

	return text && !strcmp(text, value);
}

bool counts_is_emulated(const struct result_run *run)
{
	return (says(run, REC_VIRT, "tcg") || says(run, REC_VIRT, "qemu")) &&
		!says(run, REC_CLOCK, "instructions");
}

bool counts_is_control(const struct compare *c, size_t i)
{
	return c->seeds->slots[c->seeds->slot[i]].control;
}

static int by_seed(const void *a, const void *b)
{
	const struct slot *x = a, *y = b;

	if (x->control != y->control)
		return x->control ? 1 : -1;
	if (x->known != y->known)
		return x->known ? 1 : -1;
	if (x->known && x->seed != y->seed)
		return x->seed < y->seed ? -1 : 1;
	return (x->run > y->run) - (x->run < y->run);
}

/* The slots of a side, from `at` on; their number. */
static size_t side_slots(const struct compare *c, const struct compare_side *side, size_t at)
{
	struct slot *s = c->seeds->slots + at;
	bool others = false;
	size_t n = 0;

	for (size_t k = 0; k < side->nruns; k++) {
		const struct result_run *run = &c->set->runs[side->first + k];

		s[k] = (struct slot){ .control = says(run, REC_ARM, "control"),
				      .run = side->first + k };
		s[k].known = !result_run_int(run, REC_SEED, &s[k].seed);
		others = others || !s[k].control;
	}
	for (size_t k = 0; k < side->nruns; k++)
		s[k].control = s[k].control && others;
	qsort(s, side->nruns, sizeof(*s), by_seed);
	for (size_t k = 0; k < side->nruns; k++) {
		bool twin = n && s[k].known && s[n - 1].known && s[k].seed == s[n - 1].seed &&
			s[k].control == s[n - 1].control;

		c->seeds->slot[s[k].run] = at + n - twin;
		if (!twin)
			s[n++] = s[k];
	}
	return n;
}

static int find_seeds(struct compare *c)
{
	struct counts *seeds = c->seeds = calloc(1, sizeof(*seeds));

	if (!seeds)
		return -ENOMEM;
	seeds->slots = calloc(c->set->nruns, sizeof(*seeds->slots));
	seeds->slot = calloc(c->set->nruns, sizeof(*seeds->slot));
	if (!seeds->slots || !seeds->slot)
		return -ENOMEM;
	seeds->nbase = side_slots(c, &c->base, 0);
	seeds->nnew = side_slots(c, &c->new, seeds->nbase);
	return 0;
}

void counts_release(struct compare *c)
{
	if (c->seeds) {
		free(c->seeds->slots);
		free(c->seeds->slot);
	}
	free(c->seeds);
	c->seeds = NULL;
}

static void count_seeds(struct compare *c)
{
	const struct counts *seeds = c->seeds;

	c->base.units = c->new.units = 0;
	for (size_t k = 0; k < seeds->nbase; k++)
		(*(seeds->slots[k].control ? &c->control : &c->base.units))++;
	for (size_t k = seeds->nbase; k < seeds->nbase + seeds->nnew; k++)
		c->new.units += !seeds->slots[k].control;
	for (size_t i = c->new.first; i < c->set->nruns; i++)
		c->new_control += counts_is_control(c, i);
	c->twins = c->set->nruns - c->new_control - c->base.units - c->control - c->new.units;
}

int counts_group(struct compare *c)
{
	int r;

	c->counts = c->set->nruns > 0;
	for (size_t i = 0; i < c->set->nruns; i++) {
		const struct result_run *run = &c->set->runs[i];

		c->counts = c->counts && says(run, REC_CLOCK, "instructions");
		c->emulated = c->emulated || counts_is_emulated(run);
	}
	if (!c->counts)
		return 0;
	r = find_seeds(c);
	if (r || c->unit == UNIT_BUILD)
		return r;
	c->unit = UNIT_SEED;
	c->same_boot = false;
	count_seeds(c);
	return 0;
}

/*
 * Of a boot: the median of all batches. What an interrupt added to one would be seen in
 * the count; to leave batches out because they were switched would leave too few.
 */
static int boot_value(const struct result_series *s, double *ret_value)
{
	int r = 0;

	if (s->n > 1) {
		double *cost = malloc(s->n * sizeof(*cost));

		if (!cost)
			return -ENOMEM;
		for (uint32_t i = 0; i < s->n; i++)
			cost[i] = s->batch[i].cost;
		r = stats_median(cost, s->n, ret_value);
		free(cost);
	} else {
		*ret_value = s->batch[0].cost;
	}
	return r ? r : *ret_value > 0 ? 0 : -EDOM;
}

/* The first value of each slot of a side, NaN without; *differs where a further one is another. */
static int slot_values(const struct compare *c, const struct compare_side *side,
		       const struct result_series *const *series, double *value, bool *differs)
{
	for (size_t k = 0; k < c->seeds->nbase + c->seeds->nnew; k++)
		value[k] = NAN;
	for (size_t i = side->first; i < side->first + side->nruns; i++) {
		double v, *first = &value[c->seeds->slot[i]];
		int r;

		if (!series[i] || (side == &c->new && counts_is_control(c, i)))
			continue;
		r = boot_value(series[i], &v);
		if (r)
			return r;
		if (isnan(*first))
			*first = v;
		*differs = *differs || *first != v;
	}
	return 0;
}

/* The values of one arm of a side, by ascending seed. */
struct arm {
	double *value;
	int64_t *seed;
	size_t n;
	bool known;	/* each one's seed */
};

static void arm_take(const struct compare *c, bool control, const double *value, struct arm *arm)
{
	for (size_t k = 0; k < c->seeds->nbase + c->seeds->nnew; k++) {
		const struct slot *s = &c->seeds->slots[k];

		if (s->control != control || isnan(value[k]))
			continue;
		arm->known = arm->known && s->known;
		arm->seed[arm->n] = s->seed;
		arm->value[arm->n++] = value[k];
	}
}

static bool same_seeds(const struct arm *a, const struct arm *b)
{
	return a->known && b->known && a->n == b->n &&
		!memcmp(a->seed, b->seed, a->n * sizeof(*a->seed));
}

int counts_judge(const struct compare *c, struct compare_case *cc,
		 const struct result_series *const *series, double *room)
{
	int64_t *seeds = calloc(c->set->nruns, sizeof(*seeds));
	double *value = calloc(c->set->nruns, sizeof(*value));
	struct arm base = { room, seeds, 0, true }, control, new;
	struct stats_seeds s = { .confidence = c->opts.confidence };
	int r = seeds && value ? slot_values(c, &c->base, series, value, &cc->differs) : -ENOMEM;

	if (!r)
		arm_take(c, false, value, &base);
	control = (struct arm){ room + base.n, seeds + base.n, 0, true };
	if (!r)
		arm_take(c, true, value, &control);
	if (!r)
		r = slot_values(c, &c->new, series, value, &cc->differs);
	new = (struct arm){ control.value + control.n, control.seed + control.n, 0, true };
	if (!r) {
		arm_take(c, false, value, &new);
		s.base = base.value;
		s.nbase = cc->nbase = base.n;
		s.new = new.value;
		s.nnew = cc->nnew = new.n;
		s.control = control.value;
		s.ncontrol = control.n;
		s.paired = same_seeds(&base, &new);
		cc->mode = REF_RAW;
		r = stats_effect_seeds(&s, &cc->effect);
	}
	if (!r)
		r = stats_median(s.base, s.nbase, &cc->base);
	if (!r)
		r = stats_median(s.new, s.nnew, &cc->new);
	free(seeds);
	free(value);
	return r;
}
