/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A comparison, for people and for programs. */
#ifndef UABENCH_RENDER_COMPARE_TEXT_H
#define UABENCH_RENDER_COMPARE_TEXT_H

#include "compare.h"

/* Text at 80 columns: the sides, the warnings, the table, the count of verdicts. */
int compare_text(const struct compare *c, struct strbuf *sb);

/*
 * One JSON object: base, new (path, runs, boots, builds), sampling_unit, base_units,
 * new_units, margin, confidence, warnings, not_on_both_sides (names), and cases: case, params, unit, better
 * ("lower" | "higher"), base, new, ratio, ci_low, ci_high (null: unbounded),
 * p, p_adjusted, verdict, runs_needed (null: cannot tell), reference, base_units,
 * new_units, shape. 0 or -ENOMEM.
 */
int compare_json(const struct compare *c, struct strbuf *sb);

#endif
