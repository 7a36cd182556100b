/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An instance is a case with one value for each of its axes. */
#ifndef UABENCH_INSTANCE_H
#define UABENCH_INSTANCE_H

#include "bench.h"
#include "options.h"

#define MAX_INSTANCES	4096

struct instance {
	const struct bench_case *c;
	uint64_t p[BENCH_MAX_PARAMS];
};

/* Every case linked in, by name, ended by NULL: compilers order a section as they like. */
const struct bench_case *const *cases_sorted(void);

#define for_each_case(e) \
	for (const struct bench_case *const *e = cases_sorted(); *e; e++)

/*
 * The instances that the options ask for, in the order of the cases. Returns
 * their number, or -errno with what was wrong on stderr: an axis that no
 * selected case has, a value out of its range, a glob that matches nothing,
 * more than MAX_INSTANCES.
 */
int instance_table(const struct options *o, struct instance *table);

/* "case name=value ..." for people. */
const char *instance_name(const struct instance *in, char *buf, size_t len);

#endif
