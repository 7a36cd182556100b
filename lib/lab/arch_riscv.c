// SPDX-License-Identifier: GPL-2.0-or-later
#include "archs.h"

static const struct lab_routine scalar[] = {
	{ "copy_to_user", "__asm_copy_to_user", LAB_TO_USER, NULL },
	{ "copy_from_user", "__asm_copy_from_user", LAB_FROM_USER, NULL },
	{ "clear_user", "__clear_user", LAB_CLEAR_USER, NULL },
	{ 0 }
};

const struct lab_spec lab_riscv64 = {
	.name = "riscv64",
	.summary = "scalar copies",
	.arch = "riscv",
	.guest = "riscv",
	.cross = "riscv64-linux-gnu-",
	.qemu = "qemu-riscv64",
	.cflags = "-march=rv64gc -mabi=lp64d",
	.config = "64BIT MMU RISCV PAGE_OFFSET=0xff60000000000000 FUNCTION_ALIGNMENT=4",
	.sources = "arch/riscv/lib/uaccess.S",
	.routines = scalar,
};

static const struct lab_routine vector[] = {
	{ "copy_to_user", "__asm_vector_usercopy", LAB_TO_USER, NULL },
	{ "copy_from_user", "__asm_vector_usercopy", LAB_FROM_USER, NULL },
	{ 0 }
};

/* In the kernel what this leaves is tried again by the scalar copy: here it is by itself. */
const struct lab_spec lab_riscv64_vector = {
	.name = "riscv64.vector",
	.summary = "vector copies, VLEN 128",
	.arch = "riscv",
	.guest = "riscv",
	.cross = "riscv64-linux-gnu-",
	.qemu = "qemu-riscv64",
	.cpu = "rv64,v=true,vlen=128,vext_spec=v1.0",
	.cflags = "-march=rv64gcv -mabi=lp64d",
	.config = "64BIT MMU RISCV RISCV_ISA_V PAGE_OFFSET=0xff60000000000000 FUNCTION_ALIGNMENT=4",
	.sources = "arch/riscv/lib/uaccess_vector.S",
	.routines = vector,
};
