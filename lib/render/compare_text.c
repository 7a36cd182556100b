// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_text.h"
#include "fmt.h"
#include "fold.h"
#include "names.h"
#include "shapes.h"
#include "show.h"
#include "table.h"

/* Of all cases, in their order; the caller frees. NULL: no memory. */
static const struct result_key **compare_keys(const struct compare *c)
{
	const struct result_key **keys = calloc(c->ncases + 1, sizeof(*keys));

	for (size_t i = 0; keys && i < c->ncases; i++)
		keys[i] = c->cases[i].key;
	return keys;
}

static int put_side(const struct compare *c, const struct compare_side *side, const char *name,
		    size_t width, struct strbuf *sb)
{
	const struct result_run *run = &c->set->runs[side->first];
	const char *label = result_run_label(run), *kernel = result_run_kernel(run);
	struct strbuf line = STRBUF_INIT;
	int r = strbuf_printf(&line, "%s%s%zu run%s", label && *label ? label : "",
			      label && *label ? ": " : "", side->nruns,
			      side->nruns == 1 ? "" : "s");

	if (!r && side->boots)
		r = strbuf_printf(&line, " of %zu boot%s", side->boots,
				  side->boots == 1 ? "" : "s");
	if (!r && side->unknown_boots)
		r = strbuf_printf(&line, "%s unknown boots", side->boots ? " and" : " of");
	if (!r && side->builds > 1)
		r = strbuf_printf(&line, " of %zu builds", side->builds);
	if (!r && kernel)
		r = strbuf_printf(&line, ", %s", kernel);
	if (!r)
		r = fold_at(sb, width, name, 6, line.buf);
	strbuf_release(&line);
	return r;
}

/* What the floor of the intervals comes from. */
static int put_control(const struct compare *c, struct strbuf *sb)
{
	int r;

	if (c->control)
		r = strbuf_printf(sb, "  floor: the spread over seeds and a control arm of %zu boot%s\n",
				  c->control, c->control == 1 ? "" : "s");
	else
		r = strbuf_adds(sb, "  floor: the spread over seeds alone, for there is no control arm\n");
	if (!r && c->twins)
		r = strbuf_printf(sb, "  %zu run%s left out: a boot with a seed that its arm has is a copy\n",
				  c->twins, c->twins == 1 ? "" : "s");
	return r;
}

static int put_unit(const struct compare *c, struct strbuf *sb)
{
	int r = strbuf_printf(sb, "sampling unit: the %s (%zu against %zu)\n",
			      compare_unit_name(c->unit, false), c->base.units, c->new.units);

	if (!r && c->unit == UNIT_SEED)
		r = put_control(c, sb);
	else if (!r && c->base.unknown_boots + c->new.unknown_boots)
		r = strbuf_printf(sb, "  not all records say which boot they are from%s\n",
				  c->unit == UNIT_BOOT ? ": those of a side count as one" : "");
	else if (!r && c->unit == UNIT_RUN && c->same_boot)
		r = strbuf_adds(sb,
			"  both sides are of one boot: a difference shown here is one within it;\n"
			"  code and memory layout are sampled by booting each kernel again\n");
	else if (!r && c->unit == UNIT_RUN)
		r = strbuf_adds(sb,
			"  one boot a side: a difference shown here is one between these boots;\n"
			"  code and memory layout are sampled by booting each kernel again\n");
	return r;
}

static int put_warnings(const struct compare *c, size_t width, struct strbuf *sb)
{
	struct strbuf w = STRBUF_INIT;
	char *save, *line;
	int r = compare_settings(c, &w);

	for (line = r ? NULL : strtok_r(w.buf, "\n", &save); !r && line;
	     line = strtok_r(NULL, "\n", &save))
		r = fold_at(sb, width, "warning: ", 9, line);
	strbuf_release(&w);
	return r;
}

/* In percent: "-2.31..-0.92"; fewer decimals the wider it is; then as factors. */
static int interval(struct table *t, size_t column, const struct stats_effect *e)
{
	double lo = 100 * (e->lo - 1), hi = 100 * (e->hi - 1), far = fmax(fabs(lo), fabs(hi));
	int decimals = far < 9.995 ? 2 : far < 99.95 ? 1 : 0;

	if (e->method == STATS_METHOD_NONE || !isfinite(hi))
		return table_cell(t, column, "unknown");
	if (hi >= 9999.5)
		return table_cell(t, column, "x%.1g..x%.1g", e->lo, e->hi);
	return table_cell(t, column, "%+.*f..%+.*f", decimals, lo, decimals, hi);
}

