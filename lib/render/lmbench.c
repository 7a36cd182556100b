// SPDX-License-Identifier: GPL-2.0-or-later
/* The table that `make see` of LMBench ends with, for those who know it by heart. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show.h"
#include "utf8.h"

struct column {
	const char *name;		/* of lmbench.*, or imported: lmbench_table.* */
	const char *param;		/* with this value, or NULL */
	int64_t value;
	int width;
	const char *minus;		/* the case's own figure that LMBench takes out, ns */
};

static const struct column columns[] = {
	{ "create", "size", 0, 6, NULL },
	{ "delete", "size", 0, 6, NULL },
	{ "create", "size", 10240, 6, NULL },
	{ "delete", "size", 10240, 6, NULL },
	{ "mmap", NULL, 0, 7, NULL },
	{ "prot_fault", NULL, 0, 5, "catch_ns" },
	{ "page_fault", NULL, 0, 7, NULL },
	{ "select", NULL, 0, 5, NULL },
};

static bool matches(const struct result_key *key, const struct column *c)
{
	int64_t v;

	const char *dot = strchr(key->case_name, '.');

	if (!dot || strcmp(dot + 1, c->name) ||
	    (strncmp(key->case_name, "lmbench.", 8) && strncmp(key->case_name, "lmbench_table.", 14)))
		return false;
	return !c->param || (!result_key_param(key, c->param, &v) && v == c->value);
}

/*
 * us as LMBench prints it, 3 decimals below 10 and else 1; fewer, and then thousands,
 * where that is wider than the column.
 */
static int put_us(struct strbuf *sb, double us, int width)
{
	static const char units[] = "\0KMGT";
	int decimals = us < 10 ? 3 : 1, unit = 0;
	char text[350] = "";

	while (!isnan(us) && unit < 5 &&
	       snprintf(text, sizeof(text), "%.*f%.1s", decimals, us, units + unit) > width) {
		if (decimals) {
			decimals--;
		} else {
			us /= 1000;
			unit++;
		}
	}
	return strbuf_printf(sb, " %*.*s", width, width, text);
}

/* Text on the left of a column, cut to its width. */
static int put_text(struct strbuf *sb, const char *text, size_t width)
{
	size_t bytes = utf8_cut(text, width);
	int r = strbuf_add(sb, text, bytes);

	if (r)
		return r;
	utf8_plain(sb, sb->len - bytes);
	return strbuf_fill(sb, ' ', width - utf8_width(text, bytes));
}

/* ns an operation that LMBench does not count; 0 where it counts all. */
static double taken_out(const struct result_series *s, const struct column *c)
{
	const struct result_sum *sum = c->minus ?
		result_sum_find(s->extras, s->nextras, c->minus) : NULL;

	return sum && sum->batches ? sum->value / sum->batches : 0;
}

/* us of the first case that belongs into a column, NaN where there is none. */
static int find_us(const struct show *s, const struct column *c, double *ret_us)
{
	struct run_value v;
	int r;

	*ret_us = NAN;
	for (size_t i = 0; i < s->n; i++) {
		if (!matches(s->keys[i], c) || strcmp(s->series[i]->unit, "ns"))
			continue;
		r = run_value(s->series[i], s->mode[i], &s->scale, &v);
		if (!r)
			*ret_us = (v.value - taken_out(s->series[i], c)) / 1000;
		return r;
	}
	return 0;
}

static bool has_any(const struct show *s)
{
	for (size_t i = 0; i < s->n; i++)
		for (size_t c = 0; c < sizeof(columns) / sizeof(columns[0]); c++)
			if (matches(s->keys[i], &columns[c]))
				return true;
	return false;
}

static int put_row(const struct show *s, struct strbuf *sb)
{
	const char *label = result_run_label(s->run), *kernel = result_run_kernel(s->run);
	struct strbuf os = STRBUF_INIT;
	int r = put_text(sb, label && *label ? label : "-", 9);

	if (!r)
		r = strbuf_printf(&os, " Linux %s", kernel ? kernel : "?");
	if (!r)
		r = put_text(sb, os.buf, 14);
	strbuf_release(&os);
	for (size_t c = 0; !r && c < sizeof(columns) / sizeof(columns[0]); c++) {
		double us;

		r = find_us(s, &columns[c], &us);
		if (!r)
			r = put_us(sb, us, columns[c].width);
	}
	while (!r && sb->buf[sb->len - 1] == ' ')
		strbuf_truncate(sb, sb->len - 1);
	return r ? r : strbuf_addc(sb, '\n');
}

int show_lmbench(const struct result_set *set, struct strbuf *sb)
{
	int r = strbuf_adds(sb,
"File & VM system latencies in microseconds - smaller is better\n"
"-------------------------------------------------------------------------------\n"
"Host                 OS   0K File      10K File     Mmap    Prot   Page   100fd\n"
"                        Create Delete Create Delete Latency Fault  Fault  selct\n"
"--------- ------------- ------ ------ ------ ------ ------- ----- ------- -----\n");

	size_t rows = 0;

	for (size_t i = 0; !r && i < set->nruns; i++) {
		struct show s;

		r = show_init(&s, set, &set->runs[i]);
		if (r)
			break;
		rows += has_any(&s);
		r = put_row(&s, sb);
		show_release(&s);
	}
	return r || rows ? r : -ENODATA;
}
