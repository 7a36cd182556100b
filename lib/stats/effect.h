/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The effect of a change: ratio, interval, p, verdict, and what more would
 * decide. A "unit" is what was sampled independently: a build, a boot or a run,
 * whose single value was made by stats_unit() or the like.
 *
 * What no method can see from the units: that base and new were not measured in
 * turns. Where all of base came first, drift and modes of the machine look
 * just like an effect.
 */
#ifndef UABENCH_STATS_EFFECT_H
#define UABENCH_STATS_EFFECT_H

#include <stdbool.h>
#include <stddef.h>

struct stats_effect_opts {
	double confidence;       /* of the interval: 0 < confidence < 1 */
	/*
	 * Squared standard errors of the logarithms of each unit's value, as
	 * known from inside the unit, or NULL. With fewer than 3 units on a side
	 * their mean is a lower bound of the variance of the units; they never
	 * narrow anything. 3 units a side tell their own spread.
	 */
	const double *base_se2, *new_se2;
	double floor_sd;         /* least log sd of a unit, e.g. a control arm's; 0: none */
	bool paired;             /* base[i] and new[i] were neighbours in time; n == m */
};

enum stats_method {
	STATS_METHOD_NONE,       /* fewer than 2 units on a side: cannot tell */
	STATS_METHOD_WELCH,      /* t of logs */
	STATS_METHOD_WELCH_RANK, /* the same and Mann-Whitney, each at half the level */
	STATS_METHOD_PAIRED,     /* t of the logs of the ratios of pairs */
	STATS_METHOD_CONSTANT,   /* neither side varies at all */
	STATS_METHOD_SUMMARY,    /* t from two means and their errors: stats_effect_summary() */
	STATS_METHOD_SEEDS,      /* t and the range over seeds: stats_effect_seeds() */
};

enum stats_effect_flag {
	STATS_EFFECT_FEW = 1 << 0,     /* n + m < 6: never faster or slower; see below */
	STATS_EFFECT_FLOORED = 1 << 1, /* a floor took the place of a smaller spread */
	STATS_EFFECT_UNEQUAL = 1 << 2, /* the sides' log sd differ at p <= 0.01 */
};

struct stats_effect {
	double ratio;            /* new / base, within [lo, hi] */
	double lo, hi;           /* [0, inf] where it cannot be told */
	double p;                /* two-sided, of ratio == 1 */
	double confidence;       /* as asked for */
	double median_ratio;     /* median of new / median of base */
	double df;               /* of the t; 0 where there is none */
	double sd_base, sd_new;  /* log sd of the units, as they lie */
	double sd;               /* of both, after the floors: what the t was made with */
	double sd_between;       /* the same less what base_se2 and new_se2 explain, >= 0 */
	double log_range;        /* the wider side's range of logs */
	bool clustered;          /* either side has a gap of over half its range in it */
	size_t minor;            /* where clustered: units in the smaller cluster of both sides */
	size_t alike;            /* others of its family in modes as far apart: stats_family_seeds() */
	size_t misplaced;        /* units beyond the boundary that parts the sides best */
	size_t n, m;             /* units of base and of new */
	enum stats_method method;
	unsigned int flags;      /* enum stats_effect_flag */
};

/* "none", "welch", ...: a static string. */
const char *stats_method_name(enum stats_method method);

/*
 * Ratio of new to base. Values must be positive.
 *
 * In logs, Welch's t (1947) with Satterthwaite's df, where each side's variance
 * is no less than floor_sd^2, and with fewer than 3 units on a side no less than the
 * mean of its known within-unit variances,
 * and the side with fewer units has no less variance than both pooled: three
 * units that happen to share a mode must not look certain beside eight that
 * do not.
 * With 5 or more units a side, p is twice the smaller of the t's and the exact
 * Mann-Whitney's, and the interval is the part common to the t's and
 * Hodges-Lehmann's, each at half the level (Bonferroni), which keeps the power
 * of the better one on clean and on outlier-ridden data. Estimate: the ratio of the
 * medians (paired: the mean log ratio), moved into the interval where it lies outside. Should the two intervals not
 * meet, the interval is what spans both. 1 lies outside the interval just
 * where p <= 1 - confidence; with equal values across the sides 1 may be its
 * very end.
 *
 * Units that fall into two modes at even odds split cleanly along the sides
 * with a chance of 2^(1 - n - m), whatever the distance of the modes. Where that
 * is more than 1 - confidence (fewer than 6 units in all, at 0.95), p is at
 * least that, the interval is spread to hold 1, and STATS_EFFECT_FEW is set.
 *
 * Where no side varies (instruction counts) and there is no floor to set a
 * scale, p is the exact Mann-Whitney's, and the interval is the ratio alone,
 * spread to 1 unless p <= 1 - confidence.
 *
 * Coverage at 0.95, by simulation of normal, log-normal, bimodal, rare-mode,
 * drifting, autocorrelated and heavy-tailed units measured in random turns, of
 * 1..30 rounds and with 0..5 % between boots (tests/unit/test_stats_sim.c):
 * 95.5..98.5 % for 3 or more units on each of two equal sides, 94..98 % where one
 * side's sd is ten times the other's. Outside of 93..99 %, or near it:
 *   - 2 against 2 (STATS_EFFECT_FEW): 97..99.2 % for most shapes, but 92..96 %
 *     for two modes, as both sides may fall into one mode each;
 *   - sides of different size with fewer than 5 units on one: up to 99.5 %, and
 *     100 % for 2 against 8 or more;
 *   - 2 units on a side whose spread is below what base_se2 and new_se2 say
 *     (STATS_EFFECT_FLOORED): up to 100 %. That is wide on purpose: the errors
 *     known from inside a unit leave out what differs between units.
 *
 * Fewer than 2 units on a side: method none, interval [0, inf], p 1, ratio from
 * the medians. -EINVAL too for paired with n != m, and for negative floors.
 */
