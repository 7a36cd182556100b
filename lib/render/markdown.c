// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <string.h>

#include "table.h"

/* Within a word an underscore means nothing, and names are full of them. */
static bool means_something(const char *text, size_t i)
{
	if (text[i] == '_')
		return !i || !isalnum((unsigned char)text[i - 1]) ||
		       !isalnum((unsigned char)text[i + 1]);
	return strchr("|\\`*<[&~", text[i]) != NULL;
}

int markdown_escape(const char *text, struct strbuf *sb)
{
	int r = 0;

	for (size_t i = 0; !r && text[i]; i++) {
		if (means_something(text, i))
			r = strbuf_addc(sb, '\\');
		if (!r)
			r = strbuf_addc(sb, text[i]);
	}
	return r;
}

static int put_cell(const char *text, struct strbuf *sb)
{
	int r = strbuf_adds(sb, " ");

	if (!r)
		r = markdown_escape(text, sb);
	return r ? r : strbuf_adds(sb, *text ? " |" : "|");
}

static int put_row(const struct table *t, size_t row, struct strbuf *sb)
{
	struct strbuf name = STRBUF_INIT;
	int r = table_name(t, row, &name);

	if (!r)
		r = strbuf_addc(sb, '|');
	if (!r)
		r = put_cell(name.buf, sb);
	for (size_t j = 1; !r && j < t->ncolumns; j++)
		r = put_cell(t->rows[row].cell[j] ? t->rows[row].cell[j] : "", sb);
	strbuf_release(&name);
	return r ? r : strbuf_addc(sb, '\n');
}

int table_markdown(const struct table *t, struct strbuf *sb)
{
	int r = strbuf_addc(sb, '|');

	for (size_t j = 0; !r && j < t->ncolumns; j++)
		r = put_cell(table_title_of(t, j), sb);
	if (!r)
		r = strbuf_adds(sb, "\n|");
	for (size_t j = 0; !r && j < t->ncolumns; j++)
		r = strbuf_adds(sb, t->columns[j].align == ALIGN_RIGHT ? " ---: |" : " --- |");
	if (!r)
		r = strbuf_addc(sb, '\n');
	for (size_t i = 0; !r && i < t->nrows; i++)
		if (!t->rows[i].heading)
			r = put_row(t, i, sb);
	return r;
}
