// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "table.h"
#include "utf8.h"

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
	for (size_t j = 0; j < t->ncolumns; j++) {
		free(t->title[j]);
		t->title[j] = NULL;
	}
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

static int set_text(char **text, const char *fmt, va_list ap)
{
	struct strbuf sb = STRBUF_INIT;
	int r = strbuf_vprintf(&sb, fmt, ap);
	char *new = NULL;

	utf8_plain(&sb, 0);
	if (!r)
		r = strbuf_detach(&sb, &new);
	strbuf_release(&sb);
	if (r)
		return r;
	free(*text);
	*text = new;
	return 0;
}

int table_cell(struct table *t, size_t column, const char *fmt, ...)
{
	va_list ap;
	int r;

	va_start(ap, fmt);
	r = set_text(&t->rows[t->nrows - 1].cell[column], fmt, ap);
	va_end(ap);
	return r;
}

int table_title(struct table *t, size_t column, const char *fmt, ...)
{
	va_list ap;
	int r;

	va_start(ap, fmt);
	r = set_text(&t->title[column], fmt, ap);
	va_end(ap);
	return r;
}

const char *table_title_of(const struct table *t, size_t column)
{
	return t->title[column] ? t->title[column] : t->columns[column].title;
}

int table_name(const struct table *t, size_t row, struct strbuf *sb)
{
	const char *cell = t->rows[row].cell[0] ? t->rows[row].cell[0] : "";
	const char *own = cell + strspn(cell, " ");
	size_t i = row;

	while (i && own > cell && !t->rows[i].heading)
		i--;
	if (own == cell || !t->rows[i].heading)
		return strbuf_adds(sb, cell);
	return strbuf_printf(sb, "%s%s%s", t->rows[i].cell[0], *own ? " " : "", own);
}

static size_t width(const char *s)
{
	return s ? utf8_width(s, strlen(s)) : 0;
}

static int put_line(const struct table *t, const size_t *wide, size_t apart, char *const *cell,
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
		owed = (right ? 0 : gap) + apart;
	}
	return r ? r : strbuf_addc(sb, '\n');
}

/* A row whose first cells, names of them, may be too long to stand beside the others. */
static int put_row(const struct table *t, const size_t *wide, size_t apart, size_t names,
		   char *const *cell, struct strbuf *sb)
{
	char *rest[TABLE_MAX_COLUMNS];
	bool fits = true;
	int r = 0;

	for (size_t j = 0; j < names; j++)
		fits = fits && width(cell[j]) <= wide[j];
	if (fits)
		return put_line(t, wide, apart, cell, sb);
	memcpy(rest, cell, sizeof(rest));
	for (size_t j = 0; !r && j < names; j++) {
		r = strbuf_printf(sb, "%s%s", j ? " " : "", cell[j] ? cell[j] : "");
		rest[j] = NULL;
	}
	if (!r)
		r = strbuf_addc(sb, '\n');
	return r ? r : put_line(t, wide, apart, rest, sb);
}

/* The widest cell of a column that is no wider than most, or its title. */
static size_t column_width(const struct table *t, size_t column, size_t most)
{
	size_t wide = width(table_title_of(t, column));

	for (size_t i = 0; i < t->nrows; i++) {
		size_t w = t->rows[i].heading ? 0 : width(t->rows[i].cell[column]);

		if (w > wide && w <= most)
			wide = w;
	}
	return wide;
}

int table_text_at(const struct table *t, size_t columns, struct strbuf *sb)
{
	char *titles[TABLE_MAX_COLUMNS] = { NULL };
	size_t wide[TABLE_MAX_COLUMNS] = { 0 }, others = 0, apart = 2, names = 1;
	int r;

	for (size_t j = 0; j < t->ncolumns; j++)
		titles[j] = (char *)table_title_of(t, j);
	for (size_t j = 1; j < t->ncolumns; j++) {
		wide[j] = column_width(t, j, SIZE_MAX);
		others += apart + wide[j];
	}
	if (others + width(titles[0]) > columns) {
		others -= t->ncolumns - 1;
		apart = 1;
	}
	if (others + width(titles[0]) > columns && t->ncolumns > 2 &&
	    t->columns[1].align == ALIGN_LEFT) {
		others -= wide[1];
		wide[1] = width(titles[0]) + others < columns ?
			  column_width(t, 1, columns - others - width(titles[0])) : width(titles[1]);
		others += wide[1];
		names = 2;
	}
	wide[0] = column_width(t, 0, others < columns ? columns - others : 1);
	r = put_line(t, wide, apart, titles, sb);
	if (!r)
		r = strbuf_fill(sb, '-', wide[0] + others > columns ? columns : wide[0] + others);
	if (!r)
		r = strbuf_addc(sb, '\n');
	for (size_t i = 0; !r && i < t->nrows; i++) {
		if (t->rows[i].heading)
			r = strbuf_printf(sb, "%s\n", t->rows[i].cell[0]);
		else
			r = put_row(t, wide, apart, names, t->rows[i].cell, sb);
	}
	return r;
}

int table_text(const struct table *t, struct strbuf *sb)
{
	return table_text_at(t, TABLE_WIDTH, sb);
}
