/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How samples that are not plain are named. */
#ifndef UABENCH_RENDER_SHAPES_H
#define UABENCH_RENDER_SHAPES_H

#include "shape.h"
#include "show.h"

/* Dependence of neighbours is what all machines have, and takes nothing from a median. */
#define SHAPES_WORTH	(STATS_SHAPE_BIMODAL | STATS_SHAPE_STEP | STATS_SHAPE_DRIFT | \
			 STATS_SHAPE_OUTLIER)
#define SHAPES_CASES	4	/* that are named with a shape, the rest is counted */

/* Appends "drift, step", nothing for a plain sample. 0 or -ENOMEM. */
int shapes_names(unsigned int flags, struct strbuf *sb);

/* enum stats_shape_flag of the processes of s->keys[i]. 0 or -ENOMEM. */
int show_shape(const struct show *s, size_t i, unsigned int *ret_flags);

/* Which cases are not plain, each kind a line; nothing where all are. 0 or -ENOMEM. */
int show_shapes(const struct show *s, struct strbuf *sb);

#endif
