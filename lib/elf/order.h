/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_ELF_ORDER_H
#define UABENCH_ELF_ORDER_H

#include <stddef.h>
#include <stdint.h>

/*
 * Sort n elements of size bytes by the uint64_t that each has at offset, and those where it
 * is the same by compare(), as qsort() would. 0 or -ENOMEM.
 */
int order_by_address(void *v, size_t n, size_t size, size_t offset,
		     int (*compare)(const void *a, const void *b));

#endif
