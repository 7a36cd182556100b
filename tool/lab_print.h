/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What `uabench lab` prints. All append; 0 or -ENOMEM. */
#ifndef UABENCH_TOOL_LAB_PRINT_H
#define UABENCH_TOOL_LAB_PRINT_H

#include "lab.h"
#include "result.h"
#include "strbuf.h"

/* One side: a tree (or the objects of a spec), built, verified and counted. */
struct lab_side {
	const char *tree;		/* NULL: none */
	struct lab_build build;
	struct lab_sweep *sweep;	/* in flight, or NULL */
	struct lab_verdict verdict;
	struct lab_count *counts;	/* by routine; NULL: not counted */
	size_t ncounts;
	struct result_set times;	/* a run of lab_time(); none where it was not timed */
};

/* The calls counted: the table's, then those of a histogram. */
struct lab_plan {
	struct lab_call *calls;
	size_t ncalls;
	struct lab_weight *weights;	/* NULL: none */
	size_t nweights, first_weight;	/* index of their calls */
	const char *weights_path;
};

#define LAB_TABLE_SIZES	4		/* 8, 64, 256, 4096: aligned, then misaligned */
extern const uint64_t lab_table_sizes[LAB_TABLE_SIZES];

int lab_print_head(const struct lab_side *s, struct strbuf *sb);
int lab_print_findings(const struct lab_side *s, struct strbuf *sb);
/* A line for each routine that left bytes where nothing faulted: those calls have no count. */
int lab_print_left(const struct lab_side *s, struct strbuf *sb);
int lab_print_table(const struct lab_side *s, const struct lab_plan *plan, struct strbuf *sb);
/* Nanoseconds a call beside the counts. */
int lab_print_times(const struct lab_side *s, struct strbuf *sb);
int lab_print_details(const struct lab_side *s, const struct lab_plan *plan, struct strbuf *sb);
int lab_print_compare(const struct lab_side *base, const struct lab_side *new,
		      const struct lab_plan *plan, struct strbuf *sb);

#endif
