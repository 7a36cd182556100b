// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "stats.h"
#include "value.h"

/*
 * A loop is taken where it makes n processes' spread less than this share of the raw
 * one: by a tenth, and by more than luck does. The median distance of the n better
 * processes is off by some 1.1 / sqrt(n) of itself, for each of the two, and three
 * loops are tried.
 */
static double tight_enough(size_t n)
{
	return fmax(0.05, 0.9 - 2.5 / sqrt(n));
}

#define BETTER_SHARE	0.3

const char *ref_mode_name(enum ref_mode mode)
{
	static const char *const names[] = { "raw", "arith", "mem", "both", "clock", "clock near" };

	return names[mode];
}

/* What a batch is relative to; NaN where the loop was not run. */
static double reference(const struct result_batch *b, enum ref_mode mode)
{
	switch (mode) {
	case REF_ARITH:
		return b->ref_arith;
	case REF_MEM:
		return b->ref_mem;
	case REF_BOTH:
		return sqrt(b->ref_arith * b->ref_mem);
	default:
		return 1;
	}
}

/* stats_median() without its copy where there is nothing to sort; x must be finite. */
static int median_of(const double *x, size_t n, double *ret)
{
	if (n > 2)
		return stats_median(x, n, ret);
	*ret = n == 1 ? x[0] : (x[0] + x[1]) / 2;
	return 0;
}

int ref_scale_of_run(const struct result_run *run, struct ref_scale *ret_scale)
{
	double *ref = malloc((run->batches + 1) * sizeof(*ref));
	struct ref_scale rs = { { [REF_RAW] = 1 } };
	int r = ref ? 0 : -ENOMEM;

	for (int mode = REF_ARITH; !r && mode < REF_MODES; mode++) {
		size_t n = 0;

		for (size_t i = 0; i < run->nseries; i++)
			for (size_t b = 0; b < run->series[i].n; b++) {
				double v = reference(&run->series[i].batch[b], mode);

				if (v > 0)
					ref[n++] = v;
			}
		rs.scale[mode] = NAN;
		/* one process has no spread for a loop to make less */
		if (n && (run->nprocs > 1 || mode == REF_BOTH))
			r = median_of(ref, n, &rs.scale[mode]);
		if (mode == REF_ARITH)
			rs.scale[REF_CLOCK] = NAN;
		if (!r && n && mode == REF_ARITH)
			r = stats_quantile(ref, n, VALUE_QUANTILE, &rs.scale[REF_CLOCK]);
	}
	free(ref);
	if (!r)
		*ret_scale = rs;
	return r;
}

int ref_scale_of_runs(const struct ref_scale *runs, size_t n, struct ref_scale *ret_scale)
{
	double *ref = malloc((n + 1) * sizeof(*ref));
	struct ref_scale rs;
	int r = ref ? 0 : -ENOMEM;

	for (int mode = REF_RAW; !r && mode <= REF_CLOCK; mode++) {
		size_t k = 0;

		for (size_t i = 0; i < n; i++)
			if (!isnan(runs[i].scale[mode]))
				ref[k++] = runs[i].scale[mode];
		rs.scale[mode] = NAN;
		if (k)
			r = median_of(ref, k, &rs.scale[mode]);
	}
	free(ref);
	if (!r)
		*ret_scale = rs;
	return r;
}

void process_values_release(struct process_values *pv)
{
	free(pv->median);	/* and the numbers, which lie behind */
	pv->median = NULL;
	pv->proc = NULL;
	pv->n = 0;
}

struct tagged {
	uint32_t proc;
	bool clean;		/* nothing is known to have disturbed it */
	double value;
};

static int by_proc(const void *a, const void *b)
{
	const struct tagged *x = a, *y = b;

	return (x->proc > y->proc) - (x->proc < y->proc);
}

static bool none(uint32_t count)
{
	return !count || count == RESULT_UNKNOWN;
}

/* The median of one process's batches: of the clean ones, where there are any. */
static int process_median(const struct tagged *t, size_t n, double *v, double *ret_median)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (t[i].clean)
			v[k++] = t[i].value;
	for (size_t i = 0; !k && i < n; i++)
		v[i] = t[i].value;
	return median_of(v, k ? k : n, ret_median);
}

