// SPDX-License-Identifier: GPL-2.0-or-later
#include "machine.h"

/* highmem=off: a kernel without LPAE reaches no device above 4 GiB. */
const struct vm_machine vm_armhf = {
	.name = "armhf",
	.unames = (const char *const[]){ "armv7l", NULL },
	.qemu = "qemu-system-arm",
	.package = "qemu-system-arm",
	.machine = "virt,highmem=off",
	.cpus = {
		{ "cortex-a15", "cortex-a15,cntfrq=1000000000", "ARMv7 with LPAE and virtualisation" },
	},
	.memory = 512,
	.console = "ttyAMA0",
	.words = "",
	.port_devices = { "pci-serial" },
	.port = "/dev/ttyS0",
	.flavour = "armmp",
};
