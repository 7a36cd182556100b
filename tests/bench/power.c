// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * power [-m PERCENT] [-n RUNS] [-v] PATH...: what comparisons of RUNS against RUNS (5) of one
 * series of real runs of one kernel say. The runs are taken in the order of their
 * names, that of their time. Every 2 * RUNS neighbours, in turns base and new, are
 * a window, which gives two comparisons: the sides and the sides swapped.
 *
 * Three tables: false verdicts of comparisons where nothing differs (windows in
 * turns; random deals of the window; the first half against the second, which is
 * not how to measure); how often the known differences of the calib cases are
 * decided; and for each case the least slowdown that 95 % of the comparisons
 * decide, where the new side's costs are multiplied by it.
 *
 * A calib trial takes the case's first value as base and another as new, under one
 * name: each run has both, measured alike. The two trials of a window share no figure.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "compare.h"
#include "result.h"
#include "stats.h"

#define SIDE_MAX 64

static struct result_set all;
static struct compare_opts opts = { .margin = -1, .confidence = 0.95 };
static size_t side = 5;
static bool verbose;

struct trial {
	size_t run[2 * SIDE_MAX];	/* of base, then of new */
	const struct result_key *from, *as;	/* new: the series of `from` stands for `as` */
	double factor;			/* by which new's costs of `as` are multiplied */
	bool alone;			/* no other case takes part */
};

static void die(const char *what)
{
	fprintf(stderr, "power: %s\n", what);
	exit(2);
}

static void *need(void *p)
{
	if (!p)
		die("out of memory");
	return p;
}

static bool is_calib(const struct result_key *key)
{
	return !strncmp(key->case_name, "calib.", 6);
}

/* Whether a trial has this case: of calib cases only the one on trial. */
static bool takes_part(const struct result_key *key, const struct trial *t)
{
	return key == t->as || (!t->alone && !is_calib(key));
}

/* A run as the trial's side has it; series are shared but for the one that is scaled. */
static struct result_run dealt(const struct result_run *run, const struct trial *t, bool new,
			       struct result_batch **ret_scaled)
{
	const struct result_series *from = t->from ? result_run_find(run, t->from) : NULL;
	struct result_run r = *run;

	r.series = need(calloc(run->nseries, sizeof(*r.series)));
	r.nseries = 0;
	*ret_scaled = NULL;
	for (size_t i = 0; i < run->nseries; i++) {
		const struct result_series *s = &run->series[i];

		if (!takes_part(s->key, t) || (new && s->key == t->as && !from))
			continue;
		r.series[r.nseries] = new && s->key == t->as ? *from : *s;
		r.series[r.nseries].key = s->key;
		if (new && s->key == t->as && t->factor != 1) {
			struct result_batch *batch = need(calloc(from->n, sizeof(*batch)));

			for (uint32_t b = 0; b < from->n; b++) {
				batch[b] = from->batch[b];
				batch[b].cost *= t->factor;
			}
			r.series[r.nseries].batch = *ret_scaled = batch;
		}
		r.nseries++;
	}
	return r;
}

/* The comparison of a trial, for take() to look at. */
static void compare_trial(const struct trial *t, void (*take)(const struct compare *c, void *data),
			  void *data)
{
	struct strbuf diag = STRBUF_INIT;
	struct result_batch *scaled[2 * SIDE_MAX];
	struct result_set set = all;
	struct compare c;

	set.nruns = 2 * side;
	set.runs = need(calloc(set.nruns, sizeof(*set.runs)));
	for (size_t i = 0; i < set.nruns; i++)
		set.runs[i] = dealt(&all.runs[t->run[i]], t, i >= side, &scaled[i]);
	compare_init(&c);
	if (compare_run(&c, &set, side, &opts, &diag))
		die(diag.buf);
	take(&c, data);
	compare_release(&c);
	for (size_t i = 0; i < set.nruns; i++) {
		free(set.runs[i].series);
		free(scaled[i]);
	}
	free(set.runs);
	strbuf_release(&diag);
}

struct outcome {
	const struct trial *t;
	enum stats_verdict verdict;	/* of t->as */
	double ratio;
	size_t wrong;			/* verdicts of the other cases */
};

