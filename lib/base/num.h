/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers as people type them, independent of the locale and strict: the whole
 * string must be the number, without space or sign. Every function returns 0,
 * -EINVAL where the text is no such number (empty and negative included), or
 * -ERANGE where it is one that does not fit.
 */
#ifndef UABENCH_BASE_NUM_H
#define UABENCH_BASE_NUM_H

#include <stdint.h>

/* Whole number, decimal, optional K, M, G, T or KiB, MiB, GiB, TiB (powers of 1024). */
int num_parse_u64(const char *s, uint64_t *ret_value);

/* The same, and -ERANGE outside min..max. */
int num_parse_u64_in(const char *s, uint64_t min, uint64_t max, uint64_t *ret_value);

/* "12", "0.25", ".5": at most 15 digits in all, no exponent; else -ERANGE. */
int num_parse_decimal(const char *s, double *ret_value);

/*
 * A share of one: "1%" and "0.01" both give 0.01. Without the sign the number
 * must be below 1 (-ERANGE), lest somebody type 1 and get 100 %.
 */
int num_parse_share(const char *s, double *ret_share);

/* A time with its unit: ns, us, ms, s, m or h; "50s", "0.5ms". Rounded to whole ns. */
int num_parse_duration(const char *s, uint64_t *ret_ns);

#endif
