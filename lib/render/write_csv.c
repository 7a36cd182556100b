// SPDX-License-Identifier: GPL-2.0-or-later
/* All figures with all their digits, a case a line; what is not known is empty. */
#include <errno.h>
#include <math.h>

#include "writer.h"

static int number(struct table *t, size_t column, double v)
{
	return isfinite(v) ? table_cell(t, column, "%.12g", v) : 0;
}

static int params(struct table *t, size_t column, const struct result_key *key)
{
	struct strbuf sb = STRBUF_INIT;
	const char *name;
	json_t *v;
	int r = 0;

	json_object_foreach(key->params, name, v)
		if (!r)
			r = strbuf_printf(&sb, "%s%s=%lld", sb.len ? " " : "", name,
					  (long long)json_integer_value(v));
	if (!r)
		r = table_cell(t, column, "%s", sb.buf);
	strbuf_release(&sb);
	return r;
}

/* --- compare */

enum {
	BASE_SET, NEW_SET, C_CASE, C_PARAMS, C_UNIT, BETTER, BASE, NEW, RATIO, CI_LOW, CI_HIGH, P,
	P_ADJUSTED, VERDICT, RUNS_NEEDED, C_REFERENCE, BASE_UNITS, NEW_UNITS, COMPARE_COLUMNS
};

static const struct table_column compare_columns[COMPARE_COLUMNS] = {
	[BASE_SET] = { .title = "base_set" }, [NEW_SET] = { .title = "new_set" },
	[C_CASE] = { .title = "case" }, [C_PARAMS] = { .title = "params" },
	[C_UNIT] = { .title = "unit" }, [BETTER] = { .title = "better" },
	[BASE] = { .title = "base" }, [NEW] = { .title = "new" }, [RATIO] = { .title = "ratio" },
	[CI_LOW] = { .title = "ci_low" }, [CI_HIGH] = { .title = "ci_high" },
	[P] = { .title = "p" }, [P_ADJUSTED] = { .title = "p_adjusted" },
	[VERDICT] = { .title = "verdict" }, [RUNS_NEEDED] = { .title = "runs_needed" },
	[C_REFERENCE] = { .title = "reference" }, [BASE_UNITS] = { .title = "base_units" },
	[NEW_UNITS] = { .title = "new_units" },
};

static int compare_numbers(struct table *t, const struct compare_case *cc)
{
	bool known = cc->effect.method != STATS_METHOD_NONE;
	int r = number(t, BASE, cc->base);

	if (!r)
		r = number(t, NEW, cc->new);
	if (!r)
		r = number(t, RATIO, cc->effect.ratio);
	if (!r)
		r = number(t, CI_LOW, known ? cc->effect.lo : NAN);
	if (!r)
		r = number(t, CI_HIGH, known ? cc->effect.hi : NAN);
	if (!r)
		r = number(t, P, cc->effect.p);
	if (!r)
		r = number(t, P_ADJUSTED, cc->p_adjusted);
	if (!r && cc->runs_needed >= 0)
		r = table_cell(t, RUNS_NEEDED, "%ld", cc->runs_needed);
	if (!r)
		r = table_cell(t, BASE_UNITS, "%zu", cc->nbase);
	return r ? r : table_cell(t, NEW_UNITS, "%zu", cc->nnew);
}

static int compare_row(struct table *t, const struct compare_case *cc, const char *base,
		       const char *new)
{
	int r = table_row(t);

	if (!r)
		r = table_cell(t, BASE_SET, "%s", base);
	if (!r)
		r = table_cell(t, NEW_SET, "%s", new);
	if (!r)
		r = table_cell(t, C_CASE, "%s", cc->key->case_name);
	if (!r)
		r = params(t, C_PARAMS, cc->key);
	if (!r)
		r = table_cell(t, C_UNIT, "%s", cc->unit);
	if (!r)
		r = table_cell(t, BETTER, "%s", compare_better_name(cc));
	if (!r)
		r = table_cell(t, VERDICT, "%s", compare_verdict_name(cc));
	if (!r)
		r = table_cell(t, C_REFERENCE, "%s", ref_mode_name(cc->mode));
	return r ? r : compare_numbers(t, cc);
}

static int put(const struct table *t, struct strbuf *sb)
{
	int r = table_csv_titles(t, sb);

	return r ? r : table_csv_rows(t, sb);
}

static int compare(const struct compare *cs, size_t n, const struct write_context *context,
		   struct strbuf *sb)
{
	struct table t;
	int r = 0;

