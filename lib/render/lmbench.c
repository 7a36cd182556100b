// SPDX-License-Identifier: GPL-2.0-or-later
/* The table that `make see` of LMBench ends with, for those who know it by heart. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show.h"

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

/* us in the columns' width, as LMBench prints: fewer decimals for larger numbers. */
static int put_us(struct strbuf *sb, double us, int width)
{
	char text[32];

	if (isnan(us))
		snprintf(text, sizeof(text), "%s", "");
	else if (us < 10)
		snprintf(text, sizeof(text), "%.3f", us);
	else if (us < 1e4)
		snprintf(text, sizeof(text), "%.1f", us);
	else
		snprintf(text, sizeof(text), us < 1e6 ? "%.0f" : "%.0fK", us < 1e6 ? us : us / 1e3);
	return strbuf_printf(sb, " %*.*s", width, width, text);
}

static int put_row(const struct show *s, struct strbuf *sb)
{
	const char *label = result_run_label(s->run), *kernel = result_run_kernel(s->run);
	char os[64];
	int r;

	snprintf(os, sizeof(os), "Linux %s", kernel ? kernel : "?");
	r = strbuf_printf(sb, "%-9.9s %-13.13s", label && *label ? label : "-", os);
	for (size_t c = 0; !r && c < sizeof(columns) / sizeof(columns[0]); c++) {
		double us = NAN;

		for (size_t i = 0; i < s->n; i++) {
			struct run_value v;

			if (isnan(us) && matches(s->keys[i], &columns[c]) &&
			    !strcmp(s->series[i]->unit, "ns") &&
			    !run_value(s->series[i], s->mode[i], &s->scale, &v))
				us = v.value / 1000;
		}
		r = put_us(sb, us, columns[c].width);
	}
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
