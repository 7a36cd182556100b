/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every way to copy that libuaccess has, behind one signature. */
#ifndef UACCESS_TEST_OPS_H
#define UACCESS_TEST_OPS_H

#include <stdbool.h>

#include <uaccess.h>

/* What an op can do besides */
#define OP_TELLS	1	/* sets fault */
#define OP_ZEROES	2	/* zeroes the rest of dst */
#define OP_CLEARS	4	/* has no source: writes zeroes */
#define OP_ZERO_ALL	8	/* zeroes all of dst where something is missing */

struct op {
	const char *name;
	int sides;		/* that may fault: UA_SRC, UA_DST */
	unsigned int flags;
	size_t max;		/* size; SIZE_MAX: any */
	size_t step;		/* sizes are powers of two if 0 */
	size_t (*run)(void *dst, const void *src, size_t n, struct ua_fault *fault);
	bool (*usable)(void);	/* NULL: always */
};

extern const struct op *const ops[];	/* the last is NULL */


/* The library's own variants on this architecture, by number; NULL behind the last. One at a time. */
const struct op *variant_op(size_t i);

#endif
