/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Effects of counts that are exact: boots of an emulator whose clock counts
 * instructions. Two boots of equal inputs agree to the last digit, so what varies
 * is not noise of the measurement but what the inputs set going: the seed (order
 * of visits, the guest's random numbers, hence where the allocators stand) and, as
 * much as the seed, any change at all, even of a word that nobody reads. That is the
 * scale a difference has to be held against.
 */
#ifndef UABENCH_STATS_SEEDS_H
#define UABENCH_STATS_SEEDS_H

#include "effect.h"

struct stats_seeds {
	const double *base, *control, *new;	/* a value each seed, > 0 */
	size_t nbase, ncontrol, nnew;		/* ncontrol may be 0 */
	double confidence;
	bool paired;				/* base[i] and new[i] are of one seed, for each i */
};

/*
 * Ratio of the medians of new and base. The interval reaches, in logs, to either side
 * by the larger of
 *	- t s sqrt(1/n + 1/m), where s is base's and new's pooled standard deviation
 *	  over seeds, and t Student's quantile for n + m - 2;
 *	- the floor: the range of all values of base and control together, or that of
 *	  new where it is wider. No difference counts that a seed or a word that
 *	  nobody reads made within a kernel.
 * The control's values make the floor wider and nothing narrower: with the seeds of
 * base they mostly are copies of its values, and copies are no evidence. p is that of
 * the t of the means; 0 where nothing varies over seeds. `clustered` is set where the
 * values fall into modes: two values of a side are 20 times nearer to each other than its
 * range, and those of the other are so too, or all alike. Modes that go with the seed
 * are none: where base and new have the same seeds, and differ at each by the same, to a
 * 20th of the range, it is the seed that makes them, and it makes them on both sides.
 *
 * One seed on a side: method none, interval [0, inf], p 1. Fewer than six in all:
 * STATS_EFFECT_FEW. -EINVAL for values that are not above 0, -ENODATA for none, or -ENOMEM.
 */
int stats_effect_seeds(const struct stats_seeds *seeds, struct stats_effect *ret_effect);

/*
 * Adjusted p-values of the cases of one comparison: Bonferroni's of the t, and no
 * less than
 *	(1 + f) 2^(1 - n - m)
 * the number of cases expected to part cleanly along the sides by modes alone, at even
 * odds, where f is how many others are seen to fall into modes that are as far apart
 * as this effect, or nearly (0.9). 3 seeds a side so decide what no other case
 * does by itself, 4 what up to 5 others do. f is left in each effect as `alike`.
 * 0, -ENODATA or -ENOMEM.
 */
int stats_family_seeds(struct stats_effect *effects, size_t k, double *ret_adjusted);

/*
 * How many further seeds a side would decide an effect of a family of k, after
 * stats_family_seeds(), if spread, floor and modes stay as they
 * are; 0: decided as it is; -ERANGE: none of up to 100 would.
 */
int stats_seeds_needed(const struct stats_effect *effect, size_t k, double margin,
		       size_t *ret_further);

#endif
