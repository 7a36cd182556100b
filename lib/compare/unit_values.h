/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one case after the other of a comparison is worked out in: its values by unit. */
#ifndef UABENCH_COMPARE_UNIT_VALUES_H
#define UABENCH_COMPARE_UNIT_VALUES_H

#include <stdbool.h>
#include <stddef.h>

#include "run_clock.h"
#include "compare.h"
#include "sides.h"

struct unit_values {
	double *unit, *se2;		/* of base's nb units, then of new's nn */
	size_t nb, nn;
	bool known_base, known_new;	/* whether any run of the side knows its own error */
	double *proc;			/* base's processes, run after run, then new's */
	size_t nproc_base, nproc, proc_alloc;
};

struct scratch {
	struct member *members;			/* runs by side and unit */
	const struct result_series **series;	/* of each run, or NULL; gathered */
	struct run_clock *clocks;		/* of each run; NULL until they are asked for */
	double *run;				/* value of each run; NaN without a series */
	struct unit_values now, other;		/* other: in a mode that is tried */
	size_t nruns;
};

/* 0 or -ENOMEM; release in either case. */
int scratch_init(struct scratch *s, size_t nruns);
void scratch_release(struct scratch *s);

/*
 * The values of both sides' units, and those of their processes: as they are where the unit
 * is the run, else relative to the run's value, for that boots differ is no news. The
 * squared error of a unit of k runs is that of their mean. v is one of the scratch's. 0,
 * -ENOMEM, -ENODATA where the mode's loops are missing or the unit is not one of its
 * clock, or -EDOM for a cost of 0.
 */
int units_take(const struct compare *c, enum ref_mode mode, struct scratch *s,
	       struct unit_values *v);

/*
 * From units as they were measured to those of the mode of the clock that brings them closer
 * to those of their side: the sum of the squares over both sides must be less than a ninth;
 * else they and *mode stay. 0 or -ENOMEM.
 */
int units_try_clock(const struct compare *c, struct scratch *s, enum ref_mode *mode);

#endif
