// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * levers PATH...: how far apart neighbouring runs of one kernel are, by what a run's value
 * is made of. Runs are taken in the order of their names, that of their time. For each
 * lever and case the noise is the standard deviation of the logarithm that the differences
 * of neighbours show (von Neumann's: drift slower than that does not count, as it
 * does not in runs taken in turns); of all cases the median and the 90th percentile.
 * Then each case: half the time, the time, and twice the time.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>

#include "result.h"
#include "run_clock.h"
#include "stats.h"
#include "value.h"

struct lever {
	const char *name;
	double quantile;	/* over processes, of a cost */
	enum ref_mode mode;
	bool undisturbed;	/* no batches with an involuntary switch or steal */
	bool all;		/* without preferring those without, in each process */
	unsigned int every;	/* of the processes each that many; 0: each */
	size_t join;		/* runs that make one value; 0: one */
	bool regress;		/* what the costs have by the logs of both loops taken out */
	bool clock;		/* relative to the best arithmetic loops of the same runs */
	bool near;		/* each process relative to the fastest of its own */
};

static const struct lever levers[] = {
	{ "the value of a run", .quantile = VALUE_QUANTILE },
	{ "least process", .quantile = 0 },
	{ "1st percentile", .quantile = 0.01 },
	{ "5th percentile", .quantile = 0.05 },
	{ "10th percentile", .quantile = 0.1 },
	{ "25th percentile", .quantile = 0.25 },
	{ "median", .quantile = 0.5 },
	{ "relative to the arithmetic loop", .quantile = VALUE_QUANTILE, .mode = REF_ARITH },
	{ "relative to the memory loop", .quantile = VALUE_QUANTILE, .mode = REF_MEM },
	{ "relative to both", .quantile = VALUE_QUANTILE, .mode = REF_BOTH },
	{ "regression on both", .quantile = VALUE_QUANTILE, .regress = true },
	{ "relative to the best arithmetic loops", .quantile = VALUE_QUANTILE, .clock = true },
	{ "relative to each process's fastest loop", .quantile = VALUE_QUANTILE, .near = true },
	{ "median, relative to both", .quantile = 0.5, .mode = REF_BOTH },
	{ "median, regression on both", .quantile = 0.5, .regress = true },
	{ "disturbed batches not told apart", .quantile = VALUE_QUANTILE, .all = true },
	{ "no disturbed batches", .quantile = VALUE_QUANTILE, .undisturbed = true },
	{ "median, no disturbed batches", .quantile = 0.5, .undisturbed = true },
	{ "a quarter of the time", .quantile = VALUE_QUANTILE, .every = 4 },
	{ "half the time", .quantile = VALUE_QUANTILE, .every = 2 },
	{ "twice the time", .quantile = VALUE_QUANTILE, .join = 2 },
	{ "four times the time", .quantile = VALUE_QUANTILE, .join = 4 },
};

static struct result_set set;
static struct ref_scale scale;

static void die(const char *what)
{
	fprintf(stderr, "levers: %s\n", what);
	exit(2);
}

static void *need(void *p)
{
	if (!p)
		die("out of memory");
	return p;
}

static bool disturbed(const struct result_batch *b)
{
	return (b->nivcsw && b->nivcsw != RESULT_UNKNOWN) ||
		(b->steal && b->steal != RESULT_UNKNOWN);
}

/* Robust (bisquare), of log cost on the logs of both loops; costs as at the loops' medians. */
static void regress(struct result_series *s)
{
	gsl_matrix *x = need(gsl_matrix_alloc(s->n, 3)), *cov = need(gsl_matrix_alloc(3, 3));
	gsl_vector *y = need(gsl_vector_alloc(s->n)), *b = need(gsl_vector_alloc(3));
	gsl_multifit_robust_workspace *w =
		need(gsl_multifit_robust_alloc(gsl_multifit_robust_bisquare, s->n, 3));

	for (size_t i = 0; i < s->n; i++) {
		gsl_matrix_set(x, i, 0, 1);
		gsl_matrix_set(x, i, 1, log(s->batch[i].ref_arith / scale.scale[REF_ARITH]));
		gsl_matrix_set(x, i, 2, log(s->batch[i].ref_mem / scale.scale[REF_MEM]));
		gsl_vector_set(y, i, log(s->batch[i].cost));
	}
	gsl_multifit_robust(x, y, b, cov, w);
	if (!isfinite(gsl_vector_get(b, 1)) || !isfinite(gsl_vector_get(b, 2)))
		die("no regression");
	for (size_t i = 0; i < s->n; i++)
		s->batch[i].cost /= exp(gsl_vector_get(b, 1) * gsl_matrix_get(x, i, 1) +
					gsl_vector_get(b, 2) * gsl_matrix_get(x, i, 2));
	gsl_multifit_robust_free(w);
	gsl_vector_free(b);
	gsl_vector_free(y);
	gsl_matrix_free(cov);
	gsl_matrix_free(x);
}

/* Appends the processes, each relative to its clock; its time has the loops of all its cases. */
static void take_near(const struct result_run *run, const struct result_series *s, double *x,
		      size_t *n)
{
	struct process_values pv;
	struct run_clock clock;

	if (run_clock_init(&clock, run) || clock_values_near(&clock, s, 1, &pv))
		die("no clock");
	for (size_t i = 0; i < pv.n; i++)
		x[(*n)++] = pv.median[i];
	process_values_release(&pv);
	run_clock_release(&clock);
}

