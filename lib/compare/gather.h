/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The series of a few keys in every run of a set. A comparison goes case by case,
 * but a set lies run by run: with thousands of runs each look at a case would fetch
 * its lines of memory from afar. So a few keys are taken from each run at once, and
 * short series are copied out, so that all runs of a key lie side by side.
 */
#ifndef UABENCH_COMPARE_GATHER_H
#define UABENCH_COMPARE_GATHER_H

#include "result.h"

#define GATHER_KEYS	8	/* at once */

struct gather {
	const struct result_set *set;
	struct gathered *copies;		/* private */
	const struct result_series **series;	/* by key and run; NULL where a run has none */
};

/* 0 or -ENOMEM. The set must not change until gather_release(). */
int gather_init(struct gather *g, const struct result_set *set);
void gather_release(struct gather *g);

/* The first n <= GATHER_KEYS of the keys take the place of those gathered before. */
void gather_keys(struct gather *g, const struct result_key *const *keys, size_t n);

/* Of the i-th of these keys: a pointer for each run, valid until the next gather_keys(). */
static inline const struct result_series **gather_series(const struct gather *g, size_t i)
{
	return g->series + i * g->set->nruns;
}

#endif
