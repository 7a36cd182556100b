// SPDX-License-Identifier: GPL-2.0-or-later
/* cost = a + b x size: what a call costs, and what a byte costs. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"
#include "fmt.h"
#include "intern.h"
#include "show.h"
#include "table.h"

#define MAX_SIZES	64

#define NONE		SIZE_MAX

/* Keys that differ in nothing but their size are of one line. */
struct lines {
	struct intern texts;	/* of each line */
	size_t *next;		/* of each key: the next of its line, or NONE */
	bool *first;		/* of each key: whether it is the first of its line */
};

static void lines_free(struct lines *l)
{
	intern_release(&l->texts);
	free(l->next);
	free(l->first);
}

/* The key's canonical text without its size. */
static int line_text(const struct result_key *key, struct strbuf *sb)
{
	const char *word = key->canonical;
	int r = 0;

	strbuf_reset(sb);
	while (!r && *word) {
		size_t len = strcspn(word, " ");

		if (strncmp(word, "size=", 5))
			r = strbuf_add(sb, word, len) || strbuf_addc(sb, ' ') ? -ENOMEM : 0;
		word += len;
		word += strspn(word, " ");
	}
	return r;
}

static int lines_find(struct lines *l, const struct show *s)
{
	size_t *last = calloc(s->n + 1, sizeof(*last));
	struct strbuf sb = STRBUF_INIT;
	int r = 0;

	intern_init(&l->texts);
	l->next = calloc(s->n + 1, sizeof(*l->next));
	l->first = calloc(s->n + 1, sizeof(*l->first));
	if (!last || !l->next || !l->first)
		r = -ENOMEM;
	for (size_t i = 0; !r && i < s->n; i++) {
		uint32_t id, known = l->texts.n;

		r = line_text(s->keys[i], &sb);
		if (!r)
			r = intern_add(&l->texts, sb.buf, sb.len, &id) ? -ENOMEM : 0;
		if (r)
			break;
		l->next[i] = NONE;
		l->first[i] = id == known;
		if (!l->first[i])
			l->next[last[id]] = i;
		last[id] = i;
	}
	strbuf_release(&sb);
	free(last);
	return r;
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
static int matrix_init(struct matrix *m, const struct show *s, const struct lines *l, size_t first)
{
	int64_t size;
	int r = 0;

	memset(m, 0, sizeof(*m));
	for (size_t i = first; !r && i != NONE && m->k < MAX_SIZES; i = l->next[i]) {
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
	struct lines l;
	int r = lines_find(&l, s);

	for (size_t i = 0; !r && i < s->n; i++) {
		struct stats_affine fit;
		struct matrix m;
		int64_t size;

		if (!l.first[i] || strcmp(s->series[i]->unit, "ns") || !s->series[i]->bytes ||
		    result_key_param(s->keys[i], "size", &size) ||
		    (uint64_t)size != s->series[i]->bytes)
			continue;
		r = matrix_init(&m, s, &l, i);
		if (!r) {
			r = stats_fit_affine(m.sizes, m.k, m.costs, m.units,
					     value_quantile(s->series[i]->unit), confidence, &fit);
			if (!r)
				r = each(arg, i, &fit);
			else if (r != -ENOMEM)
				r = 0;		/* fewer than three sizes: no line */
		}
		matrix_release(&m);
	}
	lines_free(&l);
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
