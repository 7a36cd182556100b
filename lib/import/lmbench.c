// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The summary tables of LMBench (scripts/getsummary). A line of dashes above the rows
 * gives the columns; cells are cut off, not rounded, to their width ("157.", "12.K"),
 * K and M are 10^3 and 10^6, and so are those of MB/s; a cell is blank where nothing
 * was measured. A row is one run of LMBench.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lmbench.h"

static const char *const marks[] = { "smaller is better", "bigger is better", NULL };

struct span {
	size_t from, to;
};

struct rule {
	struct span spans[COLUMNS_MAX + LEADING];
	size_t n;
};

struct cell {
	const char *s;
	size_t len;
};

static const struct lmbench_table *find_table(const char *line)
{
	const char *p;

	for (size_t i = 0; i < lmbench_ntables; i++)
		if ((p = line, eat(&p, lmbench_tables[i].title)) && strstr(p, "er is better"))
			return &lmbench_tables[i];
	return NULL;
}

static bool detect(const char *line)
{
	return find_table(line);
}

/* Groups of dashes; only those of a rule of columns, not of one line across. */
static bool scan_rule(const char *s, struct rule *rule)
{
	rule->n = 0;
	for (size_t i = 0; s[i];) {
		size_t len = strspn(s + i, "-");

		if (!len && s[i] != ' ')
			return false;
		if (len && rule->n == COLUMNS_MAX + LEADING)
			return false;
		if (len)
			rule->spans[rule->n++] = (struct span){ i, i + len };
		i += len ? len : 1;
	}
	return rule->n > LEADING;
}

/* Cells by their place; false where a word reaches over the edge of its column. */
static bool cut_by_place(const char *s, const struct rule *rule, struct cell *cells)
{
	size_t len = strlen(s), at = 0;

	for (size_t i = 0; i < rule->n; i++) {
		struct span span = rule->spans[i];

		for (; at < span.from && at < len; at++)
			if (s[at] != ' ')
				return false;
		while (at < span.to && at < len && s[at] == ' ')
			at++;
		cells[i].s = s + at;
		while (at < span.to && at < len)
			at++;
		cells[i].len = s + at - cells[i].s;
		while (cells[i].len && cells[i].s[cells[i].len - 1] == ' ')
			cells[i].len--;
		/* figures stand at the right edge: one that ends before was cut */
		if (i >= LEADING && cells[i].len && cells[i].s + cells[i].len != s + span.to)
			return false;
	}
	return at_end(s + at);
}

/* Cells by their order: one word of host, two of OS, and then a word a column. */
static bool cut_by_order(const char *s, const struct rule *rule, struct cell *cells)
{
	const char *os;

	cells[0].len = take_word(&s, &cells[0].s);
	skip_blanks(&s);
	os = s;
	for (int i = 0; i < 2; i++)
		if (!take_word(&s, &cells[1].s))
			return false;
	cells[1] = (struct cell){ os, s - os };
	for (size_t i = LEADING; i < rule->n; i++) {
		cells[i].len = take_word(&s, &cells[i].s);
		if (!cells[i].len)
			return false;
	}
	return at_end(s);
}

/* "124.3", "157.", "12.K", "1.2M" */
static bool take_cell(struct cell c, double *ret_v)
{
	const char *p = c.s;
	double v;

	/* as far as the cell goes: the next may follow without a blank */
	char buf[32];

	if (!c.len || c.len >= sizeof(buf))
		return false;
	memcpy(buf, c.s, c.len);
	buf[c.len] = '\0';
	p = buf;
	if (*p == '.' || take_number(&p, NUMBER_DECIMAL, &v))
		return false;
	if (*p == '.')
		p++;
	if (*p == 'K')
		v *= 1e3;
	else if (*p == 'M')
		v *= 1e6;
	p += *p == 'K' || *p == 'M';
	*ret_v = v;
	return !*p;
}

static int put_row(struct import *im, const struct lmbench_table *t, const struct rule *rule,
		   const struct cell *cells)
{
	for (size_t i = LEADING; i < rule->n; i++) {
		const struct column *c = &t->columns[i - LEADING];
		struct import_figure f = { .unit = t->unit };
		char name[64];
		double v;
		int r;

		if (!cells[i].len || !c->name)
			continue;
		if (!take_cell(cells[i], &v))
			return import_fail(im, "no figure: '%.*s'", (int)cells[i].len, cells[i].s);
		snprintf(name, sizeof(name), "lmbench_table.%s", c->name);
		f.name = name;
		f.value = v * t->factor;
		memcpy(f.params, c->params, sizeof(c->params));
		r = import_put(im, &f);
		if (r)
			return r;
	}
	return 0;
}