static void take_outcome(const struct compare *c, void *data)
{
	struct outcome *o = data;

	for (size_t i = 0; i < c->ncases; i++) {
		const struct compare_case *cc = &c->cases[i];

		if (cc->key == o->t->as && o->t->from) {
			o->verdict = cc->verdict;
			o->ratio = cc->effect.ratio;
		} else if (cc->verdict == STATS_FASTER || cc->verdict == STATS_SLOWER) {
			if (verbose)
				printf("false: %s %.4f [%.4f, %.4f]\n", cc->key->name,
				       cc->effect.ratio, cc->effect.lo, cc->effect.hi);
			o->wrong++;
		}
	}
}

static struct outcome outcome_of(const struct trial *t)
{
	struct outcome o = { .t = t, .verdict = STATS_UNDECIDED };

	compare_trial(t, take_outcome, &o);
	return o;
}

enum deal { IN_TURNS, RANDOM, HALVES };

static void deal(struct trial *t, size_t window, bool swap, enum deal how, gsl_rng *rng)
{
	size_t order[2 * SIDE_MAX];

	for (size_t i = 0; i < 2 * side; i++)
		order[i] = window * 2 * side + i;
	if (how == RANDOM)
		gsl_ran_shuffle(rng, order, 2 * side, sizeof(*order));
	for (size_t i = 0; i < 2 * side; i++) {
		bool new = how == IN_TURNS ? i % 2 : i >= side;
		size_t at = how == IN_TURNS ? i / 2 : i % side;

		t->run[(new != swap ? side : 0) + at] = order[i];
	}
}

static size_t windows(void)
{
	return all.nruns / (2 * side);
}

static void false_verdicts(void)
{
	static const char *const names[] = { "in turns", "dealt at random, 40 times",
					     "first half, second half" };
	gsl_rng *rng = need(gsl_rng_alloc(gsl_rng_mt19937));

	printf("%-28s  comparisons  with a false verdict  false cases\n", "identical kernels");
	for (enum deal how = IN_TURNS; how <= HALVES; how++) {
		size_t n = 0, wrong = 0, cases = 0;

		for (size_t w = 0; w < windows(); w++)
			for (int k = 0; k < (how == RANDOM ? 40 : 1); k++) {
				struct trial t = { .factor = 1 };
				size_t bad;

				deal(&t, w, false, how, rng);
				bad = outcome_of(&t).wrong;
				n++;
				wrong += bad > 0;
				cases += bad;
			}
		printf("%-28s  %11zu  %20zu  %11zu\n", names[how], n, wrong, cases);
	}
	gsl_rng_free(rng);
}

static void known_differences(void)
{
	const struct result_key *as = NULL, **keys;

	if (result_set_sorted(&all, &keys))
		die("out of memory");
	printf("\n%-28s  trials  slower  faster  median ratio  others false\n", "known differences");
	for (size_t k = 0; k < all.nkeys; k++) {
		size_t n = 0, slower = 0, faster = 0, false_trials = 0;
		double ratio[1000], median = NAN;

		if (!is_calib(keys[k]))
			continue;
		if (!as || strcmp(as->case_name, keys[k]->case_name)) {
			as = keys[k];
			continue;
		}
		for (size_t w = 0; w < windows() && n < 999; w++)
			for (int swap = 0; swap < 2; swap++) {
				struct trial t = { .from = keys[k], .as = as, .factor = 1 };
				struct outcome o;

				deal(&t, w, swap, IN_TURNS, NULL);
				o = outcome_of(&t);
				ratio[n++] = o.ratio;
				slower += o.verdict == STATS_SLOWER;
				faster += o.verdict == STATS_FASTER;
				false_trials += o.wrong > 0;
			}
		if (n && stats_median(ratio, n, &median))
			die("no ratio");
		printf("%-28s  %6zu  %6zu  %6zu  %12.4f  %12zu\n", keys[k]->name, n, slower,
		       faster, median, false_trials);
	}
	free(keys);
}

/* What a comparison is without calib cases; the case on trial replaces its own, or joins. */
struct family {
	struct stats_effect *effects;
	const struct result_key **keys;
	double *p;
	size_t n;
};

static void take_family(const struct compare *c, void *data)
{
	struct family *f = data;

	f->effects = need(calloc(c->ncases + 1, sizeof(*f->effects)));
	f->keys = need(calloc(c->ncases + 1, sizeof(*f->keys)));
	f->p = need(calloc(c->ncases + 1, sizeof(*f->p)));
	f->n = c->ncases;
	for (size_t i = 0; i < c->ncases; i++) {
		f->effects[i] = c->cases[i].effect;
		f->keys[i] = c->cases[i].key;
	}
}

