/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compilation units: which source file the code at an address is from. By DWARF. */
#ifndef UABENCH_ELF_UNITS_H
#define UABENCH_ELF_UNITS_H

#include "obj.h"

struct unit_range {
	uint64_t low, high;	/* [low, high) */
	uint32_t unit;		/* index into units.units */
};

struct unit {
	char *path;		/* of its source file, from the top of the source tree */
	uint64_t die;		/* offset of its DIE in .debug_info */
};

struct units {
	struct unit *units;
	size_t nunits, units_alloc;
	struct unit_range *ranges;	/* by low; those without code are left out */
	size_t nranges, ranges_alloc;
};

/*
 * Read the head of every unit. 0; -ENODATA: no DWARF; -EINVAL: damaged DWARF, then diag has
 * "PATH: what"; -ENOMEM. To be released in any case.
 */
int units_read(struct units *u, struct obj *o, struct strbuf *diag);
void units_release(struct units *u);

/* The unit of the code at an address, or NULL. */
const struct unit *units_at(const struct units *u, uint64_t addr);

/* One function that was inlined into another; the copies of one are summed. */
struct inlined {
	char *name;
	uint64_t count;
	uint64_t bytes;		/* of its own code, without what is inlined into it in turn */
};

struct inlines {
	struct inlined *v;	/* by name */
	size_t n, alloc;
};

/*
 * What was inlined into the function whose code begins at addr. 0, also where DWARF knows
 * no such function; -EINVAL, -ENOMEM as above. To be released in any case.
 */
int inlines_of(struct inlines *in, struct obj *o, const struct units *u, uint64_t addr,
	       struct strbuf *diag);
void inlines_release(struct inlines *in);

#endif
