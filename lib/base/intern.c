// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "intern.h"

#define MAX_STRINGS	(1u << 30)

void intern_init(struct intern *t)
{
	*t = (struct intern){ 0 };
}

void intern_release(struct intern *t)
{
	for (uint32_t i = 0; i < t->n; i++)
		free(t->entries[i].text);
	free(t->entries);
	free(t->slots);
	intern_init(t);
}

/* Multiply and fold, eight bytes a step; the files are not an adversary's. */
static uint64_t mix(uint64_t a, uint64_t b)
{
	uint64_t x = (a ^ b) * 0x9e3779b97f4a7c15ull;

	return x ^ x >> 29;
}

static uint64_t hash_bytes(const char *p, size_t len)
{
	uint64_t h = len * 0xff51afd7ed558ccdull, w;

	for (; len >= 8; p += 8, len -= 8) {
		memcpy(&w, p, 8);
		h = mix(h, w);
	}
	w = 0;
	memcpy(&w, p, len);
	h = mix(h, w);
	return mix(h, h >> 32);
}

/* The slot that holds the string or, where none does, the free one for it. */
static uint32_t probe(const struct intern *t, const void *text, size_t len, uint64_t hash)
{
	uint32_t mask = t->nslots - 1, i = hash & mask;

	for (; t->slots[i]; i = (i + 1) & mask) {
		const struct intern_entry *e = &t->entries[t->slots[i] - 1];

		if (e->hash == hash && e->len == len && !memcmp(e->text, text, len))
			break;
	}
	return i;
}

static int grow_slots(struct intern *t)
{
	uint32_t n = t->nslots ? t->nslots * 2 : 64;
	uint32_t *slots;

	slots = calloc(n, sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	free(t->slots);
	t->slots = slots;
	t->nslots = n;
	for (uint32_t i = 0; i < t->n; i++) {
		const struct intern_entry *e = &t->entries[i];

		slots[probe(t, e->text, e->len, e->hash)] = i + 1;
	}
	return 0;
}

static int make_room(struct intern *t)
{
	struct intern_entry *entries;
	uint32_t want;

	if (t->n >= MAX_STRINGS)
		return -EOVERFLOW;
	if (t->n == t->alloc) {
		want = t->alloc ? t->alloc * 2 : 32;
		entries = realloc(t->entries, want * sizeof(*entries));
		if (!entries)
			return -ENOMEM;
		t->entries = entries;
		t->alloc = want;
	}
	if (t->n >= t->nslots / 2)
		return grow_slots(t);
	return 0;
}

int intern_add(struct intern *t, const void *text, size_t len, uint32_t *ret_id)
{
	struct intern_entry e = { .len = len, .hash = hash_bytes(text, len) };
	uint32_t slot;
	int err;

	if (t->nslots) {
		slot = probe(t, text, len, e.hash);
		if (t->slots[slot]) {
			*ret_id = t->slots[slot] - 1;
			return 0;
		}
	}
	err = make_room(t);
	if (err)
		return err;
	e.text = malloc(len + 1);
	if (!e.text)
		return -ENOMEM;
	memcpy(e.text, text, len);
	e.text[len] = '\0';
	slot = probe(t, text, len, e.hash);
	t->entries[t->n] = e;
	*ret_id = t->n++;
	t->slots[slot] = t->n;
	return 0;
}

int intern_find(const struct intern *t, const void *text, size_t len, uint32_t *ret_id)
{
	uint32_t slot;

	if (!t->nslots)
		return -ENOENT;
	slot = probe(t, text, len, hash_bytes(text, len));
	if (!t->slots[slot])
		return -ENOENT;
	*ret_id = t->slots[slot] - 1;
	return 0;
}