int process_values(const struct result_series *s, enum ref_mode mode,
		   const struct ref_scale *rs, struct process_values *ret_pv)
{
	struct process_values pv = { .median = malloc(s->n * (sizeof(*pv.median) +
							      sizeof(*pv.proc))) };
	struct tagged only_t, *t = s->n > 1 ? malloc(s->n * sizeof(*t)) : &only_t;
	double only_v, *v = s->n > 1 ? malloc(s->n * sizeof(*v)) : &only_v;
	int r = t && v && pv.median ? 0 : -ENOMEM;
	bool sorted = true;

	if (!r)
		pv.proc = (uint32_t *)(pv.median + s->n);
	for (size_t i = 0; !r && i < s->n; i++) {
		const struct result_batch *b = &s->batch[i];

		t[i].proc = b->proc;
		t[i].clean = none(b->nivcsw) && none(b->steal);
		t[i].value = b->cost / reference(b, mode) * rs->scale[mode];
		sorted = sorted && (!i || t[i - 1].proc <= t[i].proc);
		if (!isfinite(t[i].value))
			r = -ENODATA;
	}
	if (!r && !sorted)
		qsort(t, s->n, sizeof(*t), by_proc);
	for (size_t i = 0, j; !r && i < s->n; i = j) {
		for (j = i; j < s->n && t[j].proc == t[i].proc; j++)
			;
		pv.proc[pv.n] = t[i].proc;
		r = process_median(t + i, j - i, v, &pv.median[pv.n++]);
	}
	if (s->n > 1) {
		free(t);
		free(v);
	}
	if (r)
		process_values_release(&pv);
	else
		*ret_pv = pv;
	return r;
}

/*
 * Appends |ln(process / run's value)| of the better processes to dev: how closely they
 * agree is how well the run's value is known.
 */
static int deviations(const struct result_series *s, enum ref_mode mode,
		      const struct ref_scale *rs, double *dev, size_t *n)
{
	struct process_values pv;
	double value, limit;
	int r = process_values(s, mode, rs, &pv);

	if (r)
		return r;
	r = stats_quantile(pv.median, pv.n, VALUE_QUANTILE, &value);
	if (!r)
		r = stats_quantile(pv.median, pv.n, BETTER_SHARE, &limit);
	for (size_t i = 0; !r && i < pv.n && pv.n > 1; i++) {
		/* a cost of 0 has no logarithm, and no reference makes it better */
		if (!(pv.median[i] > 0))
			r = -ENODATA;
		else if (pv.median[i] <= limit)
			dev[(*n)++] = fabs(log(pv.median[i] / value));
	}
	process_values_release(&pv);
	return r;
}

static bool has_processes(const struct result_series *s)
{
	for (size_t i = 1; i < s->n; i++)
		if (s->batch[i].proc != s->batch[0].proc)
			return true;
	return false;
}

int ref_mode_choose(const struct result_series *const *series, size_t n,
		    const struct ref_scale *rs, enum ref_mode *ret_mode)
{
	double best = INFINITY, *dev;
	bool several = false;
	size_t room = 0;

	*ret_mode = REF_RAW;
	for (size_t i = 0; i < n; i++)
		if (series[i]) {
			several = several || has_processes(series[i]);
			room += series[i]->n;
		}
	if (!several)
		return 0;
	dev = malloc(room * sizeof(*dev));
	if (!dev)
		return -ENOMEM;
	for (int mode = REF_RAW; mode < REF_MODES; mode++) {
		double spread;
		size_t k = 0;
		int r = 0;

		for (size_t i = 0; !r && i < n; i++)
			if (series[i])
				r = deviations(series[i], mode, rs, dev, &k);
		if (!r && k)
			r = stats_median(dev, k, &spread);
		if (r == -ENOMEM) {
			free(dev);
			return r;
		}
		if (r || !k)
			continue;
		if (mode == REF_RAW)
			best = spread * tight_enough(k);
		else if (spread < best) {
			best = spread;
			*ret_mode = mode;
		}
	}
	free(dev);
	return 0;
}

bool unit_lower_is_better(const char *unit)
{
	size_t n = strlen(unit);

	/* rates: "MB/s", "Mbit/s", "op/s" */
	return n < 3 || strcmp(unit + n - 2, "/s");
}

bool unit_has_clock(const char *unit)
{
	return !unit_lower_is_better(unit) || !strcmp(unit, "ns");
}

double value_quantile(const char *unit)
{
	return unit_lower_is_better(unit) ? VALUE_QUANTILE : 1 - VALUE_QUANTILE;
}

int run_value_of(const struct process_values *pv, const char *unit, struct run_value *ret_value)
{
	struct run_value v = { .procs = pv->n, .value = pv->median[0] };
	double mad = 0;
	int r = 0;

	if (pv->n > 1) {
		r = stats_unit(pv->median, pv->n, value_quantile(unit), &v.value, &v.log_se2);
		if (r == -EINVAL)	/* a cost of 0: it has a quantile but no logarithm */
			r = stats_quantile(pv->median, pv->n, value_quantile(unit), &v.value);
		if (!r)
			r = stats_mad(pv->median, pv->n, &mad);
	}
	if (r)
		return r;
	v.spread = v.value > 0 ? 1.4826 * mad / v.value : 0;
	*ret_value = v;
	return 0;
}

int run_value(const struct result_series *s, enum ref_mode mode, const struct ref_scale *rs,
	      struct run_value *ret_value)
{
	struct process_values pv;
	int r = process_values(s, mode, rs, &pv);

	if (r)
		return r;
	r = run_value_of(&pv, s->unit, ret_value);
	process_values_release(&pv);
	return r;
}
