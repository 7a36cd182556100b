/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the engine share; the formats see importer.h. Private. */
#ifndef UABENCH_IMPORT_ENGINE_H
#define UABENCH_IMPORT_ENGINE_H

#include "importer.h"
#include "intern.h"
#include "lines.h"

#define IMPORT_LINE_MAX		(1024 * 1024)
#define IMPORT_GROUPS_MAX	256
#define IMPORT_CASES_MAX	100000	/* of one run */
#define IMPORT_NOTES_MAX	24

/* --- marks.c: which formats' marks a line holds, by one pass over it (Aho and Corasick, 1975) */

#define IMPORTERS_MAX	64

struct marks {
	uint8_t class_of[256];	/* of a byte: 0 where no mark has it */
	size_t nclasses;
	uint16_t *next;		/* by state and class */
	uint64_t *found;	/* by state: a bit for each importer */
	size_t nstates;
};

int marks_init(struct marks *m);	/* 0 or -ENOMEM */
void marks_release(struct marks *m);
uint64_t marks_find(const struct marks *m, const char *text, size_t len);

/* --- line.c */

struct slot {
	struct strbuf sb;
	struct import_line line;
};

/* @raw as @slot's line. 0, -EBADMSG for a NUL byte, or -ENOMEM. */
int slot_fill(struct slot *slot, const char *raw, size_t len, size_t nr, bool whole);

/* --- group.c */

struct group {
	size_t importer;
	char *subject, *name;
	struct intern cases;	/* of all its runs */
	uint32_t *last_run;	/* by case: the run that had it last, 0: none */
	size_t last_run_alloc;
	uint32_t run;		/* number of the open run, from 1 */
	size_t batches, skips;	/* of the open run */
	struct strbuf text;	/* lines of the open run */
};

struct groups {
	struct group *v[IMPORT_GROUPS_MAX];
	size_t n;
};

void groups_release(struct groups *g);

/* Printable ASCII as it is. */
static inline char plain_char(char c)
{
	return c < ' ' || c >= 0x7f ? '?' : c;
}

/* As a JSON string, of printable ASCII. 0 or -ENOMEM. */
int engine_put_json(struct strbuf *sb, const char *s);

/* Of the importer whose parse() runs, and its subject. All of these: 0 or -errno, said. */
int group_current(struct import *im, struct group **ret_g);
int group_begin_run(struct import *im, struct group *g);	/* where none is open */
int group_end_run(struct import *im, struct group *g);		/* where one is */

/* Ends every open run. */
int groups_flush(struct import *im);

/* --- import.c */

struct import {
	const struct import_opts *opts;
	const struct import_sink *sink;
	struct import_counts counts;
	struct strbuf *notes, *diag;
	size_t nnotes;

	struct marks marks;
	struct lines lines;
	struct slot slots[2];
	struct slot *current, *ahead;
	bool have_ahead, ended;
	int err;		/* of reading */

	size_t at;		/* importer whose parse() runs */
	struct strbuf subject[IMPORTERS_MAX];
	struct strbuf memo[IMPORTERS_MAX][IMPORT_MEMOS];
	struct group *open[IMPORTERS_MAX];	/* of the subject; NULL: to be looked up */
	struct groups groups;
	struct strbuf heading;	/* "Before", of the last line that was just "Before:" */
	struct strbuf full;	/* scratch: heading and subject */
	struct strbuf key, label;	/* scratch; the label as JSON */
};

int import_error(struct import *im, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
