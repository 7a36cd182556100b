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
#include "stats.h"
#include "value.h"

struct lever {
	const char *name;
	double quantile;	/* over processes, of a cost */
	enum ref_mode mode;
	bool undisturbed;	/* only batches without involuntary switch or steal */
	unsigned int every;	/* of the processes each that many */
	size_t join;		/* runs that make one value */
	bool regress;		/* what the costs have by the logs of both loops taken out */
	bool clock;		/* relative to the best arithmetic loops of the same runs */
};

static const struct lever levers[] = {
	{ "the value of a run", VALUE_QUANTILE, REF_RAW, false, 1, 1, false, false },
	{ "least process", 0, REF_RAW, false, 1, 1, false, false },
	{ "1st percentile", 0.01, REF_RAW, false, 1, 1, false, false },
	{ "5th percentile", 0.05, REF_RAW, false, 1, 1, false, false },
	{ "10th percentile", 0.1, REF_RAW, false, 1, 1, false, false },
	{ "25th percentile", 0.25, REF_RAW, false, 1, 1, false, false },
	{ "median", 0.5, REF_RAW, false, 1, 1, false, false },
	{ "relative to the arithmetic loop", VALUE_QUANTILE, REF_ARITH, false, 1, 1, false, false },
	{ "relative to the memory loop", VALUE_QUANTILE, REF_MEM, false, 1, 1, false, false },
	{ "relative to both", VALUE_QUANTILE, REF_BOTH, false, 1, 1, false, false },
	{ "regression on both", VALUE_QUANTILE, REF_RAW, false, 1, 1, true, false },
	{ "relative to the best arithmetic loops", VALUE_QUANTILE, REF_RAW, false, 1, 1, false, true },
	{ "median, relative to both", 0.5, REF_BOTH, false, 1, 1, false, false },
	{ "median, regression on both", 0.5, REF_RAW, false, 1, 1, true, false },
	{ "without disturbed batches", VALUE_QUANTILE, REF_RAW, true, 1, 1, false, false },
	{ "median, without disturbed batches", 0.5, REF_RAW, true, 1, 1, false, false },
	{ "a quarter of the time", VALUE_QUANTILE, REF_RAW, false, 4, 1, false, false },
	{ "half the time", VALUE_QUANTILE, REF_RAW, false, 2, 1, false, false },
	{ "twice the time", VALUE_QUANTILE, REF_RAW, false, 1, 2, false, false },
	{ "four times the time", VALUE_QUANTILE, REF_RAW, false, 1, 4, false, false },
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

static bool disturbed(const struct result_series *s, size_t i)
{
	return (s->nivcsw[i] && s->nivcsw[i] != RESULT_UNKNOWN) ||
		(s->steal[i] && s->steal[i] != RESULT_UNKNOWN);
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
		gsl_matrix_set(x, i, 1, log(s->ref_arith[i] / scale.scale[REF_ARITH]));
		gsl_matrix_set(x, i, 2, log(s->ref_mem[i] / scale.scale[REF_MEM]));
		gsl_vector_set(y, i, log(s->cost[i]));
	}
	if (gsl_multifit_robust(x, y, b, cov, w) && !isfinite(gsl_vector_get(b, 1)))
		die("no regression");
	for (size_t i = 0; i < s->n; i++)
		s->cost[i] /= exp(gsl_vector_get(b, 1) * gsl_matrix_get(x, i, 1) +
				  gsl_vector_get(b, 2) * gsl_matrix_get(x, i, 2));
	gsl_multifit_robust_free(w);
	gsl_vector_free(b);
	gsl_vector_free(y);
	gsl_matrix_free(cov);
	gsl_matrix_free(x);
}

/* Appends what the lever takes of a run's processes. */
static void take(const struct lever *l, const struct result_series *s, double *x, size_t *n)
{
	struct process_values pv;
	struct result_series kept = *s;

	kept.cost = need(calloc(s->n, sizeof(*kept.cost)));
	kept.ref_arith = need(calloc(s->n, sizeof(*kept.ref_arith)));
	kept.ref_mem = need(calloc(s->n, sizeof(*kept.ref_mem)));
	kept.proc = need(calloc(s->n, sizeof(*kept.proc)));
	kept.nivcsw = kept.steal = NULL;
	kept.n = 0;
	for (size_t i = 0; i < s->n; i++) {
		if (s->proc[i] % l->every || (l->undisturbed && disturbed(s, i)))
			continue;
		kept.cost[kept.n] = s->cost[i];
		kept.ref_arith[kept.n] = s->ref_arith[i];
		kept.ref_mem[kept.n] = s->ref_mem[i];
		kept.proc[kept.n++] = s->proc[i];
	}
	if (l->regress && kept.n > 8)
		regress(&kept);
	if (kept.n && process_values(&kept, l->mode, &scale, &pv))
		die("no processes");
	for (size_t i = 0; kept.n && i < pv.n; i++)
		x[(*n)++] = pv.median[i];
	if (kept.n)
		process_values_release(&pv);
	free(kept.cost);
	free(kept.ref_arith);
	free(kept.ref_mem);
	free(kept.proc);
}

/* In %; NaN where fewer than four values can be made. */
static double noise(const struct lever *l, const struct result_key *key)
{
	double squares = 0, last = NAN, v;
	size_t pairs = 0;

	for (size_t i = 0; i + l->join <= set.nruns; i += l->join) {
		size_t n = 0, nrefs = 0, room = 0;
		double *x, *refs, clock;

		for (size_t k = i; k < i + l->join; k++) {
			const struct result_series *s = result_run_find(&set.runs[k], key);

			room += s ? s->n : 0;
		}
		x = need(calloc(room + 1, sizeof(*x)));
		refs = need(calloc(room + 1, sizeof(*refs)));
		for (size_t k = i; k < i + l->join; k++) {
			const struct result_series *s = result_run_find(&set.runs[k], key);

			if (!s)
				continue;
			take(l, s, x, &n);
			memcpy(refs + nrefs, s->ref_arith, s->n * sizeof(*refs));
			nrefs += s->n;
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

	printf("%-36s  median  90th percentile\n", "noise between runs, %");
	for (size_t i = 0; i < sizeof(levers) / sizeof(*levers); i++) {
		double median = NAN, far = NAN;
		size_t n = 0;

		for (size_t k = 0; k < set.nkeys; k++) {
			x[n] = noise(&levers[i], keys[k]);
			n += !isnan(x[n]);
		}
		if (n && (stats_median(x, n, &median) || stats_quantile(x, n, 0.9, &far)))
			die("no median");
		printf("%-36s  %6.2f  %15.2f\n", levers[i].name, median, far);
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
