// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "counts.h"
#include "disturbed.h"
#include "gather.h"
#include "judge.h"
#include "record.h"
#include "seeds.h"
#include "stats.h"
#include "unit_values.h"

#define MARGIN_TIME		0.01
#define MARGIN_COUNT		0.001
#define CLOCKS_APART		0.9	/* of the pairs of runs, one a side, are in one order */

const char *compare_verdict_name(const struct compare_case *cc)
{
	if (cc->neither && (cc->verdict == STATS_FASTER || cc->verdict == STATS_SLOWER))
		return "changed";
	return stats_verdict_name(cc->verdict);
}

const char *compare_better_name(const struct compare_case *cc)
{
	return cc->neither ? "neither" : cc->lower_is_better ? "lower" : "higher";
}

/* What is counted exactly decides smaller changes than what is timed. */
static double default_margin(const char *unit)
{
	return !strcmp(unit, "instructions") || !strcmp(unit, "count") ? MARGIN_COUNT : MARGIN_TIME;
}

void compare_init(struct compare *c)
{
	memset(c, 0, sizeof(*c));
}

void compare_release(struct compare *c)
{
	counts_release(c);
	free(c->cases);
	free(c->lonely);
	free(c->disturbed);
	free(c->left_out);
	compare_init(c);
}

/* Whether both sides have the case. */
static bool on_both_sides(const struct compare *c, const struct scratch *s)
{
	bool base = false, new = false;

	for (size_t i = 0; i < c->set->nruns; i++) {
		if (c->counts && counts_is_control(c, i))
			continue;
		if (s->series[i] && i < c->base.nruns)
			base = true;
		else if (s->series[i])
			new = true;
	}
	return base && new;
}

static int same_unit(const struct compare *c, const struct result_key *key, const struct scratch *s,
		     const char **ret_unit, struct strbuf *diag)
{
	size_t first = 0;

	while (!s->series[first])
		first++;
	for (size_t i = first + 1; i < c->set->nruns; i++)
		if (s->series[i] && strcmp(s->series[i]->unit, s->series[first]->unit)) {
			strbuf_printf(diag, "%s is in %s in %s and in %s in %s: "
				      "units cannot be mixed", key->name,
				      s->series[first]->unit, c->set->runs[first].path,
				      s->series[i]->unit, c->set->runs[i].path);
			return -EINVAL;
		}
	*ret_unit = s->series[first]->unit;
	return 0;
}

/* The family's correction, the verdicts, and what more would decide. */
static int decide(struct compare *c)
{
	struct stats_effect *effects = calloc(c->ncases, sizeof(*effects));
	double *p = calloc(c->ncases, sizeof(*p));
	int r = effects && p ? 0 : -ENOMEM;

	for (size_t i = 0; !r && i < c->ncases; i++)
		effects[i] = c->cases[i].effect;
	if (!r)
		r = c->unit == UNIT_SEED ? stats_family_seeds(effects, c->ncases, p) :
			stats_family(effects, c->ncases, p);
	for (size_t i = 0; !r && i < c->ncases; i++) {
		struct compare_case *cc = &c->cases[i];
		size_t more = 0;

		cc->p_adjusted = p[i];
		cc->verdict = stats_decide(&cc->effect, p[i], cc->margin, cc->lower_is_better);
		/* a change, but none for the worse: named "changed" */
		if (cc->neither && cc->verdict == STATS_SLOWER)
			cc->verdict = STATS_FASTER;
		cc->runs_needed = 0;
		if (cc->verdict != STATS_UNDECIDED)
			continue;
		if (c->emulated || cc->differs || cc->spans_clock)
			r = -ERANGE;
		else if (c->unit == UNIT_SEED)
			r = stats_seeds_needed(&effects[i], c->ncases, cc->margin, &more);
		else
			r = stats_runs_needed(&cc->effect, cc->margin, c->ncases, &more);
		if (r == -ENOMEM)
			break;
		cc->runs_needed = r ? -1 : more ? (long)more : 1;
		r = 0;
	}
	free(effects);
	free(p);
	return r;
}

/* How far apart the runs' clocks are, and whether that is along the sides. */
static int compare_clocks(struct compare *c, const struct ref_scale *runs)
{
	double *loop = malloc((c->set->nruns + 1) * sizeof(*loop)), base, new;
	double least = INFINITY, most = -INFINITY;
	struct stats_mann_whitney test;
	size_t n = 0, m = 0;
	int r = loop ? 0 : -ENOMEM;

	for (size_t i = 0; !r && i < c->set->nruns; i++) {
		double v = runs[i].scale[REF_CLOCK];

		if (isnan(v))
			continue;
		loop[n + m] = v;
		if (i < c->base.nruns)
			n++;
		else
			m++;
		least = fmin(least, v);
		most = fmax(most, v);
	}
	c->clock_change = 1;
	c->clock_range = most > least ? most / least - 1 : 0;
	if (!r && n && m && c->clock_range > CLOCK_VARIES) {
		double pairs = (double)n * (double)m;

		r = stats_median(loop, n, &base);
		if (!r)
			r = stats_median(loop + n, m, &new);
		if (!r)
			r = stats_mann_whitney(loop, n, loop + n, m, &test);
		c->clocks_apart = !r && fabs(log(new / base)) > CLOCK_VARIES &&
			(test.u >= CLOCKS_APART * pairs || test.u <= (1 - CLOCKS_APART) * pairs);
		if (c->clocks_apart)
			c->clock_change = new / base;
	}
	free(loop);
	return r;
}

