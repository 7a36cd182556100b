/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Records made from what other tools printed, as it stands in a file or a mail.
 * docs/import.md lists the formats and the names of the cases.
 *
 * The text is read a line at a time, in bounded memory. What becomes a figure is
 * never guessed: where the text leaves a choice, a note says which reading was
 * taken, and where a figure would be wrong in one of two readings that cannot be
 * told apart, the import fails and names the line.
 */
#ifndef UABENCH_IMPORT_H
#define UABENCH_IMPORT_H

#include <stddef.h>

#include "strbuf.h"

struct importer;

/* All formats, ended by NULL, in the order in which they are asked for a line. */
extern const struct importer *const importers[];

const char *importer_name(const struct importer *im);
const char *importer_summary(const struct importer *im);
const struct importer *importer_find(const char *name);		/* or NULL */

struct import_opts {
	const struct importer *only;	/* NULL: every format */
	const char *label;		/* of all runs; NULL: what the text says */
	const char *name;		/* of the input, for diagnoses */
};

/*
 * Takes whole runs of records, each from its run line to its end line. All runs
 * of one tool and subject (a command, a host, a label in the text) have the same
 * @group, numbered from 0; @name is the group's, fit for a file name and different
 * for each. 0 or -errno, which ends the import.
 */
struct import_sink {
	int (*put)(void *to, size_t group, const char *name, const char *text, size_t len);
	void *to;
};

struct import_counts {
	size_t lines, runs, figures, skips, groups;
};

/*
 * Reads all of @fd. Notes are lines "note: line 12: ...\n", at most some dozens;
 * on failure one line without newline is appended to @diag:
 *	-EINVAL		a block that is cut, contradictory or ambiguous; binary input
 *	-ENODATA	nothing was recognised, or the input is empty
 *	-E2BIG		more groups or figures in a run than there is room for
 *	-ENOMEM, or what read or the sink returned
 * The sink may have taken some runs before a failure; they are not to be used.
 */
int import_run(int fd, const struct import_opts *opts, const struct import_sink *sink,
	       struct import_counts *ret_counts, struct strbuf *notes, struct strbuf *diag);

#endif
