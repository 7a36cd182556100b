// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "record.h"
#include "shape.h"
#include "sides.h"
#include "stats.h"

#define MARGIN_TIME		0.01
#define MARGIN_INSTRUCTIONS	0.001
#define SHAPE_ALPHA		0.05

bool unit_lower_is_better(const char *unit)
{
	size_t n = strlen(unit);

	/* rates: "MB/s", "Mbit/s", "op/s" */
	return n < 3 || strcmp(unit + n - 2, "/s");
}

void compare_init(struct compare *c)
{
	memset(c, 0, sizeof(*c));
}

void compare_release(struct compare *c)
{
	free(c->cases);
	free(c->lonely);
	compare_init(c);
}

/* Room for one case's values: those of the runs, then those of the units. */
struct scratch {
	const struct result_series **series;
	double *run, *run_se2, *unit, *unit_se2;
	unsigned int *group, *run_group;
};

static int scratch_init(struct scratch *s, size_t nruns)
{
	s->series = calloc(nruns, sizeof(*s->series));
	s->run = calloc(nruns, sizeof(double));
	s->run_se2 = calloc(nruns, sizeof(double));
	s->unit = calloc(nruns, sizeof(double));
	s->unit_se2 = calloc(nruns, sizeof(double));
	s->group = calloc(nruns, sizeof(unsigned int));
	s->run_group = calloc(nruns, sizeof(unsigned int));
	return s->series && s->run && s->run_se2 && s->unit && s->unit_se2 && s->group &&
		s->run_group ? 0 : -ENOMEM;
}

static void scratch_release(struct scratch *s)
{
	free(s->series);
	free(s->run);
	free(s->run_se2);
	free(s->unit);
	free(s->unit_se2);
	free(s->group);
	free(s->run_group);
}

/*
 * The values of one side's units, from `at` of the scratch on. The squared
 * error of a unit of k runs is that of their mean; where no run knows its own,
 * *ret_known is false. Number of units, or -errno.
 */
static long side_units(const struct compare *c, const struct compare_side *side,
		       enum ref_mode mode, struct scratch *s, size_t at, bool *ret_known)
{
	size_t n = 0, units;
	double se2 = 0;
	int r;

	for (size_t i = side->first; i < side->first + side->nruns; i++) {
		struct run_value v;

		if (!s->series[i])
			continue;
		r = run_value(s->series[i], mode, &c->scale, &v);
		if (r)
			return r;
		s->run[n] = v.value;
		s->run_group[n++] = s->group[i];
		se2 += v.log_se2;
	}
	if (!n)
		return 0;
	for (size_t i = 0; i < n; i++)
		if (!(s->run[i] > 0))
			return -EDOM;
	r = stats_group_means(s->run, s->run_group, n, s->unit + at, &units);
	if (r)
		return r;
	/* the mean over runs, shrunk by how many runs a unit has on average */
	for (size_t i = 0; i < units; i++)
		s->unit_se2[at + i] = se2 / n * units / n;
	*ret_known = se2 > 0;
	return units;
}

/* Flags of the process medians of one side, run after run. */
static int side_shape(const struct compare *c, const struct compare_side *side,
		      enum ref_mode mode, const struct scratch *s, size_t tests,
		      unsigned int *ret_flags)
{
	double alpha = SHAPE_ALPHA / tests, *all = NULL;
	struct stats_shape shape;
	size_t n = 0;
	int r = 0;

	*ret_flags = 0;
	for (size_t i = side->first; !r && i < side->first + side->nruns; i++) {
		struct process_values pv;
		double *more;

		if (!s->series[i])
			continue;
		r = process_values(s->series[i], mode, &c->scale, &pv);
		if (r)
			break;
		more = realloc(all, (n + pv.n) * sizeof(*all));
		if (more) {
			all = more;
			memcpy(all + n, pv.median, pv.n * sizeof(*all));
			n += pv.n;
		} else {
			r = -ENOMEM;
		}
		process_values_release(&pv);
	}
	/* the dip's table of p ends at 0.0005 */
	if (alpha < 0.002)
		alpha = 0.002;
	if (!r && n > 1) {
		r = stats_shape(all, n, alpha, &shape);
		if (!r)
			*ret_flags = shape.flags;
		else if (r != -ENOMEM)
			r = 0;	/* too few for any test */
	}
	free(all);
	return r;
}

