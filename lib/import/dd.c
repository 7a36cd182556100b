// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The last line of dd, by its shape, for its words are translated:
 *	536870912 bytes (537 MB, 512 MiB) copied, 6.77633 s, 79.2 MB/s	 (GNU, uutils)
 *	536870912 bytes (512.0MB) copied, 6.776327 seconds, 75.6MB/s	 (BusyBox)
 *	536870912 bytes transferred in 6.776327 secs (79227439 bytes/sec)  (BSD)
 * The rate is made from bytes and seconds; the printed one, whose MB is 10^6 bytes
 * for GNU and 2^20 for BusyBox, must agree with it in one of the two.
 */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "importer.h"

static const char *const marks[] = { "/s", "copied", "transferred in", "iB)", NULL };

struct copied {
	int64_t bytes;
	double seconds, rate;	/* rate in the printed unit */
	const char *unit;
	size_t unit_len;
};

/* Translated words up to the next digit, parentheses skipped, the comma eaten. */
static bool skip_words(const char **p)
{
	const char *s = *p;
	bool word = false;

	while (*s && !is_digit(*s) && *s != ',') {
		if (*s == '(') {
			s = strchr(s, ')');
			if (!s)
				return false;
		} else if (isalpha((unsigned char)*s) || (unsigned char)*s >= 0x80) {
			word = true;
		} else if (*s != ' ') {
			return false;
		}
		s++;
	}
	if (*s == ',')
		s++;
	*p = s;
	return word;
}

static bool eat_seconds(const char **p)
{
	const char *word;
	size_t len;

	skip_blanks(p);
	word = *p;
	len = strcspn(word, " ,(");
	*p += len;
	return unit_ns(word, len) == 1e9;
}

/* The rest of the line behind the seconds: the rate. */
static bool take_rate(const char **p, struct copied *c)
{
	bool in_parens;

	eat(p, ",");
	in_parens = eat(p, "(");
	if (eat(p, "Infinity"))
		c->rate = 0;
	else if (take_number(p, NUMBER_DECIMAL, &c->rate))
		return false;
	skip_blanks(p);
	c->unit = *p;
	c->unit_len = strcspn(*p, " ),");
	*p += c->unit_len;
	if (in_parens && !eat(p, ")"))
		return false;
	return c->unit_len > 0 && at_end(*p);
}

/* True where the line has the shape, be the unit what it may. */
static bool scan(const char *p, struct copied *c)
{
	return !take_whole(&p, &c->bytes) && *p == ' ' && skip_words(&p) &&
		!take_number(&p, NUMBER_DECIMAL, &c->seconds) && eat_seconds(&p) &&
		take_rate(&p, c) && memchr(c->unit, '/', c->unit_len);
}

/* A beginning that only dd has, as far as a mailer may have left it on the line. */
static bool starts(const char *p)
{
	int64_t bytes;
	const char *word;
	size_t len;

	if (take_whole(&p, &bytes) || *p != ' ')
		return false;
	len = take_word(&p, &word);
	return len && !is_digit(*word) && (strstr(p, "copied,") || strstr(p, "transferred in") ||
					   strstr(p, "iB)"));
}

static bool detect(const char *line)
{
	struct copied c;

	return scan(line, &c) || starts(line);
}

/* The printed rate has two digits at least: it tells 10^6 from 2^20, or a slip. */
static bool agrees(const struct copied *c, double factor)
{
	double made = c->bytes / c->seconds, printed = c->rate * factor;

	/* the last digit printed: at worst 1.0 of 0.95 to 1.05 */
	return factor > 0 && made >= printed * 0.945 && made <= printed * 1.055;
}

static int put(struct import *im, const struct copied *c)
{
	const struct import_figure figure = {
		.name = "dd", .unit = "B/s", .value = c->seconds > 0 ? c->bytes / c->seconds : 0,
		.params = { { "bytes", c->bytes } },
	};
	double decimal = unit_rate(c->unit, c->unit_len, MEGA_DECIMAL);

	if (unit_is_ambiguous(c->unit, c->unit_len))
		return import_fail(im, "'%.*s' may be bits or bytes, and dd prints neither",
				   (int)c->unit_len, c->unit);
	if (!decimal)
		return import_fail(im, "no unit that dd prints: '%.*s'", (int)c->unit_len, c->unit);
	if (c->seconds > 0 && c->bytes > 0 && !agrees(c, decimal) &&
	    !agrees(c, unit_rate(c->unit, c->unit_len, MEGA_BINARY)))
		return import_fail(im, "bytes, seconds and rate contradict one another");
	return import_put(im, &figure);
}

static int parse(struct import *im)
{
	struct copied c;

	if (import_line(im)->overwritten) {
		import_note(im, "a line of status=progress, left out");
		return 0;
	}
	for (int i = 0; i < 3; i++) {
		if (scan(import_line(im)->text, &c))
			return put(im, &c);
		if (!import_peek(im) || detect(import_peek(im)->text) || !import_join(im))
			break;
	}
	return import_fail(im, "the line is cut or not as dd prints it");
}

const struct importer import_dd = {
	.name = "dd",
	.summary = "dd of GNU, uutils, BusyBox and the BSDs",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
