// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "load.h"

void batch_begin(struct loader *ld)
{
	struct result_index *ix = ld->ix;

	ix->generation++;
	ix->nrows = 0;
	ix->nopen = 0;
	ix->nskips = 0;
}

/* The open series of the batch, new where this is its first. */
static int find_series(struct loader *ld, const struct batch *b, uint32_t *ret_i)
{
	struct result_index *ix = ld->ix;
	uint32_t i = slot_get(&ix->series_of_key, ix->generation, b->key);
	struct open_series *s;

	if (i != SLOT_NONE) {
		*ret_i = i;
		return 0;
	}
	s = grow(ix->open, &ix->open_alloc, ix->nopen + 1, sizeof(*s));
	if (!s)
		return -ENOMEM;
	ix->open = s;
	i = ix->nopen;
	if (slot_set(&ix->series_of_key, ix->generation, b->key, i))
		return -ENOMEM;
	ix->nopen++;
	s += i;
	s->key = b->key;
	s->unit = b->unit;
	s->bytes = b->bytes;
	s->n = 0;
	s->iters = 0;
	s->counters.n = 0;
	s->extras.n = 0;
	*ret_i = i;
	return 0;
}

/* Names are interned, and mostly come in the order of the batch before. */
static int add_figures(struct sums *sums, const struct figure *f, uint32_t n, int64_t iters)
{
	struct result_sum *v;
	size_t j;

	for (uint32_t i = 0; i < n; i++) {
		j = i;
		if (j >= sums->n || sums->v[j].name != f[i].name)
			for (j = 0; j < sums->n && sums->v[j].name != f[i].name; j++)
				;
		if (j == sums->n) {
			if (j == RECORD_FIGURES_MAX)
				return -E2BIG;
			v = grow(sums->v, &sums->alloc, sums->n + 1, sizeof(*v));
			if (!v)
				return -ENOMEM;
			sums->v = v;
			v[sums->n++] = (struct result_sum){ .name = f[i].name };
		}
		sums->v[j].value += f[i].value;
		sums->v[j].iters += iters;
		sums->v[j].batches++;
	}
	return 0;
}

static int count_proc(struct loader *ld, uint32_t proc)
{
	struct result_index *ix = ld->ix;

	if (slot_get(&ix->procs, ix->generation, proc) != SLOT_NONE)
		return 0;
	ld->run->nprocs++;
	return slot_set(&ix->procs, ix->generation, proc, 1);
}

static uint32_t or_unknown(int64_t v)
{
	return v < 0 ? RESULT_UNKNOWN : v;
}

/* Ranges are checked by whoever filled the batch; here what depends on the others. */
int batch_add(struct loader *ld)
{
	struct result_index *ix = ld->ix;
	const struct batch *b = &ix->batch;
	const char *name = ld->set->keys[b->key]->name;
	struct open_series *s;
	struct row *rows;
	uint32_t i;
	int err;

	if (b->se > 0 && b->n < 2)
		return load_fail(ld, -EINVAL, "%s: a standard error of %lld repetitions", name,
				 (long long)b->n);
	if (!strcmp(b->unit, ld->instructions ? "ns" : "instructions"))
		return load_fail(ld, -EINVAL, "%s: unit \"%s\" in a run whose clock is \"%s\"",
				 name, b->unit, ld->instructions ? "instructions" : "time");
	rows = grow(ix->rows, &ix->rows_alloc, ix->nrows + 1, sizeof(*rows));
	if (!rows)
		return load_nomem(ld);
	ix->rows = rows;
	if (find_series(ld, b, &i))
		return load_nomem(ld);
	s = &ix->open[i];
	if (s->unit != b->unit)
		return load_fail(ld, -EINVAL, "%s: unit \"%s\" after \"%s\"", name, b->unit,
				 s->unit);
	if (s->bytes != (uint64_t)b->bytes)
		return load_fail(ld, -EINVAL, "%s: \"bytes\" is not that of the first batch", name);
	if (__builtin_add_overflow(s->iters, b->iters, &s->iters))
		return load_fail(ld, -EINVAL, "%s: iterations beyond 2^64", name);
	err = add_figures(&s->counters, b->counters, b->ncounters, b->iters);
	if (!err)
		err = add_figures(&s->extras, b->extras, b->nextras, b->iters);
	if (err == -E2BIG)
		return load_fail(ld, -EINVAL, "%s: more than %d different counters or extras",
				 name, RECORD_FIGURES_MAX);
	if (err || count_proc(ld, b->proc))
		return load_nomem(ld);
	s->n++;
	rows[ix->nrows++] = (struct row){
		.cost = b->elapsed / b->iters,
		.ref_arith = b->ref_arith > 0 ? b->ref_arith : NAN,
		.ref_mem = b->ref_mem > 0 ? b->ref_mem : NAN,
		.series = i,
		.proc = b->proc,
		.round = b->round,
		.nivcsw = or_unknown(b->nivcsw),
		.steal = or_unknown(b->steal),
		.minflt = or_unknown(b->minflt),
		.se = b->se > 0 ? b->se / b->iters : NAN,
		.reps = b->n,
	};
	ld->run->batches++;
	return 0;
}

