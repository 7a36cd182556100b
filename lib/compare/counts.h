/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs whose clock counts instructions. Their unit is the seed: a boot of the same
 * kernel with the same seed is a twin that repeats every figure, and is taken once;
 * where it does not repeat a case's figure, that case gets no verdict. A boot's value is
 * the median of its batches. Runs whose arm is "control" are not their side's, unless it
 * has no others: base's are the control, new's are left out.
 */
#ifndef UABENCH_COMPARE_COUNTS_H
#define UABENCH_COMPARE_COUNTS_H

#include "compare.h"

/*
 * After sides_group(): sets c->emulated and c->counts; where all runs count instructions
 * c->seeds, and where no side has several builds c->unit, both sides' units, c->control
 * and c->twins. 0 or -ENOMEM.
 */
int counts_group(struct compare *c);
void counts_release(struct compare *c);

/* Whether run i of the set is of the control arm; c->counts is set. */
bool counts_is_control(const struct compare *c, size_t i);

/*
 * Whether a run's times are, or may be, those of QEMU's TCG: its guest says "tcg", or
 * "qemu", which may as well be KVM.
 */
bool counts_is_emulated(const struct result_run *run);

/*
 * Effect and medians of a case from the series of each run; room is for a value each
 * run. 0, -ENOMEM, or -EDOM where a value is 0.
 */
int counts_judge(const struct compare *c, struct compare_case *cc,
		 const struct result_series *const *series, double *room);

#endif
