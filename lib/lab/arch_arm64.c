// SPDX-License-Identifier: GPL-2.0-or-later
#include "archs.h"

static const struct lab_routine routines[] = {
	{ "copy_to_user", "__arch_copy_to_user", LAB_TO_USER, NULL },
	{ "copy_from_user", "__arch_copy_from_user", LAB_FROM_USER, NULL },
	{ "clear_user", "__arch_clear_user", LAB_CLEAR_USER, NULL },
	{ 0 }
};

const struct lab_spec lab_arm64 = {
	.name = "arm64",
	.summary = "LDTR and STTR copies",
	.arch = "arm64",
	.guest = "arm64",
	.cross = "aarch64-linux-gnu-",
	.qemu = "qemu-aarch64",
	.config = "64BIT MMU ARM64 ARM64_4K_PAGES ARM64_PAGE_SHIFT=12 ARM64_VA_BITS=48 "
		  "ARM64_PA_BITS=48 PGTABLE_LEVELS=4 ARM64_CONT_PTE_SHIFT=4 ARM64_CONT_PMD_SHIFT=4 "
		  "ARCH_MMAP_RND_BITS_MAX=33 NR_CPUS=4 HZ=250 FUNCTION_ALIGNMENT=8",
	.sources = "arch/arm64/lib/copy_to_user.S arch/arm64/lib/copy_from_user.S "
		   "arch/arm64/lib/clear_user.S",
	.routines = routines,
};
