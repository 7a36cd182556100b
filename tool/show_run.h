/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_TOOL_SHOW_RUN_H
#define UABENCH_TOOL_SHOW_RUN_H

#include "result.h"

/* All that `show` and `run` print of a run. 0 or -ENOMEM. */
int show_run(const struct result_set *set, const struct result_run *run, struct strbuf *sb);

#endif
