// SPDX-License-Identifier: GPL-2.0-or-later
#include "archs.h"

static const struct lab_routine routines[] = {
	{ "copy_to_user", "arm_copy_to_user", LAB_TO_USER, NULL },
	{ "copy_from_user", "arm_copy_from_user", LAB_FROM_USER, NULL },
	{ "clear_user", "arm_clear_user", LAB_CLEAR_USER, NULL },
	{ 0 }
};

#define CONFIG	"ARM MMU CPU_V7 CPU_32v7 CPU_SPECTRE PAGE_OFFSET=0xc0000000 PAGE_SHIFT=12 " \
		"ARM_L1_CACHE_SHIFT=6 ARM_THUMB VMSPLIT_3G NR_CPUS=4 SMP HZ=250 AEABI " \
		"CPU_TLB_V7 CPU_CACHE_V7 CPU_ABRT_EV7 CPU_PABRT_V7 CPU_COPY_V6 CPU_HAS_ASID " \
		"FUNCTION_ALIGNMENT=4"

#define COMMON									\
	.arch = "arm",								\
	.guest = "arm",								\
	.cross = "arm-linux-gnueabihf-",					\
	.qemu = "qemu-arm",							\
	.sources = "arch/arm/lib/copy_to_user.S arch/arm/lib/copy_from_user.S "	\
		   "arch/arm/lib/clear_user.S",					\
	.include = "arch/arm/include/asm/unified.h",				\
	.asflags = "-D__LINUX_ARM_ARCH__=7 -Wa,-march=armv7-a -Wa,-W",		\
	.routines = routines

const struct lab_spec lab_arm = {
	.name = "arm",
	.summary = "ARM code",
	COMMON,
	.cflags = "-marm",
	.config = CONFIG,
};

const struct lab_spec lab_arm_thumb2 = {
	.name = "arm.thumb2",
	.summary = "Thumb-2 code",
	COMMON,
	.cflags = "-mthumb -Wa,-mthumb -Wa,-mimplicit-it=always",
	.config = CONFIG " THUMB2_KERNEL",
};

const struct lab_spec lab_arm_domains = {
	.name = "arm.domains",
	.summary = "ARM code, domains (CPU_USE_DOMAINS)",
	COMMON,
	.cflags = "-marm",
	.config = CONFIG " CPU_USE_DOMAINS",
};
