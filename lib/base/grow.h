/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Growing arrays. */
#ifndef UABENCH_BASE_GROW_H
#define UABENCH_BASE_GROW_H

#include <stddef.h>

/*
 * Makes room for @need elements of @size bytes in @array, whose capacity is
 * *@alloc; at least doubles, new elements are zero. Returns the array, which may
 * have moved, or NULL without memory; then the old one stays valid.
 */
void *grow(void *array, size_t *alloc, size_t need, size_t size);

#endif
