/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where functions were inlined: every DW_TAG_inlined_subroutine of an object. */
#ifndef UABENCH_ELF_EXPANSIONS_H
#define UABENCH_ELF_EXPANSIONS_H

#include "obj.h"

struct expansion {
	uint32_t what;		/* what want() said of its name */
	const char *caller;	/* function that the code is in; "?" where DWARF has no name */
	uint64_t addr;		/* its lowest */
	uint64_t bytes;		/* of code, with what is inlined into it in turn */
	uint64_t unit;		/* of DWARF, for expansion_file() */
	uint32_t file, line;	/* of the call; 0: not known */
};

struct expansions {
	struct expansion *v;	/* in DWARF's order */
	size_t n, alloc;
	uint64_t seen;		/* inlined subroutines in all, wanted or not */
};

/*
 * Those of functions whose name want() knows, which returns a number from 0 on, or -1: not
 * wanted; it is asked once a unit and function at most. Expansions without code, which
 * were optimised away, are left out. 0; -ENODATA: no DWARF; -EINVAL: damaged, why is in
 * diag; -ENOMEM. To be released in any case.
 */
int expansions_read(struct expansions *e, struct obj *o,
		    int (*want)(void *arg, const char *name), void *arg, struct strbuf *diag);
void expansions_release(struct expansions *e);

/* The path of the source file of a call, as DWARF has it; NULL: not known. Reads a line table. */
const char *expansion_file(struct obj *o, const struct expansion *e);

#endif
