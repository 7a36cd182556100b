/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How keys are shown in tables: a case with one row is one line with its name,
 * if that is short; else it has a heading and a row for each set of parameters. Parameters
 * that are 0 throughout the case are left out: 0 is "off" for all of them.
 */
#ifndef UABENCH_RENDER_NAMES_H
#define UABENCH_RENDER_NAMES_H

#include "result.h"
#include "table.h"

/*
 * Start the row of keys[i], with its heading where it is the first of its
 * case; keys[0..n) are the table's, in the order of result_key_cmp(). 0 or -ENOMEM.
 */
int names_row(struct table *t, const struct result_key *const *keys, size_t n, size_t i);

/* "name=value ..." with sizes shortened, of the parameters worth showing. 0 or -ENOMEM. */
int names_params(const struct result_key *const *keys, size_t n, size_t i, struct strbuf *sb);

#endif
