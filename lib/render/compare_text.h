/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A comparison, for people and for programs. */
#ifndef UABENCH_RENDER_COMPARE_TEXT_H
#define UABENCH_RENDER_COMPARE_TEXT_H

#include "compare.h"
#include "table.h"

/*
 * The parts of the text, for writers: they append, folded at width; 0 or -ENOMEM. Head:
 * the sides, the sampling unit, warnings. Notes: all that stands after the table, of
 * which these are parts: cases that are no plain samples; what "+N" means; cases that
 * are on one side only.
 */
int compare_head(const struct compare *c, size_t width, struct strbuf *sb);
int compare_notes(const struct compare *c, struct strbuf *sb);
int compare_shapes(const struct compare *c, size_t width, struct strbuf *sb);
int compare_undecided(const struct compare *c, struct strbuf *sb);
int compare_lonely(const struct compare *c, size_t width, struct strbuf *sb);
/* What the unit cannot see, a line; nothing where it is time. */
int compare_blind(const struct compare *c, struct strbuf *sb);

/* The table of all cases; to be released in any case. 0 or -ENOMEM. */
int compare_table(const struct compare *c, struct table *t);

struct compare_counts {
	size_t verdict[4];	/* by enum stats_verdict */
	size_t referenced;	/* cases relative to the reference loops */
};

void compare_count(const struct compare *c, struct compare_counts *ret_counts);

/* "1.00 %", or "1.00 % (0.10 % for counts)" where both are in force. 0 or -ENOMEM. */
int compare_margin(const struct compare *c, struct strbuf *sb);

/* Text at 80 columns: the sides, the warnings, the table, the count of verdicts. */
int compare_text(const struct compare *c, struct strbuf *sb);

/*
 * One JSON object: sampling_unit ("run" | "boot" | "build" | "seed"), base_units, new_units,
 * margin, confidence, base and new (label, runs, boots, builds, paths), warnings,
 * not_on_both_sides (names), and cases: case, params, unit, better ("lower" |
 * "higher" | "neither"), base, new, ratio, ci_low, ci_high (null: unbounded), p,
 * p_adjusted, margin, verdict ("changed" where neither way is better), runs_needed
 * (null: cannot tell), reference ("raw" | "arith" | "mem" | "both"), base_units,
 * new_units, base_shape, new_shape. boots are those that the records name. Where a
 * path is no UTF-8, '?' stands for each byte that is not ASCII. 0 or -ENOMEM; then
 * sb is as it was.
 */
int compare_json(const struct compare *c, struct strbuf *sb);

#endif
