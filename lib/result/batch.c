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
	rows[ix->nrows++] = (struct row){ .series = i, .batch = {
		.cost = b->elapsed / b->iters,
		.ref_arith = b->ref_arith > 0 ? b->ref_arith : NAN,
		.ref_mem = b->ref_mem > 0 ? b->ref_mem : NAN,
		.se = b->se > 0 ? b->se / b->iters : NAN,
		.proc = b->proc,
		.round = b->round,
		.nivcsw = or_unknown(b->nivcsw),
		.steal = or_unknown(b->steal),
		.minflt = or_unknown(b->minflt),
		.reps = b->n,
	} };
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

/* One block for all: series, their batches, their sums, and last what is used only here. */
struct cutter {
	struct result_series *series;
	struct result_batch *batch;
	struct result_sum *sums;
	uint32_t *ids;
};

static int cut_store(struct loader *ld, struct cutter *c)
{
	const struct result_index *ix = ld->ix;
	size_t nsums = 0, size;

	for (size_t i = 0; i < ix->nopen; i++)
		nsums += ix->open[i].counters.n + ix->open[i].extras.n;
	size = ix->nopen * sizeof(*c->series) + ix->nrows * sizeof(*c->batch) +
		nsums * sizeof(*c->sums) + ix->nopen * sizeof(*c->ids);
	c->series = malloc(size ? size : 1);
	if (!c->series)
		return -ENOMEM;
	c->batch = (struct result_batch *)(c->series + ix->nopen);
	c->sums = (struct result_sum *)(c->batch + ix->nrows);
	c->ids = (uint32_t *)(c->sums + nsums);
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
	*s = (struct result_series){
		.key = key, .unit = o->unit, .bytes = o->bytes, .iters = o->iters, .n = o->n,
		.ncounters = o->counters.n, .nextras = o->extras.n,
		.batch = c->batch,
		.counters = copy_sums(c, &o->counters),
		.extras = copy_sums(c, &o->extras),
	};
	c->batch += o->n;
}

int batch_finish(struct loader *ld)
{
	struct result_index *ix = ld->ix;
	struct result_run *run = ld->run;
	struct cutter c;

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

	sorted_ids(ld, c.ids);
	for (size_t i = 0; i < run->nseries; i++) {
		struct open_series *o =
			&ix->open[slot_get(&ix->series_of_key, ix->generation, c.ids[i])];

		lay_out(&run->series[i], o, &c, ld->set->keys[c.ids[i]]);
		o->out = run->series[i].batch;
	}
	for (size_t i = 0; i < ix->nrows; i++)
		*ix->open[ix->rows[i].series].out++ = ix->rows[i].batch;
	return 0;
}
