// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* So few are sorted by insertion. */
#define FEW	48

#define BYTES	8	/* of a key */
#define VALUES	256	/* of a byte */

struct item {
	uint64_t key;	/* ascends with the value */
	size_t at;	/* where it stood */
};

/* The bits of a double, as a whole number of the same order. */
static uint64_t key_of(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return bits >> 63 ? ~bits : bits | 1ull << 63;
}

static void sort_few(struct item *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct item item = v[i];
		size_t j = i;

		for (; j > 0 && v[j - 1].key > item.key; j--)
			v[j] = v[j - 1];
		v[j] = item;
	}
}

static inline size_t byte_of(const struct item *item, unsigned int byte)
{
	return item->key >> 8 * byte & (VALUES - 1);
}

/* From v to `to`, ordered by one byte, equal ones as they stood; count is used up. */
static void deal(const struct item *v, size_t n, unsigned int byte, size_t *count,
		 struct item *to)
{
	size_t at = 0;

	for (size_t i = 0; i < VALUES; i++) {
		size_t here = count[i];

		count[i] = at;
		at += here;
	}
	for (size_t i = 0; i < n; i++)
		to[count[byte_of(&v[i], byte)]++] = v[i];
}

/* By each byte from the last to the first; those that all keys share are passed over. */
static void sort_many(struct item *v, struct item *spare, size_t n)
{
	size_t count[BYTES][VALUES] = { 0 };
	struct item *from = v, *to = spare;

	for (size_t i = 0; i < n; i++)
		for (unsigned int byte = 0; byte < BYTES; byte++)
			count[byte][byte_of(&v[i], byte)]++;
	for (unsigned int byte = 0; byte < BYTES; byte++) {
		struct item *swap = from;

		if (count[byte][byte_of(from, byte)] == n)
			continue;
		deal(from, n, byte, count[byte], to);
		from = to;
		to = swap;
	}
	if (from != v)
		memcpy(v, from, n * sizeof(*v));
}

/*
 * The values in ascending order, to be freed; NULL when there is no memory. A radix
 * sort: for thousands of values it takes a quarter of the time of GSL's heap sort.
 */
static struct item *sorted_items(const double *x, size_t n)
{
	struct item *v = calloc(n > FEW ? 2 * n : n, sizeof(*v));

	if (!v)
		return NULL;
	for (size_t i = 0; i < n; i++)
		v[i] = (struct item){ .key = key_of(x[i]), .at = i };
	if (n > FEW)
		sort_many(v, v + n, n);
	else
		sort_few(v, n);
	return v;
}

double *stats_dup_sorted(const double *x, size_t n)
{
	struct item *items = sorted_items(x, n);
	double *sorted = items ? calloc(n, sizeof(*sorted)) : NULL;

	for (size_t i = 0; sorted && i < n; i++)
		sorted[i] = x[items[i].at];
	free(items);
	return sorted;
}

static void rank_items(const double *x, const struct item *items, struct stats_ranked *s)
{
	for (size_t i = 0, end; i < s->n; i = end) {
		double t;

		for (end = i + 1; end < s->n && x[items[end].at] == x[items[i].at]; end++)
			;
		t = (double)(end - i);
		s->ties += t * t * t - t;
		for (size_t k = i; k < end; k++) {
			s->sorted[k] = x[items[k].at];
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
	rank_items(x, items, s);
	free(items);
	return 0;
}

void stats_ranked_release(struct stats_ranked *s)
{
	free(s->sorted);
	free(s->ranks);
	s->sorted = s->ranks = NULL;
}
