/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_TOOL_LOAD_H
#define UABENCH_TOOL_LOAD_H

#include "result.h"

/* Load every path into the set. 0, or -errno, complained. */
int load_paths(struct result_set *set, int n, char **paths);

/*
 * Load base and news into one set, to be compared: the first *ret_nbase runs
 * are the base's. 0, or -errno, complained.
 */
int load_sides(struct result_set *set, const char *base, int nnews, char **news,
	       size_t *ret_nbase);

#endif
