/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_COMPARE_SIDES_H
#define UABENCH_COMPARE_SIDES_H

#include "compare.h"

/* A run's place in its side. */
struct member {
	unsigned int unit, boot;	/* numbered from 0 by first appearance */
	size_t run;			/* in the set */
};

/*
 * Choose c->unit and count both sides' units. members[] receives the runs of
 * base and then those of new, each side ordered by unit, boot and run. c->base
 * and c->new have first and nruns set. 0 or -ENOMEM.
 */
int sides_group(const struct result_set *set, struct compare *c, struct member *members);

#endif
