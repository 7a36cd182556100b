// SPDX-License-Identifier: GPL-2.0-or-later
#include "machine.h"

/*
 * No PCI UART that a packaged kernel drives: the records leave by a virtio console. Its
 * queue is served by the CPU that rings (ioeventfd=off): served by another thread, the
 * guest would wait for as long as the host takes, and twins would differ.
 */
const struct vm_machine vm_s390x = {
	.name = "s390x",
	.unames = (const char *const[]){ "s390x", NULL },
	.qemu = "qemu-system-s390x",
	.package = "qemu-system-misc",
	.machine = "s390-ccw-virtio",
	.cpus = {
		{ "max", "max", "all that QEMU models" },
	},
	.memory = 512,
	.console = "ttysclp0",
	.words = "",
	.port_devices = { "virtio-serial-ccw,ioeventfd=off", "virtconsole" },
	.port = "/dev/hvc0",
	.modules = (const char *const[]){ "virtio_console", NULL },
	.flavour = "s390x",
};
