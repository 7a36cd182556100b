// SPDX-License-Identifier: GPL-2.0-or-later
/* An architecture with the common loops alone. */
#include "fast.h"
#include "loops.h"

const struct copy_variant *const copy_variants[] = { &byte, &word, &unrolled, NULL };

size_t fast_copy_big(void *dst, const void *src, size_t n)
{
	return copy_unrolled(dst, src, n);
}

size_t fast_clear_big(void *dst, size_t n)
{
	return clear_unrolled(dst, n);
}
