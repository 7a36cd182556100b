/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One run for people: what it cost, how sure that is, in the terms of the field. */
#ifndef UABENCH_RENDER_SHOW_H
#define UABENCH_RENDER_SHOW_H

#include "fit.h"
#include "result.h"
#include "table.h"
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
	size_t width;				/* that show_head() and show_skips() fold at */
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

/* What counting instructions cannot see, under every table of them. */
#define BLIND_LINE \
	"unit: instructions; it sees no cache, TLB, pipeline, barrier or STAC/CLAC\n"

extern const char show_costs_legend[], show_fit_legend[];

/* The tables alone; without rows where there is nothing to say; to be released in any case. */
int show_costs_table(const struct show *s, struct table *t);
int show_fit_table(const struct show *s, struct table *t);
int show_counters_table(const struct show *s, struct table *t);

struct show_cost {
	double value;		/* an operation, in the series' unit */
	double spread;		/* of the processes' medians, 1.4826 MAD / value; NaN for one */
	double floor;		/* A/A; NaN: not known */
	double rate;		/* payload, 10^6 bytes a second; NaN where there is none */
	size_t procs;
};

/* Of keys[i]. 0 or -ENOMEM. */
int show_cost(const struct show *s, size_t i, struct show_cost *ret_cost);

/* each(arg, i, fit) for every line through the sizes of keys[i]; ends where it fails. */
int show_fit_each(const struct show *s, double confidence,
		  int (*each)(void *arg, size_t i, const struct stats_affine *fit), void *arg);

/*
 * The skips of cases that were not measured at all, one a case. The caller frees the
 * array. 0 or -ENOMEM.
 */
int show_unmeasured(const struct show *s, const struct result_skip ***ret_skips, size_t *ret_n);

/* All that `show` prints of a run, or the counters. 0 or -ENOMEM. */
int show_text(const struct show *s, bool counters, struct strbuf *sb);

/*
 * One JSON object: path, label, kernel, kernel_version, build_id, arch, cpu, virt, clock,
 * boot_id, started, imported, status, notes, processes, batches, duration_ns; cases: case,
 * params, unit, value (an operation), spread, aa_floor (shares of one), mb_per_s,
 * processes, reference ("raw" | "arith" | "mem" | "both"), counters (an operation); fit:
 * case, params (without size), confidence, ns_per_call, ns_per_byte (each value, low,
 * high), misfit; skipped: case, params, reason, errno, count. null: not known. 0 or
 * -ENOMEM; then sb is as it was.
 */
int show_json(const struct show *s, struct strbuf *sb);

/* The LMBench file & VM table, a row a run; -ENODATA where no run has any of it. */
int show_lmbench(const struct result_set *set, struct strbuf *sb);

#endif
