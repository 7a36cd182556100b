// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "frames.h"

/* C has no dots in names: what follows one is the compiler's. */
static size_t own_length(const char *name)
{
	return 1 + strcspn(name + 1, ".");
}

static int compare_names(const struct frame *x, const struct frame *y)
{
	size_t a = own_length(x->name), b = own_length(y->name);
	int r = memcmp(x->name, y->name, a < b ? a : b);

	return r ? r : a < b ? -1 : a > b;
}

static int order(const void *a, const void *b)
{
	const struct frame *x = *(const struct frame *const *)a;
	const struct frame *y = *(const struct frame *const *)b;
	int r = compare_names(x, y);

	return r ? r : x->addr < y->addr ? -1 : x->addr > y->addr;
}

static struct frame **sorted(const struct frames *f)
{
	struct frame **v = malloc((f->n + 1) * sizeof(*v));

	if (!v)
		return NULL;
	for (size_t i = 0; i < f->n; i++)
		v[i] = &f->v[i];
	qsort(v, f->n, sizeof(*v), order);
	return v;
}

int frames_pair(const struct frames *base, const struct frames *new,
		struct frame_pair **ret_pairs, size_t *ret_n)
{
	struct frame **a = sorted(base), **b = sorted(new);
	struct frame_pair *pairs = malloc((base->n + new->n + 1) * sizeof(*pairs));
	size_t i = 0, k = 0, n = 0;

	if (!a || !b || !pairs) {
		free(a);
		free(b);
		free(pairs);
		return -ENOMEM;
	}
	while (i < base->n || k < new->n) {
		int r = i == base->n ? 1 : k == new->n ? -1 : compare_names(a[i], b[k]);

		pairs[n].base = r <= 0 ? a[i++] : NULL;
		pairs[n].new = r >= 0 ? b[k++] : NULL;
		n++;
	}
	free(a);
	free(b);
	*ret_pairs = pairs;
	*ret_n = n;
	return 0;
}

int frames_gain(const struct frames *base, const struct frames *new,
		const struct frame_pair *pairs, size_t n, struct frames_gain *ret_gain)
{
	struct frames_gain g = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct frame *a = pairs[i].base, *b = pairs[i].new;
		int r;

		if (!a || !b || a->has || !b->has)
			continue;
		r = frames_count(base, a);
		if (!r)
			r = frames_count(new, b);
		if (r)
			return r;
		g.functions++;
		g.checked += b->checks > 0;
		g.unchecked += !b->checks;
		g.idle += b->idle;
		g.bytes += (int64_t)b->size - (int64_t)a->size;
		g.insns += (int64_t)b->insns - (int64_t)a->insns;
		g.stack += b->bytes - a->bytes;
	}
	*ret_gain = g;
	return 0;
}
