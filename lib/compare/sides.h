/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_COMPARE_SIDES_H
#define UABENCH_COMPARE_SIDES_H

#include "compare.h"

/*
 * Choose c->unit and count both sides' units; group[i] numbers the unit of run
 * i within its side. c->base and c->new have first and nruns set. 0 or -ENOMEM.
 */
int sides_group(const struct result_set *set, struct compare *c, unsigned int *group);

#endif
