/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One run for people: what it cost, how sure that is, in the terms of the field. */
#ifndef UABENCH_RENDER_SHOW_H
#define UABENCH_RENDER_SHOW_H

#include "result.h"
#include "value.h"

/* A run with what all of its tables need. */
struct show {
	const struct result_set *set;
	const struct result_run *run;
	struct ref_scale scale;
	const struct result_key **keys;		/* that the run has, sorted */
	const struct result_series **series;	/* of each */
	enum ref_mode *mode;			/* of each */
	size_t n;
};

/* 0 or -ENOMEM. */
int show_init(struct show *s, const struct result_set *set, const struct result_run *run);
void show_release(struct show *s);

/* All append text to sb; 0 or -ENOMEM. Those with nothing to say append nothing. */
int show_head(const struct show *s, struct strbuf *sb);		/* kernel, CPU, clock, ... */
int show_costs(const struct show *s, struct strbuf *sb);	/* the table of all cases */
int show_fit(const struct show *s, struct strbuf *sb);		/* cost = a + b x size */
int show_tools(const struct show *s, struct strbuf *sb);	/* as hdparm, dd, iperf3 say it */
int show_counters(const struct show *s, struct strbuf *sb);	/* an operation */
int show_skips(const struct show *s, struct strbuf *sb);	/* what was not measured, and why */

/* The LMBench file & VM table, a row a run. */
int show_lmbench(const struct result_set *set, struct strbuf *sb);

#endif
