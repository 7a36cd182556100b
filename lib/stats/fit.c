// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_fit.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "fit.h"
#include "internal.h"

#define SAMPLES		400
#define LEAST_UNITS	4

static int check_sizes(const double *sizes, size_t k)
{
	size_t distinct = 1;
	double *sorted;
	int r = stats_check(sizes, k);

	if (r < 0)
		return r;
	sorted = stats_dup_sorted(sizes, k);
	if (!sorted)
		return -ENOMEM;
	for (size_t i = 1; i < k; i++)
		distinct += sorted[i] > sorted[i - 1];
	r = sorted[0] < 0 || distinct < 3 ? -EINVAL : 0;
	free(sorted);
	return r;
}

struct fit {
	const double *sizes;
	size_t k, units;
	double q;
	double *column;		/* [k][units]: what a size cost, ascending */
	size_t *unit;		/* [k][units]: the unit of each */
	unsigned int *count;	/* [units]: how often each was drawn */
	double *value, *weight, *draw;
};

static int fit_init(struct fit *f, const double *costs)
{
	double *one = calloc(f->units, sizeof(*one));
	size_t all = f->k * f->units;

	f->column = calloc(all, sizeof(*f->column));
	f->unit = calloc(all, sizeof(*f->unit));
	f->count = calloc(f->units, sizeof(*f->count));
	f->value = calloc(f->k, sizeof(*f->value));
	f->weight = calloc(f->k, sizeof(*f->weight));
	f->draw = calloc(f->units, sizeof(*f->draw));
	if (!one || !f->column || !f->unit || !f->count || !f->value || !f->weight || !f->draw) {
		free(one);
		return -ENOMEM;
	}
	for (size_t i = 0; i < f->k; i++) {
		size_t *unit = f->unit + i * f->units;

		for (size_t u = 0; u < f->units; u++)
			one[u] = costs[u * f->k + i];
		gsl_sort_index(unit, one, 1, f->units);
		for (size_t u = 0; u < f->units; u++)
			f->column[i * f->units + u] = one[unit[u]];
	}
	free(one);
	return 0;
}

static void fit_release(struct fit *f)
{
	free(f->column);
	free(f->unit);
	free(f->count);
	free(f->value);
	free(f->weight);
	free(f->draw);
}

/* The line through the sizes' quantiles, where each unit counts as often as it was drawn. */
static void fit_line(struct fit *f, double *ret_a, double *ret_b)
{
	double c00, c01, c11, chi2;

	for (size_t i = 0; i < f->k; i++) {
		const double *column = f->column + i * f->units;
		const size_t *unit = f->unit + i * f->units;
		size_t n = 0;

		for (size_t u = 0; u < f->units; u++)
			for (unsigned int c = f->count[unit[u]]; c; c--)
				f->draw[n++] = column[u];
		f->value[i] = gsl_stats_quantile_from_sorted_data(f->draw, 1, n, f->q);
		f->weight[i] = 1 / (f->value[i] * f->value[i]);
	}
	gsl_fit_wlinear(f->sizes, 1, f->weight, 1, f->value, 1, f->k, ret_a, ret_b, &c00, &c01,
			&c11, &chi2);
}

/* Half the interval: what so many of the samples lie within of the estimate. */
static void set_interval(struct stats_estimate *e, double *distance, double confidence,
			 double widen)
{
	double half;

	gsl_sort(distance, 1, SAMPLES);
	half = widen * gsl_stats_quantile_from_sorted_data(distance, 1, SAMPLES, confidence);
	e->lo = e->value - half;
	e->hi = e->value + half;
}

static int bootstrap(struct fit *f, double confidence, struct stats_affine *fit)
{
	double *distance = calloc(2 * SAMPLES, sizeof(*distance));
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	double widen = stats_bootstrap_widen(f->units);
	int r = distance && rng ? 0 : -ENOMEM;

	for (size_t s = 0; !r && s < SAMPLES; s++) {
		double a, b;

		for (size_t u = 0; u < f->units; u++)
			f->count[u] = 0;
		for (size_t u = 0; u < f->units; u++)
			f->count[gsl_rng_uniform_int(rng, f->units)]++;
		fit_line(f, &a, &b);
		distance[s] = fabs(a - fit->a.value);
		distance[SAMPLES + s] = fabs(b - fit->b.value);
	}
	if (!r) {
		set_interval(&fit->a, distance, confidence, widen);
		set_interval(&fit->b, distance + SAMPLES, confidence, widen);
	}
	if (rng)
		gsl_rng_free(rng);
	free(distance);
	return r;
}

int stats_fit_affine(const double *sizes, size_t k, const double *costs, size_t units, double q,
		     double confidence, struct stats_affine *ret_fit)
{
	struct stats_affine fit = { .units = units, .a = { .lo = -INFINITY, .hi = INFINITY },
				    .b = { .lo = -INFINITY, .hi = INFINITY } };
	struct fit f = { .sizes = sizes, .k = k, .units = units, .q = q };
	int r;

	if (k < 3 || !units)
		return -ENODATA;
	if (!(confidence > 0 && confidence < 1) || !(q >= 0 && q <= 1))
		return -EINVAL;
	if ((r = check_sizes(sizes, k)) < 0 ||
	    (r = stats_check_positive(costs, k * units)) < 0)
		return r;

	r = fit_init(&f, costs);
	if (!r) {
		for (size_t u = 0; u < units; u++)
			f.count[u] = 1;
		fit_line(&f, &fit.a.value, &fit.b.value);
		for (size_t i = 0; i < k; i++)
			fit.misfit = fmax(fit.misfit, fabs(f.value[i] - fit.a.value -
							   fit.b.value * sizes[i]) / f.value[i]);
		if (units >= LEAST_UNITS)
			r = bootstrap(&f, confidence, &fit);
	}
	fit_release(&f);
	if (!r)
		*ret_fit = fit;
	return r;
}
