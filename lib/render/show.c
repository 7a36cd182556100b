// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"
#include "fmt.h"
#include "fold.h"
#include "names.h"
#include "record.h"
#include "show.h"
#include "table.h"

int show_init(struct show *s, const struct result_set *set, const struct result_run *run)
{
	const struct result_key **keys = NULL;
	int r;

	memset(s, 0, sizeof(*s));
	s->set = set;
	s->run = run;
	s->width = FOLD_WIDTH;
	s->keys = calloc(run->nseries + 1, sizeof(*s->keys));
	s->series = calloc(run->nseries + 1, sizeof(*s->series));
	s->mode = calloc(run->nseries + 1, sizeof(*s->mode));
	r = s->keys && s->series && s->mode ? 0 : -ENOMEM;
	if (!r)
		r = result_set_sorted(set, &keys);
	if (!r)
		r = ref_scale_of_run(run, &s->scale);
	for (size_t i = 0; !r && i < set->nkeys; i++) {
		const struct result_series *series = result_run_find(run, keys[i]);

		if (!series)
			continue;
		s->keys[s->n] = keys[i];
		s->series[s->n] = series;
		r = ref_mode_choose(&series, 1, &s->scale, &s->mode[s->n]);
		s->n++;
	}
	free(keys);
	if (r)
		show_release(s);
	return r;
}

void show_release(struct show *s)
{
	free(s->keys);
	free(s->series);
	free(s->mode);
	memset(s, 0, sizeof(*s));
}

int show_cost(const struct show *s, size_t i, struct show_cost *ret_cost)
{
	const struct result_series *series = s->series[i];
	struct process_values pv = { 0 };
	struct run_value v;
	double floor = NAN;
	int r = process_values(series, s->mode[i], &s->scale, &pv);

	if (!r)
		r = run_value_of(&pv, series->unit, &v);
	if (!r && stats_aa_floor(pv.median, pv.n, value_quantile(series->unit), 1, &floor) == -ENOMEM)
		r = -ENOMEM;
	process_values_release(&pv);
	if (r)
		return r;
	*ret_cost = (struct show_cost){
		.value = v.value, .spread = v.procs > 1 ? v.spread : NAN, .floor = floor,
		.rate = series->bytes && !strcmp(series->unit, "ns") && v.value > 0 ?
			1000 * series->bytes / v.value : NAN,
		.procs = v.procs,
	};
	return 0;
}

static int cost_row(const struct show *s, size_t i, struct table *t)
{
	const struct result_series *series = s->series[i];
	struct show_cost c;
	char buf[FMT_LEN];
	int r = show_cost(s, i, &c);

	if (!r)
		r = names_row(t, s->keys, s->n, i);
	if (!r)
		r = table_cell(t, 1, "%s", fmt_value(buf, c.value, series->unit, 4));
	if (!r && !isnan(c.spread))
		r = table_cell(t, 2, "%s", fmt_share(buf, c.spread));
	if (!r && !isnan(c.floor))
		r = table_cell(t, 3, "%s", fmt_share(buf, c.floor));
	if (!r && series->bytes >= 512 && !isnan(c.rate))
		r = table_cell(t, 4, "%s", fmt_sig(buf, c.rate, 4));
	return r;
}

const char show_costs_legend[] =
	"an operation: the " VALUE_QUANTILE_NAME " over processes of the median of batches\n"
	"spread:       of the processes' medians, 1.4826 MAD\n"
	"A/A floor:    what two such runs of this boot differ by, 1 time in 20\n"
	"MB/s:         10^6 bytes of payload a second\n";

int show_costs_table(const struct show *s, struct table *t)
{
	static const struct table_column columns[] = {
		{ "case", ALIGN_LEFT }, { "an operation", ALIGN_RIGHT }, { "spread", ALIGN_RIGHT },
		{ "A/A floor", ALIGN_RIGHT }, { "MB/s", ALIGN_RIGHT },
	};
	int r = 0;

	table_init(t, columns, 5);
	for (size_t i = 0; !r && i < s->n; i++)
		r = cost_row(s, i, t);
	return r;
}

static bool counts(const struct show *s)
{
	const char *clock = result_run_clock(s->run);

	return clock && !strcmp(clock, "instructions");
}

int show_costs(const struct show *s, struct strbuf *sb)
{
	struct table t;
	int r = show_costs_table(s, &t);

	if (!r && s->n)
		r = table_text(&t, sb);
	if (!r && s->n)
		r = strbuf_printf(sb, "\n%s%s", counts(s) ? BLIND_LINE : "", show_costs_legend);
	table_release(&t);
	return r;
}

int show_unmeasured(const struct show *s, const struct result_skip ***ret_skips, size_t *ret_n)
{
	const struct result_skip **skips = calloc(s->run->nskips + 1, sizeof(*skips));
	bool *seen = calloc(s->set->nkeys + 1, sizeof(*seen));
	int r = skips && seen ? 0 : -ENOMEM;
	size_t n = 0;

	for (size_t i = 0; !r && i < s->n; i++)
		seen[s->keys[i]->id] = true;
	for (size_t i = 0; !r && i < s->run->nskips; i++) {
		const struct result_skip *k = &s->run->skips[i];

		if (!seen[k->key->id])
			skips[n++] = k;
		seen[k->key->id] = true;
	}
	free(seen);
	if (r) {
		free(skips);
		return r;
	}
	*ret_skips = skips;
	*ret_n = n;
	return 0;
}

int show_skips(const struct show *s, struct strbuf *sb)
{
	struct strbuf line = STRBUF_INIT;
	int r = 0;

	if (s->run->nskips)
		r = strbuf_adds(sb, "\nnot measured:\n");
	for (size_t i = 0; !r && i < s->run->nskips; i++) {
		const struct result_skip *k = &s->run->skips[i];

		strbuf_reset(&line);
		r = strbuf_printf(&line, "%s: %s", k->key->name, k->reason);
		if (!r && k->count > 1)
			r = strbuf_printf(&line, " (%u times)", k->count);
		if (!r)
			r = fold_at(sb, s->width, "", 2, line.buf);
	}
	strbuf_release(&line);
	return r;
}

int show_counters_table(const struct show *s, struct table *t)
{
	static const struct table_column columns[] = {
		{ "case", ALIGN_LEFT }, { "counter", ALIGN_LEFT }, { "an operation", ALIGN_RIGHT },
	};
	int r = 0;

	table_init(t, columns, 3);
	for (size_t i = 0; !r && i < s->n; i++)
		for (size_t j = 0; !r && j < s->series[i]->ncounters; j++) {
			const struct result_sum *c = &s->series[i]->counters[j];
			char buf[FMT_LEN];

			if (!(c->value > 0))
				continue;
			r = table_row(t);
			if (!r)
				r = table_cell(t, 0, "%s", s->keys[i]->name);
			if (!r)
				r = table_cell(t, 1, "%s", c->name);
			if (!r)
				r = table_cell(t, 2, "%s",
					       fmt_sig(buf, c->value / c->iters, 4));
		}
	return r;
}

int show_counters(const struct show *s, struct strbuf *sb)
{
	struct table t;
	int r = show_counters_table(s, &t);

	if (!r && t.nrows)
		r = table_text(&t, sb);
	else if (!r)
		r = strbuf_adds(sb, "no counter counted anything\n");
	table_release(&t);
	return r;
}
