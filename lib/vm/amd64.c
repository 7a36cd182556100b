// SPDX-License-Identifier: GPL-2.0-or-later
#include "machine.h"

/*
 * tsc=reliable: else the kernel holds the TSC against timers that QEMU emulates and may
 * drop it. QEMU counts one instruction for each byte that `rep movsb` moves, hence the
 * two models.
 */
const struct vm_machine vm_amd64 = {
	.name = "amd64",
	.unames = (const char *const[]){ "x86_64", NULL },
	.qemu = "qemu-system-x86_64",
	.package = "qemu-system-x86",
	.machine = "pc",
	.more = (const char *const[]){ "-vga", "none", NULL },
	.cpus = {
		{ "loop", "max,erms=off,fsrm=off", "copies by moves of 8 bytes, as on a CPU without ERMS" },
		{ "rep", "max,erms=on,fsrm=on", "copies by rep movsb, which counts as one instruction a byte" },
	},
	.memory = 512,
	.console = "ttyS0",
	.words = "clocksource=tsc tsc=reliable",
	.port_devices = { "pci-serial" },
	.port = "/dev/ttyS1",
	.flavour = "amd64",
};
