// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "frames.h"
#include "names.h"

static int order(const void *a, const void *b)
{
	const struct frame *x = *(const struct frame *const *)a;
	const struct frame *y = *(const struct frame *const *)b;
	int r = names_compare(x->name, y->name);

	if (!r)
		r = strcmp(x->name, y->name);
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

/* How many from v[i] on are of one function, by what compilers leave of its name. */
static size_t same(struct frame **v, size_t i, size_t n)
{
	size_t end = i;

	while (end < n && !names_compare(v[end]->name, v[i]->name))
		end++;
	return end - i;
}

/* na of a, nb of b, all of one function: equal names first, then what is left in order. */
static size_t put_pairs(struct frame_pair *pairs, struct frame **a, size_t na, struct frame **b,
			size_t nb)
{
	size_t left_a = 0, left_b = 0, n = 0;

	for (size_t i = 0, k = 0; i < na || k < nb; ) {
		const int r = i == na ? 1 : k == nb ? -1 : strcmp(a[i]->name, b[k]->name);

		if (!r)
			pairs[n++] = (struct frame_pair){ a[i++], b[k++] };
		else if (r < 0)
			a[left_a++] = a[i++];
		else
			b[left_b++] = b[k++];
	}
	for (size_t i = 0; i < left_a || i < left_b; i++)
		pairs[n++] = (struct frame_pair){ i < left_a ? a[i] : NULL, i < left_b ? b[i] : NULL };
	return n;
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
		const int r = i == base->n ? 1 : k == new->n ? -1 :
			      names_compare(a[i]->name, b[k]->name);
		const size_t na = r <= 0 ? same(a, i, base->n) : 0;
		const size_t nb = r >= 0 ? same(b, k, new->n) : 0;

		n += put_pairs(pairs + n, a + i, na, b + k, nb);
		i += na;
		k += nb;
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
