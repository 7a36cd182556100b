/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One benchmark of `perf bench` and what was read of it. Private to lib/import. */
#ifndef UABENCH_IMPORT_PERF_BENCH_H
#define UABENCH_IMPORT_PERF_BENCH_H

#include "importer.h"

struct perf_bench {
	char name[64];		/* "sched/pipe" */
	char function[64];	/* of mem: "default"; "" */
	struct import_param params[IMPORT_PARAMS_MAX];
	bool simple;		/* -f simple: a bare number is a figure */
	bool cycles;		/* -c of mem */
	bool said_nothing;	/* a line that says that there is no figure */

	/* Of one measurement its finest figure: time an operation, a rate, the total. */
	double op_ns, ops_s, total_ns;	/* below 0: not printed */
	uint32_t runs;		/* "[Run 3]:" */
	size_t figures;		/* handed over */
};

enum perf_bench_line {
	PERF_BENCH_FOREIGN,	/* of no benchmark */
	PERF_BENCH_USED,
};

/* "# Running 'sched/pipe' benchmark:", or a command line with -f simple. */
bool perf_bench_begins(const char *line, struct perf_bench *ret_bench);

/* Takes in the current line, be it a benchmark's or not. 0, or -errno as import_put(). */
int perf_bench_line(struct import *im, struct perf_bench *b, const char *line,
		    enum perf_bench_line *ret_line);

/* The part of it that reads means; the line begins with no blank. */
int perf_bench_mean(struct import *im, struct perf_bench *b, const char *line,
		    enum perf_bench_line *ret_line);

/* A figure of the benchmark, its case named by @what, too, where @what_len is not 0. */
int perf_bench_put(struct import *im, struct perf_bench *b, const char *unit, double value,
		   const char *what, size_t what_len);

/* Hands over what was gathered of a measurement. 0, or -errno as import_put(). */
int perf_bench_flush(struct import *im, struct perf_bench *b);

#endif
