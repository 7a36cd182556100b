// SPDX-License-Identifier: GPL-2.0-or-later
/* The variants of copying that the library chooses from, each in the place of its choice. */
#include "variants.h"

#include "ops.h"

static const struct copy_variant *variant;

static size_t copy(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	size_t left = variant->copy(dst, src, n);

	return left ? raw_copy(dst, src, n, left, UA_SRC | UA_DST, fault) : 0;
}

static size_t clear(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	size_t left = variant->clear(dst, n);

	return left ? raw_clear(dst, n, left, fault) : 0;
}

static bool usable(void)
{
	return variant->usable();
}

const struct op *variant_op(size_t i)
{
	static struct op op;

	variant = copy_variants[0];
	for (size_t k = 0; k < i / 2 && variant; k++)
		variant = copy_variants[k + 1];
	if (!variant)
		return NULL;
	op = (struct op){ .name = variant->name, .usable = usable, .max = SIZE_MAX, .step = 1 };
	if (i % 2) {
		op.run = clear;
		op.sides = UA_DST;
		op.flags = OP_CLEARS | OP_TELLS;
	} else {
		op.run = copy;
		op.sides = UA_SRC | UA_DST;
		op.flags = OP_TELLS;
	}
	return &op;
}