static int change(struct table *t, size_t column, double ratio)
{
	double percent = 100 * (ratio - 1), far = fabs(percent);

	if (far >= 9999.5)
		return table_cell(t, column, ratio < 99999.5 ? "x%.0f" : "x%.2g", ratio);
	return table_cell(t, column, "%+.*f%%", far < 9.995 ? 2 : far < 99.95 ? 1 : 0, percent);
}

static bool says_needed(const struct compare_case *cc)
{
	return cc->verdict == STATS_UNDECIDED && cc->runs_needed > 0 && cc->runs_needed < 1000;
}

static int verdict(struct table *t, size_t column, const struct compare_case *cc)
{
	if (says_needed(cc))
		return table_cell(t, column, "undecided +%ld", cc->runs_needed);
	return table_cell(t, column, "%s", compare_verdict_name(cc));
}

static int case_row(const struct compare *c, const struct result_key *const *keys, size_t i,
		    struct table *t)
{
	const struct compare_case *cc = &c->cases[i];
	/* a time's change is in the next column; a count's last digit may be all there is */
	int digits = strcmp(cc->unit, "instructions") ? 3 : 6;
	char buf[FMT_LEN];
	int r = names_row(t, keys, c->ncases, i);

	if (!r)
		r = table_cell(t, 1, "%s", fmt_value(buf, cc->base, cc->unit, digits));
	if (!r)
		r = table_cell(t, 2, "%s", fmt_value(buf, cc->new, cc->unit, digits));
	if (!r)
		r = change(t, 3, cc->effect.ratio);
	if (!r)
		r = interval(t, 4, &cc->effect);
	if (!r)
		r = verdict(t, 5, cc);
	return r;
}

int compare_table(const struct compare *c, struct table *t)
{
	static const struct table_column columns[] = {
		{ "case", ALIGN_LEFT }, { "base", ALIGN_RIGHT }, { "new", ALIGN_RIGHT },
		{ "change", ALIGN_RIGHT }, { "interval", ALIGN_RIGHT },
		{ "verdict", ALIGN_LEFT },
	};
	const struct result_key **keys = compare_keys(c);
	int r = keys ? 0 : -ENOMEM;

	table_init(t, columns, 6);
	if (!r)
		r = table_title(t, 4, "%.4g %% int., %%", 100 * c->opts.confidence);
	for (size_t i = 0; !r && i < c->ncases; i++)
		r = case_row(c, keys, i, t);
	free(keys);
	return r;
}

int compare_margin(const struct compare *c, struct strbuf *sb)
{
	double least = c->margin;
	char a[FMT_LEN], b[FMT_LEN];

	for (size_t i = 0; i < c->ncases; i++)
		if (c->cases[i].margin > 0)
			least = fmin(least, c->cases[i].margin);
	if (least < c->margin)
		return strbuf_printf(sb, "%s (%s for counts)", fmt_share(a, c->margin),
				     fmt_share(b, least));
	return strbuf_adds(sb, fmt_share(a, c->margin));
}

static bool same_shapes(const struct compare_case *a, const struct compare_case *b)
{
	return (a->shape_base & SHAPES_WORTH) == (b->shape_base & SHAPES_WORTH) &&
		(a->shape_new & SHAPES_WORTH) == (b->shape_new & SHAPES_WORTH);
}

/* "base drift; new plain: " and the cases that look so, from the first of them on. */
static int shapes_line(const struct compare *c, const struct result_key *const *keys, size_t first,
		       struct strbuf *line)
{
	const struct compare_case *cc = &c->cases[first];
	struct strbuf base = STRBUF_INIT, new = STRBUF_INIT;
	size_t n = 0;
	int r = shapes_names(cc->shape_base, &base);

	if (!r)
		r = shapes_names(cc->shape_new, &new);
	if (!r)
		r = strbuf_printf(line, "base %s; new %s:", base.len ? base.buf : "plain",
				  new.len ? new.buf : "plain");
	for (size_t i = first; !r && i < c->ncases; i++) {
		if (!same_shapes(cc, &c->cases[i]) || n++ >= SHAPES_CASES)
			continue;
		r = strbuf_printf(line, "%s %s ", n > 1 ? "," : "", keys[i]->case_name);
		if (!r)
			r = names_params(keys, c->ncases, i, line);
		if (!r && line->buf[line->len - 1] == ' ')
			strbuf_truncate(line, line->len - 1);
	}
	if (!r && n > SHAPES_CASES)
		r = strbuf_printf(line, " and %zu more", n - SHAPES_CASES);
	strbuf_release(&base);
	strbuf_release(&new);
	return r;
}

