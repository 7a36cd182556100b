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
	.config = "64BIT MMU RISCV PAGE_OFFSET=0xff60000000000000",
	.sources = "arch/riscv/lib/uaccess.S",
	.routines = scalar,
};
