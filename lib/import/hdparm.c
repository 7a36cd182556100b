// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hdparm -T and -t:
 *	/dev/sda:
 *	 Timing cached reads:   580 MB in  2.00 seconds = 289.64 MB/sec
 * and the figures as people retype them, "before: cached-reads=172.47MB/sec, ...".
 * Its MB is 2^20 bytes and its kB 2^10 (hdparm.c: time_cache, time_device).
 */
#include <errno.h>
#include <string.h>

#include "importer.h"

static const char *const marks[] = { "/dev/", "Timing ", "cached-reads", "buffered-reads", NULL };

static const struct kind {
	const char *text, *case_name;
} kinds[] = {
	{ "Timing cached reads:", "hdparm.cached" },
	{ "Timing O_DIRECT cached reads:", "hdparm.cached_direct" },
	{ "Timing buffered disk reads:", "hdparm.buffered" },
	{ "Timing buffer-cache reads:", "hdparm.cached" },
	{ "Timing O_DIRECT disk reads:", "hdparm.direct" },
}, retyped[] = {
	{ "cached-reads", "hdparm.cached" },
	{ "buffered-reads", "hdparm.buffered" },
};

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))

static const struct kind *eat_kind(const char **p, const struct kind *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (eat(p, list[i].text))
			return &list[i];
	return NULL;
}

/* "/dev/sda:" alone on its line. */
static size_t device(const char *line, const char **ret_name)
{
	size_t len;

	skip_blanks(&line);
	len = strcspn(line, " :");
	*ret_name = line;
	return !strncmp(line, "/dev/", 5) && len > 5 && line[len] == ':' &&
		at_end(line + len + 1) ? len : 0;
}

/* Where the first "cached-reads=" or "buffered-reads=" begins. */
static const char *find_retyped(const char *line)
{
	const char *first = NULL;

	for (size_t i = 0; i < COUNT(retyped); i++) {
		const char *s = strstr(line, retyped[i].text);
		const char *p = s ? s + strlen(retyped[i].text) : NULL;

		if (s && (eat(&p, "=") || eat(&p, ":")) && (skip_blanks(&p), is_digit(*p)) &&
		    (!first || s < first))
			first = s;
	}
	return first;
}

static bool detect(const char *line)
{
	const char *p = line, *name;

	if (device(line, &name) || find_retyped(line))
		return true;
	return eat_kind(&p, kinds, COUNT(kinds)) && (skip_blanks(&p), is_digit(*p));
}

/* "289.64 MB/sec" to B/s. */
static int take_rate(struct import *im, const char **p, double *ret_rate)
{
	const char *unit;
	size_t len;
	double v, factor;

	if (take_number(p, NUMBER_DECIMAL, &v))
		return import_fail(im, "no rate where one should be, at '%.20s'", *p);
	skip_blanks(p);
	unit = *p;
	len = strcspn(unit, " ,;)");
	factor = unit_rate(unit, len, MEGA_BINARY);
	if (unit_is_ambiguous(unit, len))
		return import_fail(im, "'%.*s' may be bits or bytes: write MB/sec, or Mbit/sec",
				   (int)len, unit);
	if (!factor)
		return import_fail(im, "no unit that hdparm prints: '%.*s'", (int)len, unit);
	*p += len;
	*ret_rate = v * factor;
	return 0;
}

/* What follows the kind: "580 MB in  2.00 seconds = 289.64 MB/sec". */
static int timing(struct import *im, const char *p, const struct kind *kind)
{
	double mb, seconds, rate = 0;
	int r;

	if (take_number(&p, NUMBER_DECIMAL, &mb) || !eat_word(&p, "MB") || !eat_word(&p, "in") ||
	    take_number(&p, NUMBER_DECIMAL, &seconds) || !eat(&p, "sec"))
		return import_fail(im, "the line is cut or not as hdparm prints it");
	p += strspn(p, "onds");
	if (!eat(&p, "="))
		return import_fail(im, "the line is cut before its rate");
	r = take_rate(im, &p, &rate);
	if (r)
		return r;
	/* the seconds are rounded to 0.01, the rate was made from the exact ones */
	mb *= 1024 * 1024;
	if (rate * (seconds + 0.006) < mb * 0.998 || rate * (seconds - 0.006) > mb * 1.002)
		return import_fail(im, "size, time and rate contradict one another");
	if (!at_end(p))
		return import_fail(im, "text after the rate: '%.20s'", p);
	return import_value(im, kind->case_name, "B/s", rate);
}

/* "before: cached-reads=172.47MB/sec, buffered-reads=135.8MB/sec" */
static int by_hand(struct import *im)
{
	const char *line = import_line(im)->text, *p = find_retyped(line), *end = p;
	const struct kind *kind;
	double rate = 0;
	int r;

	skip_blanks(&line);
	while (end > line && (end[-1] == ' ' || end[-1] == ':'))
		end--;
	r = import_end_run(im);
	if (!r)
		r = import_subject(im, line, end - line);
	while (!r && (kind = eat_kind(&p, retyped, COUNT(retyped)))) {
		if (!eat(&p, "=") && !eat(&p, ":"))
			return import_fail(im, "no figure of %s", kind->text);
		r = take_rate(im, &p, &rate);
		if (!r)
			r = import_value(im, kind->case_name, "B/s", rate);
		if (!r && !eat(&p, ",") && !eat(&p, ";"))
			break;
	}
	return r ? r : import_end_run(im);
}

/* A line that a mailer wrapped ends before its unit. */
static bool is_whole(const char *line)
{
	const char *p = strchr(line, '=');

	return p && strstr(p, "/s");
}

static int parse(struct import *im)
{
	const char *p = import_line(im)->text, *name;
	size_t len = device(p, &name);
	const struct kind *kind;
	int r;

	if (len) {
		r = import_end_run(im);
		return r ? r : import_subject(im, name, len);
	}
	if (find_retyped(p))
		return by_hand(im);
	for (int i = 0; i < 2 && !is_whole(import_line(im)->text); i++)
		if (!import_peek(im) || detect(import_peek(im)->text) || !import_join(im))
			break;
	p = import_line(im)->text;
	kind = eat_kind(&p, kinds, COUNT(kinds));
	return timing(im, p, kind);
}

const struct importer import_hdparm = {
	.name = "hdparm",
	.summary = "hdparm -T and -t",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
