/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The effect of a change where each side is known only by mean and standard error. */
#ifndef UABENCH_STATS_SUMMARY_H
#define UABENCH_STATS_SUMMARY_H

#include "effect.h"

struct stats_summary {
	double mean;             /* > 0 */
	double se;               /* standard error of the mean, > 0 */
	size_t n;                /* repetitions it was made from, >= 2 */
};

/*
 * Welch's t (1947) of the logarithms of two means, with Satterthwaite's df. The
 * standard error of a logarithm is se / mean (delta method, good to the extent that
 * this is small: at 10 % the interval is off by some 0.5 % of itself).
 *
 * Ratio, interval, p, df, n and m are those of the struct; sd_base, sd_new and sd are
 * log sd of one repetition, se / mean x sqrt(n); median_ratio is the ratio of means.
 * Nothing is known of the single values: log_range and misplaced are 0 and clustered
 * false, so that stats_family() corrects for the number of cases alone, and modes
 * cannot be seen. Below 6 repetitions in all, STATS_EFFECT_FEW as in stats_effect().
 * The sampling unit is what the tool repeated, mostly a process of one boot.
 *
 * 0; -EINVAL for a mean or se not above 0, not finite, or a confidence outside of
 * (0, 1); -ENODATA for n < 2 on a side.
 */
int stats_effect_summary(const struct stats_summary *base, const struct stats_summary *new,
			 double confidence, struct stats_effect *ret_effect);

#endif
