/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The comparison of two sets of runs, case by case.
 *
 * Runs whose clock counts instructions have the seed as their unit (counts.h), unless a
 * side has several builds. What follows is about the others.
 *
 * The sampling unit is what was sampled independently: the build, where a side
 * holds more than one; else the boot, where a side holds more than one; else
 * the run. Runs of one boot are averaged into one unit (geometric mean) where
 * the unit is the boot, boots of one build where it is the build. Whatever is
 * fixed within the unit, such as the layout of the kernel's code, is not
 * sampled, and no number of runs shows how much of a difference it made.
 *
 * Where the runs' best arithmetic loops differ (by more than 0.2 %), the CPU's clock did, and
 * that is no kernel's doing. A case whose costs follow the clock, so that its units come three
 * times as close to those of their side, is then taken relative to it. Only
 * differences within the sides are looked at: where one side had another clock than the
 * other (nine in ten pairs of their runs differ the same way), they cannot tell. The effect
 * then spans both that of the costs as measured and that of those relative to the clock: the
 * interval holds both, p is the larger and the ratio the one that is nearer to 1; where they
 * point to different sides p is 1, and the ratio that of the case's mode.
 *
 * Where all runs are of one boot, one that was slower as a whole than the others of its side is
 * left out of the cases that were (disturbed.h).
 *
 * What the records do not say is never taken for more units: runs that do not
 * name their boot are one boot, and a side where any run does not name its build
 * is one build.
 */
#ifndef UABENCH_COMPARE_H
#define UABENCH_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "effect.h"
#include "result.h"
#include "value.h"

enum compare_unit { UNIT_RUN, UNIT_BOOT, UNIT_BUILD, UNIT_SEED };

const char *compare_unit_name(enum compare_unit unit, bool plural);

struct compare_opts {
	double margin;		/* relative; < 0: 0.01 for times and rates, 0.001 for counts */
	double confidence;	/* 0.95 */
};

struct compare_side {
	size_t first, nruns;	/* in the set */
	size_t boots;		/* different ones that the records name */
	size_t unknown_boots;	/* runs that do not name theirs */
	size_t builds;		/* 1 where any run does not name its own */
	size_t units;
};

struct compare_case {
	const struct result_key *key;
	const char *unit;
	bool lower_is_better;
	bool neither;		/* more of it is neither better nor worse: a share, in % */
	bool differs;		/* runs of one arm and seed do: no verdict (counts.h) */
	double margin;		/* in force for it */
	enum ref_mode mode;
	bool spans_clock;	/* the effect is what is common to costs as they are and by the clock */
	double base, new;	/* medians over units */
	size_t nbase, nnew;	/* units that have the case */
	struct stats_effect effect;
	double p_adjusted;
	enum stats_verdict verdict;
	long runs_needed;	/* further units a side; 0: decided; -1: cannot tell */
	/* enum stats_shape_flag: of the processes; where boots are known, of those within
	 * a boot and of the boots */
	unsigned int shape_base, shape_new;
};

struct compare {
	const struct result_set *set;
	struct compare_opts opts;
	double margin;		/* the largest in force for a case */
	enum compare_unit unit;
	bool counts;		/* every run's clock counts instructions */
	bool emulated;		/* a run's times are, or may be, QEMU's TCG's: no verdict is given */
	size_t control;		/* seeds of the control arm, where the unit is the seed */
	size_t new_control;	/* runs of a control arm among new's, which are left out */
	size_t twins;		/* runs that repeat another's seed, and are left out */
	struct counts *seeds;	/* which runs are of one seed: counts.h */
	bool same_boot;		/* all runs of both sides are known to be of one */
	struct compare_side base, new;
	struct compare_case *cases;	/* on both sides, in the order of result_key_cmp() */
	size_t ncases;
	const struct result_key **lonely;	/* on one side only */
	size_t nlonely;
	double clock_range;	/* best arithmetic loops of the runs, slowest / fastest - 1 */
	bool clocks_apart;	/* base's and new's are */
	double clock_change;	/* then the loops' medians, new / base; else 1 */
	double ref_change;	/* geometric mean of the loops, new / base; NaN: unknown */
	struct ref_scale scale;
	/* NULL, or of each run: more than 0 where something made most of its cases slower, by
	 * that share (disturbed.h); and by key and run, whether it is left out for it */
	double *disturbed;
	bool *left_out;
};

void compare_init(struct compare *c);
void compare_release(struct compare *c);

/*
 * Runs [0, nbase) of the set are the base, the others new. On failure one line in
 * diag: -EINVAL: a case is in different units, or costs 0 in a run, which has no
 * ratio; -ENODATA: no case on both sides; -ENOMEM. The set must outlive c.
 */
int compare_run(struct compare *c, const struct result_set *set, size_t nbase,
		const struct compare_opts *opts, struct strbuf *diag);

/*
 * One line for each setting that has other values on one side than on the other,
 * and may explain a difference by itself; for several kernels on one side; for each
 * copy of a run on its own side; and for each damaged record. 0 or -ENOMEM.
 */
int compare_settings(const struct compare *c, struct strbuf *warnings);

/* "faster", "slower", "same", "undecided"; "changed" where neither way is better. */
const char *compare_verdict_name(const struct compare_case *cc);
/* "lower", "higher", "neither": what is better. */
const char *compare_better_name(const struct compare_case *cc);

#endif
