// SPDX-License-Identifier: GPL-2.0-or-later
/* A radix sort: by comparisons, sorting its symbols is most of opening a kernel. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"

#define BITS	16
#define PASSES	(64 / BITS)
#define BUCKETS	(1u << BITS)

struct key {
	uint64_t addr;
	size_t index;
};

static unsigned int digit(uint64_t addr, unsigned int pass)
{
	return addr >> (BITS * pass) & (BUCKETS - 1);
}

/* From the lowest digit up; each pass keeps the order of the one before. The sorted one of both. */
static struct key *by_digits(struct key *from, struct key *to, size_t n, size_t *counts)
{
	for (unsigned int pass = 0; pass < PASSES; pass++) {
		size_t at = 0;
		struct key *swap;

		memset(counts, 0, BUCKETS * sizeof(*counts));
		for (size_t i = 0; i < n; i++)
			counts[digit(from[i].addr, pass)]++;
		if (counts[digit(from[0].addr, pass)] == n)
			continue;
		for (unsigned int b = 0; b < BUCKETS; b++) {
			size_t here = counts[b];

			counts[b] = at;
			at += here;
		}
		for (size_t i = 0; i < n; i++)
			to[counts[digit(from[i].addr, pass)]++] = from[i];
		swap = from;
		from = to;
		to = swap;
	}
	return from;
}

int order_by_address(void *v, size_t n, size_t size, size_t offset,
		     int (*compare)(const void *a, const void *b))
{
	struct key *keys = malloc((2 * n + 1) * sizeof(*keys)), *sorted;
	size_t *counts = malloc(BUCKETS * sizeof(*counts));
	char *copy = malloc(n * size + 1), *to = v;
	int r = keys && copy && counts ? 0 : -ENOMEM;

	if (!r && n) {
		for (size_t i = 0; i < n; i++) {
			memcpy(&keys[i].addr, to + i * size + offset, sizeof(keys[i].addr));
			keys[i].index = i;
		}
		memcpy(copy, v, n * size);
		sorted = by_digits(keys, keys + n, n, counts);
		for (size_t i = 0; i < n; i++)
			memcpy(to + i * size, copy + sorted[i].index * size, size);
		for (size_t i = 0, next; i < n; i = next) {
			for (next = i + 1; next < n && sorted[next].addr == sorted[i].addr; next++)
				;
			if (next - i > 1)
				qsort(to + i * size, next - i, size, compare);
		}
	}
	free(keys);
	free(copy);
	free(counts);
	return r;
}
