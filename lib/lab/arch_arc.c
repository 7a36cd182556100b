// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The copies are inline assembler in C, whose tail is left out where n is a constant that
 * has none. QEMU emulates no ARC: the lab interprets them, guest/arch_arc.c.
 */
#include "archs.h"

static const char copies[] =
	"#include <linux/types.h>\n#include <asm/processor.h>\n#include <asm/uaccess.h>\n"
	"unsigned long lab_copy_to_user(void *to, const void *from, unsigned long n)\n"
	"{ return raw_copy_to_user(to, from, n); }\n"
	"unsigned long lab_copy_from_user(void *to, const void *from, unsigned long n)\n"
	"{ return raw_copy_from_user(to, from, n); }\n"
	"unsigned long lab_clear_user(void *to, unsigned long n)\n"
	"{ return __clear_user(to, n); }\n"
	"#define FIXED(n) \\\n"
	"unsigned long lab_copy_to_user_##n(void *to, const void *from) \\\n"
	"{ return raw_copy_to_user(to, from, n); } \\\n"
	"unsigned long lab_copy_from_user_##n(void *to, const void *from) \\\n"
	"{ return raw_copy_from_user(to, from, n); }\n"
	"FIXED(4)\nFIXED(8)\nFIXED(64)\nFIXED(67)\n";

#define FIXED(n)								\
	{ "copy_to_user:" #n, "lab_copy_to_user_" #n, LAB_TO_USER, NULL },	\
	{ "copy_from_user:" #n, "lab_copy_from_user_" #n, LAB_FROM_USER, NULL }

static const struct lab_routine routines[] = {
	{ "copy_to_user", "lab_copy_to_user", LAB_TO_USER, NULL },
	{ "copy_from_user", "lab_copy_from_user", LAB_FROM_USER, NULL },
	{ "clear_user", "lab_clear_user", LAB_CLEAR_USER, NULL },
	FIXED(4),
	FIXED(8),
	FIXED(64),
	FIXED(67),
	{ 0 }
};

#define CONFIG									\
	"ARC MMU ISA_ARCV2 ARC_HAS_LL64 ARC_HAS_LLSC ARC_PAGE_SIZE_8K PAGE_SHIFT=13 "	\
	"CPU_LITTLE_ENDIAN LINUX_LINK_BASE=0x80000000 NR_CPUS=1 HZ=100 "		\
	"PGTABLE_LEVELS=2 ARC_KVADDR_SIZE=256"

#define COMMON									\
	.arch = "arc",								\
	.guest = "arc",								\
	.interpreted = true,							\
	.cross = "arc-linux-gnu-",						\
	.ccflags = "-fno-ipa-icf",						\
	.sources = "",								\
	.inlined = copies,							\
	.routines = routines

/* CONFIG_ARC_USE_UNALIGNED_MEM_ACCESS, on by default, also sets what gcc may make of C. */
const struct lab_spec lab_arc = {
	.name = "arc",
	.summary = "inline in C, ARCv2 (HS38); interpreted",
	COMMON,
	.cflags = "-mcpu=hs38 -mll64 -munaligned-access",
	.config = CONFIG " ARC_USE_UNALIGNED_MEM_ACCESS",
};

const struct lab_spec lab_arc_aligned = {
	.name = "arc.aligned",
	.summary = "no unaligned accesses (no ARC_USE_UNALIGNED_MEM_ACCESS)",
	COMMON,
	.cflags = "-mcpu=hs38 -mll64 -mno-unaligned-access",
	.config = CONFIG,
	.features = "-DLAB_ALIGNED=1",
};
