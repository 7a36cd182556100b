// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * scripts/bloat-o-meter of the kernel, and BusyBox's:
 *	add/remove: 1/0 grow/shrink: 2/1 up/down: 120/-8 (112)
 *	Function                                     old     new   delta
 *	do_one                                       100     120     +20
 *	do_two                                         -      96     +96
 *	Total: Before=123456, After=123568, chg +0.09%
 * It compares two images: "old" and "new" are two subjects, each with a run.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "formats.h"
#include "named.h"

static const char *const marks[] = { "add/remove: ", "delta", NULL };

struct side {
	double size;
	bool absent;		/* printed as "-" */
};

struct table {
	const char *category;
	int64_t expected;	/* rows, by the counts printed above them; or -1 */
	int64_t rows;
};

static const char *find_category(const char *line)
{
	static const struct {
		const char *title, *category;
	} titles[] = {
		{ "Function", "function" }, { "function", "function" },
		{ "Data", "data" }, { "RO Data", "rodata" },
	};

	for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++) {
		const char *p = line;

		if (eat_word(&p, titles[i].title) && eat_word(&p, "old") && eat_word(&p, "new") &&
		    eat_word(&p, "delta") && at_end(p))
			return titles[i].category;
	}
	return NULL;
}

/* "add/remove: 1/0 grow/shrink: 2/1 up/down: 120/-8 (112)": how many rows follow */
static bool scan_counts(const char *p, int64_t *ret_rows)
{
	int64_t n[4];

	if (!eat(&p, "add/remove:") || take_whole(&p, &n[0]) || !eat(&p, "/") ||
	    take_whole(&p, &n[1]) || !eat(&p, "grow/shrink:") || take_whole(&p, &n[2]) ||
	    !eat(&p, "/") || take_whole(&p, &n[3]) || !eat(&p, "up/down:"))
		return false;
	*ret_rows = 0;
	for (int i = 0; i < 4; i++) {
		if (n[i] > INT32_MAX)
			return false;
		*ret_rows += n[i];
	}
	return true;
}

static bool detect(const char *line)
{
	int64_t rows;

	return find_category(line) || scan_counts(line, &rows);
}

static bool take_size(const char **p, struct side *side)
{
	int64_t v = 0;

	side->absent = eat_word(p, "-");
	if (!side->absent && (take_whole(p, &v) || (**p && **p != ' ')))
		return false;
	side->size = v;
	return true;
}

struct row {
	const char *name;
	size_t len;
	struct side sides[2];
	double delta;
};

static bool scan_row(const char *p, struct row *row)
{
	int64_t delta;
	bool minus;

	row->len = take_word(&p, &row->name);
	if (!row->len || !take_size(&p, &row->sides[0]) || !take_size(&p, &row->sides[1]))
		return false;
	minus = eat(&p, "-");
	if (!minus && !eat(&p, "+"))
		return false;
	if (take_whole(&p, &delta) || !at_end(p))
		return false;
	row->delta = minus ? -(double)delta : (double)delta;
	return true;
}

static int put_sides(struct import *im, const char *kind, const char *name, size_t len,
		     const struct side *sides)
{
	static const char *const subjects[2] = { "old", "new" };
	char skipped[IMPORT_NAME_MAX];
	int r = 0;

	for (int i = 0; !r && i < 2; i++) {
		r = import_subject(im, subjects[i], 3);
		if (r)
			break;
		if (!sides[i].absent) {
			r = import_valuef(im, "B", sides[i].size, "bloat-o-meter.%s.%.*s", kind,
					  (int)len, name);
			continue;
		}
		if ((size_t)snprintf(skipped, sizeof(skipped), "bloat-o-meter.%s.%.*s", kind,
				     (int)len, name) >= sizeof(skipped))
			return import_fail(im, "a name longer than a symbol's");
		r = import_skip(im, skipped, "not in this image");
	}
	return r;
}

static int put_row(struct import *im, struct table *t, const struct row *row)
{
	if ((row->sides[0].absent && row->sides[1].absent) ||
	    row->sides[1].size - row->sides[0].size - row->delta != 0)
		return import_fail(im, "%.*s: old, new and delta contradict one another",
				   (int)row->len, row->name);
	t->rows++;
	return put_sides(im, t->category, row->name, row->len, row->sides);
}

/* "Total: Before=123, After=456, chg +0.1%" */
static int put_total(struct import *im, const struct table *t)
{
	const char *p = import_line(im)->text;
	int64_t before, after;

	eat(&p, "Total: Before=");
	if (take_whole(&p, &before) || !eat(&p, ",") || !eat(&p, "After=") ||
	    take_whole(&p, &after) || !eat(&p, ","))
		return import_fail(im, "the total is cut");
	return put_sides(im, "total", t->category, strlen(t->category),
			 (struct side[2]){ { .size = before }, { .size = after } });
}

static int rows(struct import *im, struct table *t)
{
	const struct import_line *next;
	bool have_total = false;
	struct row row;
	int r = 0;

	while (!r && !have_total && (next = import_peek(im))) {
		const char *p = next->text, *word;

		if (scan_row(next->text, &row)) {
			import_next(im);
			r = put_row(im, t, &row);
		} else if (eat(&p, "Total: Before=")) {
			import_next(im);
			r = put_total(im, t);
			have_total = true;
		} else if (t->rows < t->expected && take_word(&p, &word) && at_end(p)) {
			/* a long name, whose figures stand on the next line */
			import_next(im);
			if (import_join(im) && scan_row(import_line(im)->text, &row))
				r = put_row(im, t, &row);
		} else {
			break;
		}
	}
	if (!r && t->expected >= 0 && t->rows != t->expected)
		import_note(im, "%lld of %lld rows are there", (long long)t->rows,
			    (long long)t->expected);
	return r;
}

static int parse(struct import *im)
{
	struct table t = { .expected = -1 };

	if (scan_counts(import_line(im)->text, &t.expected)) {
		if (!import_peek(im) || !find_category(import_peek(im)->text))
			return 0;
		import_next(im);
	}
	t.category = find_category(import_line(im)->text);
	return rows(im, &t);
}

const struct importer import_bloat_o_meter = {
	.name = "bloat-o-meter",
	.summary = "the kernel's scripts/bloat-o-meter",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