	table_init(&t, compare_columns, COMPARE_COLUMNS);
	for (size_t i = 0; !r && i < n; i++)
		for (size_t j = 0; !r && j < cs[i].ncases; j++)
			r = compare_row(&t, &cs[i].cases[j], context->base, context->news[i]);
	if (!r)
		r = put(&t, sb);
	table_release(&t);
	return r;
}

/* --- show */

enum {
	RUN, LABEL, KERNEL, S_CASE, S_PARAMS, S_UNIT, VALUE, SPREAD, FLOOR, MB_PER_S, PROCESSES,
	S_REFERENCE, SHOW_COLUMNS
};

static const struct table_column show_columns[SHOW_COLUMNS] = {
	[RUN] = { .title = "run" }, [LABEL] = { .title = "label" },
	[KERNEL] = { .title = "kernel" }, [S_CASE] = { .title = "case" },
	[S_PARAMS] = { .title = "params" }, [S_UNIT] = { .title = "unit" },
	[VALUE] = { .title = "value" }, [SPREAD] = { .title = "spread" },
	[FLOOR] = { .title = "aa_floor" }, [MB_PER_S] = { .title = "mb_per_s" },
	[PROCESSES] = { .title = "processes" }, [S_REFERENCE] = { .title = "reference" },
};

enum { COUNTER = S_UNIT, PER_OPERATION, COUNTER_COLUMNS };

static const struct table_column counter_columns[COUNTER_COLUMNS] = {
	[RUN] = { .title = "run" }, [LABEL] = { .title = "label" },
	[KERNEL] = { .title = "kernel" }, [S_CASE] = { .title = "case" },
	[S_PARAMS] = { .title = "params" }, [COUNTER] = { .title = "counter" },
	[PER_OPERATION] = { .title = "per_operation" },
};

static int show_row(const struct show *s, size_t i, struct table *t)
{
	const char *label = result_run_label(s->run), *kernel = result_run_kernel(s->run);
	int r = table_row(t);

	if (!r)
		r = table_cell(t, RUN, "%s", s->run->path);
	if (!r)
		r = table_cell(t, LABEL, "%s", label ? label : "");
	if (!r)
		r = table_cell(t, KERNEL, "%s", kernel ? kernel : "");
	if (!r)
		r = table_cell(t, S_CASE, "%s", s->keys[i]->case_name);
	return r ? r : params(t, S_PARAMS, s->keys[i]);
}

static int cost_row(const struct show *s, size_t i, struct table *t)
{
	struct show_cost c;
	int r = show_cost(s, i, &c);

	if (!r)
		r = show_row(s, i, t);
	if (!r)
		r = table_cell(t, S_UNIT, "%s", s->series[i]->unit);
	if (!r)
		r = number(t, VALUE, c.value);
	if (!r)
		r = number(t, SPREAD, c.spread);
	if (!r)
		r = number(t, FLOOR, c.floor);
	if (!r)
		r = number(t, MB_PER_S, c.rate);
	if (!r)
		r = table_cell(t, PROCESSES, "%zu", c.procs);
	return r ? r : table_cell(t, S_REFERENCE, "%s", ref_mode_name(s->mode[i]));
}

static int counter_rows(const struct show *s, size_t i, struct table *t)
{
	int r = 0;

	for (uint32_t j = 0; !r && j < s->series[i]->ncounters; j++) {
		const struct result_sum *c = &s->series[i]->counters[j];

		r = show_row(s, i, t);
		if (!r)
			r = table_cell(t, COUNTER, "%s", c->name);
		if (!r)
			r = number(t, PER_OPERATION, c->iters > 0 ? c->value / c->iters : NAN);
	}
	return r;
}

static int show(const struct show *runs, size_t n, const struct write_context *context,
		struct strbuf *sb)
{
	struct table t;
	int r = 0;

	if (context->counters)
		table_init(&t, counter_columns, COUNTER_COLUMNS);
	else
		table_init(&t, show_columns, SHOW_COLUMNS);
	for (size_t i = 0; !r && i < n; i++)
		for (size_t j = 0; !r && j < runs[i].n; j++)
			r = context->counters ? counter_rows(&runs[i], j, &t) :
			    cost_row(&runs[i], j, &t);
	if (!r)
		r = put(&t, sb);
	table_release(&t);
	return r;
}

const struct writer write_csv = {
	.name = "csv",
	.summary = "a line a case, all digits, quoted as in RFC 4180",
	.counters = true,
	.show = show,
	.compare = compare,
};
