/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pieces of a line. Private to lib/import. Each take_ and eat function skips blanks
 * first, and moves *@p behind what it took; where it takes nothing *@p stays.
 */
#ifndef UABENCH_IMPORT_TEXT_H
#define UABENCH_IMPORT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void skip_blanks(const char **p);

/* The text stands there, whatever follows it. */
bool eat(const char **p, const char *text);

/* The word stands there, and a blank, the end or punctuation other than -_. after it. */
bool eat_word(const char **p, const char *word);

bool at_end(const char *p);		/* nothing but blanks */
bool is_blank(const char *s);		/* the same, for a line */
bool is_digit(char c);

/* What reaches up to the next blank; its length, 0 at the end. */
size_t take_word(const char **p, const char **ret_word);

bool word_is(const char *word, size_t len, const char *text);

enum number {
	/*
	 * A tool that groups digits but prints no decimals, or its decimals with
	 * another separator: "1,234" and "1.234" are 1234, "1,234.5" is 1234.5. Where
	 * groups do not come out as threes it is no number. Groups may be parted by
	 * single spaces, too.
	 */
	NUMBER_GROUPED,
	/*
	 * A tool that prints decimals and never groups digits: one comma or point is
	 * the decimal one.
	 */
	NUMBER_DECIMAL,
	/*
	 * It may do either: "1,234" cannot be read (-ENOTUNIQ); "1.234" is a decimal
	 * point, "1,5" a decimal comma, "1.234,5" and "1,234,567" can be read.
	 */
	NUMBER_ANY,
};

/*
 * A number >= 0, without sign; an exponent only where it is not grouped. 0, -EINVAL
 * where none stands there, -ENOTUNIQ, -ERANGE beyond 18 digits or 1e+-99.
 */
int take_number(const char **p, enum number how, double *ret_value);

/* A whole number, digits only. 0 or -EINVAL. */
int take_whole(const char **p, int64_t *ret_value);

/*
 * "5.38", "0m5.389", "1:02:03.5": to ns. Decimal comma or point; the parts after
 * the first below 60. 0 or -EINVAL.
 */
int take_clock(const char **p, double *ret_ns);

/* What one of a unit of time is in ns: "ns", "us", "usec", "microseconds", ..., "s"; or 0. */
double unit_ns(const char *unit, size_t len);

enum mega { MEGA_DECIMAL, MEGA_BINARY };

/*
 * Bytes in a unit of size such as "B", "bytes", "kB", "KB", "MB", "MiB": kB, MB, GB, TB
 * are powers of 1000 or 1024 as the tool means them, KiB, MiB, GiB, TiB always of
 * 1024. Bits are no bytes: "Mb", "Mbit" give 0, and so does anything else.
 */
double unit_bytes(const char *unit, size_t len, enum mega mega);

/* The same for a rate: without its "/s", "/sec" or "ps"; 0 where it has none. */
double unit_rate(const char *unit, size_t len, enum mega mega);

/* "Mb/s", "Kb/sec": bits or bytes, which the text does not say. */
bool unit_is_ambiguous(const char *unit, size_t len);

#endif
