// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "archs.h"

const struct lab_spec *const lab_specs[] = {
	&lab_riscv64,
	NULL
};

bool lab_spec_is(const struct lab_spec *spec, const char *arch)
{
	size_t n = strlen(arch);

	return !strncmp(spec->name, arch, n) && (!spec->name[n] || spec->name[n] == '.');
}
