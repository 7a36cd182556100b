/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CPUs and affinity, on machines of up to CPUS_MAX of them. */
#ifndef UABENCH_CPUS_H
#define UABENCH_CPUS_H

#include <sched.h>
#include <stdbool.h>

#define CPUS_MAX	8192

struct cpus {
	cpu_set_t set[CPUS_MAX / CPU_SETSIZE];
};

/* What the affinity mask of this process allows. 0 or -errno. */
int cpus_get(struct cpus *c);
int cpus_set(const struct cpus *c);
bool cpus_has(const struct cpus *c, int cpu);
int cpus_count(const struct cpus *c);

/* Run on this CPU only; -1: leave as it is. 0 or -errno. */
int pin_to(int cpu);

#endif
