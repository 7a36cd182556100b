/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The command line of QEMU for a boot whose guest time is executed instructions: one an
 * ns (-icount shift=0), idle time skipped (sleep=off), every source of chance seeded
 * (-seed), the clock's date fixed (-rtc). Pure: it touches no file and no environment.
 */
#ifndef UABENCH_VM_ARGV_H
#define UABENCH_VM_ARGV_H

#include <stdint.h>

#include "machine.h"
#include "strbuf.h"

struct vm_spec {
	const struct vm_machine *machine;
	const struct vm_cpu *cpu;
	const char *kernel;	/* files */
	const char *initrd;
	const char *console;	/* what the guest prints is written there */
	const char *record;	/* and what it measures there */
	const char *append;	/* more words for the kernel, after ours; NULL: none */
	uint64_t seed;
};

/* The kernel's command line. 0 or -ENOMEM. */
int vm_cmdline(const struct vm_spec *spec, struct strbuf *sb);

/*
 * The words of the command line, ended by NULL, of which the caller frees the array
 * alone: all is one block of memory. 0 or -ENOMEM.
 */
int vm_argv(const struct vm_spec *spec, char ***ret_argv);

#endif
