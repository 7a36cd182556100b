// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "effect.h"
#include "fmt.h"
#include "lab_print.h"
#include "table.h"
#include "value.h"

#define MARGIN	0.001	/* of instructions, as compare has it */

const uint64_t lab_table_sizes[LAB_TABLE_SIZES] = { 8, 64, 256, 4096 };

static const struct table_column columns_of_times[1 + 2 * LAB_TABLE_SIZES] = {
	{ "ns a call", ALIGN_LEFT }, { "8", ALIGN_RIGHT }, { "64", ALIGN_RIGHT },
	{ "256", ALIGN_RIGHT }, { "4096", ALIGN_RIGHT }, { "8+", ALIGN_RIGHT },
	{ "64+", ALIGN_RIGHT }, { "256+", ALIGN_RIGHT }, { "4096+", ALIGN_RIGHT },
};

int lab_print_head(const struct lab_side *s, struct strbuf *sb)
{
	const struct lab_spec *spec = s->build.spec;
	int r = strbuf_printf(sb, "%s: %s\n  %s%s%s%llu B of code%s\n", spec->name, spec->summary,
			      *s->build.release ? "Linux " : "", s->build.release,
			      *s->build.release ? ", " : "",
			      (unsigned long long)s->build.text_size,
			      s->build.kbuild ? ", by headers that Kbuild made" : "");

	for (unsigned int i = 0; !r && spec->routines[i].symbol; i++)
		if (!s->build.present[i])
			r = strbuf_printf(sb, "  %s: not in this tree (%s)\n",
					  spec->routines[i].name, spec->routines[i].symbol);
	return r;
}

static int put_finding(const struct lab_side *s, const struct lab_finding *f, struct strbuf *sb)
{
	int r = strbuf_printf(sb, "  %s: %s, %s", s->build.spec->routines[f->routine].name,
			      lab_level_name(f->what->level), f->what->name);

	if (!r && *f->what->unit)
		r = strbuf_printf(sb, ", up to %llu %s", (unsigned long long)f->amount, f->what->unit);
	if (!r)
		r = strbuf_printf(sb, ", in %llu calls\n    %s\n    n=%llu user+%llu",
				  (unsigned long long)f->count, f->what->text,
				  (unsigned long long)f->n, (unsigned long long)f->user);
	if (!r && s->build.spec->routines[f->routine].kind != LAB_CLEAR_USER)
		r = strbuf_printf(sb, " kernel+%llu", (unsigned long long)f->kernel);
	if (!r && f->hole_lo != f->hole_hi)
		r = strbuf_printf(sb, ", hole %llu..%llu (%s)", (unsigned long long)f->hole_lo,
				  (unsigned long long)f->hole_hi, f->guard);
	if (!r && !f->what->no_return)
		r = strbuf_printf(sb, ": returned %llu", (unsigned long long)f->ret);
	if (!r && f->where)
		r = strbuf_printf(sb, "\n    first fault at %s", f->where);
	return r ? r : strbuf_addc(sb, '\n');
}

int lab_print_findings(const struct lab_side *s, struct strbuf *sb)
{
	int r = strbuf_printf(sb, "  %llu calls verified%s\n", (unsigned long long)s->verdict.trials,
			      s->verdict.nfindings ? "" : ": all as the contract says");

	for (size_t i = 0; !r && i < s->verdict.nfindings; i++)
		r = put_finding(s, &s->verdict.findings[i], sb);
	if (!r && !s->counts)
		r = strbuf_adds(sb, "  nothing is counted where a call does not return\n");
	return r;
}

/* Whether the routine was counted for each call of the weights: one for a constant n is not. */
static bool weighable(const struct lab_count *counts, const struct lab_plan *plan)
{
	for (size_t i = 0; i < plan->nweights; i++)
		if (!counts[plan->first_weight + i].instructions)
			return false;
	return plan->nweights;
}

static double weighted(const struct lab_count *counts, const struct lab_plan *plan)
{
	double sum = 0, all = 0;

	for (size_t i = 0; i < plan->nweights; i++) {
		sum += plan->weights[i].weight * counts[plan->first_weight + i].instructions;
		all += plan->weights[i].weight;
	}
	return sum / all;
}

