/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The summary tables of LMBench that are read. Private to lib/import. */
#ifndef UABENCH_LMBENCH_H
#define UABENCH_LMBENCH_H

#include "importer.h"

#define COLUMNS_MAX	16
#define LEADING		2	/* host and OS */

struct column {
	const char *name;	/* NULL: not taken */
	struct import_param params[2];
};

struct lmbench_table {
	const char *title, *unit;
	double factor;
	size_t least;		/* columns that each version has; later ones may lack */
	struct column columns[COLUMNS_MAX];
};

extern const struct lmbench_table lmbench_tables[];
extern const size_t lmbench_ntables;

#endif
