// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The metrics of stress-ng --yaml:
 *	metrics:
 *	    - stressor: pipe
 *	      bogo-ops: 386570
 *	      bogo-ops-per-second-usr-sys-time: 515156.038028
 *	      bogo-ops-per-second-real-time: 386409.330227
 *	      ...
 * A list is a run, and its cases are those of the table that --metrics prints.
 */
#include <errno.h>
#include <string.h>

#include "formats.h"
#include "named.h"

static const char *const marks[] = { "- stressor:", NULL };

static bool take_stressor(const char *p, const char **ret_name, size_t *ret_len)
{
	if (!eat(&p, "- stressor:"))
		return false;
	*ret_len = take_word(&p, ret_name);
	return *ret_len && at_end(p);
}

static bool detect(const char *line)
{
	const char *name;
	size_t len;

	return take_stressor(line, &name, &len);
}

/* "key: value" of the entry; how long the key is */
static size_t take_key(const char **p, const char **ret_key)
{
	size_t len;

	skip_blanks(p);
	*ret_key = *p;
	len = strspn(*p, "abcdefghijklmnopqrstuvwxyz0123456789-_%");
	*p += len;
	return **p == ':' && (*p)[1] == ' ' && **ret_key != '-' ? ((*p)++, len) : 0;
}

struct entry {
	bool has_real, has_cpu;
	double real, cpu;
};

static int take_rate(struct import *im, const char *p, bool *has, double *ret_value)
{
	if (*has)
		return import_fail(im, "a rate twice");
	if (take_number(&p, NUMBER_DECIMAL, ret_value) || !at_end(p))
		return import_fail(im, "no number: '%.20s'", p);
	*has = true;
	return import_whole_line(im);
}

static int entry(struct import *im)
{
	const struct import_line *next;
	struct entry e = { 0 };
	const char *text;
	char name[100];
	size_t len;
	int r = 0;

	if (!take_stressor(import_line(im)->text, &text, &len) || len >= sizeof(name))
		return import_fail(im, "a name longer than a stressor's");
	memcpy(name, text, len);
	name[len] = '\0';
	while (!r && (next = import_peek(im))) {
		const char *p = next->text, *key;

		len = take_key(&p, &key);
		if (!len)
			break;
		import_next(im);
		if (word_is(key, len, "bogo-ops-per-second-real-time"))
			r = take_rate(im, p, &e.has_real, &e.real);
		else if (word_is(key, len, "bogo-ops-per-second-usr-sys-time"))
			r = take_rate(im, p, &e.has_cpu, &e.cpu);
	}
	if (!r && (!e.has_real || !e.has_cpu))
		return import_fail(im, "%s: cut before its bogo-ops-per-second", name);
	if (!r)
		r = import_valuef(im, "op/s", e.real, "stress-ng.%s", name);
	if (!r)
		r = import_valuef(im, "op/s", e.cpu, "stress-ng.%s.cpu-time", name);
	return r;
}

static int parse(struct import *im)
{
	int r = import_end_run(im);

	if (!r)
		r = entry(im);
	for (;;) {
		const struct import_line *next = import_peek(im);

		if (r || !next || !(is_blank(next->text) || detect(next->text)))
			break;
		import_next(im);
		if (detect(import_line(im)->text))
			r = entry(im);
	}
	return r ? r : import_end_run(im);
}

const struct importer import_stress_ng_yaml = {
	.name = "stress-ng-yaml",
	.summary = "stress-ng --yaml",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
