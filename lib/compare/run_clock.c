// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "run_clock.h"
#include "stats.h"

struct loop {
	uint32_t proc;
	double value;
};

static int by_proc(const void *a, const void *b)
{
	const struct loop *x = a, *y = b;

	return (x->proc > y->proc) - (x->proc < y->proc);
}

/* Every loop of the run, process by process. */
static int loops_of(const struct result_run *run, struct loop **ret_loops, size_t *ret_n)
{
	struct loop *loops;
	size_t n = 0;

	for (size_t i = 0; i < run->nseries; i++)
		n += run->series[i].n;
	if (!n)
		return -ENODATA;
	loops = malloc(n * sizeof(*loops));
	if (!loops)
		return -ENOMEM;
	n = 0;
	for (size_t i = 0; i < run->nseries; i++) {
		const struct result_series *s = &run->series[i];

		for (uint32_t b = 0; b < s->n; b++) {
			const struct result_batch *batch = &s->batch[b];

			if (!(batch->ref_arith > 0)) {
				free(loops);
				return -ENODATA;
			}
			loops[n++] = (struct loop){ batch->proc, batch->ref_arith };
		}
	}
	if (run->nprocs > 1)
		qsort(loops, n, sizeof(*loops), by_proc);
	*ret_loops = loops;
	*ret_n = n;
	return 0;
}

/*
 * Processes of one stretch have the same clock: as many as it takes for CLOCK_LOOPS. A
 * stretch at the end that has too few belongs to the one before it.
 */
static void fill(struct run_clock *clock, const struct loop *loops, size_t n)
{
	size_t stretch = 0, before = 0, k = 0;
	double fastest = INFINITY;

	for (size_t i = 0; i < n; i++) {
		bool last = i + 1 == n;

		fastest = fmin(fastest, loops[i].value);
		k++;
		if (!last && loops[i + 1].proc == loops[i].proc)
			continue;
		clock->proc[clock->n++] = loops[i].proc;
		if (k < CLOCK_LOOPS && !last)
			continue;
		if (k < CLOCK_LOOPS && stretch) {
			fastest = fmin(fastest, clock->loop[before]);
			stretch = before;
		}
		for (size_t p = stretch; p < clock->n; p++)
			clock->loop[p] = fastest;
		before = stretch;
		stretch = clock->n;
		fastest = INFINITY;
		k = 0;
	}
}

int run_clock_init(struct run_clock *clock, const struct result_run *run)
{
	struct loop *loops;
	size_t n;
	int r = loops_of(run, &loops, &n);

	*clock = (struct run_clock){ 0 };
	if (r)
		return r;
	clock->proc = malloc(run->nprocs * sizeof(*clock->proc));
	clock->loop = malloc(run->nprocs * sizeof(*clock->loop));
	if (clock->proc && clock->loop) {
		fill(clock, loops, n);
	} else {
		run_clock_release(clock);
		r = -ENOMEM;
	}
	free(loops);
	return r;
}

void run_clock_release(struct run_clock *clock)
{
	free(clock->proc);
	free(clock->loop);
	*clock = (struct run_clock){ 0 };
}

static const struct ref_scale raw = { { [REF_RAW] = 1 } };

/* The series' loops as a run's value is to its processes. 0, -ENOMEM, or -ENODATA without. */
static int best_loop(const struct result_series *s, double *ret_loop)
{
	double *loops;
	int r;

	*ret_loop = s->batch[0].ref_arith;
	if (s->n == 1)
		return isnan(*ret_loop) ? -ENODATA : 0;
	loops = malloc(s->n * sizeof(*loops));
	if (!loops)
		return -ENOMEM;
	for (uint32_t i = 0; i < s->n; i++)
		loops[i] = s->batch[i].ref_arith;
	r = stats_quantile(loops, s->n, VALUE_QUANTILE, ret_loop);
	free(loops);
	return r && r != -ENOMEM ? -ENODATA : r;
}

int clock_values(const struct result_series *s, double scale, struct process_values *ret_pv)
{
	double loop;
	int r = best_loop(s, &loop);

	if (r)
		return r;
	r = process_values(s, REF_RAW, &raw, ret_pv);
	for (size_t p = 0; !r && p < ret_pv->n; p++)
		ret_pv->median[p] *= scale / loop;
	return r;
}

int clock_values_near(const struct run_clock *clock, const struct result_series *s, double scale,
		      struct process_values *ret_pv)
{
	size_t at = 0;
	int r = clock->n ? process_values(s, REF_RAW, &raw, ret_pv) : -ENODATA;

	for (size_t p = 0; !r && p < ret_pv->n; p++) {
		while (clock->proc[at] != ret_pv->proc[p])
			at++;
		ret_pv->median[p] *= scale / clock->loop[at];
	}
	return r;
}
