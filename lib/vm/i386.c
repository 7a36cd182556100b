// SPDX-License-Identifier: GPL-2.0-or-later
#include "machine.h"
#include "x86.h"

const struct vm_machine vm_i386 = {
	VM_X86_PC,
	.name = "i386",
	.unames = (const char *const[]){ "i686", "i586", NULL },
	.qemu = "qemu-system-i386",
	.flavour = "686-pae",
};