/* Appends what the lever takes of a run's processes. */
static void take(const struct lever *l, const struct result_series *s, double *x, size_t *n)
{
	struct process_values pv;
	struct result_series kept = *s;

	kept.batch = need(calloc(s->n, sizeof(*kept.batch)));
	kept.n = 0;
	for (size_t i = 0; i < s->n; i++) {
		struct result_batch b = s->batch[i];

		if ((l->every && b.proc % l->every) || (l->undisturbed && disturbed(&b)))
			continue;
		if (l->all)
			b.nivcsw = b.steal = 0;
		kept.batch[kept.n++] = b;
	}
	if (l->regress && kept.n > 8)
		regress(&kept);
	if (kept.n && process_values(&kept, l->mode, &scale, &pv))
		die("no processes");
	for (size_t i = 0; kept.n && i < pv.n; i++)
		x[(*n)++] = pv.median[i];
	if (kept.n)
		process_values_release(&pv);
	free(kept.batch);
}

/* In %; NaN where fewer than four values can be made. */
static double noise(const struct lever *l, const struct result_key *key)
{
	const size_t join = l->join ? l->join : 1;
	double squares = 0, last = NAN, v;
	size_t pairs = 0;

	for (size_t i = 0; i + join <= set.nruns; i += join) {
		size_t n = 0, nrefs = 0, room = 0;
		double *x, *refs, clock;

		for (size_t k = i; k < i + join; k++) {
			const struct result_series *s = result_run_find(&set.runs[k], key);

			room += s ? s->n : 0;
		}
		x = need(calloc(room + 1, sizeof(*x)));
		refs = need(calloc(room + 1, sizeof(*refs)));
		for (size_t k = i; k < i + join; k++) {
			const struct result_series *s = result_run_find(&set.runs[k], key);

			if (!s)
				continue;
			if (l->near)
				take_near(&set.runs[k], s, x, &n);
			else
				take(l, s, x, &n);
			for (size_t b = 0; b < s->n; b++)
				refs[nrefs++] = s->batch[b].ref_arith;
		}
		v = NAN;
		if (n && stats_quantile(x, n, l->quantile, &v))
			die("no quantile");
		if (l->clock && n) {
			if (stats_quantile(refs, nrefs, VALUE_QUANTILE, &clock))
				die("no loops");
			v /= clock;
		}
		free(refs);
		free(x);
		if (v > 0 && last > 0) {
			squares += log(v / last) * log(v / last);
			pairs++;
		}
		last = v;
	}
	return pairs > 2 ? 100 * sqrt(squares / 2 / (double)pairs) : NAN;
}

static const struct lever *by_name(const char *name)
{
	size_t i = 0;

	while (strcmp(levers[i].name, name))
		i++;
	return &levers[i];
}

static void all_levers(const struct result_key **keys)
{
	double *x = need(calloc(set.nkeys, sizeof(*x)));

	printf("%-38s  median  90th percentile  cases\n", "noise between runs, %");
	for (size_t i = 0; i < sizeof(levers) / sizeof(*levers); i++) {
		double median = NAN, far = NAN;
		size_t n = 0;

		for (size_t k = 0; k < set.nkeys; k++) {
			x[n] = noise(&levers[i], keys[k]);
			n += !isnan(x[n]);
		}
		if (n && (stats_median(x, n, &median) || stats_quantile(x, n, 0.9, &far)))
			die("no median");
		printf("%-38s  %6.2f  %15.2f  %5zu\n", levers[i].name, median, far, n);
		fflush(stdout);
	}
	free(x);
}

static void each_case(const struct result_key **keys)
{
	const struct lever *half = by_name("half the time"), *twice = by_name("twice the time");

	printf("\n%-40s  %6s  %6s  %6s\n", "noise, % of", "half", "all", "twice");
	for (size_t k = 0; k < set.nkeys; k++)
		printf("%-40s  %6.2f  %6.2f  %6.2f\n", keys[k]->name, noise(half, keys[k]),
		       noise(&levers[0], keys[k]), noise(twice, keys[k]));
}

int main(int argc, char **argv)
{
	struct strbuf diag = STRBUF_INIT;
	const struct result_key **keys = NULL;
	struct ref_scale *scales;

	if (argc < 2)
		die("usage: levers PATH...");
	result_set_init(&set);
	for (int i = 1; i < argc; i++)
		if (result_set_load(&set, argv[i], &diag))
			die(diag.buf);
	if (set.nruns < 4)
		die("fewer than four runs");
	scales = need(calloc(set.nruns, sizeof(*scales)));
	for (size_t i = 0; i < set.nruns; i++)
		if (ref_scale_of_run(&set.runs[i], &scales[i]))
			die("out of memory");
	if (ref_scale_of_runs(scales, set.nruns, &scale) || result_set_sorted(&set, &keys))
		die("out of memory");
	gsl_set_error_handler_off();	/* a regression that does not converge is as good as it got */
	printf("%zu runs\n\n", set.nruns);
	all_levers(keys);
	each_case(keys);
	free(keys);
	free(scales);
	result_set_release(&set);
	strbuf_release(&diag);
	return 0;
}
