// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "sheet.h"

void sheets_init(struct sheets *s)
{
	memset(s, 0, sizeof(*s));
	strbuf_init(&s->notes);
}

void sheets_release(struct sheets *s)
{
	for (size_t i = 0; i < s->n; i++) {
		for (size_t j = 0; j < s->v[i].nrows * s->v[i].ncolumns; j++)
			free(s->v[i].cells[j].text);
		free(s->v[i].cells);
	}
	free(s->above);
	strbuf_release(&s->notes);
	sheets_init(s);
}

struct sheet *sheets_add(struct sheets *s, const char *key, const char *title,
			 const struct sheet_column *columns, size_t ncolumns)
{
	struct sheet *sheet = &s->v[s->n++];

	*sheet = (struct sheet){ .key = key, .title = title, .columns = columns,
				 .ncolumns = ncolumns };
	return sheet;
}

int sheets_note(struct sheets *s, const char *fmt, ...)
{
	size_t before = s->notes.len;
	va_list ap;
	int r;

	va_start(ap, fmt);
	r = strbuf_vprintf(&s->notes, fmt, ap);
	va_end(ap);
	if (!r)
		r = strbuf_addc(&s->notes, '\n');
	if (r)
		strbuf_truncate(&s->notes, before);
	return r;
}

int sheet_row(struct sheet *s)
{
	struct sheet_cell *cells = grow(s->cells, &s->alloc, (s->nrows + 1) * s->ncolumns,
					sizeof(*cells));

	if (!cells)
		return -ENOMEM;
	s->cells = cells;
	memset(&cells[s->nrows++ * s->ncolumns], 0, s->ncolumns * sizeof(*cells));
	return 0;
}

static struct sheet_cell *last(struct sheet *s, size_t column)
{
	return &s->cells[(s->nrows - 1) * s->ncolumns + column];
}

int sheet_text(struct sheet *s, size_t column, const char *text)
{
	struct sheet_cell *c = last(s, column);
	char *copy = strdup(text);

	if (!copy)
		return -ENOMEM;
	free(c->text);
	c->text = copy;
	c->set = true;
	return 0;
}

void sheet_count(struct sheet *s, size_t column, int64_t n)
{
	last(s, column)->n = n;
	last(s, column)->set = true;
}

void sheet_share(struct sheet *s, size_t column, double share)
{
	last(s, column)->share = share;
	last(s, column)->set = isfinite(share);
}