static int by_id(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* Ids of the run's keys, ascending. */
static void sorted_ids(struct loader *ld, uint32_t *ids)
{
	struct result_index *ix = ld->ix;
	size_t n = 0;

	if (ld->set->nkeys / 4 > ix->nopen) {
		for (size_t i = 0; i < ix->nopen; i++)
			ids[i] = ix->open[i].key;
		qsort(ids, ix->nopen, sizeof(*ids), by_id);
		return;
	}
	for (size_t id = 0; id < ld->set->nkeys; id++)
		if (slot_get(&ix->series_of_key, ix->generation, id) != SLOT_NONE)
			ids[n++] = id;
}

/* What a batch takes in the arrays of its series. */
#define ROW_DOUBLES	4
#define ROW_WORDS	6

/* One block for all: series, then doubles and sums, then 32-bit arrays. */
struct cutter {
	struct result_series *series;
	double *d;
	struct result_sum *sums;
	uint32_t *u;
};

static int cut_store(struct loader *ld, struct cutter *c)
{
	const struct result_index *ix = ld->ix;
	size_t nsums = 0, size;

	for (size_t i = 0; i < ix->nopen; i++)
		nsums += ix->open[i].counters.n + ix->open[i].extras.n;
	size = ix->nopen * sizeof(*c->series) + nsums * sizeof(*c->sums) +
		ix->nrows * (ROW_DOUBLES * sizeof(*c->d) + ROW_WORDS * sizeof(*c->u)) +
		ix->nopen * sizeof(*c->u);
	c->series = malloc(size ? size : 1);
	if (!c->series)
		return -ENOMEM;
	c->d = (double *)(c->series + ix->nopen);
	c->sums = (struct result_sum *)(c->d + ROW_DOUBLES * ix->nrows);
	c->u = (uint32_t *)(c->sums + nsums);
	return 0;
}

static struct result_sum *copy_sums(struct cutter *c, const struct sums *from)
{
	struct result_sum *to = c->sums;

	if (!from->n)
		return NULL;
	memcpy(to, from->v, from->n * sizeof(*to));
	c->sums += from->n;
	return to;
}

static void lay_out(struct result_series *s, const struct open_series *o, struct cutter *c,
		    const struct result_key *key)
{
	uint32_t n = o->n;

	*s = (struct result_series){
		.key = key, .unit = o->unit, .bytes = o->bytes, .iters = o->iters, .n = n,
		.ncounters = o->counters.n, .nextras = o->extras.n,
		.cost = c->d, .ref_arith = c->d + n, .ref_mem = c->d + 2 * (size_t)n,
		.se = c->d + 3 * (size_t)n,
		.proc = c->u, .round = c->u + n, .nivcsw = c->u + 2 * (size_t)n,
		.steal = c->u + 3 * (size_t)n, .minflt = c->u + 4 * (size_t)n,
		.reps = c->u + 5 * (size_t)n,
		.counters = copy_sums(c, &o->counters),
		.extras = copy_sums(c, &o->extras),
	};
	c->d += ROW_DOUBLES * (size_t)n;
	c->u += ROW_WORDS * (size_t)n;
}

int batch_finish(struct loader *ld)
{
	struct result_index *ix = ld->ix;
	struct result_run *run = ld->run;
	struct cutter c;
	uint32_t *ids;

	if (ix->nskips) {
		run->skips = malloc(ix->nskips * sizeof(*run->skips));
		if (!run->skips)
			return load_nomem(ld);
		memcpy(run->skips, ix->skip_list, ix->nskips * sizeof(*run->skips));
		run->nskips = ix->nskips;
	}
	if (cut_store(ld, &c))
		return load_nomem(ld);
	run->store = run->series = c.series;
	run->nseries = ix->nopen;

	ids = c.u + ROW_WORDS * ix->nrows;	/* the last of the block, used only here */
	sorted_ids(ld, ids);
	for (size_t i = 0; i < run->nseries; i++) {
		struct open_series *o =
			&ix->open[slot_get(&ix->series_of_key, ix->generation, ids[i])];

		lay_out(&run->series[i], o, &c, ld->set->keys[ids[i]]);
		o->out = &run->series[i];
		o->n = 0;
	}
	for (size_t i = 0; i < ix->nrows; i++) {
		const struct row *r = &ix->rows[i];
		struct open_series *o = &ix->open[r->series];
		struct result_series *s = o->out;
		uint32_t at = o->n++;

		s->cost[at] = r->cost;
		s->ref_arith[at] = r->ref_arith;
		s->ref_mem[at] = r->ref_mem;
		s->proc[at] = r->proc;
		s->round[at] = r->round;
		s->nivcsw[at] = r->nivcsw;
		s->steal[at] = r->steal;
		s->minflt[at] = r->minflt;
		s->se[at] = r->se;
		s->reps[at] = r->reps;
	}
	return 0;
}
