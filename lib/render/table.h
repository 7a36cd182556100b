/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A table of text cells. One model; how it is written is the writer's affair.
 *
 * A row may be a heading, which is one text across all columns. Widths are
 * counted in characters (UTF-8), so columns stay aligned whatever the text.
 */
#ifndef UABENCH_RENDER_TABLE_H
#define UABENCH_RENDER_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "strbuf.h"

#define TABLE_MAX_COLUMNS	12

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

/*
 * Append the table as plain text: titles, a rule, the rows; columns are as wide
 * as their widest cell and two spaces apart; no line ends in a space. A first
 * cell that is too long for 80 columns has a line of its own. 0 or -ENOMEM.
 */
int table_text(const struct table *t, struct strbuf *sb);

#endif
