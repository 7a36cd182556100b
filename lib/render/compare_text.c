// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_text.h"
#include "fmt.h"
#include "names.h"
#include "shape.h"
#include "table.h"

static int put_side(const struct compare *c, const struct compare_side *side, const char *name,
		    struct strbuf *sb)
{
	const struct result_run *run = &c->set->runs[side->first];
	const char *label = result_run_label(run), *kernel = result_run_kernel(run);
	int r = strbuf_printf(sb, "%-5s %s%s%zu run%s of %zu boot%s", name,
			      label && *label ? label : "", label && *label ? ": " : "",
			      side->nruns, side->nruns == 1 ? "" : "s", side->boots,
			      side->boots == 1 ? "" : "s");

	if (!r && side->builds > 1)
		r = strbuf_printf(sb, " of %zu builds", side->builds);
	if (!r && kernel)
		r = strbuf_printf(sb, ", %s", kernel);
	return r ? r : strbuf_addc(sb, '\n');
}

static int put_unit(const struct compare *c, struct strbuf *sb)
{
	int r = strbuf_printf(sb, "sampling unit: the %s (%zu against %zu)\n",
			      compare_unit_name(c->unit, false), c->base.units, c->new.units);

	if (!r && c->unit == UNIT_RUN && c->base.unknown_boots + c->new.unknown_boots)
		r = strbuf_adds(sb, "  the records do not say which boots the runs are from\n");
	else if (!r && c->unit == UNIT_RUN)
		r = strbuf_adds(sb,
			"  one boot a side: a difference shown here is one between these boots;\n"
			"  code and memory layout are sampled by booting each kernel again\n");
	return r;
}

static int put_warnings(const struct compare *c, struct strbuf *sb)
{
	struct strbuf w = STRBUF_INIT;
	char *save, *line;
	int r = compare_settings(c, &w);

	for (line = r ? NULL : strtok_r(w.buf, "\n", &save); !r && line;
	     line = strtok_r(NULL, "\n", &save))
		r = strbuf_printf(sb, "warning: %s\n", line);
	strbuf_release(&w);
	return r;
}

/* "-2.31 .. -0.92 %" */
static int interval(struct table *t, size_t column, const struct stats_effect *e)
{
	double lo = 100 * (e->lo - 1), hi = 100 * (e->hi - 1);
	int d = fabs(lo) < 9.995 && fabs(hi) < 9.995 ? 2 : 1;

	if (e->method == STATS_METHOD_NONE || !isfinite(hi))
		return table_cell(t, column, "unknown");
	if (hi >= 999.95)
		return table_cell(t, column, "x %.2g .. x %.2g", e->lo, e->hi);
	return table_cell(t, column, "%+.*f .. %+.*f", d, lo, d, hi);
}

static int shapes(unsigned int flags, struct strbuf *sb)
{
	int r = 0;

	for (unsigned int bit = 1; !r && bit <= flags; bit <<= 1)
		if (flags & bit && stats_shape_name(bit))
			r = strbuf_printf(sb, "%s%s", sb->len ? ", " : "", stats_shape_name(bit));
	return r;
}

static int case_row(const struct compare *c, const struct result_key *const *keys, size_t i,
		    struct table *t)
{
	const struct compare_case *cc = &c->cases[i];
	char buf[FMT_LEN];
	int r = names_row(t, keys, c->ncases, i);

	if (!r)
		r = table_cell(t, 1, "%s", fmt_value(buf, cc->base, cc->unit, 4));
	if (!r)
		r = table_cell(t, 2, "%s", fmt_value(buf, cc->new, cc->unit, 4));
	if (!r)
		r = table_cell(t, 3, "%s", fmt_change(buf, cc->effect.ratio - 1));
	if (!r)
		r = interval(t, 4, &cc->effect);
	if (!r && cc->verdict == STATS_UNDECIDED && cc->runs_needed > 0)
		r = table_cell(t, 5, "undecided +%ld", cc->runs_needed);
	else if (!r)
		r = table_cell(t, 5, "%s", stats_verdict_name(cc->verdict));
	return r;
}

