// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "archs.h"

const struct lab_spec *const lab_specs[] = {
	&lab_riscv64,
	&lab_riscv64_vector,
	&lab_arm64,
	&lab_x86,
	&lab_x86_string,
	&lab_x86_erms,
	&lab_x86_fsrm,
	&lab_x86_nocache,
	&lab_ppc64el,
	&lab_ppc64el_power6,
	&lab_ppc64el_power7,
	&lab_ppc64el_vmx,
	&lab_arm,
	&lab_arm_thumb2,
	&lab_arm_domains,
	&lab_powerpc,
	&lab_powerpc_e500mc,
	&lab_arc,
	&lab_arc_aligned,
	NULL
};

bool lab_spec_needs_tree(const struct lab_spec *spec)
{
	return spec->features && (strstr(spec->features, "X86_FEATURE_") ||
				  strstr(spec->features, "CPU_FTR_"));
}

bool lab_spec_is(const struct lab_spec *spec, const char *arch)
{
	size_t n = strlen(arch);

	return !strncmp(spec->name, arch, n) && (!spec->name[n] || spec->name[n] == '.');
}
