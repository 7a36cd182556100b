/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_WORKDIR_H
#define UABENCH_WORKDIR_H

#include "options.h"

/*
 * Make a private directory on o->dir (or, where that is only the default, on
 * the first place that takes one) and one on tmpfs, if there is one, and put
 * them into o. 0 or -errno with what was wrong on stderr.
 */
int workdir_make(struct options *o);
/* Remove both with all that is in them. */
void workdir_remove(const struct options *o);

#endif
