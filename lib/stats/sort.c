// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* Runs of so many are sorted by insertion, the rest by merging. */
#define RUN 8

struct item {
	double value;
	size_t at;	/* where it stood */
};

static void insert_runs(struct item *v, size_t n)
{
	for (size_t first = 0; first < n; first += RUN)
		for (size_t i = first + 1; i < n && i < first + RUN; i++) {
			struct item item = v[i];
			size_t j = i;

			for (; j > first && v[j - 1].value > item.value; j--)
				v[j] = v[j - 1];
			v[j] = item;
		}
}

/* a[0..n) and b[0..m) into to; equal ones of a first. Without a branch to mispredict. */
static void merge(const struct item *a, size_t n, const struct item *b, size_t m,
		  struct item *to)
{
	const struct item *a_end = a + n, *b_end = b + m;

	while (a < a_end && b < b_end) {
		size_t second = b->value < a->value;

		*to++ = second ? *b : *a;
		b += second;
		a += !second;
	}
	memcpy(to, a, (a_end - a) * sizeof(*a));
	memcpy(to + (a_end - a), b, (b_end - b) * sizeof(*b));
}

/*
 * The values in ascending order; equal ones as they stood. GSL's heap sort takes
 * three times as long for thousands. To be freed; NULL when there is no memory.
 */
static struct item *sorted_items(const double *x, size_t n)
{
	struct item *v = calloc(2 * n, sizeof(*v)), *from = v, *to = v + n;

	if (!v)
		return NULL;
	for (size_t i = 0; i < n; i++)
		v[i] = (struct item){ .value = x[i], .at = i };
	insert_runs(v, n);
	for (size_t width = RUN; width < n; width *= 2) {
		struct item *swap = from;

		for (size_t i = 0; i < n; i += 2 * width) {
			size_t left = n - i, a = left < width ? left : width;
			size_t b = left - a < width ? left - a : width;

			merge(from + i, a, from + i + a, b, to + i);
		}
		from = to;
		to = swap;
	}
	if (from != v)
		memcpy(v, from, n * sizeof(*v));
	return v;
}

double *stats_dup_sorted(const double *x, size_t n)
{
	struct item *items = sorted_items(x, n);
	double *sorted = items ? calloc(n, sizeof(*sorted)) : NULL;

	for (size_t i = 0; sorted && i < n; i++)
		sorted[i] = items[i].value;
	free(items);
	return sorted;
}

static void rank_items(const struct item *items, struct stats_ranked *s)
{
	for (size_t i = 0, end; i < s->n; i = end) {
		double t;

		for (end = i + 1; end < s->n && items[end].value == items[i].value; end++)
			;
		t = (double)(end - i);
		s->ties += t * t * t - t;
		for (size_t k = i; k < end; k++) {
			s->sorted[k] = items[k].value;
			s->ranks[items[k].at] = ((double)(i + end) + 1) / 2;
		}
	}
}

int stats_ranked_init(struct stats_ranked *s, const double *x, size_t n)
{
	struct item *items = sorted_items(x, n);

	*s = (struct stats_ranked){ .n = n, .sorted = calloc(n, sizeof(*s->sorted)),
				    .ranks = calloc(n, sizeof(*s->ranks)) };
	if (!items || !s->sorted || !s->ranks) {
		free(items);
		stats_ranked_release(s);
		return -ENOMEM;
	}
	rank_items(items, s);
	free(items);
	return 0;
}

void stats_ranked_release(struct stats_ranked *s)
{
	free(s->sorted);
	free(s->ranks);
	s->sorted = s->ranks = NULL;
}
