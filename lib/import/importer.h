/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a format is written against. Private to lib/import.
 *
 * A format is one file with a const struct importer, and a line in formats.c, formats.h
 * and meson.build.
 * dd.c is a small example, lmbench.c one with a table.
 *
 * The engine reads on until a line holds one of the format's marks and detect()
 * accepts it; then parse() is called with that line as the current one. It takes
 * further lines of its block with import_peek() and import_next(), hands over
 * figures, and returns when the block ends; the current line then counts as used.
 * A line that is not the block's must be left: peeked at, not taken.
 *
 * Runs: the figures of one repetition of a tool make one run. A figure whose case
 * the open run has already begins the next run, and so does import_end_run().
 */
#ifndef UABENCH_IMPORTER_H
#define UABENCH_IMPORTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "import.h"
#include "text.h"

/*
 * A line without quoting ("> > "), colour codes and control characters; tabs and
 * the spaces of Unicode are single spaces, a typographic minus is '-', a micro
 * sign 'u'. Blanks at its end are cut. Other bytes >= 0x80 are as they were.
 */
struct import_line {
	const char *text;	/* never NULL */
	size_t len;
	size_t nr;		/* from 1; of its first line where lines were joined */
	bool whole;		/* a newline ended it; false only for the last of the input */
	bool overwritten;	/* it held a carriage return with text after it, which is kept */
};

struct import;

struct importer {
	const char *name;	/* "perf-stat": for the command line and the record */
	const char *summary;	/* "perf stat, with and without -r" */
	/* Every line that detect() may accept holds one of these, as it is. NULL-ended. */
	const char *const *marks;
	/* Whether a block of this format begins here. Says no where in doubt. */
	bool (*detect)(const char *line);
	/* 0, or -errno after import_fail(). */
	int (*parse)(struct import *im);
};

/* --- lines */

/* The current line; until the next import_next() or import_join(). */
const struct import_line *import_line(const struct import *im);

/* The line after it, or NULL at the end (or an error, which the engine reports). */
const struct import_line *import_peek(struct import *im);

/* That becomes the current line; false where there is none. */
bool import_next(struct import *im);

/*
 * Appends the next line to the current one, a space between: a mailer wrapped it.
 * False, and nothing done, where the next is blank or absent.
 */
bool import_join(struct import *im);

/* Whether the line begins a block of another format than the one being parsed. */
bool import_is_foreign(struct import *im, const char *line);

/* --- figures */

struct import_param {
	const char *name;
	int64_t value;
};

#define IMPORT_PARAMS_MAX	4

struct import_figure {
	const char *name;	/* the case: made fit for a name by import_put() */
	const char *unit;	/* "ns", "B/s", "count", "B", "%": see docs/import.md */
	double value;		/* in that unit, finite, >= 0 */
	double se;		/* its standard error, in that unit; 0: not known */
	uint32_t n;		/* repetitions it summarises; 0: it is one */
	struct import_param params[IMPORT_PARAMS_MAX];	/* up to the first without a name */
};

/*
 * Adds a figure to the open run. A value of 0 is recorded as skipped, "printed as 0",
 * for it has neither a ratio nor a logarithm. 0, or -errno as import_fail().
 */
int import_put(struct import *im, const struct import_figure *figure);

/* The same without error and parameters. */
int import_value(struct import *im, const char *name, const char *unit, double value);

/* Records that the tool could not measure a case. */
int import_skip(struct import *im, const char *name, const char *reason);

/* What follows belongs to another run than what came before. 0 or -errno. */
int import_end_run(struct import *im);

/*
 * What the figures that follow, of this format, were measured on: a device, a
 * command, a host, a label in the text. It becomes the run's label and part of
 * the name of its file. Holds until it is set again; "" is none. 0 or -errno.
 */
int import_subject(struct import *im, const char *text, size_t len);

/* A string kept from one block of this format to the next; two of them, empty at first. */
#define IMPORT_MEMOS	2
struct strbuf *import_memo(struct import *im, int i);

/* --- what is said; both name the current line */

void import_note(struct import *im, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Returns -EINVAL. */
int import_fail(struct import *im, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

int import_nomem(struct import *im);	/* -ENOMEM, said */

#endif
