// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gather.h"

/* Longer series are worth the way to where they lie. */
#define COPIED	2

struct gathered {
	struct result_series s;
	double cost[COPIED], ref_arith[COPIED], ref_mem[COPIED], se[COPIED];
	uint32_t proc[COPIED], round[COPIED], nivcsw[COPIED], steal[COPIED], minflt[COPIED];
	uint32_t reps[COPIED];
};

int gather_init(struct gather *g, const struct result_set *set)
{
	size_t room = GATHER_KEYS * (set->nruns + 1);

	*g = (struct gather){ .set = set, .copies = calloc(room, sizeof(*g->copies)),
			      .series = calloc(room, sizeof(*g->series)) };
	if (g->copies && g->series)
		return 0;
	gather_release(g);
	return -ENOMEM;
}

void gather_release(struct gather *g)
{
	free(g->copies);
	free(g->series);
	*g = (struct gather){ 0 };
}

#define COPY(to, array, n) do { \
	if ((to)->s.array) { \
		memcpy((to)->array, (to)->s.array, (n) * sizeof((to)->array[0])); \
		(to)->s.array = (to)->array; \
	} \
} while (0)

static void copy_series(const struct result_series *from, struct gathered *to)
{
	uint32_t n = from->n;

	to->s = *from;
	COPY(to, cost, n);
	COPY(to, ref_arith, n);
	COPY(to, ref_mem, n);
	COPY(to, se, n);
	COPY(to, proc, n);
	COPY(to, round, n);
	COPY(to, nivcsw, n);
	COPY(to, steal, n);
	COPY(to, minflt, n);
	COPY(to, reps, n);
}

void gather_keys(struct gather *g, const struct result_key *const *keys, size_t n)
{
	size_t nruns = g->set->nruns;

	for (size_t run = 0; run < nruns; run++)
		for (size_t i = 0; i < n; i++) {
			size_t at = i * nruns + run;

			g->series[at] = result_run_find(&g->set->runs[run], keys[i]);
			if (!g->series[at] || g->series[at]->n > COPIED)
				continue;
			copy_series(g->series[at], &g->copies[at]);
			g->series[at] = &g->copies[at].s;
		}
}
