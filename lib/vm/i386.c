// SPDX-License-Identifier: GPL-2.0-or-later
#include "machine.h"

/* As amd64. */
const struct vm_machine vm_i386 = {
	.name = "i386",
	.unames = (const char *const[]){ "i686", "i586", NULL },
	.qemu = "qemu-system-i386",
	.package = "qemu-system-x86",
	.machine = "pc",
	.more = (const char *const[]){ "-vga", "none", NULL },
	.cpus = {
		{ "loop", "max,erms=off,fsrm=off", "copies as on a CPU without ERMS" },
		{ "rep", "max,erms=on,fsrm=on", "copies by rep movsb, which counts as one instruction a byte" },
	},
	.memory = 512,
	.console = "ttyS0",
	.words = "clocksource=tsc tsc=reliable",
	.port_devices = { "pci-serial" },
	.port = "/dev/ttyS1",
	.flavour = "686-pae",
};
