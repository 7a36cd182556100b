/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one case after the other of a comparison is worked out in: its values by unit. */
#ifndef UABENCH_COMPARE_UNIT_VALUES_H
#define UABENCH_COMPARE_UNIT_VALUES_H

#include <stdbool.h>
#include <stddef.h>

#include "run_clock.h"
#include "compare.h"
#include "sides.h"

struct scratch {
	struct member *members;			/* runs by side and unit */
	const struct result_series **series;	/* of each run, or NULL; gathered */
	struct run_clock *clocks;		/* of each run; NULL until they are asked for */
	double *run;				/* value of each run; NaN without a series */
	double *unit, *unit_se2;		/* of base's units, then of new's */
	double *other, *other_se2;		/* the same, in a mode that is tried */
	double *proc;				/* one side's processes, run after run: units_of_side() */
	size_t nproc, proc_alloc, nruns;
};

/* 0 or -ENOMEM; release in either case. */
int scratch_init(struct scratch *s, size_t nruns);
void scratch_release(struct scratch *s);

/*
 * The values of one side's units, from `at` of the scratch on, and their number.
 * The squared error of a unit of k runs is that of their mean; *ret_known is
 * false where no run knows its own. Leaves the side's processes in the scratch: as they
 * are where the unit is the run, else relative to the run's value, for that boots differ
 * is no news. 0, -ENOMEM, -ENODATA where the mode's loops are missing or the unit is not
 * one of its clock, or -EDOM for a cost of 0.
 */
int units_of_side(const struct compare *c, const struct compare_side *side, enum ref_mode mode,
		  struct scratch *s, size_t at, size_t *ret_units, bool *ret_known);

/*
 * The mode of the clock that brings base's nb and new's nn units, which the scratch holds
 * as they were measured, closer to those of their side: the sum of the squares over both sides
 * must be less than a ninth; else *mode stays. 0 or -ENOMEM.
 */
int units_try_clock(const struct compare *c, struct scratch *s, size_t nb, size_t nn,
		    enum ref_mode *mode);

/*
 * The units in this mode, in place of those that the scratch holds, until swapped back. 0
 * or as units_of_side(); to be swapped back even then.
 */
int units_swap(const struct compare *c, enum ref_mode mode, struct scratch *s, size_t nb);
void units_swap_back(struct scratch *s);

#endif
