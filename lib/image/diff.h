/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two images, symbol by symbol. */
#ifndef UABENCH_IMAGE_DIFF_H
#define UABENCH_IMAGE_DIFF_H

#include "intern.h"
#include "names.h"
#include "obj.h"
#include "size.h"

/* What of a side is under one name. */
struct diff_half {
	uint64_t size;		/* of all of them */
	uint32_t n;		/* symbols; 0: none of that name */
	uint32_t largest;	/* index into obj.symbols of the largest of them */
};

struct diff_name {
	const char *name;	/* folded */
	struct diff_half side[2];
};

struct diff_totals {
	uint64_t add, remove, grow, shrink;	/* names */
	uint64_t up, down;			/* bytes */
	uint64_t before, after;			/* bytes of all symbols that count */
};

struct diff_opts {
	enum names_fold fold;
	/*
	 * NAMES_BLOAT_O_METER: what that counts, and as it does: each symbol of nm's classes
	 * t, d, b, r, large and small, without weak and generated ones, and aliases each for
	 * themselves. Else: every symbol with a size in a section that is loaded, and bytes
	 * that have several names once.
	 */
	bool (*wanted)(void *arg, const char *name);	/* NULL: all names */
	void *arg;
};

struct diff {
	const struct obj *obj[2];	/* borrowed */
	struct intern names;
	struct diff_name *v;		/* that changed: by how much, growth first, then by name */
	size_t n, alloc;
	struct diff_totals totals;
};

/* 0, -ENOMEM, or -EOVERFLOW: sizes that no sum can hold. To be released in any case. */
int diff_make(struct diff *d, const struct obj *base, const struct obj *new,
	      const struct diff_opts *opts);
void diff_release(struct diff *d);

static inline int64_t diff_change(const struct diff_name *v)
{
	return (int64_t)(v->side[1].size - v->side[0].size);
}

/* Bytes by something that many symbols have: sections, directories. */
struct diff_group {
	const char *name;	/* "?": not known */
	uint64_t size[2];
};

struct diff_groups {
	struct intern names;
	struct diff_group *v;
	size_t n, alloc;
};

void diff_groups_init(struct diff_groups *g);
void diff_groups_release(struct diff_groups *g);

/* Add bytes of a side (0, 1) to the group of that name. 0 or -ENOMEM. */
int diff_groups_add(struct diff_groups *g, int side, const char *name, size_t len, uint64_t size);

/* By size of the change, then by name. */
void diff_groups_sort(struct diff_groups *g);

/* The sections that are loaded: their sizes, whatever symbols there are. 0 or -ENOMEM. */
int diff_sections(struct diff_groups *g, const struct obj *base, const struct obj *new);

/* nm's letter for a symbol; '?' for what has none. */
char symbol_class(const struct obj *o, const struct obj_symbol *sym);

#endif