int lab_print_table(const struct lab_side *s, const struct lab_plan *plan, struct strbuf *sb)
{
	static const struct table_column columns[] = {
		{ "instructions", ALIGN_LEFT }, { "level", ALIGN_LEFT },
		{ "8", ALIGN_RIGHT }, { "64", ALIGN_RIGHT }, { "256", ALIGN_RIGHT },
		{ "4096", ALIGN_RIGHT }, { "8+", ALIGN_RIGHT }, { "64+", ALIGN_RIGHT },
		{ "256+", ALIGN_RIGHT }, { "4096+", ALIGN_RIGHT }, { "weighted", ALIGN_RIGHT },
	};
	const size_t ncolumns = 10 + !!plan->nweights;
	const struct lab_count *c = s->counts;
	struct table t;
	int r = 0;

	table_init(&t, columns, ncolumns);
	for (unsigned int i = 0; !r && s->build.spec->routines[i].symbol; i++) {
		if (!s->build.present[i])
			continue;
		r = table_row(&t);
		if (!r)
			r = table_cell(&t, 0, "%s", s->build.spec->routines[i].name);
		if (!r)
			r = table_cell(&t, 1, "%s", lab_level_name(lab_verdict_level(&s->verdict, i)));
		for (size_t k = 0; !r && c && k < 2 * LAB_TABLE_SIZES; k++)
			r = c[k].instructions ?
			    table_cell(&t, 2 + k, "%llu", (unsigned long long)c[k].instructions) :
			    table_cell(&t, 2 + k, "-");
		if (!r && c && weighable(c, plan))
			r = table_cell(&t, 10, "%.1f", weighted(c, plan));
		c = c ? c + plan->ncalls : NULL;
	}
	if (!r)
		r = table_text(&t, sb);
	table_release(&t);
	return r;
}

int lab_print_left(const struct lab_side *s, struct strbuf *sb)
{
	int r = 0;

	for (size_t i = 0; !r && i < s->ncounts; i++) {
		const struct lab_call *c = &s->counts[i].call;
		const bool again = i && s->counts[i - 1].left &&
			s->counts[i - 1].routine == s->counts[i].routine;

		if (s->counts[i].left && !again)
			r = strbuf_printf(sb, "  %s: not counted where it left bytes, as of n=%llu "
					  "user+%u kernel+%u\n",
					  s->build.spec->routines[s->counts[i].routine].name,
					  (unsigned long long)c->size, c->user, c->kernel);
	}
	return r;
}

/* The value of a run, as compare has it, in ns; NaN where it was not measured. */
static double ns_of(const struct lab_side *s, const char *routine, uint64_t size, bool misaligned)
{
	const struct result_run *run = &s->times.runs[0];
	const struct ref_scale raw = { .scale = { 1, NAN, NAN, NAN } };
	struct run_value value;
	int64_t n, m;

	for (size_t i = 0; i < run->nseries; i++) {
		const struct result_key *key = run->series[i].key;

		if (strncmp(key->case_name, "lab.", 4) || strcmp(key->case_name + 4, routine) ||
		    result_key_param(key, "size", &n) || (uint64_t)n != size ||
		    result_key_param(key, "misaligned", &m) || m != misaligned)
			continue;
		return run_value(&run->series[i], REF_RAW, &raw, &value) ? NAN : value.value;
	}
	return NAN;
}

int lab_print_times(const struct lab_side *s, struct strbuf *sb)
{
	struct table t;
	int r = 0;

	table_init(&t, columns_of_times, 1 + 2 * LAB_TABLE_SIZES);
	for (unsigned int i = 0; !r && s->build.spec->routines[i].symbol; i++) {
		const char *name = s->build.spec->routines[i].name;

		if (!s->build.present[i])
			continue;
		r = table_row(&t);
		r = r ? r : table_cell(&t, 0, "%s", name);
		for (size_t k = 0; !r && k < 2 * LAB_TABLE_SIZES; k++) {
			double ns = ns_of(s, name, lab_table_sizes[k % LAB_TABLE_SIZES],
					  k >= LAB_TABLE_SIZES);

			r = isnan(ns) ? table_cell(&t, 1 + k, "-") : table_cell(&t, 1 + k, "%.1f", ns);
		}
	}
	if (!r)
		r = table_text(&t, sb);
	table_release(&t);
	return r;
}

