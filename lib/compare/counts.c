// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
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

bool counts_is_control(const struct compare *c, size_t i)
{
	const struct compare_side *side = i < c->base.nruns ? &c->base : &c->new;
	bool others = false;

	if (!says(&c->set->runs[i], REC_ARM, "control"))
		return false;
	for (size_t j = side->first; j < side->first + side->nruns; j++)
		others = others || !says(&c->set->runs[j], REC_ARM, "control");
	return others;
}

bool counts_is_emulated(const struct result_run *run)
{
	return (says(run, REC_VIRT, "tcg") || says(run, REC_VIRT, "qemu")) &&
		!says(run, REC_CLOCK, "instructions");
}

/* Whether two runs of a side are of one seed and arm; a run without a seed is like none. */
static bool are_twins(const struct compare *c, size_t i, size_t j)
{
	int64_t a, b;

	return !result_run_int(&c->set->runs[i], REC_SEED, &a) &&
	       !result_run_int(&c->set->runs[j], REC_SEED, &b) && a == b &&
	       counts_is_control(c, i) == counts_is_control(c, j);
}

static bool is_twin(const struct compare *c, const struct compare_side *side, size_t i)
{
	for (size_t j = side->first; j < i; j++)
		if (are_twins(c, i, j))
			return true;
	return false;
}

static void count_seeds(struct compare *c, struct compare_side *side)
{
	side->units = 0;
	for (size_t i = side->first; i < side->first + side->nruns; i++) {
		if (counts_is_control(c, i) && side == &c->new)
			c->new_control++;
		else if (is_twin(c, side, i))
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
		c->emulated = c->emulated || counts_is_emulated(run);
	}
	c->counts = counts;
	if (!counts || c->unit == UNIT_BUILD)
		return;
	c->unit = UNIT_SEED;
	c->same_boot = false;
	count_seeds(c, &c->base);
	count_seeds(c, &c->new);
}

/*
 * Of a boot: the median of all batches. What an interrupt added to one would be seen in
 * the count; to leave batches out because they were switched would leave too few.
 */
static int boot_value(const struct result_series *s, double *ret_value)
{
	int r = stats_median(s->cost, s->n, ret_value);

	return r ? r : *ret_value > 0 ? 0 : -EDOM;
}

/* The values of one arm, by ascending seed. */
struct arm {
	double *value;
	int64_t *seed;
	size_t n;
	bool known;	/* each one's seed */
};

static void arm_add(struct arm *arm, const struct result_run *run, double value)
{
	int64_t seed = 0;
	size_t i = arm->n++;

	arm->known = !result_run_int(run, REC_SEED, &seed) && arm->known;
	for (; i && arm->seed[i - 1] > seed; i--) {
		arm->seed[i] = arm->seed[i - 1];
		arm->value[i] = arm->value[i - 1];
	}
	arm->seed[i] = seed;
	arm->value[i] = value;
}

/*
 * The value of each seed of one arm: of its first run that has the case. *differs is
 * set where a further run of that seed has another.
 */
static int seed_values(const struct compare *c, const struct compare_side *side, bool control,
		       const struct result_series *const *series, struct arm *arm, bool *differs)
{
	for (size_t i = side->first; i < side->first + side->nruns; i++) {
		size_t j = side->first;
		double v, first;
		int r;

		if (!series[i] || counts_is_control(c, i) != control)
			continue;
		r = boot_value(series[i], &v);
		while (j < i && !(series[j] && are_twins(c, i, j)))
			j++;
		if (!r && j < i)
			r = boot_value(series[j], &first);
		if (r)
			return r;
		if (j < i)
			*differs = *differs || v != first;
		else
			arm_add(arm, &c->set->runs[i], v);
	}
	return 0;
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
	struct arm base = { room, seeds, 0, true }, new, control;
	struct stats_seeds s = { .confidence = c->opts.confidence };
	int r = seeds ? seed_values(c, &c->base, false, series, &base, &cc->differs) : -ENOMEM;

	new = (struct arm){ room + base.n, seeds + base.n, 0, true };
	if (!r)
		r = seed_values(c, &c->new, false, series, &new, &cc->differs);
	control = (struct arm){ new.value + new.n, new.seed + new.n, 0, true };
	if (!r)
		r = seed_values(c, &c->base, true, series, &control, &cc->differs);
	if (!r) {
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
	return r;
}
