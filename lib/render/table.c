// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "table.h"
#include "utf8.h"

#define COLUMNS		80
#define FIRST_LEAST	12	/* the first column is never made narrower */

void table_init(struct table *t, const struct table_column *columns, size_t ncolumns)
{
	memset(t, 0, sizeof(*t));
	t->columns = columns;
	t->ncolumns = ncolumns;
}

void table_release(struct table *t)
{
	for (size_t i = 0; i < t->nrows; i++)
		for (size_t j = 0; j < t->ncolumns; j++)
			free(t->rows[i].cell[j]);
	free(t->rows);
	t->rows = NULL;
	t->nrows = t->alloc = 0;
}

int table_row(struct table *t)
{
	struct table_row *rows = grow(t->rows, &t->alloc, t->nrows + 1, sizeof(*rows));

	if (!rows)
		return -ENOMEM;
	t->rows = rows;
	memset(&rows[t->nrows++], 0, sizeof(*rows));
	return 0;
}

int table_heading(struct table *t, const char *text)
{
	int r = table_row(t);

	if (r)
		return r;
	t->rows[t->nrows - 1].heading = true;
	return table_cell(t, 0, "%s", text);
}

int table_cell(struct table *t, size_t column, const char *fmt, ...)
{
	struct strbuf sb = STRBUF_INIT;
	va_list ap;
	char *text;
	int r;

	va_start(ap, fmt);
	r = strbuf_vprintf(&sb, fmt, ap);
	va_end(ap);
	utf8_plain(&sb, 0);
	if (!r)
		r = strbuf_detach(&sb, &text);
	strbuf_release(&sb);
	if (r)
		return r;
	free(t->rows[t->nrows - 1].cell[column]);
	t->rows[t->nrows - 1].cell[column] = text;
	return 0;
}

static size_t width(const char *s)
{
	return s ? utf8_width(s, strlen(s)) : 0;
}

static int put_line(const struct table *t, const size_t *wide, char *const *cell,
		    struct strbuf *sb)
{
	size_t last = t->ncolumns, owed = 0;
	int r = 0;

	while (last && !width(cell[last - 1]))
		last--;
	for (size_t j = 0; !r && j < last; j++) {
		size_t gap = wide[j] - width(cell[j]);
		bool right = t->columns[j].align == ALIGN_RIGHT;

		r = strbuf_fill(sb, ' ', owed + (right ? gap : 0));
		if (!r && cell[j])
			r = strbuf_adds(sb, cell[j]);
		owed = (right ? 0 : gap) + 2;
	}
	return r ? r : strbuf_addc(sb, '\n');
}

/* A row whose first cell may be too long to stand beside the others. */
static int put_row(const struct table *t, const size_t *wide, char *const *cell,
		   struct strbuf *sb)
{
	char *rest[TABLE_MAX_COLUMNS];
	int r;

	if (width(cell[0]) <= wide[0])
		return put_line(t, wide, cell, sb);
	r = strbuf_printf(sb, "%s\n", cell[0]);
	if (r)
		return r;
	memcpy(rest, cell, sizeof(rest));
	rest[0] = NULL;
	return put_line(t, wide, rest, sb);
}

/* The widest cell of a column that is no wider than most, or its title. */
static size_t column_width(const struct table *t, size_t column, size_t most)
{
	size_t wide = width(t->columns[column].title);

	for (size_t i = 0; i < t->nrows; i++) {
		size_t w = t->rows[i].heading ? 0 : width(t->rows[i].cell[column]);

		if (w > wide && w <= most)
			wide = w;
	}
	return wide;
}

int table_text(const struct table *t, struct strbuf *sb)
{
	char *titles[TABLE_MAX_COLUMNS] = { NULL };
	size_t wide[TABLE_MAX_COLUMNS] = { 0 }, others = 0;
	int r;

	for (size_t j = 0; j < t->ncolumns; j++)
		titles[j] = (char *)t->columns[j].title;
	for (size_t j = 1; j < t->ncolumns; j++) {
		wide[j] = column_width(t, j, SIZE_MAX);
		others += 2 + wide[j];
	}
	wide[0] = column_width(t, 0, others + FIRST_LEAST > COLUMNS ? FIRST_LEAST :
			       COLUMNS - others);
	r = put_line(t, wide, titles, sb);
	if (!r)
		r = strbuf_fill(sb, '-', wide[0] + others);
	if (!r)
		r = strbuf_addc(sb, '\n');
	for (size_t i = 0; !r && i < t->nrows; i++) {
		if (t->rows[i].heading)
			r = strbuf_printf(sb, "%s\n", t->rows[i].cell[0]);
		else
			r = put_row(t, wide, t->rows[i].cell, sb);
	}
	return r;
}
