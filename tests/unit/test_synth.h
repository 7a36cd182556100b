/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sets of runs made up in memory, for the tests of lib/compare and lib/render:
 * what result_set_load() would leave behind, without the text.
 *
 *	struct synth s;
 *	synth_init(&s, "null size=64 align=0", "null size=4096 align=0", NULL);
 *	run = synth_run(&s, "{'boot_id':'a'}");
 *	series = synth_series(&s, run, key, "ns", nprocs, nbatches_a_process);
 *	series->batch[...].cost = ...;
 */
#ifndef UABENCH_TEST_SYNTH_H
#define UABENCH_TEST_SYNTH_H

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "result.h"

#define UNUSED	__attribute__((unused))

struct synth {
	struct result_set set;
	struct result_key *keys;
};

/* Fatal without memory, as all of this; not through malloc, which tests may wrap. */
UNUSED static json_t *synth_json(const char *single_quoted)
{
	char text[4096];
	json_error_t error;
	json_t *v;

	assert_true(strlen(single_quoted) < sizeof(text));
	strcpy(text, single_quoted);
	for (char *p = text; *p; p++)
		if (*p == '\'')
			*p = '"';
	v = json_loads(text, 0, &error);
	if (!v)
		fail_msg("%s: %s", text, error.text);
	return v;
}

/* "case name=value ..." */
static void synth_key(struct result_key *key, uint32_t id, const char *name)
{
	char *copy = strdup(name), *word, *save;

	key->id = id;
	key->name = key->canonical = strdup(name);
	key->case_name = strdup(strtok_r(copy, " ", &save));
	key->params = json_object();
	while ((word = strtok_r(NULL, " ", &save))) {
		char *value = strchr(word, '=');

		*value++ = '\0';
		json_object_set_new(key->params, word, json_integer(atoll(value)));
	}
	free(copy);
}

UNUSED static void synth_init(struct synth *s, const char *const *names, size_t n)
{
	memset(s, 0, sizeof(*s));
	s->keys = calloc(n, sizeof(*s->keys));
	s->set.keys = calloc(n, sizeof(*s->set.keys));
	s->set.nkeys = n;
	for (size_t i = 0; i < n; i++) {
		synth_key(&s->keys[i], i, names[i]);
		s->set.keys[i] = &s->keys[i];
	}
}

static void synth_free_series(struct result_series *r)
{
	free(r->batch);
	free(r->counters);
	free(r->extras);
}

UNUSED static void synth_release(struct synth *s)
{
	for (size_t i = 0; i < s->set.nruns; i++) {
		struct result_run *run = &s->set.runs[i];

		for (size_t j = 0; j < run->nseries; j++)
			synth_free_series(&run->series[j]);
		free(run->series);
		free(run->skips);
		free(run->path);
		json_decref(run->meta);
	}
	for (size_t i = 0; i < s->set.nkeys; i++) {
		free((char *)s->keys[i].name);
		free((char *)s->keys[i].case_name);
		json_decref(s->keys[i].params);
	}
	free(s->set.runs);
	free(s->set.keys);
	free(s->keys);
}

/* A further run; earlier pointers to runs are void. meta in JSON with single quotes. */
UNUSED static struct result_run *synth_run(struct synth *s, const char *meta)
{
	struct result_run *run;
	size_t n = s->set.nruns++;
	char path[32];

	if (n == s->set.runs_alloc) {
		s->set.runs_alloc = 2 * n + 8;
		s->set.runs = realloc(s->set.runs, s->set.runs_alloc * sizeof(*s->set.runs));
	}
	run = &s->set.runs[n];
	memset(run, 0, sizeof(*run));
	snprintf(path, sizeof(path), "run%zu.jsonl", n);
	run->path = strdup(path);
	run->meta = synth_json(meta);
	run->status = RESULT_COMPLETE;
	run->series = calloc(s->set.nkeys, sizeof(*run->series));
	run->duration_ns = 1e9;
	run->nprocs = 1;
	return run;
}

/*
 * The run's series of a key, in ascending order of keys: procs x batches of cost
 * 100, process by process, without reference loops, undisturbed.
 */
UNUSED static struct result_series *synth_series(struct synth *s, struct result_run *run,
						 uint32_t key, const char *unit, uint32_t procs,
						 uint32_t batches)
{
	struct result_series *r = &run->series[run->nseries++];

	r->key = &s->keys[key];
	r->unit = unit;
	r->n = procs * batches;
	r->iters = 1000 * r->n;
	r->batch = malloc(r->n * sizeof(*r->batch));
	for (uint32_t i = 0; i < r->n; i++)
		r->batch[i] = (struct result_batch){
			.cost = 100, .ref_arith = NAN, .ref_mem = NAN, .se = NAN,
			.proc = i / batches, .round = i % batches, .reps = 1,
		};
	run->batches += r->n;
	if (procs > run->nprocs)
		run->nprocs = procs;
	return r;
}

#endif
