/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One case of a comparison whose clock is the time: its mode, its units, their effect. */
#ifndef UABENCH_COMPARE_JUDGE_H
#define UABENCH_COMPARE_JUDGE_H

#include <stddef.h>

#include "compare.h"
#include "unit_values.h"

#define CLOCK_VARIES	0.002	/* less between runs' best arithmetic loops is no other clock */

/*
 * Fills in all of cc but the verdict, from the series that the scratch points to. tests:
 * samples whose shape is looked at together. 0, -ENOMEM, or -EDOM for a cost of 0.
 */
int judge_case(const struct compare *c, struct compare_case *cc, struct scratch *s, size_t tests);

#endif