/* What costs are scaled back by, and how much that itself differs between the sides. */
static int compare_refs(struct compare *c)
{
	struct ref_scale *runs = calloc(c->set->nruns + 1, sizeof(*runs)), base, new;
	int r = runs ? 0 : -ENOMEM;

	for (size_t i = 0; !r && i < c->set->nruns; i++)
		r = ref_scale_of_run(&c->set->runs[i], &runs[i]);
	if (!r)
		r = compare_clocks(c, runs);
	if (!r)
		r = ref_scale_of_runs(runs, c->set->nruns, &c->scale);
	if (!r)
		r = ref_scale_of_runs(runs, c->base.nruns, &base);
	if (!r)
		r = ref_scale_of_runs(runs + c->base.nruns, c->new.nruns, &new);
	if (!r)
		c->ref_change = new.scale[REF_BOTH] / base.scale[REF_BOTH];
	if (!r)
		r = disturbed_find(c, runs);
	free(runs);
	return r;
}

static int one_case(struct compare *c, const struct result_key *key, struct scratch *s,
		    struct strbuf *diag)
{
	struct compare_case *cc = &c->cases[c->ncases];
	int r;

	if (!on_both_sides(c, s)) {
		for (size_t j = 0; j < c->set->nruns; j++)
			if (s->series[j]) {
				c->lonely[c->nlonely++] = key;
				break;
			}
		return 0;
	}
	cc->key = key;
	r = same_unit(c, key, s, &cc->unit, diag);
	if (r)
		return r;
	cc->lower_is_better = unit_lower_is_better(cc->unit);
	cc->neither = !strcmp(cc->unit, "%");
	cc->margin = c->opts.margin >= 0 ? c->opts.margin : default_margin(cc->unit);
	r = c->unit == UNIT_SEED ? counts_judge(c, cc, s->series, s->now.unit) :
		judge_case(c, cc, s, 2 * c->set->nkeys);
	/* what an emulator takes says nothing of any machine */
	if (!r && (c->emulated || cc->differs))
		cc->effect = (struct stats_effect){ .ratio = cc->effect.ratio, .p = 1,
						    .hi = INFINITY, .n = cc->nbase, .m = cc->nnew };
	if (r == -EDOM) {
		strbuf_printf(diag, "%s has a cost of 0 in a run: it cannot be compared",
			      key->name);
		r = -EINVAL;
	}
	c->ncases++;
	return r;
}

static int all_cases(struct compare *c, const struct result_key **keys, struct scratch *s,
		     struct strbuf *diag)
{
	struct gather g;
	int r = gather_init(&g, c->set);

	for (size_t i = 0; !r && i < c->set->nkeys; i++) {
		size_t left = c->set->nkeys - i;

		if (i % GATHER_KEYS == 0)
			gather_keys(&g, keys + i, left < GATHER_KEYS ? left : GATHER_KEYS);
		s->series = gather_series(&g, i % GATHER_KEYS);
		for (size_t run = 0; c->left_out && run < c->set->nruns; run++)
			if (c->left_out[keys[i]->id * c->set->nruns + run])
				s->series[run] = NULL;
		r = one_case(c, keys[i], s, diag);
	}
	gather_release(&g);
	return r;
}

int compare_run(struct compare *c, const struct result_set *set, size_t nbase,
		const struct compare_opts *opts, struct strbuf *diag)
{
	const struct result_key **keys = NULL;
	struct scratch s;
	int r;

	compare_release(c);
	c->set = set;
	c->opts = *opts;
	c->base.nruns = nbase;
	c->new.first = nbase;
	c->new.nruns = set->nruns - nbase;
	c->cases = calloc(set->nkeys + 1, sizeof(*c->cases));
	c->lonely = calloc(set->nkeys + 1, sizeof(*c->lonely));
	r = scratch_init(&s, set->nruns);
	if (!r && (!c->cases || !c->lonely))
		r = -ENOMEM;
	if (!r)
		r = sides_group(set, c, s.members);
	if (!r)
		r = counts_group(c);
	if (!r)
		r = compare_refs(c);
	if (!r)
		r = result_set_sorted(set, &keys);
	if (!r)
		r = all_cases(c, keys, &s, diag);
	if (!r && !c->ncases) {
		strbuf_adds(diag, "no case was measured on both sides");
		r = -ENODATA;
	}
	if (!r) {
		for (size_t i = 0; i < c->ncases; i++)
			c->margin = fmax(c->margin, c->cases[i].margin);
		r = decide(c);
	}
	if (r == -ENOMEM && !diag->len)
		strbuf_adds(diag, "out of memory");
	free(keys);
	scratch_release(&s);
	return r;
}
