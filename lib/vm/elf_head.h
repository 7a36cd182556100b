/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The head of an ELF file: what it is for, how long its segments make it. */
#ifndef UABENCH_VM_ELF_HEAD_H
#define UABENCH_VM_ELF_HEAD_H

#include "bytes.h"
#include "machine.h"

struct elf_head {
	const struct vm_machine *machine;	/* NULL: not ours */
	unsigned int e_machine;
	uint64_t end;		/* where the last byte of its segments stands in the file */
	bool program;		/* to be executed, and has segments */
	bool object;		/* to be linked, such as a kernel's module */
	bool interpreter;	/* wants a dynamic loader */
	bool pvh;		/* has Xen's note PHYS32_ENTRY */
};

/* 0, or -ENOEXEC: no ELF, or its tables reach beyond the bytes given. Sets the byte order of @b. */
int elf_head(struct bytes *b, struct elf_head *ret);

#endif
