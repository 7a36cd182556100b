/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A table of text cells. One model; how it is written is the writer's affair.
 *
 * A row may be a heading, which is one text across all columns; the rows after it
 * whose first cell begins with a space are below it. Widths are counted in
 * characters (UTF-8), so columns stay aligned whatever the text.
 */
#ifndef UABENCH_RENDER_TABLE_H
#define UABENCH_RENDER_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "strbuf.h"

#define TABLE_MAX_COLUMNS	20
#define TABLE_WIDTH		80	/* of a terminal */

enum table_align { ALIGN_LEFT, ALIGN_RIGHT };

struct table_column {
	const char *title;
	enum table_align align;
};

struct table_row {
	bool heading;
	char *cell[TABLE_MAX_COLUMNS];	/* NULL: empty */
};

struct table {
	const struct table_column *columns;	/* borrowed */
	size_t ncolumns;
	char *title[TABLE_MAX_COLUMNS];		/* in place of the column's; mostly NULL */
	struct table_row *rows;
	size_t nrows, alloc;
};

void table_init(struct table *t, const struct table_column *columns, size_t ncolumns);
void table_release(struct table *t);

/* Add an empty row. 0 or -ENOMEM. */
int table_row(struct table *t);
/* Add a heading. 0 or -ENOMEM. */
int table_heading(struct table *t, const char *text);
/* Set a cell of the last row; '?' stands for control characters. 0 or -ENOMEM. */
int table_cell(struct table *t, size_t column, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Another title for a column. 0 or -ENOMEM. */
int table_title(struct table *t, size_t column, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
const char *table_title_of(const struct table *t, size_t column);

/*
 * The writers append the table; 0 or -ENOMEM.
 *
 * Plain text: titles, a rule, the rows; columns are as wide as their widest cell and
 * two spaces apart, or one where they would not fit; no line ends in a space. A first
 * cell that is too long for the width has a line of its own, with a second one that is to
 * the left where the others alone are too wide. Lines are wider than that only where the
 * columns behind these are.
 */
int table_text_at(const struct table *t, size_t width, struct strbuf *sb);
int table_text(const struct table *t, struct strbuf *sb);	/* at 80 columns */

/*
 * Those below have no headings: a heading's text stands before the first cell of each
 * row below it. GitHub's Markdown; characters that mean something there are escaped.
 */
int table_markdown(const struct table *t, struct strbuf *sb);
int markdown_escape(const char *text, struct strbuf *sb);

/* RFC 4180, with a line of titles; but lines end in a newline alone. */
int table_csv_titles(const struct table *t, struct strbuf *sb);
int table_csv_rows(const struct table *t, struct strbuf *sb);

/* The whole first cell of a row that is no heading, as just said. */
int table_name(const struct table *t, size_t row, struct strbuf *sb);

#endif