int compare_shapes(const struct compare *c, size_t width, struct strbuf *sb)
{
	const struct result_key **keys = compare_keys(c);
	bool any = false;
	int r = keys ? 0 : -ENOMEM;

	for (size_t i = 0; !r && i < c->ncases; i++) {
		const struct compare_case *cc = &c->cases[i];
		struct strbuf line = STRBUF_INIT;
		bool said = false;

		/* there are few kinds, so the first of its kind is near */
		for (size_t j = 0; !said && j < i; j++)
			said = same_shapes(&c->cases[j], cc);
		if (said || !((cc->shape_base | cc->shape_new) & SHAPES_WORTH))
			continue;
		r = shapes_line(c, keys, i, &line);
		if (!r && !any)
			r = strbuf_adds(sb, "\nnot plain samples, within the sides:\n");
		any = true;
		if (!r)
			r = fold_at(sb, width, "  ", 4, line.buf);
		strbuf_release(&line);
	}
	free(keys);
	return r;
}

int compare_lonely(const struct compare *c, size_t width, struct strbuf *sb)
{
	struct strbuf names = STRBUF_INIT;
	const char *last = NULL;
	int r = 0;

	for (size_t i = 0; !r && i < c->nlonely; i++) {
		if (last && !strcmp(last, c->lonely[i]->case_name))
			continue;
		last = c->lonely[i]->case_name;
		r = strbuf_printf(&names, "%s%s", names.len ? ", " : "", last);
	}
	if (!r && c->nlonely)
		r = fold_at(sb, width, "not on both sides: ", 2, names.buf);
	strbuf_release(&names);
	return r;
}

void compare_count(const struct compare *c, struct compare_counts *ret_counts)
{
	memset(ret_counts, 0, sizeof(*ret_counts));
	for (size_t i = 0; i < c->ncases; i++) {
		ret_counts->verdict[c->cases[i].verdict]++;
		ret_counts->referenced += c->cases[i].mode != REF_RAW;
	}
}

int compare_undecided(const struct compare *c, struct strbuf *sb)
{
	for (size_t i = 0; i < c->ncases; i++)
		if (says_needed(&c->cases[i]))
			return strbuf_printf(sb, "undecided +N: about N more %s a side would decide\n",
					     compare_unit_name(c->unit, true));
	return 0;
}

int compare_blind(const struct compare *c, struct strbuf *sb)
{
	return c->counts ? strbuf_adds(sb, BLIND_LINE) : 0;
}

int compare_notes(const struct compare *c, struct strbuf *sb)
{
	struct strbuf line = STRBUF_INIT, margin = STRBUF_INIT;
	struct compare_counts n;
	int r = compare_shapes(c, FOLD_WIDTH, sb);

	compare_count(c, &n);
	if (!r)
		r = compare_margin(c, &margin);
	if (!r)
		r = strbuf_printf(&line, "%zu faster, %zu slower, %zu same, %zu undecided of %zu; "
				  "margin %s, %.4g %% intervals, verdicts corrected for %zu case%s "
				  "(%s)", n.verdict[STATS_FASTER], n.verdict[STATS_SLOWER],
				  n.verdict[STATS_SAME], n.verdict[STATS_UNDECIDED], c->ncases,
				  margin.buf, 100 * c->opts.confidence, c->ncases,
				  c->ncases == 1 ? "" : "s",
				  c->unit == UNIT_SEED ? "Bonferroni" : "Holm");
	if (!r && n.referenced)
		r = strbuf_printf(&line, "; %zu relative to the reference loops", n.referenced);
	if (!r)
		r = strbuf_addc(sb, '\n');
	if (!r)
		r = compare_blind(c, sb);
	if (!r)
		r = fold_at(sb, FOLD_WIDTH, "", 0, line.buf);
	strbuf_release(&line);
	strbuf_release(&margin);
	if (!r)
		r = compare_undecided(c, sb);
	return r ? r : compare_lonely(c, FOLD_WIDTH, sb);
}

int compare_head(const struct compare *c, size_t width, struct strbuf *sb)
{
	int r = put_side(c, &c->base, "base  ", width, sb);

	if (!r)
		r = put_side(c, &c->new, "new   ", width, sb);
	if (!r)
		r = put_unit(c, sb);
	return r ? r : put_warnings(c, width, sb);
}

int compare_text(const struct compare *c, struct strbuf *sb)
{
	struct table t;
	int r = compare_table(c, &t);

	if (!r)
		r = compare_head(c, FOLD_WIDTH, sb);
	if (!r)
		r = strbuf_addc(sb, '\n');
	if (!r)
		r = table_text(&t, sb);
	if (!r)
		r = compare_notes(c, sb);
	table_release(&t);
	return r;
}
