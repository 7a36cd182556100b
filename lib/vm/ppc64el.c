// SPDX-License-Identifier: GPL-2.0-or-later
#include "machine.h"

const struct vm_machine vm_ppc64el = {
	.name = "ppc64el",
	.unames = (const char *const[]){ "ppc64le", NULL },
	.qemu = "qemu-system-ppc64",
	.package = "qemu-system-ppc",
	.machine = "pseries",
	.cpus = {
		{ "power9", "power9", "POWER9, radix MMU" },
	},
	.memory = 512,
	.console = "hvc0",
	.words = "",
	.port_devices = { "pci-serial" },
	.port = "/dev/ttyS0",
	.flavour = "powerpc64le",
};
