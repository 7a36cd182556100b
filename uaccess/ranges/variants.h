/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The ways to copy that this architecture has. Each takes any size, and returns what is
 * not certain to be moved, as fast_copy() does.
 */
#ifndef UACCESS_VARIANTS_H
#define UACCESS_VARIANTS_H

#include "raw.h"

#define WORD	UA_ARCH_WORD

#pragma GCC visibility push(hidden)

struct copy_variant {
	const char *name;
	bool (*usable)(void);		/* on this CPU */
	size_t (*copy)(void *dst, const void *src, size_t n);
	size_t (*clear)(void *dst, size_t n);
};

/* All of them, the last is NULL; for benchmarks and tests */
extern const struct copy_variant *const copy_variants[];

#pragma GCC visibility pop

#endif
