// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "machine.h"

const struct vm_machine *const vm_machines[] = {
	&vm_amd64,
	&vm_i386,
	&vm_arm64,
	&vm_armhf,
	&vm_ppc64el,
	&vm_s390x,
	&vm_riscv64,
	NULL
};

const struct vm_machine *vm_machine_find(const char *name)
{
	for (const struct vm_machine *const *m = vm_machines; *m; m++) {
		if (!strcmp((*m)->name, name))
			return *m;
		for (const char *const *u = (*m)->unames; *u; u++)
			if (!strcmp(*u, name))
				return *m;
	}
	return NULL;
}

const struct vm_cpu *vm_cpu_find(const struct vm_machine *m, const char *name)
{
	if (!name)
		return &m->cpus[0];
	for (int i = 0; i < VM_MAX_CPUS && m->cpus[i].name; i++)
		if (!strcmp(m->cpus[i].name, name))
			return &m->cpus[i];
	return NULL;
}
