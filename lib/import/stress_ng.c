// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The table of stress-ng --metrics and --metrics-brief:
 *	stress-ng: metrc: [89] stressor bogo ops real time usr time sys time bogo ops/s   bogo ops/s
 *	stress-ng: metrc: [89]                   (secs)   (secs)   (secs) (real time) (usr+sys time)
 *	stress-ng: metrc: [89] pipe       386570     1.00     0.15   0.60 386409.33      515156.04
 * A table is a run. Of each stressor: bogo operations a second of real time, and of
 * CPU time. The "miscellaneous metrics" have words for units and are left out.
 */
#include <errno.h>
#include <string.h>

#include "formats.h"
#include "named.h"

static const char *const marks[] = { "stressor ", NULL };

/* Behind "stress-ng: metrc: [8925]"; false where the line has none. */
static bool eat_prefix(const char **p)
{
	const char *s = *p;
	int64_t pid;

	if (!eat(&s, "stress-ng: ") || (!eat(&s, "info:") && !eat(&s, "metrc:")) || !eat(&s, "[") ||
	    take_whole(&s, &pid) || !eat(&s, "]"))
		return false;
	*p = s;
	return true;
}

static bool detect(const char *line)
{
	eat_prefix(&line);
	/* a mailer may have wrapped the line behind that */
	return eat_word(&line, "stressor") && eat(&line, "bogo ops") && eat(&line, "real time");
}

#define COLUMNS	6

/* How many of the columns behind the name are there. */
static int scan_row(const char *p, const char **ret_name, size_t *ret_len, double *values)
{
	int n = 0;

	eat_prefix(&p);
	*ret_len = take_word(&p, ret_name);
	if (!*ret_len || is_digit(**ret_name))
		return 0;
	for (; n < COLUMNS; n++) {
		const char *s = p;

		if (take_number(&s, NUMBER_DECIMAL, &values[n]) || (*s && *s != ' '))
			break;
		p = s;
	}
	/* words behind one number: a miscellaneous metric */
	return n == COLUMNS || at_end(p) ? n : 0;
}

/* What stands in the head's second line, and what a mailer broke off it. */
static bool is_head(const char *p)
{
	static const char *const words[] = {
		"(secs)", "(real time)", "(usr+sys time)", "bogo ops/s", "(real", "time)",
		"(usr+sys", "usr time", "sys time", "CPU used per", "instance (%)", "RSS Max",
		"(KB)",
	};
	bool any = false, found = true;

	eat_prefix(&p);
	while (found && !at_end(p)) {
		found = false;
		for (size_t i = 0; !found && i < sizeof(words) / sizeof(words[0]); i++)
			found = eat(&p, words[i]);
		any |= found;
	}
	return any && found;
}

static int put_row(struct import *im, const char *name, size_t len, const double *v)
{
	int r;

	/* the rate was made of a time with more digits than the two that are printed */
	if (v[1] >= 0.1 && (v[4] * (v[1] + 0.006) < v[0] * 0.999 ||
			    v[4] * (v[1] - 0.006) > v[0] * 1.001))
		return import_fail(im, "%.*s: bogo ops, real time and bogo ops/s contradict one "
				   "another", (int)len, name);
	r = import_valuef(im, "op/s", v[4], "stress-ng.%.*s", (int)len, name);
	return r ? r : import_valuef(im, "op/s", v[5], "stress-ng.%.*s.cpu-time", (int)len, name);
}

static bool begins_with_number(const char *p)
{
	skip_blanks(&p);
	return is_digit(*p);
}

static int parse(struct import *im)
{
	const struct import_line *next;
	double v[COLUMNS] = { 0 };
	const char *name;
	size_t len;
	int n, r = import_end_run(im), rows = 0;

	while (!r && (next = import_peek(im))) {
		if (is_head(next->text)) {
			import_next(im);
			continue;
		}
		n = scan_row(next->text, &name, &len, v);
		if (!n)
			break;
		import_next(im);
		/* wrapped by a mailer, before some of the numbers */
		for (int i = 0; i < COLUMNS && n < COLUMNS && import_peek(im) &&
		     begins_with_number(import_peek(im)->text) && import_join(im); i++)
			n = scan_row(import_line(im)->text, &name, &len, v);
		if (n < COLUMNS)
			return import_fail(im, "a row that is cut");
		scan_row(import_line(im)->text, &name, &len, v);
		r = import_whole_line(im);
		if (!r)
			r = put_row(im, name, len, v);
		rows++;
	}
	if (!r && !rows)
		return import_fail(im, "the table is cut before its first row");
	if (!r && import_peek(im) && strstr(import_peek(im)->text, "miscellaneous metrics"))
		import_note(im, "the miscellaneous metrics that follow are left out");
	return r ? r : import_end_run(im);
}

const struct importer import_stress_ng = {
	.name = "stress-ng",
	.summary = "stress-ng --metrics and --metrics-brief",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
