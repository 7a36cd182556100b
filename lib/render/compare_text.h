/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A comparison, for people and for programs. */
#ifndef UABENCH_RENDER_COMPARE_TEXT_H
#define UABENCH_RENDER_COMPARE_TEXT_H

#include "compare.h"

/* Text at 80 columns: the sides, the warnings, the table, the count of verdicts. */
int compare_text(const struct compare *c, struct strbuf *sb);

/*
 * One JSON object: sampling_unit ("run" | "boot" | "build"), base_units, new_units,
 * margin, confidence, base and new (label, runs, boots, builds, paths), warnings,
 * not_on_both_sides (names), and cases: case, params, unit, better ("lower" |
 * "higher"), base, new, ratio, ci_low, ci_high (null: unbounded), p, p_adjusted,
 * verdict, runs_needed (null: cannot tell), reference ("raw" | "arith" | "mem" |
 * "both"), base_units, new_units, base_shape, new_shape. boots are those that the
 * records name. Where a path is no UTF-8, '?' stands for each byte that is not
 * ASCII. 0 or -ENOMEM; then sb is as it was.
 */
int compare_json(const struct compare *c, struct strbuf *sb);

#endif
