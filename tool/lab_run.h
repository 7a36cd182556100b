/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What `uabench lab` does once its options are read. All complain themselves. */
#ifndef UABENCH_TOOL_LAB_RUN_H
#define UABENCH_TOOL_LAB_RUN_H

#include <limits.h>

#include "lab_print.h"

struct lab {
	const char *base;		/* the base's tree, or NULL */
	bool full, details;
	bool own;			/* specs of the user's: each routine must be there */
	bool pin;			/* put what was found into pinned */
	const char *known;		/* a baseline's text, or NULL */
	unsigned int jobs, seconds;	/* processes a sweep; to time each spec, 0: not */
	struct lab_plan plan;
	char guest[PATH_MAX], plugin[PATH_MAX], core[PATH_MAX], work[PATH_MAX];

	struct strbuf pinned, diag, out;
	size_t drift, broken, specs;	/* findings; specs that the tree has */
};

/* A spec with a tree, and with its base: what is known of it when all sides are done. */
struct lab_unit {
	const struct lab_spec *spec;
	struct lab_side new, old;
	bool no_new, no_old;		/* the tree has none of the routines */
};

/* Build, verify, count and print all. 0 or -errno. Releases the units. */
int lab_run_units(struct lab *lab, struct lab_unit *units, size_t n);

#endif