/* A row that a mailer wrapped goes on with figures alone. */
static bool is_remainder(const char *line)
{
	struct cell c;
	double v;

	if (is_blank(line))
		return false;
	while ((c.len = take_word(&line, &c.s)))
		if (!take_cell(c, &v))
			return false;
	return true;
}

/*
 * Which summary of the input this is: one holds each table once. The first memo is
 * the titles of this summary, by a letter each, the second the number.
 */
static int count_summary(struct import *im, const struct lmbench_table *t, unsigned int *ret_nr)
{
	struct strbuf *seen = import_memo(im, 0), *number = import_memo(im, 1);
	char letter = 'a' + (t - lmbench_tables);
	unsigned int nr = number->len ? strtoul(number->buf, NULL, 10) : 1;
	int r = 0;

	if (strchr(seen->buf, letter)) {
		strbuf_reset(seen);
		strbuf_reset(number);
		r = strbuf_printf(number, "%u", ++nr);
	}
	*ret_nr = nr;
	return r || strbuf_addc(seen, letter) ? import_nomem(im) : 0;
}

static int set_subject(struct import *im, struct cell host, unsigned int row, unsigned int summary)
{
	char text[100];

	if (summary > 1)
		snprintf(text, sizeof(text), "%.*s row %u of summary %u", (int)host.len, host.s,
			 row, summary);
	else
		snprintf(text, sizeof(text), "%.*s row %u", (int)host.len, host.s, row);
	return import_subject(im, text, strlen(text));
}

static int one_row(struct import *im, const struct lmbench_table *t, const struct rule *rule,
		   unsigned int row, unsigned int summary)
{
	struct cell cells[COLUMNS_MAX + LEADING];
	const struct import_line *next;
	int r;

	if (import_peek(im) && is_remainder(import_peek(im)->text))
		import_join(im);
	/* where the place is lost, a figure that the end of the input cut looks whole */
	if (!cut_by_place(import_line(im)->text, rule, cells) &&
	    (!import_line(im)->whole || !cut_by_order(import_line(im)->text, rule, cells)))
		return import_fail(im, "the row does not fit the columns: cut, wrapped or shifted");
	next = import_peek(im);
	if (!next && !import_line(im)->whole && !cells[rule->n - 1].len)
		return import_fail(im, "the input ends within a row");
	if (!cells[0].len)
		return import_fail(im, "a row without a host");
	r = set_subject(im, cells[0], row, summary);
	return r ? r : put_row(im, t, rule, cells);
}

/* Whether it looks like a row: a word at the left edge and a figure at the end. */
static bool is_row(const char *line, const struct rule *rule)
{
	struct cell c = { 0 }, last = { 0 };
	size_t words = 0;
	double v;

	if (strlen(line) <= rule->spans[0].from || line[rule->spans[0].from] == ' ' ||
	    line[rule->spans[0].from] == '-')
		return false;
	while ((c.len = take_word(&line, &c.s))) {
		last = c;
		words++;
	}
	return words > LEADING && take_cell(last, &v);
}

static int parse(struct import *im)
{
	const struct lmbench_table *t = find_table(import_line(im)->text);
	unsigned int summary, row = 0;
	struct rule rule = { 0 };
	size_t max = 0;
	int r = count_summary(im, t, &summary);

	while (max < COLUMNS_MAX && (max < t->least || t->columns[max].name))
		max++;
	for (int i = 0; !r && rule.n <= LEADING; i++)
		if (i == 6 || !import_peek(im) || find_table(import_peek(im)->text) ||
		    !import_next(im) || (!scan_rule(import_line(im)->text, &rule) && i == 5))
			return import_fail(im, "a title without the line of dashes of its columns");
	if (!r && (rule.n - LEADING < t->least || rule.n - LEADING > max))
		return import_fail(im, "%zu columns, where LMBench has %zu", rule.n - LEADING, max);
	while (!r && import_peek(im) && is_row(import_peek(im)->text, &rule)) {
		import_next(im);
		r = one_row(im, t, &rule, ++row, summary);
	}
	if (!r && !row)
		return import_fail(im, "a table without a row");
	if (!r && row > 1)
		import_note(im, "%u rows, each a label of its own: the table does not say whether "
			    "they are repetitions", row);
	return r;
}

const struct importer import_lmbench = {
	.name = "lmbench",
	.summary = "LMBench summary tables",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
