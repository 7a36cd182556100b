/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What both x86 machines have in common. */
#ifndef UABENCH_VM_X86_H
#define UABENCH_VM_X86_H

/*
 * tsc=reliable: else the kernel holds the TSC against timers that QEMU emulates and may
 * drop it. QEMU counts one instruction for each byte that `rep movsb` moves, hence the
 * two models.
 */
#define VM_X86_PC \
	.package = "qemu-system-x86", \
	.machine = "pc", \
	.more = (const char *const[]){ "-vga", "none", NULL }, \
	.cpus = { \
		{ "loop", "max,erms=off,fsrm=off", "copies by moves of words, as on a CPU without ERMS" }, \
		{ "rep", "max,erms=on,fsrm=on", \
		  "copies by rep movsb, which counts as one instruction a byte" }, \
	}, \
	.memory = 512, \
	.console = "ttyS0", \
	.words = "clocksource=tsc tsc=reliable", \
	.port_devices = { "pci-serial" }, \
	.port = "/dev/ttyS1"

#endif
