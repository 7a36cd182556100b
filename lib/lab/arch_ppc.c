// SPDX-License-Identifier: GPL-2.0-or-later
#include "archs.h"

static const struct lab_routine both[] = {
	{ "copy_to_user", "__copy_tofrom_user", LAB_TO_USER, NULL },
	{ "copy_from_user", "__copy_tofrom_user", LAB_FROM_USER, NULL },
	{ "clear_user", "__arch_clear_user", LAB_CLEAR_USER, NULL },
	{ 0 }
};

static const struct lab_routine copies[] = {
	{ "copy_to_user", "__copy_tofrom_user", LAB_TO_USER, NULL },
	{ "copy_from_user", "__copy_tofrom_user", LAB_FROM_USER, NULL },
	{ 0 }
};

#define COMMON64								\
	.arch = "powerpc",							\
	.guest = "ppc",								\
	.cross = "powerpc64le-linux-gnu-",					\
	.qemu = "qemu-ppc64le",							\
	.cpu = "power9",							\
	.cflags = "-mcpu=power8",						\
	.asflags = "-Wa,-maltivec -Wa,-mpower8",				\
	.config = "64BIT PPC PPC64 MMU PPC_BOOK3S PPC_BOOK3S_64 ALTIVEC VSX PPC_FPU "	\
		  "PPC64_ELF_ABI_V2 CPU_LITTLE_ENDIAN PPC_4K_PAGES PPC_PAGE_SHIFT=12 "	\
		  "PAGE_SHIFT=12 THREAD_SHIFT=14 NR_CPUS=4 PAGE_OFFSET=0xc000000000000000 "	\
		  "KERNEL_START=0xc000000000000000 PHYSICAL_START=0",		\
	.offsets = "DCACHEL1LOGBLOCKSIZE=0 DCACHEL1BLOCKSIZE=4",		\
	.longs = "255 3400 4096"

const struct lab_spec lab_ppc64el = {
	.name = "ppc64el",
	.summary = "base (before POWER6)",
	COMMON64,
	.sources = "arch/powerpc/lib/copyuser_64.S arch/powerpc/lib/copyuser_power7.S "
		   "arch/powerpc/lib/string_64.S",
	.features = "-DLAB_FEATURES=0UL -DLAB_VMX=0",
	.routines = both,
};

const struct lab_spec lab_ppc64el_power6 = {
	.name = "ppc64el-power6",
	.summary = "POWER6 (UNALIGNED_LD_STD)",
	COMMON64,
	.sources = "arch/powerpc/lib/copyuser_64.S arch/powerpc/lib/copyuser_power7.S",
	.features = "-DLAB_FEATURES=CPU_FTR_UNALIGNED_LD_STD -DLAB_VMX=0",
	.routines = copies,
};

const struct lab_spec lab_ppc64el_power7 = {
	.name = "ppc64el.power7",
	.summary = "POWER7, no vector registers (in interrupts)",
	COMMON64,
	.sources = "arch/powerpc/lib/copyuser_64.S arch/powerpc/lib/copyuser_power7.S",
	.features = "-DLAB_FEATURES=CPU_FTR_VMX_COPY|CPU_FTR_ALTIVEC -DLAB_VMX=0",
	.routines = copies,
};

const struct lab_spec lab_ppc64el_vmx = {
	.name = "ppc64el.vmx",
	.summary = "POWER7, vector registers above 3328 B",
	COMMON64,
	.sources = "arch/powerpc/lib/copyuser_64.S arch/powerpc/lib/copyuser_power7.S",
	.features = "-DLAB_FEATURES=CPU_FTR_VMX_COPY|CPU_FTR_ALTIVEC -DLAB_VMX=1",
	.routines = copies,
};

/* qemu's dcbz clears a line of the -cpu named: 32 B on the 750, 64 B on the e500mc */
#define COMMON32								\
	.arch = "powerpc",							\
	.guest = "ppc",								\
	.cross = "powerpc-linux-gnu-",						\
	.qemu = "qemu-ppc",							\
	.cflags = "-m32",							\
	.sources = "arch/powerpc/lib/copy_32.S arch/powerpc/lib/string_32.S",	\
	.features = "-DLAB_FEATURES=0UL",					\
	.routines = both

#define CONFIG32								\
	"PPC PPC32 MMU PPC_FPU PPC_4K_PAGES PPC_PAGE_SHIFT=12 PAGE_SHIFT=12 THREAD_SHIFT=13 "	\
	"NR_CPUS=1 PAGE_OFFSET=0xc0000000 KERNEL_START=0xc0000000 PHYSICAL_START=0 "	\
	"TASK_SIZE=0xb0000000 "

const struct lab_spec lab_powerpc = {
	.name = "powerpc",
	.summary = "32 bits, lines of 32 B (6xx)",
	COMMON32,
	.cpu = "750",
	.config = CONFIG32 "PPC_BOOK3S PPC_BOOK3S_32 PPC_BOOK3S_6xx",
};

const struct lab_spec lab_powerpc_e500mc = {
	.name = "powerpc.e500mc",
	.summary = "32 bits, lines of 64 B (e500mc)",
	COMMON32,
	.cpu = "e500mc",
	.config = CONFIG32 "BOOKE PPC_BOOK3E PPC_E500 E500 FSL_BOOKE PPC_FSL_BOOK3E PPC_E500MC",
};
