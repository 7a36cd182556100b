// SPDX-License-Identifier: GPL-2.0-or-later
#include "machine.h"

const struct vm_machine vm_riscv64 = {
	.name = "riscv64",
	.unames = (const char *const[]){ "riscv64", NULL },
	.qemu = "qemu-system-riscv64",
	.package = "qemu-system-misc",
	.machine = "virt",
	.cpus = {
		{ "rv64", "rv64", "RV64GC, as this QEMU models it" },
	},
	.memory = 512,
	.console = "ttyS0",
	.words = "",
	.port_devices = { "pci-serial" },
	.port = "/dev/ttyS1",
	.flavour = "riscv64",
	.suite = "trixie",
};
