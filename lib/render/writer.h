/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The formats that show and compare print: a const descriptor beside its functions,
 * in write_<name>.c, and a line in the table of writers.c.
 */
#ifndef UABENCH_RENDER_WRITER_H
#define UABENCH_RENDER_WRITER_H

#include "compare.h"
#include "show.h"

/* What the writers cannot know from the records. */
struct write_context {
	const char *command;	/* the command line, for footers */
	const char *figures;	/* file that has the figures as JSON; NULL: none */
	const char *base;	/* compare: the operands, one of news for each comparison */
	char *const *news;
	bool counters;		/* show: the counters instead of the costs */
};

struct writer {
	const char *name, *summary;
	bool counters;		/* has them, so that context->counters may be set */
	/* Append n runs, or comparisons, n >= 1. 0 or -ENOMEM; then sb may have a part. */
	int (*show)(const struct show *runs, size_t n, const struct write_context *context,
		    struct strbuf *sb);
	int (*compare)(const struct compare *cs, size_t n, const struct write_context *context,
		       struct strbuf *sb);
};

extern const struct writer write_text, write_mail, write_markdown, write_csv, write_json,
			   write_ktap, write_go, write_lava;

extern const struct writer *const writers[];	/* all, ended by NULL */

const struct writer *writer_find(const char *name);	/* or NULL */

#endif
