// SPDX-License-Identifier: GPL-2.0-or-later
/* The table that `make see` of LMBench ends with, for those who know it by heart. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show.h"
#include "utf8.h"

struct column {
	const char *case_name;
	const char *param;		/* with this value, or NULL */
	int64_t value;
	int width;
};

static const struct column columns[] = {
	{ "lmbench.create", "size", 0, 6 },
	{ "lmbench.delete", "size", 0, 6 },
	{ "lmbench.create", "size", 10240, 6 },
	{ "lmbench.delete", "size", 10240, 6 },
	{ "lmbench.mmap", NULL, 0, 7 },
	{ "lmbench.prot_fault", NULL, 0, 5 },
	{ "lmbench.page_fault", NULL, 0, 7 },
	{ "lmbench.select", NULL, 0, 5 },
};

static bool matches(const struct result_key *key, const struct column *c)
{
	int64_t v;

	if (strcmp(key->case_name, c->case_name))
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
			*ret_us = v.value / 1000;
		return r;
	}
	return 0;
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

	for (size_t i = 0; !r && i < set->nruns; i++) {
		struct show s;

		r = show_init(&s, set, &set->runs[i]);
		if (r)
			break;
		r = put_row(&s, sb);
		show_release(&s);
	}
	return r;
}
