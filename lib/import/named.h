/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures whose case is named from several pieces. Private to lib/import. */
#ifndef UABENCH_IMPORT_NAMED_H
#define UABENCH_IMPORT_NAMED_H

#include "importer.h"

#define IMPORT_NAME_MAX	512

/*
 * import_put() under a name made by printf; @figure->name is not looked at. Beyond
 * IMPORT_NAME_MAX bytes it is refused, for two names cut short could be the same.
 */
int import_putf(struct import *im, const struct import_figure *figure, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* The same for a value without error and parameters. */
#define import_valuef(im, unit_, value_, ...) \
	import_putf(im, &(struct import_figure){ .unit = unit_, .value = value_ }, __VA_ARGS__)

/*
 * For a figure, or a unit, that ends where its line does: 0, or -EINVAL as import_fail()
 * where no newline ended it, for then it may be cut.
 */
int import_whole_line(struct import *im);

#endif
