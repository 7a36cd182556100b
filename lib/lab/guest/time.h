/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The routines as cases of the runner, which is linked without its own. */
#ifndef LAB_GUEST_TIME_H
#define LAB_GUEST_TIME_H

#include "bench.h"

/* Number i of lab_routines as a case; the file of these is made for each spec. */
#define LAB_CASE(i, routine)							\
	static int setup_##i(struct bench *b)					\
	{									\
		return lab_time_setup(b, i);					\
	}									\
	BENCH_CASE(case_##i) {							\
		.name = "lab." routine,						\
		.summary = "a call of the tree's routine in user space",	\
		.exercises = "the routine alone: no system call, no fault",	\
		.params = lab_time_params,					\
		.setup = setup_##i,						\
		.run = lab_time_run,						\
		.verify = lab_time_verify,					\
	}

extern const struct bench_param lab_time_params[];

int lab_time_setup(struct bench *b, unsigned int routine);
void lab_time_run(struct bench *b, uint64_t iters);
int lab_time_verify(struct bench *b, uint64_t iters);

#endif
