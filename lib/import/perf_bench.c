// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf bench, its default output and that of -f simple:
 *	# Running 'sched/pipe' benchmark:
 *	# Executed 20000 pipe operations between two processes
 *	     Total time: 0.497 [sec]
 *	      24.880850 usecs/op
 *	          40191 ops/sec
 * Of these three the first with most digits is the figure; they are one measurement.
 * The simple form is a bare number, whose meaning only the command line above it tells:
 * seconds in all, for mem bytes a second.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "formats.h"
#include "named.h"
#include "perf_bench.h"

static const char *const marks[] = { "Running ", "perf bench ", NULL };

/* Lines of something else among those of a benchmark: the kernel's, perf record's. */
#define FOREIGN_MAX	16

static bool detect(const char *line)
{
	struct perf_bench b;

	return perf_bench_begins(line, &b);
}

static bool is_done(const struct perf_bench *b)
{
	return b->figures || b->said_nothing || b->op_ns >= 0 || b->ops_s >= 0 || b->total_ns >= 0;
}

/* Up to the next benchmark, or what else begins. */
static int read_lines(struct import *im, struct perf_bench *b, bool *ret_more)
{
	const struct import_line *next;
	enum perf_bench_line used;
	int r = 0, foreign = 0;

	*ret_more = false;
	while (!r && (next = import_peek(im))) {
		*ret_more = true;
		/* the figure of several threads has a spread, as perf stat's have */
		if (detect(next->text) || (!strstr(next->text, "/sec/thread") &&
					   import_is_foreign(im, next->text)))
			break;
		if (b->simple && b->figures && is_blank(next->text))
			break;
		import_next(im);
		r = perf_bench_line(im, b, import_line(im)->text, &used);
		/* a bare number is a figure only where it follows the command at once */
		if (!r && used == PERF_BENCH_FOREIGN &&
		    (b->simple || is_done(b) || ++foreign > FOREIGN_MAX))
			break;
	}
	return r;
}

static int parse(struct import *im)
{
	struct perf_bench b;
	char name[100];
	bool more;
	int r;

	perf_bench_begins(import_line(im)->text, &b);
	r = read_lines(im, &b, &more);
	if (!r)
		r = perf_bench_flush(im, &b);
	/* a command line alone says nothing: its output may have gone elsewhere */
	if (r || b.simple || b.figures || b.said_nothing)
		return r;
	if (!more)
		return import_fail(im, "%s: cut before its figure", b.name);
	import_note(im, "%s: no figure is printed", b.name);
	snprintf(name, sizeof(name), "perf-bench.%s", b.name);
	return import_skip(im, name, "no figure is printed");
}

const struct importer import_perf_bench = {
	.name = "perf-bench",
	.summary = "perf bench, default and -f simple",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
