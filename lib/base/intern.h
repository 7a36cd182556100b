/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A table of byte strings: each is kept once and has a number from 0 in the
 * order of first appearance. Look-up is by hash, in constant time. The text
 * stays where it is until intern_release.
 */
#ifndef UABENCH_BASE_INTERN_H
#define UABENCH_BASE_INTERN_H

#include <stddef.h>
#include <stdint.h>

struct intern_entry {
	char *text;		/* with a NUL byte after it */
	size_t len;
	uint64_t hash;
};

struct intern {
	struct intern_entry *entries;
	uint32_t n, alloc;
	uint32_t *slots;	/* entry + 1, 0: free */
	uint32_t nslots;	/* 0 or a power of two */
};

void intern_init(struct intern *t);
void intern_release(struct intern *t);

/* 0 and the number, old or new; -ENOMEM; -EOVERFLOW beyond 2^30 strings. */
int intern_add(struct intern *t, const void *text, size_t len, uint32_t *ret_id);

/* 0 and the number, or -ENOENT. */
int intern_find(const struct intern *t, const void *text, size_t len, uint32_t *ret_id);

static inline const char *intern_text(const struct intern *t, uint32_t id)
{
	return t->entries[id].text;
}

#endif
