/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fields of a header at a given place, of either byte order; 0 beyond its end. */
#ifndef UABENCH_VM_BYTES_H
#define UABENCH_VM_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct bytes {
	const unsigned char *p;
	size_t len;
	bool big;		/* most significant byte first */
};

static inline uint64_t bytes_at(const struct bytes *b, uint64_t at, unsigned int n)
{
	uint64_t v = 0;

	if (at > b->len || b->len - at < n)
		return 0;
	for (unsigned int i = 0; i < n; i++)
		v = v << 8 | b->p[at + (b->big ? i : n - 1 - i)];
	return v;
}

static inline bool bytes_are(const struct bytes *b, uint64_t at, const char *want, size_t n)
{
	return at <= b->len && b->len - at >= n && !memcmp(b->p + at, want, n);
}

#endif
