// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A variant for each choice of alternatives. What is called is raw_copy_to_user() and its
 * like, as the tree's header has them inline: up to 6.3 they call one of three functions;
 * since then they have the fast path (FSRM, FSRS) inside and call one function for the rest.
 */
#include "archs.h"

/* uaccess_64.h without what asm/uaccess.h adds for the single words */
#define INCLUDES								\
	"#include <linux/types.h>\n#include <linux/errno.h>\n"			\
	"#include <asm/processor.h>\n#include <asm/asm.h>\n"			\
	"#include <asm/smap.h>\n#include <asm/extable.h>\n"			\
	"#include <asm/uaccess_64.h>\n"

static const char copies[] = INCLUDES
	"unsigned long lab_copy_to_user(void *to, const void *from, unsigned long n)\n"
	"{ return raw_copy_to_user(to, from, n); }\n"
	"unsigned long lab_copy_from_user(void *to, const void *from, unsigned long n)\n"
	"{ return raw_copy_from_user(to, from, n); }\n"
	"unsigned long lab_clear_user(void *to, unsigned long n)\n"
	"{ return __clear_user(to, n); }\n";

/* The name before and since 6.12.117. */
static const char nocache_copy[] = INCLUDES
	"unsigned long lab_copy_nocache(void *to, const void *from, unsigned long n)\n"
	"{\n"
	"#ifdef copy_to_nontemporal\n"
	"	return copy_from_user_inatomic_nontemporal(to, from, n);\n"
	"#else\n"
	"	return __copy_from_user_inatomic_nocache(to, from, n);\n"
	"#endif\n"
	"}\n";

static const struct lab_routine all[] = {
	{ "copy_to_user", "lab_copy_to_user", LAB_TO_USER, NULL },
	{ "copy_from_user", "lab_copy_from_user", LAB_FROM_USER, NULL },
	{ "clear_user", "lab_clear_user", LAB_CLEAR_USER, NULL },
	{ 0 }
};

static const struct lab_routine from_user[] = {
	{ "copy_from_user", "lab_copy_nocache", LAB_FROM_USER, NULL },
	{ 0 }
};

#define COMMON									\
	.arch = "x86",								\
	.guest = "x86",								\
	.cross = "x86_64-linux-gnu-",						\
	.qemu = "qemu-x86_64",							\
	.machine = "x86_64",							\
	.cpu = "max",								\
	.cflags = "-m64 -mno-red-zone",						\
	.ccflags = "-mcmodel=kernel -mgeneral-regs-only -fno-ipa-icf",		\
	.config = "64BIT X86 X86_64 MMU SMP NR_CPUS=64 X86_L1_CACHE_SHIFT=6 "	\
		  "PHYSICAL_START=0x1000000 PHYSICAL_ALIGN=0x200000 "		\
		  "PGTABLE_LEVELS=4 X86_SMAP PAGE_SIZE_4KB HAVE_PAGE_SIZE_4KB "	\
		  "PAGE_SHIFT=12 X86_INTERNODE_CACHE_SHIFT=6 FUNCTION_ALIGNMENT=16 "	\
		  "THREAD_INFO_IN_TASK TINY_RCU TINY_SRCU HZ=250 "		\
		  "HAVE_ARCH_WITHIN_STACK_FRAMES",				\
	.sources = "arch/x86/lib/copy_user_64.S arch/x86/lib/copy_user_uncached_64.S " \
		   "arch/x86/lib/clear_page_64.S"

const struct lab_spec lab_x86 = {
	.name = "x86-64",
	.summary = "unrolled (no REP_GOOD, no ERMS)",
	COMMON,
	.features = "-DLAB_FEATURES=X86_FEATURE_SMAP",
	.inlined = copies,
	.routines = all,
};

const struct lab_spec lab_x86_string = {
	.name = "x86-64.string",
	.summary = "rep movsq (REP_GOOD)",
	COMMON,
	.features = "-DLAB_FEATURES=X86_FEATURE_SMAP,X86_FEATURE_REP_GOOD",
	.inlined = copies,
	.needs = "copy_user_generic_string",	/* else it is the same as the first */
	.routines = all,
};

const struct lab_spec lab_x86_erms = {
	.name = "x86-64.erms",
	.summary = "rep movsb (ERMS, no FSRM)",
	COMMON,
	.features = "-DLAB_FEATURES=X86_FEATURE_SMAP,X86_FEATURE_REP_GOOD,X86_FEATURE_ERMS",
	.inlined = copies,
	.routines = all,
};

const struct lab_spec lab_x86_fsrm = {
	.name = "x86-64.fsrm",
	.summary = "rep movsb and rep stosb for all sizes (FSRM, FSRS)",
	COMMON,
	.features = "-DLAB_FEATURES=X86_FEATURE_SMAP,X86_FEATURE_REP_GOOD,X86_FEATURE_ERMS,"
		    "X86_FEATURE_FSRM,X86_FEATURE_FSRS",
	.inlined = copies,
	.routines = all,
};

const struct lab_spec lab_x86_nocache = {
	.name = "x86-64.nocache",
	.summary = "movnti, no ERMS",
	COMMON,
	.features = "-DLAB_FEATURES=X86_FEATURE_SMAP",
	.inlined = nocache_copy,
	.routines = from_user,
};
