/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is worth saying of a sample of processes or boots before its figures are trusted. */
#ifndef UABENCH_COMPARE_SAMPLE_H
#define UABENCH_COMPARE_SAMPLE_H

#include <stddef.h>

/*
 * enum stats_shape_flag of values in the order of measurement, one of `tests` samples
 * looked at together. Times have heavy tails, so that a value beyond what a normal
 * sample would hold is the rule: STATS_SHAPE_OUTLIER is set for a value 5 times as
 * far out as that. No flag where there are too few values for any test. 0 or -ENOMEM.
 */
int sample_shape(const double *x, size_t n, size_t tests, unsigned int *ret_flags);

#endif
