// SPDX-License-Identifier: GPL-2.0-or-later
#include "machine.h"

/*
 * The architecture's own algorithm for pointer authentication takes QEMU four times as
 * long to boot. The clock's rate is raised to 1 GHz so that it steps by an instruction.
 */
const struct vm_machine vm_arm64 = {
	.name = "arm64",
	.unames = (const char *const[]){ "aarch64", NULL },
	.qemu = "qemu-system-aarch64",
	.package = "qemu-system-arm",
	.machine = "virt",
	.cpus = {
		{ "max", "max,pauth-impdef=on,cntfrq=1000000000", "all that QEMU models" },
	},
	.memory = 512,
	.console = "ttyAMA0",
	.words = "",
	.port_devices = { "pci-serial" },
	.port = "/dev/ttyS0",
	.flavour = "arm64",
};
