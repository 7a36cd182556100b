/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs that something disturbed from end to end, so that not even their better processes
 * were spared. Where all runs of a side are of one boot, nothing else makes most cases of one
 * of them slower at once, and a single one of ten hides any difference. Such is a run
 * whose cases, most of them (the median), cost more than in the middle run of its side by more
 * than 0.5 %, and more than six times what is usual among the runs at hand (1.4826 MAD), both as
 * measured and relative to the run's clock. It is left out of those cases in which it costs
 * more than 0.5 % more than the middle run.
 *
 * Which side a run is on has no part in it, and one case of many hardly has. No run
 * is left out where the unit is not the run, of fewer than DISTURBED_CASES cases, of a side of
 * fewer than five, or where more than a fifth of a side would be. More than
 * DISTURBED_RUNS runs need none of it: there one does no harm.
 */
#ifndef UABENCH_COMPARE_DISTURBED_H
#define UABENCH_COMPARE_DISTURBED_H

#include "compare.h"
#include "value.h"

#define DISTURBED_CASES	10	/* that all runs have */
#define DISTURBED_RUNS	100

/* Sets c->disturbed and c->left_out; clocks: of each run, by REF_CLOCK. 0 or -ENOMEM. */
int disturbed_find(struct compare *c, const struct ref_scale *clocks);

#endif