static int call_cells(struct table *t, const struct lab_side *s, const struct lab_count *c)
{
	int r = table_row(t);

	if (!r)
		r = table_cell(t, 0, "%s", s->build.spec->routines[c->routine].name);
	if (!r)
		r = table_cell(t, 1, "%llu", (unsigned long long)c->call.size);
	return r ? r : table_cell(t, 2, "%u:%u", c->call.user, c->call.kernel);
}

int lab_print_details(const struct lab_side *s, const struct lab_plan *plan, struct strbuf *sb)
{
	static const struct table_column columns[] = {
		{ "routine", ALIGN_LEFT }, { "size", ALIGN_RIGHT }, { "user:kernel", ALIGN_RIGHT },
		{ "instr.", ALIGN_RIGHT }, { "loads", ALIGN_RIGHT }, { "stores", ALIGN_RIGHT },
		{ "B loaded", ALIGN_RIGHT }, { "B stored", ALIGN_RIGHT },
		{ "misaligned", ALIGN_RIGHT },
	};
	struct table t;
	int r = 0;

	table_init(&t, columns, sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; !r && i < s->ncounts; i++) {
		const struct lab_count *c = &s->counts[i];
		const uint64_t v[] = { c->instructions, c->loads, c->stores, c->load_bytes,
				       c->store_bytes, c->misaligned };
		if (!c->instructions)
			continue;

		r = call_cells(&t, s, c);
		for (size_t k = 0; !r && k < sizeof(v) / sizeof(v[0]); k++)
			r = table_cell(&t, 3 + k, "%llu", (unsigned long long)v[k]);
	}
	if (!r)
		r = table_text(&t, sb);
	table_release(&t);
	return r;
}

/* Counts are exact: there is nothing to sample, and the interval is the ratio alone. */
static const char *verdict_of(double ratio)
{
	struct stats_effect e = {
		.ratio = ratio, .lo = ratio, .hi = ratio, .median_ratio = ratio, .p = ratio == 1,
		.confidence = 0.95, .method = STATS_METHOD_CONSTANT,
	};

	return stats_verdict_name(stats_decide(&e, e.p, MARGIN, true));
}

static int compare_cells(struct table *t, double base, double new, int digits)
{
	char buf[FMT_LEN];
	int r = table_cell(t, 3, "%.*f", digits, base);

	if (!r)
		r = table_cell(t, 4, "%.*f", digits, new);
	if (!r)
		r = table_cell(t, 5, "%s", fmt_change(buf, new / base - 1));
	return r ? r : table_cell(t, 6, "%s", verdict_of(new / base));
}

static const struct lab_count *counts_of(const struct lab_side *s, unsigned int routine)
{
	for (size_t i = 0; i < s->ncounts; i++)
		if (s->counts[i].routine == routine)
			return &s->counts[i];
	return NULL;
}

int lab_print_compare(const struct lab_side *base, const struct lab_side *new,
		      const struct lab_plan *plan, struct strbuf *sb)
{
	static const struct table_column columns[] = {
		{ "instructions", ALIGN_LEFT }, { "size", ALIGN_RIGHT },
		{ "user:kernel", ALIGN_RIGHT }, { "base", ALIGN_RIGHT }, { "new", ALIGN_RIGHT },
		{ "change", ALIGN_RIGHT }, { "verdict", ALIGN_LEFT },
	};
	struct table t;
	int r = 0;

	table_init(&t, columns, sizeof(columns) / sizeof(columns[0]));
	for (unsigned int i = 0; !r && new->build.spec->routines[i].symbol; i++) {
		const struct lab_count *b = counts_of(base, i), *n = counts_of(new, i);

		for (size_t k = 0; !r && b && n && k < plan->ncalls; k++) {
			if (!b[k].instructions || !n[k].instructions)
				continue;
			r = call_cells(&t, new, &n[k]);
			if (!r)
				r = compare_cells(&t, b[k].instructions, n[k].instructions, 0);
		}
		if (r || !b || !n || !weighable(b, plan) || !weighable(n, plan))
			continue;
		r = table_row(&t);
		if (!r)
			r = table_cell(&t, 0, "%s, weighted", new->build.spec->routines[i].name);
		if (!r)
			r = compare_cells(&t, weighted(b, plan), weighted(n, plan), 1);
	}
	if (!r)
		r = table_text(&t, sb);
	table_release(&t);
	return r;
}
