// SPDX-License-Identifier: GPL-2.0-or-later
/* The hypervisor as CPUID tells it: leaf 1, ecx bit 31, and the name at 0x40000000. */
#include <cpuid.h>
#include <string.h>

#include "environ.h"

const char *arch_virt(char *buf, size_t len)
{
	static const struct {
		char sig[13];
		const char *name;
	} known[] = {
		{ "KVMKVMKVM\0\0\0", "kvm" }, { "TCGTCGTCGTCG", "tcg" }, { "XenVMMXenVMM", "xen" },
		{ "Microsoft Hv", "microsoft" }, { "VMwareVMware", "vmware" },
		{ "bhyve bhyve ", "bhyve" }, { "ACRNACRNACRN", "acrn" },
	};
	unsigned int a, sig[3], b, c, d;

	if (!__get_cpuid(1, &a, &b, &c, &d))
		return "unknown";
	if (!(c & 1u << 31))
		return "none";
	__cpuid(0x40000000, a, sig[0], sig[1], sig[2]);
	for (unsigned int i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!memcmp(sig, known[i].sig, 12))
			return known[i].name;
	return "unknown";
}
