// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "table.h"

static int put_field(const char *text, struct strbuf *sb)
{
	int r = 0;

	if (!text[strcspn(text, ",\"\r\n")])
		return strbuf_adds(sb, text);
	r = strbuf_addc(sb, '"');
	for (; !r && *text; text++) {
		if (*text == '"')
			r = strbuf_addc(sb, '"');
		if (!r)
			r = strbuf_addc(sb, *text);
	}
	return r ? r : strbuf_addc(sb, '"');
}

int table_csv_titles(const struct table *t, struct strbuf *sb)
{
	int r = 0;

	for (size_t j = 0; !r && j < t->ncolumns; j++) {
		if (j)
			r = strbuf_addc(sb, ',');
		if (!r)
			r = put_field(table_title_of(t, j), sb);
	}
	return r ? r : strbuf_addc(sb, '\n');
}

static int put_row(const struct table *t, size_t row, struct strbuf *sb)
{
	struct strbuf name = STRBUF_INIT;
	int r = table_name(t, row, &name);

	if (!r)
		r = put_field(name.buf, sb);
	for (size_t j = 1; !r && j < t->ncolumns; j++) {
		r = strbuf_addc(sb, ',');
		if (!r)
			r = put_field(t->rows[row].cell[j] ? t->rows[row].cell[j] : "", sb);
	}
	strbuf_release(&name);
	return r ? r : strbuf_addc(sb, '\n');
}

int table_csv_rows(const struct table *t, struct strbuf *sb)
{
	int r = 0;

	for (size_t i = 0; !r && i < t->nrows; i++)
		if (!t->rows[i].heading)
			r = put_row(t, i, sb);
	return r;
}
