// SPDX-License-Identifier: GPL-2.0-or-later
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "diff.h"
#include "grow.h"

void diff_groups_init(struct diff_groups *g)
{
	memset(g, 0, sizeof(*g));
	intern_init(&g->names);
}

void diff_groups_release(struct diff_groups *g)
{
	intern_release(&g->names);
	free(g->v);
	memset(g, 0, sizeof(*g));
}

int diff_groups_add(struct diff_groups *g, int side, const char *name, size_t len, uint64_t size)
{
	struct diff_group *v;
	uint32_t id;
	int r = intern_add(&g->names, name, len, &id);

	if (r)
		return r;
	v = grow(g->v, &g->alloc, id + 1, sizeof(*v));
	if (!v)
		return -ENOMEM;
	g->v = v;
	g->n = g->names.n;
	v[id].size[side] += size;
	return 0;
}

static int by_change(const void *a, const void *b)
{
	const struct diff_group *x = a, *y = b;
	const int c = change_order((int64_t)(x->size[1] - x->size[0]),
				   (int64_t)(y->size[1] - y->size[0]));

	return c ? c : strcmp(x->name, y->name);
}

void diff_groups_sort(struct diff_groups *g)
{
	for (size_t i = 0; i < g->n; i++)
		g->v[i].name = intern_text(&g->names, i);
	if (g->n)
		qsort(g->v, g->n, sizeof(*g->v), by_change);
}

int diff_sections(struct diff_groups *g, const struct obj *base, const struct obj *new)
{
	int r = 0;

	for (int side = 0; side < 2; side++) {
		const struct obj *o = side ? new : base;

		for (size_t i = 1; !r && i < o->nsections; i++) {
			const struct obj_section *s = &o->sections[i];

			if (s->flags & SHF_ALLOC)
				r = diff_groups_add(g, side, s->name, strlen(s->name), s->size);
		}
	}
	diff_groups_sort(g);
	return r;
}
