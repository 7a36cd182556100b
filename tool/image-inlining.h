/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the compiler inlined into a function of two images. */
#ifndef UABENCH_TOOL_IMAGE_INLINING_H
#define UABENCH_TOOL_IMAGE_INLINING_H

#include "sheet.h"
#include "units.h"

#define IMAGE_INLINING_COLUMNS	7

extern const struct sheet_column image_inlining_columns[IMAGE_INLINING_COLUMNS];

/*
 * Rows for one function: of what takes more or fewer bytes in it the `most` that change it
 * most, by size of the change. 0 or -ENOMEM.
 */
int image_put_inlining(struct sheet *s, const char *symbol, const struct inlines *a,
		       const struct inlines *b, size_t most);

#endif
