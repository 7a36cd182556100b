// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A variant for each choice of alternatives. Up to 6.3 each copy was a function of its own
 * and the choice was in C; since then one function has its alternatives inside, and the
 * fast path (FSRM) is inline in C.
 */
#include "archs.h"

#define COMMON									\
	.arch = "x86",								\
	.guest = "x86",								\
	.cross = "x86_64-linux-gnu-",						\
	.qemu = "qemu-x86_64",							\
	.cpu = "max",								\
	.cflags = "-m64 -mno-red-zone",						\
	.config = "64BIT X86 X86_64 MMU SMP NR_CPUS=64 X86_L1_CACHE_SHIFT=6 "	\
		  "PHYSICAL_START=0x1000000 PHYSICAL_ALIGN=0x200000 "		\
		  "PGTABLE_LEVELS=4 X86_SMAP PAGE_SIZE_4KB HAVE_PAGE_SIZE_4KB "	\
		  "PAGE_SHIFT=12 X86_INTERNODE_CACHE_SHIFT=6 FUNCTION_ALIGNMENT=16",	\
	.sources = "arch/x86/lib/copy_user_64.S arch/x86/lib/copy_user_uncached_64.S " \
		   "arch/x86/lib/clear_page_64.S"

static const struct lab_routine unrolled[] = {
	{ "copy_to_user", "copy_user_generic_unrolled", LAB_TO_USER, NULL },
	{ "copy_from_user", "copy_user_generic_unrolled", LAB_FROM_USER, NULL },
	{ "copy_to_user", "rep_movs_alternative", LAB_TO_USER, "lab_x86_movs" },
	{ "copy_from_user", "rep_movs_alternative", LAB_FROM_USER, "lab_x86_movs" },
	{ "clear_user", "clear_user_original", LAB_CLEAR_USER, "lab_x86_stos" },
	{ "clear_user", "rep_stos_alternative", LAB_CLEAR_USER, "lab_x86_stos" },
	{ 0 }
};

const struct lab_spec lab_x86 = {
	.name = "x86-64",
	.summary = "unrolled (no REP_GOOD, no ERMS)",
	COMMON,
	.features = "-DLAB_FEATURES=X86_FEATURE_SMAP",
	.routines = unrolled,
};

static const struct lab_routine string[] = {
	{ "copy_to_user", "copy_user_generic_string", LAB_TO_USER, NULL },
	{ "copy_from_user", "copy_user_generic_string", LAB_FROM_USER, NULL },
	{ "clear_user", "clear_user_rep_good", LAB_CLEAR_USER, "lab_x86_stos" },
	{ 0 }
};

const struct lab_spec lab_x86_string = {
	.name = "x86-64.string",
	.summary = "rep movsq (REP_GOOD)",
	COMMON,
	.features = "-DLAB_FEATURES=X86_FEATURE_SMAP,X86_FEATURE_REP_GOOD",
	.routines = string,
};

static const struct lab_routine erms[] = {
	{ "copy_to_user", "copy_user_enhanced_fast_string", LAB_TO_USER, NULL },
	{ "copy_from_user", "copy_user_enhanced_fast_string", LAB_FROM_USER, NULL },
	{ "copy_to_user", "rep_movs_alternative", LAB_TO_USER, "lab_x86_movs" },
	{ "copy_from_user", "rep_movs_alternative", LAB_FROM_USER, "lab_x86_movs" },
	{ "clear_user", "clear_user_erms", LAB_CLEAR_USER, "lab_x86_stos" },
	{ 0 }
};

const struct lab_spec lab_x86_erms = {
	.name = "x86-64.erms",
	.summary = "rep movsb (ERMS, no FSRM)",
	COMMON,
	.features = "-DLAB_FEATURES=X86_FEATURE_SMAP,X86_FEATURE_REP_GOOD,X86_FEATURE_ERMS",
	.routines = erms,
};

static const struct lab_routine fsrm[] = {
	{ "copy_to_user", "copy_user_enhanced_fast_string", LAB_TO_USER, NULL },
	{ "copy_from_user", "copy_user_enhanced_fast_string", LAB_FROM_USER, NULL },
	{ 0 }
};

const struct lab_spec lab_x86_fsrm = {
	.name = "x86-64.fsrm",
	.summary = "rep movsb for all sizes (FSRM)",
	COMMON,
	.features = "-DLAB_FEATURES=X86_FEATURE_SMAP,X86_FEATURE_REP_GOOD,X86_FEATURE_ERMS,"
		    "X86_FEATURE_FSRM",
	.routines = fsrm,
};

static const struct lab_routine nocache[] = {
	{ "copy_from_user", "__copy_user_nocache", LAB_FROM_USER, NULL },
	{ 0 }
};

const struct lab_spec lab_x86_nocache = {
	.name = "x86-64.nocache",
	.summary = "movnti, no ERMS",
	COMMON,
	.features = "-DLAB_FEATURES=X86_FEATURE_SMAP",
	.routines = nocache,
};
