// SPDX-License-Identifier: GPL-2.0-or-later
/* cost = a + b x size: what a call costs, and what a byte costs. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"
#include "fmt.h"
#include "show.h"
#include "table.h"

#define MAX_SIZES	64

/* Whether two keys differ in nothing but their size. */
static bool same_line(const struct result_key *a, const struct result_key *b)
{
	const char *name;
	json_t *v;

	if (strcmp(a->case_name, b->case_name) ||
	    json_object_size(a->params) != json_object_size(b->params))
		return false;
	json_object_foreach(a->params, name, v)
		if (strcmp(name, "size") && !json_equal(v, json_object_get(b->params, name)))
			return false;
	return true;
}

/* The process medians of k series, for the processes that all of them have. */
struct matrix {
	double sizes[MAX_SIZES];
	struct process_values pv[MAX_SIZES];
	size_t k, units;
	double *costs;
};

static void matrix_release(struct matrix *m)
{
	for (size_t i = 0; i < m->k; i++)
		process_values_release(&m->pv[i]);
	free(m->costs);
}

static int matrix_fill(struct matrix *m)
{
	size_t at[MAX_SIZES] = { 0 };

	m->costs = calloc(m->k * (m->pv[0].n + 1), sizeof(double));
	if (!m->costs)
		return -ENOMEM;
	for (size_t p = 0; p < m->pv[0].n; p++) {
		uint32_t proc = m->pv[0].proc[p];
		bool all = true;

		for (size_t i = 0; i < m->k; i++) {
			while (at[i] < m->pv[i].n && m->pv[i].proc[at[i]] < proc)
				at[i]++;
			if (at[i] == m->pv[i].n || m->pv[i].proc[at[i]] != proc)
				all = false;
			else
				m->costs[m->units * m->k + i] = m->pv[i].median[at[i]];
		}
		m->units += all;
	}
	return 0;
}

/* The series of one line, from the first of them on. */
static int matrix_init(struct matrix *m, const struct show *s, size_t first)
{
	int64_t size;
	int r = 0;

	memset(m, 0, sizeof(*m));
	for (size_t i = first; !r && i < s->n && m->k < MAX_SIZES; i++) {
		if (!same_line(s->keys[i], s->keys[first]))
			continue;
		if (result_key_param(s->keys[i], "size", &size))
			continue;
		r = process_values(s->series[i], s->mode[i], &s->scale, &m->pv[m->k]);
		m->sizes[m->k] = size;
		m->k += !r;
	}
	return r || !m->k ? r : matrix_fill(m);
}

static int estimate(struct table *t, size_t column, const struct stats_estimate *e)
{
	char v[FMT_LEN], lo[FMT_LEN], hi[FMT_LEN];

	if (!isfinite(e->lo))
		return table_cell(t, column, "%s", fmt_sig(v, e->value, 3));
	return table_cell(t, column, "%s [%s, %s]", fmt_sig(v, e->value, 3),
			  fmt_sig(lo, e->lo, 3), fmt_sig(hi, e->hi, 3));
}

int show_fit_each(const struct show *s, double confidence,
		  int (*each)(void *arg, size_t i, const struct stats_affine *fit), void *arg)
{
	int r = 0;

	for (size_t i = 0; !r && i < s->n; i++) {
		struct stats_affine fit;
		struct matrix m;
		int64_t size;
		bool first = true;

		if (strcmp(s->series[i]->unit, "ns") || !s->series[i]->bytes ||
		    result_key_param(s->keys[i], "size", &size) ||
		    (uint64_t)size != s->series[i]->bytes)
			continue;
		for (size_t j = 0; first && j < i; j++)
			first = !same_line(s->keys[i], s->keys[j]);
		if (!first)
			continue;
		r = matrix_init(&m, s, i);
		if (!r) {
			r = stats_fit_affine(m.sizes, m.k, m.costs, m.units, confidence, &fit);
			if (!r)
				r = each(arg, i, &fit);
			else if (r != -ENOMEM)
				r = 0;		/* fewer than three sizes: no line */
		}
		matrix_release(&m);
	}
	return r;
}

struct rows {
	const struct show *s;
	struct table *t;
};

static int fit_row(void *arg, size_t i, const struct stats_affine *fit)
{
	const struct rows *rows = arg;
	struct table *t = rows->t;
	char buf[FMT_LEN];
	int r = table_row(t);

	if (!r)
		r = table_cell(t, 0, "%s", rows->s->keys[i]->case_name);
	if (!r)
		r = estimate(t, 1, &fit->a);
	if (!r)
		r = estimate(t, 2, &fit->b);
	if (!r)
		r = table_cell(t, 3, "%s", fmt_share(buf, fit->misfit));
	return r;
}

const char show_fit_legend[] = "misfit: where the line fits worst; [95 %] is about the line, not the fit\n";

int show_fit_table(const struct show *s, struct table *t)
{
	static const struct table_column columns[] = {
		{ "a + b x size", ALIGN_LEFT }, { "ns a call [95 %]", ALIGN_RIGHT },
		{ "ns a byte [95 %]", ALIGN_RIGHT }, { "misfit", ALIGN_RIGHT },
	};
	struct rows rows = { s, t };

	table_init(t, columns, 4);
	return show_fit_each(s, 0.95, fit_row, &rows);
}

int show_fit(const struct show *s, struct strbuf *sb)
{
	struct table t;
	int r = show_fit_table(s, &t);

	if (!r && t.nrows) {
		r = strbuf_addc(sb, '\n');
		if (!r)
			r = table_text(&t, sb);
		if (!r)
			r = strbuf_adds(sb, show_fit_legend);
	}
	table_release(&t);
	return r;
}
