/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What QEMU has to be told to boot one architecture so that guest time is executed
 * instructions: a const descriptor each, in <name>.c, and the table of all. The
 * architectures are named as Debian names them.
 */
#ifndef UABENCH_VM_MACHINE_H
#define UABENCH_VM_MACHINE_H

#include <stddef.h>

#define VM_MAX_CPUS	2

/* One way to model the processor. */
struct vm_cpu {
	const char *name;	/* for --cpu-model */
	const char *qemu;	/* of -cpu */
	const char *summary;
};

struct vm_machine {
	const char *name;
	const char *const *unames;	/* as `uname -m` says it, ended by NULL */
	const char *qemu;		/* program */
	const char *package;		/* of Debian, that has it */
	const char *machine;		/* of -machine */
	const char *const *more;	/* further words for QEMU, ended by NULL, or NULL */
	struct vm_cpu cpus[VM_MAX_CPUS];	/* the first is the default; name NULL: none */
	unsigned int memory;		/* MiB */
	const char *console;		/* of console= */
	const char *words;		/* more of the kernel's command line, or "" */
	const char *port_devices[2];	/* -device of the records' port: the last one has the chardev */
	const char *port;		/* what the guest calls it */
	const char *const *modules;	/* that the port needs in a packaged kernel, or NULL */
	const char *flavour;		/* Debian's package is linux-image-<flavour> */
	const char *suite;		/* Debian's first suite that has it; NULL: bookworm or older */
};

extern const struct vm_machine vm_amd64, vm_i386, vm_arm64, vm_armhf, vm_ppc64el, vm_s390x,
			       vm_riscv64;

/* All, ended by NULL. */
extern const struct vm_machine *const vm_machines[];

/* By its name or by what `uname -m` says; NULL: none. */
const struct vm_machine *vm_machine_find(const char *name);

/* The model of that name, NULL: the default one. NULL where there is none. */
const struct vm_cpu *vm_cpu_find(const struct vm_machine *m, const char *name);

#endif