static int judge(struct compare *c, struct compare_case *cc, struct scratch *s, size_t tests)
{
	struct stats_effect_opts opts = { .confidence = c->opts.confidence };
	bool known_base = false, known_new = false;
	long nb, nn;
	int r;

	r = ref_mode_choose(s->series, c->set->nruns, &c->scale, &cc->mode);
	if (r)
		return r;
	nb = side_units(c, &c->base, cc->mode, s, 0, &known_base);
	nn = nb < 0 ? 0 : side_units(c, &c->new, cc->mode, s, nb, &known_new);
	if (nb < 0 || nn < 0)
		return nb < 0 ? nb : nn;
	cc->nbase = nb;
	cc->nnew = nn;
	opts.base_se2 = known_base ? s->unit_se2 : NULL;
	opts.new_se2 = known_new ? s->unit_se2 + nb : NULL;
	r = stats_effect(s->unit, nb, s->unit + nb, nn, &opts, &cc->effect);
	if (!r)
		r = stats_median(s->unit, nb, &cc->base);
	if (!r)
		r = stats_median(s->unit + nb, nn, &cc->new);
	if (!r)
		r = side_shape(c, &c->base, cc->mode, s, tests, &cc->shape_base);
	if (!r)
		r = side_shape(c, &c->new, cc->mode, s, tests, &cc->shape_new);
	return r;
}

/* The series of a key in every run; false if a side has none of it. */
static bool collect(const struct compare *c, const struct result_key *key, struct scratch *s)
{
	bool base = false, new = false;

	for (size_t i = 0; i < c->set->nruns; i++) {
		s->series[i] = result_run_find(&c->set->runs[i], key);
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
			strbuf_printf(diag, "%s is in %s in %s and in %s in %s: units cannot be mixed",
				      key->name, s->series[first]->unit, c->set->runs[first].path,
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
		r = stats_family(effects, c->ncases, p);
	for (size_t i = 0; !r && i < c->ncases; i++) {
		struct compare_case *cc = &c->cases[i];
		size_t more = 0;

		cc->p_adjusted = p[i];
		cc->verdict = stats_decide(&cc->effect, p[i], c->margin, cc->lower_is_better);
		cc->runs_needed = 0;
		if (cc->verdict != STATS_UNDECIDED)
			continue;
		r = stats_runs_needed(&cc->effect, c->margin, c->ncases, &more);
		if (r == -ENOMEM)
			break;
		cc->runs_needed = r ? -1 : more ? (long)more : 1;
		r = 0;
	}
	free(effects);
	free(p);
	return r;
}

static double default_margin(const struct compare *c)
{
	for (size_t i = 0; i < c->ncases; i++)
		if (!strcmp(c->cases[i].unit, "instructions"))
			return MARGIN_INSTRUCTIONS;
	return MARGIN_TIME;
}

/* How much the reference loops themselves differ between the sides. */
static int compare_refs(struct compare *c)
{
	const struct result_run **runs = calloc(c->set->nruns, sizeof(*runs));
	struct ref_scale base, new;
	int r = runs ? 0 : -ENOMEM;

	for (size_t i = 0; runs && i < c->set->nruns; i++)
		runs[i] = &c->set->runs[i];
	if (!r)
		r = ref_scale_init(&c->scale, runs, c->set->nruns);
	if (!r)
		r = ref_scale_init(&base, runs, c->base.nruns);
	if (!r)
		r = ref_scale_init(&new, runs + c->base.nruns, c->new.nruns);
	c->ref_change = r ? NAN : new.scale[REF_BOTH] / base.scale[REF_BOTH];
	free(runs);
	return r;
}

static int all_cases(struct compare *c, const struct result_key **keys, struct scratch *s,
		     struct strbuf *diag)
{
	int r = 0;

	for (size_t i = 0; !r && i < c->set->nkeys; i++) {
		struct compare_case *cc = &c->cases[c->ncases];

		if (!collect(c, keys[i], s)) {
			for (size_t j = 0; j < c->set->nruns; j++)
				if (s->series[j]) {
					c->lonely[c->nlonely++] = keys[i];
					break;
				}
			continue;
		}
		cc->key = keys[i];
		r = same_unit(c, keys[i], s, &cc->unit, diag);
		if (r)
			break;
		cc->lower_is_better = unit_lower_is_better(cc->unit);
		r = judge(c, cc, s, 2 * c->set->nkeys);
		if (r == -EDOM) {
			strbuf_printf(diag, "%s has a cost of 0 in a run: it cannot be compared",
				      keys[i]->name);
			r = -EINVAL;
		}
		c->ncases++;
	}
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
		r = sides_group(set, c, s.group);
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
		c->margin = opts->margin >= 0 ? opts->margin : default_margin(c);
		r = decide(c);
	}
	if (r == -ENOMEM && !diag->len)
		strbuf_adds(diag, "out of memory");
	free(keys);
	scratch_release(&s);
	return r;
}
