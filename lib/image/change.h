/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The order of what has changed, by how much. */
#ifndef UABENCH_IMAGE_CHANGE_H
#define UABENCH_IMAGE_CHANGE_H

#include <stdint.h>

/* For qsort(): the larger change first, whichever way; of equally large ones growth first. */
static inline int change_order(int64_t a, int64_t b)
{
	const uint64_t x = a < 0 ? -(uint64_t)a : (uint64_t)a;
	const uint64_t y = b < 0 ? -(uint64_t)b : (uint64_t)b;

	if (x != y)
		return x > y ? -1 : 1;
	return a > b ? -1 : a < b;
}

#endif
