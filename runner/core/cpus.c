// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <string.h>

#include "cpus.h"

int cpus_get(struct cpus *c)
{
	memset(c, 0, sizeof(*c));
	return sched_getaffinity(0, sizeof(c->set), c->set) ? -errno : 0;
}

int cpus_set(const struct cpus *c)
{
	return sched_setaffinity(0, sizeof(c->set), c->set) ? -errno : 0;
}

bool cpus_has(const struct cpus *c, int cpu)
{
	return cpu >= 0 && cpu < CPUS_MAX && CPU_ISSET_S(cpu, sizeof(c->set), c->set);
}

int cpus_count(const struct cpus *c)
{
	return CPU_COUNT_S(sizeof(c->set), c->set);
}

int pin_to(int cpu)
{
	struct cpus c;

	if (cpu < 0)
		return 0;
	memset(&c, 0, sizeof(c));
	CPU_SET_S(cpu, sizeof(c.set), c.set);
	return cpus_set(&c);
}
