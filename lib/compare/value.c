// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats.h"
#include "value.h"

#define TIGHTER	0.9

const char *ref_mode_name(enum ref_mode mode)
{
	static const char *const names[] = { "raw", "arith", "mem", "both" };

	return names[mode];
}

static double reference(const struct result_series *s, size_t i, enum ref_mode mode)
{
	switch (mode) {
	case REF_ARITH:
		return s->ref_arith[i];
	case REF_MEM:
		return s->ref_mem[i];
	case REF_BOTH:
		return sqrt(s->ref_arith[i] * s->ref_mem[i]);
	default:
		return 1;
	}
}

/* The median over runs of the medians over series of the loop's figures. */
static int scale_of(const struct result_run *const *runs, size_t n, enum ref_mode mode,
		    double *ret)
{
	double *run_median = calloc(n + 1, sizeof(double));
	size_t found = 0;
	int r = 0;

	*ret = NAN;
	for (size_t i = 0; run_median && i < n; i++) {
		double *v = calloc(runs[i]->batches + 1, sizeof(double));
		size_t k = 0;

		if (!v) {
			r = -ENOMEM;
			break;
		}
		for (size_t j = 0; j < runs[i]->nseries; j++)
			for (size_t b = 0; b < runs[i]->series[j].n; b++) {
				double ref = reference(&runs[i]->series[j], b, mode);

				if (ref > 0)
					v[k++] = ref;
			}
		if (k && !stats_median(v, k, &run_median[found]))
			found++;
		free(v);
	}
	if (!run_median)
		r = -ENOMEM;
	if (!r && found)
		r = stats_median(run_median, found, ret);
	free(run_median);
	return r;
}

int ref_scale_init(struct ref_scale *rs, const struct result_run *const *runs, size_t n)
{
	int r = 0;

	rs->scale[REF_RAW] = 1;
	for (int m = REF_ARITH; !r && m < REF_MODES; m++)
		r = scale_of(runs, n, m, &rs->scale[m]);
	return r;
}

void process_values_release(struct process_values *pv)
{
	free(pv->median);
	free(pv->proc);
	pv->median = NULL;
	pv->proc = NULL;
	pv->n = 0;
}

struct tagged {
	uint32_t proc;
	double value;
};

static int by_proc(const void *a, const void *b)
{
	const struct tagged *x = a, *y = b;

	return (x->proc > y->proc) - (x->proc < y->proc);
}

int process_values(const struct result_series *s, enum ref_mode mode,
		   const struct ref_scale *rs, struct process_values *ret_pv)
{
	struct tagged *t = malloc(s->n * sizeof(*t));
	double *v = malloc(s->n * sizeof(*v)), *median = malloc(s->n * sizeof(*median));
	uint32_t *proc = malloc(s->n * sizeof(*proc));
	size_t i, j, n = 0;
	int r = t && v && median && proc ? 0 : -ENOMEM;

	for (i = 0; !r && i < s->n; i++) {
		t[i].proc = s->proc[i];
		t[i].value = s->cost[i] / reference(s, i, mode) * rs->scale[mode];
		if (!isfinite(t[i].value))
			r = -ENODATA;
	}
	if (!r)
		qsort(t, s->n, sizeof(*t), by_proc);
	for (i = 0; !r && i < s->n; i = j) {
		for (j = i; j < s->n && t[j].proc == t[i].proc; j++)
			v[j - i] = t[j].value;
		proc[n] = t[i].proc;
		r = stats_median(v, j - i, &median[n++]);
	}
	free(t);
	free(v);
	if (r) {
		free(median);
		free(proc);
		return r;
	}
	ret_pv->n = n;
	ret_pv->proc = proc;
	ret_pv->median = median;
	return 0;
}

/* Appends |ln(process / run's median)| of each process to dev. */
static int deviations(const struct result_series *s, enum ref_mode mode,
		      const struct ref_scale *rs, double *dev, size_t *n)
{
	struct process_values pv;
	double median;
	int r = process_values(s, mode, rs, &pv);

	if (r)
		return r;
	r = stats_median(pv.median, pv.n, &median);
	/* a cost of 0 has no logarithm, and no reference makes it better */
	if (!r && !(median > 0))
		r = -ENODATA;
	for (size_t i = 0; !r && i < pv.n && pv.n > 1; i++) {
		if (!(pv.median[i] > 0))
			r = -ENODATA;
		else
			dev[(*n)++] = fabs(log(pv.median[i] / median));
	}
	process_values_release(&pv);
	return r;
}

int ref_mode_choose(const struct result_series *const *series, size_t n,
		    const struct ref_scale *rs, enum ref_mode *ret_mode)
{
	double best = INFINITY, *dev;
	size_t room = 1;

	*ret_mode = REF_RAW;
	for (size_t i = 0; i < n; i++)
		room += series[i] ? series[i]->n : 0;
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
		if (r == -ENOMEM) {
			free(dev);
			return r;
		}
		if (r || !k || stats_median(dev, k, &spread))
			continue;
		if (mode == REF_RAW)
			best = spread * TIGHTER;
		else if (spread < best) {
			best = spread;
			*ret_mode = mode;
		}
	}
	free(dev);
	return 0;
}

int run_value(const struct result_series *s, enum ref_mode mode, const struct ref_scale *rs,
	      struct run_value *ret_value)
{
	struct run_value v = { 0 };
	struct process_values pv;
	double mad = 0;
	int r = process_values(s, mode, rs, &pv);

	if (r)
		return r;
	v.procs = pv.n;
	r = stats_unit(pv.median, pv.n, &v.value, &v.log_se2);
	if (r == -EINVAL)	/* a cost of 0: it has a median but no logarithm */
		r = stats_median(pv.median, pv.n, &v.value);
	if (!r && pv.n > 1)
		r = stats_mad(pv.median, pv.n, &mad);
	process_values_release(&pv);
	if (r)
		return r;
	v.spread = v.value > 0 ? 1.4826 * mad / v.value : 0;
	*ret_value = v;
	return 0;
}
