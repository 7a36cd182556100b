// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf stat -x, or -x\;:
 *	683033312,,cpu-cycles,0.03%,5381342641,100.00,1.234,GHz
 * value, unit, event, with -r the error in percent, time counted, share of it counted;
 * then metrics. How many runs there were it does not say.
 */
#include <errno.h>
#include <string.h>

#include "perf_stat.h"

static const char *const marks[] = {
	",,", ",msec,", ",ns,", ",Joules,", ",MiB,",
	";;", ";msec;", ";ns;", ";Joules;", ";MiB;", NULL
};

#define FIELDS_MAX	12

struct field {
	const char *s;
	size_t len;
};

static int split(const char *line, char by, struct field *f)
{
	int n = 0;

	skip_blanks(&line);
	for (; n < FIELDS_MAX; line++) {
		const char *end = strchrnul(line, by);

		f[n++] = (struct field){ line, end - line };
		if (!*end)
			break;
		line = end;
	}
	return n;
}

static bool is_number(struct field f, double *ret_v)
{
	char buf[32];
	const char *p = buf;

	/* alone, for a comma behind it is no decimal one */
	if (!f.len || f.len >= sizeof(buf) || !is_digit(*f.s))
		return false;
	memcpy(buf, f.s, f.len);
	buf[f.len] = '\0';
	return !take_number(&p, NUMBER_DECIMAL, ret_v) && !*p;
}

static bool is_event(struct field f)
{
	return f.len > 1 && !memchr(f.s, ' ', f.len) &&
		((*f.s >= 'a' && *f.s <= 'z') || (*f.s >= 'A' && *f.s <= 'Z'));
}

/* "0.03%" */
static bool is_percent(struct field f, double *ret_v)
{
	return f.len > 1 && f.s[f.len - 1] == '%' &&
		is_number((struct field){ f.s, f.len - 1 }, ret_v);
}

static bool scan(const char *line, struct perf_counter *c)
{
	struct field f[FIELDS_MAX];
	char by = strchr(line, ';') ? ';' : ',';
	int n = split(line, by, f), at = 3;
	double time, share;
	const char *p;

	*c = (struct perf_counter){ .percent = -1 };
	if (n < 5)
		return false;
	p = f[0].s;
	c->missing = perf_stat_missing(&p);
	if (c->missing ? p != f[0].s + f[0].len : !is_number(f[0], &c->value))
		return false;
	if ((f[1].len && !perf_stat_is_unit(f[1].s, f[1].len)) || !is_event(f[2]))
		return false;
	if (is_percent(f[at], &c->percent))
		at++;
	if (n < at + 2 || !is_number(f[at], &time) || !is_number(f[at + 1], &share) || share > 100)
		return false;
	c->unit = f[1].s;
	c->unit_len = f[1].len;
	c->event = f[2].s;
	c->event_len = f[2].len;
	return true;
}

static bool detect(const char *line)
{
	struct perf_counter c;

	return scan(line, &c);
}

static int parse(struct import *im)
{
	struct perf_counter c;

	if (!scan(import_line(im)->text, &c))
		return import_fail(im, "not as perf stat -x prints it");
	return perf_stat_put(im, &c);
}

const struct importer import_perf_stat_csv = {
	.name = "perf-stat-csv",
	.summary = "perf stat -x, and -x\\;",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
