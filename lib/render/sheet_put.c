// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "fmt.h"
#include "fold.h"
#include "json_out.h"
#include "sheet.h"
#include "table.h"

static bool is_text(const struct sheet_column *c)
{
	return c->kind == SHEET_TEXT || c->kind == SHEET_PATH;
}

static int put_cell(const struct sheet *s, size_t row, size_t column, bool people,
		    struct table *t)
{
	const struct sheet_cell *c = &s->cells[row * s->ncolumns + column];
	char buf[FMT_LEN];

	if (!c->set)
		return 0;
	switch (s->columns[column].kind) {
	case SHEET_TEXT:
		return table_cell(t, column, "%s", c->text);
	case SHEET_PATH: {
		const char *slash = people ? strrchr(c->text, '/') : NULL;

		return table_cell(t, column, "%s", slash ? slash + 1 : c->text);
	}
	case SHEET_COUNT:
		return table_cell(t, column, "%" PRId64, c->n);
	case SHEET_CHANGE:
		return table_cell(t, column, people && c->n ? "%+" PRId64 : "%" PRId64, c->n);
	case SHEET_HEX:
		return table_cell(t, column, "%#" PRIx64, (uint64_t)c->n);
	case SHEET_SHARE:
		if (people)
			return table_cell(t, column, "%s", fmt_change(buf, c->share));
		return table_cell(t, column, "%.6g", c->share);
	}
	return 0;
}

/* The sheet as a table of text. 0 or -ENOMEM; t is to be released in any case. */
static int to_table(const struct sheet *s, bool people, struct table_column *columns,
		    struct table *t)
{
	int r = 0;

	for (size_t i = 0; i < s->ncolumns; i++) {
		columns[i].title = people ? s->columns[i].title : s->columns[i].key;
		columns[i].align = is_text(&s->columns[i]) ? ALIGN_LEFT : ALIGN_RIGHT;
	}
	table_init(t, columns, s->ncolumns);
	for (size_t i = 0; !r && i < s->nrows; i++) {
		r = table_row(t);
		for (size_t j = 0; !r && j < s->ncolumns; j++)
			r = put_cell(s, i, j, people, t);
	}
	return r;
}

static int put_sheet(const struct sheet *s, bool people, struct strbuf *sb)
{
	struct table_column columns[TABLE_MAX_COLUMNS];
	struct table t;
	int r = to_table(s, people, columns, &t);

	if (!r && people)
		r = table_text(&t, sb);
	if (!r && !people)
		r = table_csv_titles(&t, sb);
	if (!r && !people)
		r = table_csv_rows(&t, sb);
	table_release(&t);
	return r;
}

static int put_notes(const struct sheets *s, struct strbuf *sb)
{
	struct strbuf line = STRBUF_INIT;
	int r = 0;

	for (const char *p = s->notes.buf, *end; !r && *p; p = end + 1) {
		end = strchr(p, '\n');
		strbuf_reset(&line);
		r = strbuf_add(&line, p, end - p);
		if (!r)
			r = fold(sb, "", 2, line.buf);
	}
	strbuf_release(&line);
	return r;
}

static int put_text(const struct sheets *s, struct strbuf *sb)
{
	size_t start = sb->len;
	int r = 0;

	if (s->above)
		r = strbuf_adds(sb, s->above);
	for (size_t i = s->above ? 1 : 0; !r && i < s->n; i++) {
		if (!s->v[i].nrows || s->v[i].json_only)
			continue;
		if (sb->len > start)
			r = strbuf_addc(sb, '\n');
		if (!r && s->v[i].title)
			r = strbuf_printf(sb, "%s\n", s->v[i].title);
		if (!r)
			r = put_sheet(&s->v[i], true, sb);
	}
	if (!r && s->notes.len && sb->len > start)
		r = strbuf_addc(sb, '\n');
	return r ? r : put_notes(s, sb);
}

static int put_csv(const struct sheets *s, struct strbuf *sb)
{
	return put_sheet(&s->v[0], false, sb);
}

static json_t *json_cell(const struct sheet_column *column, const struct sheet_cell *c)
{
	if (!c->set)
		return json_null();
	if (is_text(column))
		return json_text(c->text);
	if (column->kind == SHEET_SHARE)
		return json_figure(c->share);
	return json_integer(c->n);
}

static json_t *json_rows(const struct sheet *s)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < s->nrows; i++) {
		json_t *row = json_object();

		for (size_t j = 0; j < s->ncolumns; j++)
			if (json_object_set_new(row, s->columns[j].key,
						json_cell(&s->columns[j],
							  &s->cells[i * s->ncolumns + j]))) {
				json_decref(row);
				row = NULL;
				break;
			}
		json_array_append_new(rows, row);
	}
	return json_whole(rows, s->nrows);
}

static json_t *json_notes(const struct sheets *s)
{
	json_t *notes = json_array();
	size_t n = 0;

	for (const char *p = s->notes.buf, *end; *p; p = end + 1, n++) {
		char line[512];

		end = strchr(p, '\n');
		snprintf(line, sizeof(line), "%.*s", (int)(end - p), p);
		json_array_append_new(notes, json_text(line));
	}
	return json_whole(notes, n);
}

static int put_json(const struct sheets *s, struct strbuf *sb)
{
	json_t *root = json_object();
	int r = 0;

	for (size_t i = 0; !r && i < s->n; i++)
		r = json_object_set_new(root, s->v[i].key, json_rows(&s->v[i]));
	if (!r)
		r = json_object_set_new(root, "notes", json_notes(s));
	if (!r)
		return json_put(root, sb);
	json_decref(root);
	return -ENOMEM;
}

static const struct sheet_format
	text = { "text", "for a terminal, 80 columns", put_text },
	json = { "json", "one object, an array of objects a table", put_json },
	csv = { "csv", "the first table, with a line of keys", put_csv };

const struct sheet_format *const sheet_formats[] = { &text, &json, &csv, NULL };

const struct sheet_format *sheet_format_find(const char *name)
{
	for (const struct sheet_format *const *f = sheet_formats; *f; f++)
		if (!strcmp((*f)->name, name))
			return *f;
	return NULL;
}
