/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sheets: tables of typed cells, which are made once and written as text for people, or
 * as JSON or CSV for programs. A sheet has its rows in the order they were added.
 */
#ifndef UABENCH_RENDER_SHEET_H
#define UABENCH_RENDER_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strbuf.h"

enum sheet_kind {
	SHEET_TEXT,		/* to the left; the others to the right */
	SHEET_COUNT,		/* "1234" */
	SHEET_CHANGE,		/* "+12", "-3", "0" */
	SHEET_HEX,		/* text and CSV: "0x1f"; JSON has no such numbers: decimal */
	SHEET_SHARE,		/* a share of one: text "+1.23 %", else 0.0123 */
	SHEET_PATH,		/* in text its last part alone */
};

struct sheet_column {
	const char *key;	/* in JSON and CSV: small letters and '_' */
	const char *title;	/* in text */
	enum sheet_kind kind;
};

struct sheet_cell {
	bool set;		/* else: empty in text and CSV, null in JSON */
	char *text;
	int64_t n;
	double share;
};

struct sheet {
	const char *key;	/* in JSON, where it is an array of objects */
	const char *title;	/* a line above it in text; NULL: none */
	const struct sheet_column *columns;	/* borrowed, as are key and title */
	size_t ncolumns;
	bool json_only;		/* text says it in notes */
	struct sheet_cell *cells;
	size_t nrows, alloc;
};

#define SHEETS_MAX	8

/* What one command prints. CSV has the first sheet alone. */
struct sheets {
	struct sheet v[SHEETS_MAX];
	size_t n;
	char *above;		/* text that stands instead of the first sheet's table; NULL: none */
	struct strbuf notes;	/* lines, below the sheets in text, an array in JSON, not in CSV */
};

void sheets_init(struct sheets *s);
void sheets_release(struct sheets *s);

/* Another sheet, without rows; valid until the next. At most SHEETS_MAX. */
struct sheet *sheets_add(struct sheets *s, const char *key, const char *title,
			 const struct sheet_column *columns, size_t ncolumns);

/* A line of notes, without its newline. 0 or -ENOMEM. */
int sheets_note(struct sheets *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Add an empty row. 0 or -ENOMEM. */
int sheet_row(struct sheet *s);

/* Set a cell of the last row, by the column's kind. */
int sheet_text(struct sheet *s, size_t column, const char *text);	/* 0 or -ENOMEM */
void sheet_count(struct sheet *s, size_t column, int64_t n);	/* COUNT, CHANGE, HEX */
void sheet_share(struct sheet *s, size_t column, double share);	/* not finite: stays empty */

struct sheet_format {
	const char *name, *summary;
	/* Append all. 0 or -ENOMEM. */
	int (*put)(const struct sheets *s, struct strbuf *sb);
};

extern const struct sheet_format *const sheet_formats[];	/* all, ended by NULL */
const struct sheet_format *sheet_format_find(const char *name);	/* or NULL */

#endif
