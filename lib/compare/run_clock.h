/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The CPU's clock during each process of a run, as the arithmetic loops tell it: they do
 * the same number of steps whenever they run. What disturbs a loop makes it slower, so
 * the fastest of many loops of one time is the clock of that time. A process that has few
 * loops (few cases were measured) shares them with those that follow it.
 */
#ifndef UABENCH_COMPARE_RUN_CLOCK_H
#define UABENCH_COMPARE_RUN_CLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "result.h"
#include "value.h"

#define CLOCK_LOOPS	64	/* of which the fastest is taken, at least, where a run has as many */

struct run_clock {
	size_t n;		/* processes */
	uint32_t *proc;		/* their numbers, ascending */
	double *loop;		/* the fastest of their time, in the unit of the record */
};

/* 0, -ENOMEM, or -ENODATA where a batch has no arithmetic loop. */
int run_clock_init(struct run_clock *clock, const struct result_run *run);
void run_clock_release(struct run_clock *clock);

/*
 * process_values() of REF_RAW, relative to the clock, as at a clock at which the loop takes
 * @scale. 0 or -errno as process_values().
 *
 * clock_values(): all of them relative to one figure, that of the series' loops which is to
 * them what a run's value is to its processes. Loops and batches take turns, so
 * each has the run's higher clock as often as the other, but where that is about as
 * seldom as the quantile is deep, either may miss it.
 *
 * clock_values_near(): each relative to the clock of its process, which must be of the same
 * run. Right for a clock that changes between processes, at whatever share, but not for one that
 * changes within: the best batch may have had a clock that few loops of its process had.
 */
int clock_values(const struct result_series *s, double scale, struct process_values *ret_pv);
int clock_values_near(const struct run_clock *clock, const struct result_series *s, double scale,
		      struct process_values *ret_pv);

#endif
