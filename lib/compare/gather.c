// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gather.h"

/* Longer series are worth the way to where they lie. */
#define COPIED	2

struct gathered {
	struct result_series s;
	struct result_batch batch[COPIED];
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

static void copy_series(const struct result_series *from, struct gathered *to)
{
	to->s = *from;
	to->s.batch = memcpy(to->batch, from->batch, from->n * sizeof(*from->batch));
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
