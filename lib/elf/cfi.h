/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Call frame information, .debug_frame or .eh_frame: how far each function moves its stack
 * pointer. Source: DWARF 5, section 6.4; the Linux Standard Base for .eh_frame.
 */
#ifndef UABENCH_ELF_CFI_H
#define UABENCH_ELF_CFI_H

#include "obj.h"

struct cfi_frame {
	uint64_t addr, size;
	int64_t cfa;		/* the largest distance of the CFA from the stack pointer, bytes */
	bool saves;		/* a register is saved on the stack */
	bool other;		/* there are places where the CFA is told by another register */
};

struct cfi {
	struct cfi_frame *frames;	/* by address, one an address */
	size_t n;
	const char *section;	/* where they are from; NULL: there is none */
};

/*
 * Once an object, for it applies its relocations. sp is DWARF's number of the stack
 * pointer. 0, also where there is none; -EINVAL with
 * what is damaged in diag, -ENOMEM. To be released in any case.
 */
int cfi_read(struct cfi *c, struct obj *o, unsigned int sp, struct strbuf *diag);
void cfi_release(struct cfi *c);

#endif