static int put_table(const struct compare *c, struct strbuf *sb)
{
	static const struct table_column columns[] = {
		{ "case", ALIGN_LEFT }, { "base", ALIGN_RIGHT }, { "new", ALIGN_RIGHT },
		{ "change", ALIGN_RIGHT }, { "95 % interval", ALIGN_RIGHT }, { "verdict", ALIGN_LEFT },
	};
	const struct result_key **keys = calloc(c->ncases, sizeof(*keys));
	struct table t;
	int r = keys ? 0 : -ENOMEM;

	table_init(&t, columns, 6);
	for (size_t i = 0; !r && i < c->ncases; i++)
		keys[i] = c->cases[i].key;
	for (size_t i = 0; !r && i < c->ncases; i++)
		r = case_row(c, keys, i, &t);
	if (!r)
		r = table_text(&t, sb);
	table_release(&t);
	free(keys);
	return r;
}

/* What the processes' figures look like where they are not a plain sample. */
static int put_shapes(const struct compare *c, struct strbuf *sb)
{
	bool first = true;
	int r = 0;

	for (size_t i = 0; !r && i < c->ncases; i++) {
		const struct compare_case *cc = &c->cases[i];
		unsigned int worth = STATS_SHAPE_BIMODAL | STATS_SHAPE_STEP | STATS_SHAPE_DRIFT;
		struct strbuf base = STRBUF_INIT, new = STRBUF_INIT;

		if (!((cc->shape_base | cc->shape_new) & worth))
			continue;
		r = shapes(cc->shape_base & worth, &base);
		if (!r)
			r = shapes(cc->shape_new & worth, &new);
		if (!r && first)
			r = strbuf_adds(sb, "\nnot a plain sample:\n");
		first = false;
		if (!r)
			r = strbuf_printf(sb, "  %s: base %s; new %s\n", cc->key->name,
					  base.len ? base.buf : "even", new.len ? new.buf : "even");
		strbuf_release(&base);
		strbuf_release(&new);
	}
	return r;
}

static int put_sum(const struct compare *c, struct strbuf *sb)
{
	size_t count[4] = { 0 }, referenced = 0;
	char buf[FMT_LEN];
	int r;

	for (size_t i = 0; i < c->ncases; i++) {
		count[c->cases[i].verdict]++;
		referenced += c->cases[i].mode != REF_RAW;
	}
	r = strbuf_printf(sb, "\n%zu faster, %zu slower, %zu same, %zu undecided of %zu; margin %s, "
			  "%.0f %% intervals,\nverdicts corrected for %zu cases (Holm)", count[STATS_FASTER],
			  count[STATS_SLOWER], count[STATS_SAME], count[STATS_UNDECIDED], c->ncases,
			  fmt_share(buf, c->margin), 100 * c->opts.confidence, c->ncases);
	if (!r && referenced)
		r = strbuf_printf(sb, "; %zu relative to the reference loops", referenced);
	if (!r)
		r = strbuf_addc(sb, '\n');
	if (!r && count[STATS_UNDECIDED])
		r = strbuf_printf(sb, "undecided +N: about N more %s a side would decide\n",
				  compare_unit_name(c->unit, true));
	for (size_t i = 0; !r && i < c->nlonely; i++)
		r = strbuf_printf(sb, "%s%s%s", i ? ", " : "measured on one side only: ",
				  c->lonely[i]->name, i + 1 == c->nlonely ? "\n" : "");
	return r;
}

int compare_text(const struct compare *c, struct strbuf *sb)
{
	int r = put_side(c, &c->base, "base", sb);

	if (!r)
		r = put_side(c, &c->new, "new", sb);
	if (!r)
		r = put_unit(c, sb);
	if (!r)
		r = put_warnings(c, sb);
	if (!r)
		r = strbuf_addc(sb, '\n');
	if (!r)
		r = put_table(c, sb);
	if (!r)
		r = put_shapes(c, sb);
	if (!r)
		r = put_sum(c, sb);
	return r;
}
