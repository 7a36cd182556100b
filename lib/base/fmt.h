/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers for people to read. Each function fills @buf and returns it, so that
 * it can stand among the arguments of printf. None fails; a NaN becomes "-",
 * an infinity "inf" or "-inf".
 */
#ifndef UABENCH_BASE_FMT_H
#define UABENCH_BASE_FMT_H

#include <stdint.h>

#define FMT_LEN		48

/* Bytes: exact multiples of 1024 are shortened, "64K", "1M"; else all digits, "1500". */
char *fmt_size(char buf[FMT_LEN], uint64_t bytes);

/*
 * @digits (1..9) significant digits: 4 give "0.1235", "12.35", "123456", for
 * digits before the point are never lost. An exponent only from 1e15 on and
 * below 1e-9.
 */
char *fmt_sig(char buf[FMT_LEN], double value, int digits);

/* ns scaled to "ns", "us", "ms" or "s": "87.31 ns", "1.204 us". */
char *fmt_time(char buf[FMT_LEN], double ns, int digits);

/* A count scaled by 1000: "812", "12.35 k", "1.204 M", "G". */
char *fmt_count(char buf[FMT_LEN], double count, int digits);

/*
 * fmt_time for the unit "ns"; fmt_count for "instructions" and "count"; "B" and "B/s"
 * scaled by 1000, "303.7 MB/s"; else fmt_sig and the unit.
 */
char *fmt_value(char buf[FMT_LEN], double value, const char *unit, int digits);

/* A share of one, always signed: 0.0123 gives "+1.23 %"; three digits, two decimals at most. */
char *fmt_change(char buf[FMT_LEN], double share);

/* A share of one, unsigned: 0.0123 gives "1.23 %". */
char *fmt_share(char buf[FMT_LEN], double share);

#endif
