// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "counts.h"
#include "grow.h"
#include "unit_values.h"

#define CLOCK_TIGHTER		(1.0 / 9)	/* of the squares: a third of the spread */

static int values_init(struct unit_values *v, size_t nruns)
{
	v->unit = calloc(nruns + 1, sizeof(*v->unit));
	v->se2 = calloc(nruns + 1, sizeof(*v->se2));
	return v->unit && v->se2 ? 0 : -ENOMEM;
}

static void values_release(struct unit_values *v)
{
	free(v->unit);
	free(v->se2);
	free(v->proc);
}

int scratch_init(struct scratch *s, size_t nruns)
{
	memset(s, 0, sizeof(*s));
	s->nruns = nruns;
	s->members = calloc(nruns + 1, sizeof(*s->members));
	s->run = calloc(nruns + 1, sizeof(*s->run));
	if (!s->members || !s->run || values_init(&s->now, nruns))
		return -ENOMEM;
	return values_init(&s->other, nruns);
}

void scratch_release(struct scratch *s)
{
	for (size_t i = 0; s->clocks && i < s->nruns; i++)
		run_clock_release(&s->clocks[i]);
	free(s->clocks);
	free(s->members);
	free(s->run);
	values_release(&s->now);
	values_release(&s->other);
}

/* One run's value; its processes' medians are appended. */
static int take_run(const struct compare *c, size_t i, enum ref_mode mode, struct scratch *s,
		    struct unit_values *uv, double *se2)
{
	struct process_values pv;
	struct run_value v;
	double *proc;
	int r;

	if (mode >= REF_CLOCK && strcmp(s->series[i]->unit, "ns"))
		return -ENODATA;
	if (mode == REF_CLOCK)
		r = clock_values(s->series[i], c->scale.scale[REF_CLOCK], &pv);
	else if (mode == REF_CLOCK_NEAR)
		r = clock_values_near(&s->clocks[i], s->series[i], c->scale.scale[REF_CLOCK], &pv);
	else
		r = process_values(s->series[i], mode, &c->scale, &pv);
	if (r)
		return r;
	r = run_value_of(&pv, s->series[i]->unit, &v);
	proc = r ? NULL : grow(uv->proc, &uv->proc_alloc, uv->nproc + pv.n, sizeof(*proc));
	if (proc) {
		uv->proc = proc;
		for (size_t p = 0; p < pv.n; p++)
			proc[uv->nproc++] = pv.median[p] / (c->unit == UNIT_RUN ? 1 : v.value);
		s->run[i] = v.value;
		*se2 += v.log_se2;
		if (!(v.value > 0))
			r = -EDOM;
	} else if (!r) {
		r = -ENOMEM;
	}
	process_values_release(&pv);
	return r;
}

/* Geometric means: the runs of a boot weigh alike, and so do the boots of a unit. */
static size_t unit_means(const struct member *m, size_t n, const double *run, double *ret_unit)
{
	double boot_sum = 0, unit_sum = 0;
	size_t runs = 0, boots = 0, units = 0;

	for (size_t i = 0; i < n; i++) {
		bool last = i + 1 == n || m[i + 1].unit != m[i].unit;

		if (!isnan(run[m[i].run])) {
			boot_sum += log(run[m[i].run]);
			runs++;
		}
		if (runs && (last || m[i + 1].boot != m[i].boot)) {
			unit_sum += boot_sum / runs;
			boots++;
			boot_sum = runs = 0;
		}
		if (boots && last) {
			ret_unit[units++] = exp(unit_sum / boots);
			unit_sum = boots = 0;
		}
	}
	return units;
}

/* One side's units, from `at` on; their number, and the side's processes are appended. */
static int take_side(const struct compare *c, const struct compare_side *side, enum ref_mode mode,
		     struct scratch *s, struct unit_values *v, size_t at, size_t *ret_units,
		     bool *ret_known)
{
	size_t n = 0, units;
	double se2 = 0;
	int r = 0;

	for (size_t i = side->first; !r && i < side->first + side->nruns; i++) {
		s->run[i] = NAN;
		if (!s->series[i] || (c->counts && counts_is_control(c, i)))
			continue;
		r = take_run(c, i, mode, s, v, &se2);
		n++;
	}
	if (r)
		return r;
	units = unit_means(s->members + side->first, side->nruns, s->run, v->unit + at);
	/* the mean over runs, shrunk by how many runs a unit has on average */
	for (size_t i = 0; i < units; i++)
		v->se2[at + i] = se2 / n * units / n;
	*ret_known = se2 > 0;
	*ret_units = units;
	return 0;
}

int units_take(const struct compare *c, enum ref_mode mode, struct scratch *s,
	       struct unit_values *v)
{
	int r;

	v->nproc = 0;
	r = take_side(c, &c->base, mode, s, v, 0, &v->nb, &v->known_base);
	v->nproc_base = v->nproc;
	return r ? r : take_side(c, &c->new, mode, s, v, v->nb, &v->nn, &v->known_new);
}

/* Sum of squared distances of a side's units from their mean, in logs; as Welford, 1962. */
static double squares(const double *unit, size_t n)
{
	double mean = 0, sum = 0;

	for (size_t i = 0; i < n; i++) {
		double x = log(unit[i]), d = x - mean;

		mean += d / (double)(i + 1);
		sum += d * (x - mean);
	}
	return sum;
}

/* A run without loops has no clock: -ENODATA comes when its values are asked for. */
static int clocks_init(const struct compare *c, struct scratch *s)
{
	int r = 0;

	if (s->clocks)
		return 0;
	s->clocks = calloc(s->nruns + 1, sizeof(*s->clocks));
	if (!s->clocks)
		return -ENOMEM;
	for (size_t i = 0; r != -ENOMEM && i < s->nruns; i++)
		r = run_clock_init(&s->clocks[i], &c->set->runs[i]);
	return r == -ENOMEM ? r : 0;
}

static double squares_of_sides(const struct unit_values *v)
{
	return squares(v->unit, v->nb) + squares(v->unit + v->nb, v->nn);
}

int units_try_clock(const struct compare *c, struct scratch *s, enum ref_mode *mode)
{
	double best = CLOCK_TIGHTER * squares_of_sides(&s->now);
	int r = clocks_init(c, s);

	for (enum ref_mode m = REF_CLOCK; !r && m <= REF_CLOCK_NEAR; m++) {
		double sum = INFINITY;

		r = units_take(c, m, s, &s->other);
		if (!r)
			sum = squares_of_sides(&s->other);
		if (sum < best) {
			struct unit_values was = s->now;

			s->now = s->other;
			s->other = was;
			best = sum;
			*mode = m;
		}
		if (r == -ENODATA)
			r = 0;
	}
	return r;
}