int stats_effect(const double *base, size_t n, const double *new, size_t m,
		 const struct stats_effect_opts *opts, struct stats_effect *ret_effect);

/* Welch's t of two means, with floors for the variances. */
struct stats_welch {
	double diff;             /* mean y - mean x */
	double se, df;
	double p;                /* two-sided */
	double lo, hi;           /* of diff */
	bool floored;
};

/*
 * x and y are used as they are: pass logs for a ratio. floor_x and floor_y are
 * the least variances of one value. Where one side has fewer values than the
 * other, its variance is also taken to be at least that of both pooled.
 * -ENODATA for fewer than 2 values a side, -ERANGE where neither side varies nor has a floor.
 */
int stats_welch(const double *x, size_t n, double floor_x,
		const double *y, size_t m, double floor_y,
		double confidence, struct stats_welch *ret_test);

/*
 * Adjusted p-values of the cases of one comparison: Holm's, and never less than
 * the number of cases, out of those in this family that look bimodal, which
 * modes alone are expected to part as well as this case's sides are parted. A t
 * cannot see that: 5 units in one mode and 5 in the other look like a large and
 * certain effect, and with 90 bimodal cases that happens in one comparison of
 * six. The chance of one case is 2 P(Bin(n + m, 1/2) <= misplaced). The number of
 * bimodal cases, at least 1, is estimated from those with a range of at least
 * half this effect: how many are clustered, less those that a normal
 * distribution would show (as Storey, 2002, estimates the share of true nulls), each
 * weighed by its modes' odds: one slow run in ten makes clusters, too, but parts the
 * units along the sides a hundred times less often than modes of even odds do.
 *
 * So in a family of normal cases 5 units a side decide as with Holm alone; in
 * one of 26 or more bimodal cases it takes 6; 3 or 4 units a side, whose modes
 * cannot be told from noise, decide only in families of very few cases.
 */
int stats_family(const struct stats_effect *effects, size_t k, double *ret_adjusted);

enum stats_verdict {
	STATS_UNDECIDED,
	STATS_SAME,
	STATS_FASTER,
	STATS_SLOWER,
};

const char *stats_verdict_name(enum stats_verdict verdict);

/*
 * faster, slower: adjusted_p <= 1 - confidence, the interval excludes 1, and the
 * ratio is outside [1 / (1 + margin), 1 + margin]. same: the interval lies
 * within that. Otherwise undecided; always undecided for method none, and never
 * faster or slower with STATS_EFFECT_FEW. margin >= 0 is relative: 0.01 for 1 %.
 */
enum stats_verdict stats_decide(const struct stats_effect *effect, double adjusted_p,
				double margin, bool lower_is_better);

/*
 * How many FURTHER units a side should get, for a decision in 4 cases of 5 if
 * ratio and sd stay as they are: both sides grow to the same number of units.
 * tests is the number of cases, whose Holm correction is taken as Bonferroni's,
 * its worst step. Beyond the margin the count is for faster or slower, within
 * it for `same`.
 *
 * 0: decided as it is. -ERANGE: cannot tell, because the spread is not known
 * (fewer than 2 units on a side and no floor: with opts' se2 or floor_sd, one
 * unit a side gives a count which is a lower bound), because the effect is so
 * near the margin that more than 10000 units a side would be needed, or
 * because nothing varies. -EINVAL for margin < 0 or tests == 0.
 */
int stats_runs_needed(const struct stats_effect *effect, double margin, size_t tests,
		      size_t *ret_further);

#endif
