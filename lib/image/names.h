/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What compilers append to the names of functions and statics. */
#ifndef UABENCH_IMAGE_NAMES_H
#define UABENCH_IMAGE_NAMES_H

#include <stddef.h>

enum names_fold {
	/*
	 * The function or variable that it was made of: without .isra, .part, .constprop, .cold,
	 * .localalias, .lto_priv, .llvm and the numbers after a dot, and without the number that
	 * ends a __UNIQUE_ID_ or __addressable_.
	 */
	NAMES_FOLDED,
	NAMES_WHOLE,		/* as it is */
	/* As the kernel's scripts/bloat-o-meter: every ".NUMBER" is cut out, and nothing else. */
	NAMES_BLOAT_O_METER,
};

/* How much of a name NAMES_FOLDED keeps. */
size_t names_folded(const char *name);

/* By what NAMES_FOLDED keeps of them: < 0, 0, > 0. */
int names_compare(const char *a, const char *b);

/* Write to buf, which has room for strlen(name) + 1; the length. */
size_t names_fold(const char *name, enum names_fold how, char *buf);

#endif