/* Two a window: its sides, and swapped. */
static struct family *families_make(void)
{
	struct family *f = need(calloc(2 * windows(), sizeof(*f)));

	for (size_t k = 0; k < 2 * windows(); k++) {
		struct trial t = { .factor = 1 };

		deal(&t, k / 2, k % 2, IN_TURNS, NULL);
		compare_trial(&t, take_family, &f[k]);
	}
	return f;
}

static void families_free(struct family *f)
{
	for (size_t k = 0; k < 2 * windows(); k++) {
		free(f[k].effects);
		free(f[k].keys);
		free(f[k].p);
	}
	free(f);
}

static void take_alone(const struct compare *c, void *data)
{
	*(struct compare_case *)data = c->cases[0];
}

/* Whether the trial's case is found slower among the others of the family. */
static bool found_slower(struct family *f, const struct trial *t)
{
	struct compare_case cc;
	struct stats_effect kept;
	size_t i = 0;

	compare_trial(t, take_alone, &cc);
	if (!f->effects)
		die("no family");
	while (i < f->n && f->keys[i] != t->as)
		i++;
	kept = f->effects[i];
	f->effects[i] = cc.effect;
	if (stats_family(f->effects, f->n + (i == f->n), f->p))
		die("out of memory");
	f->effects[i] = kept;
	return stats_decide(&cc.effect, f->p[i], cc.margin, true) == STATS_SLOWER;
}

/* The share of the comparisons that find case key slower where it is, by this factor. */
static double decided(struct family *f, const struct result_key *key, double factor)
{
	size_t slower = 0;

	for (size_t k = 0; k < 2 * windows(); k++) {
		struct trial t = { .from = key, .as = key, .factor = factor, .alone = true };

		deal(&t, k / 2, k % 2, IN_TURNS, NULL);
		slower += found_slower(&f[k], &t);
	}
	return (double)slower / (2 * (double)windows());
}

static void least_decided(void)
{
	static const double steps[] = { 0.005, 0.0075, 0.01, 0.0125, 0.015, 0.02, 0.025, 0.03, 0.04,
					0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2, 4 };
	struct family *families = families_make();
	const struct result_key **keys;

	if (result_set_sorted(&all, &keys))
		die("out of memory");
	printf("\n%-40s  least slowdown decided\n", "case");
	for (size_t k = 0; k < all.nkeys; k++) {
		size_t lo = 0, hi = sizeof(steps) / sizeof(*steps);

		if (!result_run_find(&all.runs[0], keys[k]) ||
		    !unit_lower_is_better(result_run_find(&all.runs[0], keys[k])->unit))
			continue;
		while (lo < hi) {
			size_t mid = (lo + hi) / 2;

			if (decided(families, keys[k], 1 + steps[mid]) >= 0.95)
				hi = mid;
			else
				lo = mid + 1;
		}
		if (lo < sizeof(steps) / sizeof(*steps))
			printf("%-40s  %.4g %%\n", keys[k]->name, 100 * steps[lo]);
		else
			printf("%-40s  none\n", keys[k]->name);
		fflush(stdout);
	}
	free(keys);
	families_free(families);
}

int main(int argc, char **argv)
{
	struct strbuf diag = STRBUF_INIT;
	int c;

	while ((c = getopt(argc, argv, "m:n:v")) != -1)
		switch (c) {
		case 'm':
			opts.margin = atof(optarg) / 100;
			break;
		case 'n':
			side = strtoul(optarg, NULL, 10);
			break;
		case 'v':
			verbose = true;
			break;
		default:
			die("usage: power [-m PERCENT] [-n RUNS] [-v] PATH...");
		}
	if (optind == argc || side < 2 || side > SIDE_MAX)
		die("usage: power [-m PERCENT] [-n RUNS] [-v] PATH...");
	result_set_init(&all);
	for (int i = optind; i < argc; i++)
		if (result_set_load(&all, argv[i], &diag))
			die(diag.buf);
	if (!windows())
		die("fewer runs than one comparison takes");
	printf("%zu runs, %zu windows of %zu against %zu, margin %s\n\n", all.nruns, windows(),
	       side, side, opts.margin < 0 ? "by default" : "as given");
	false_verdicts();
	known_differences();
	least_decided();
	result_set_release(&all);
	strbuf_release(&diag);
	return 0;
}
