// SPDX-License-Identifier: GPL-2.0-or-later
#include "machine.h"
#include "x86.h"

const struct vm_machine vm_amd64 = {
	VM_X86_PC,
	.name = "amd64",
	.unames = (const char *const[]){ "x86_64", NULL },
	.qemu = "qemu-system-x86_64",
	.flavour = "amd64",
};
