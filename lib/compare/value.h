/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one value that a run has for a case: the 2nd percentile over processes of the
 * median of each process's batches, in the unit of the record; for a rate, where
 * more is better, the 98th. What disturbs a machine only ever slows it, for
 * whole processes and for minutes: the median of a run goes with that, its better
 * processes do not (docs/statistics.md has the figures). Of a process's batches
 * those without an involuntary switch or steal are taken, where it has any.
 *
 * Where the reference loops make the processes of the runs at hand agree
 * better, costs are taken relative to them, and scaled back by one constant
 * that is the same for all runs at hand, so that a machine that was slow as a
 * whole for a while is not taken for a slow kernel.
 *
 * A CPU whose clock differs from run to run, or changes within one, is another matter: the
 * loops around a batch show what disturbs them, too, and the clock only where nothing does.
 * The two modes of the clock (run_clock.h) take it out, where a comparison finds that it was so
 * (compare.h).
 */
#ifndef UABENCH_COMPARE_VALUE_H
#define UABENCH_COMPARE_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#include "result.h"

enum ref_mode {
	REF_RAW,		/* the cost as measured */
	REF_ARITH,		/* relative to the arithmetic loop */
	REF_MEM,		/* relative to the memory loop */
	REF_BOTH,		/* relative to the geometric mean of both */
	REF_MODES,
	REF_CLOCK = REF_MODES,	/* relative to the case's best arithmetic loops in its run */
	REF_CLOCK_NEAR		/* relative to the fastest arithmetic loops of its time */
};

const char *ref_mode_name(enum ref_mode mode);

/* What costs are scaled back by: the loops' medians, in the unit of the record. */
struct ref_scale {
	/* 1 for REF_RAW; NaN where the loop was not run, and of one loop alone where the run is
	 * of one process; REF_CLOCK: a run's better arithmetic ones, as a run's value */
	double scale[REF_CLOCK + 1];
};

/* The medians over all batches of one run. 0 or -ENOMEM. */
int ref_scale_of_run(const struct result_run *run, struct ref_scale *ret_scale);

/* Mode by mode the median over those of n runs that have the loop. 0 or -ENOMEM. */
int ref_scale_of_runs(const struct ref_scale *runs, size_t n, struct ref_scale *ret_scale);

struct process_values {
	size_t n;		/* processes */
	double *median;		/* of each; scaled back */
	uint32_t *proc;		/* their numbers, ascending; in the same block */
};

void process_values_release(struct process_values *pv);

/* Medians by process; mode must be none of the clock's. 0, -ENOMEM, or -ENODATA where the mode's loop is missing. */
int process_values(const struct result_series *s, enum ref_mode mode,
		   const struct ref_scale *rs, struct process_values *ret_pv);

/*
 * The mode whose processes agree best within the runs: the median log distance of the
 * better three in ten of each run's processes from its value. Anything but REF_RAW
 * must be tighter by a tenth, and the more so the fewer processes that leaves: by 0.61
 * for 24, 0.26 for 240. REF_RAW for runs of one process, for costs of 0, and
 * where the loops are missing anywhere. series[i] may be NULL. 0 or -ENOMEM.
 *
 * Only differences within runs are looked at, never those between runs or sides, so
 * the choice neither favours a verdict nor makes the spread between runs look smaller.
 */
int ref_mode_choose(const struct result_series *const *series, size_t n,
		    const struct ref_scale *rs, enum ref_mode *ret_mode);

struct run_value {
	double value;		/* in the record's unit, an operation */
	double log_se2;		/* squared standard error of its logarithm; 0: not known */
	double spread;		/* 1.4826 MAD of the process medians over the value; 0 for one */
	size_t procs;
};

/* Whether smaller figures are better: for times and counts; not for rates. */
bool unit_lower_is_better(const char *unit);

/* Which of its processes a run goes by, of costs; of rates it is 1 - VALUE_QUANTILE. */
#define VALUE_QUANTILE		0.02
#define VALUE_QUANTILE_NAME	"2nd percentile"

/* Whether a faster clock makes such a figure another one: times and rates. */
bool unit_has_clock(const char *unit);

/* The quantile over processes that is a run's value in this unit. */
double value_quantile(const char *unit);

/* 0 or -ENOMEM. */
int run_value_of(const struct process_values *pv, const char *unit, struct run_value *ret_value);

/* The same from the series. 0 or -errno as process_values(). */
int run_value(const struct result_series *s, enum ref_mode mode, const struct ref_scale *rs,
	      struct run_value *ret_value);

#endif
