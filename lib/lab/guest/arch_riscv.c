// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "tree_constants.h"	/* EX_* */
#include "lab.h"

#define SR_SUM		0x40000		/* permit supervisor access to user memory */
#define CSR_SSTATUS	0x100
#define NOP		0x00000013
#define C_NOP		0x0001

struct entry {
	int32_t insn, fixup;	/* relative to their own address */
#ifdef EX_TYPE_FIXUP
	uint16_t type, data;
#endif
};

unsigned long arch_pc(const ucontext_t *uc)
{
	return uc->uc_mcontext.__gregs[REG_PC];
}

void arch_skip(ucontext_t *uc, unsigned int len)
{
	uc->uc_mcontext.__gregs[REG_PC] += len;
}

int arch_fixup(ucontext_t *uc)
{
	const struct entry *e = (void *)__start___ex_table, *end = (void *)__stop___ex_table;
	unsigned long *regs = (unsigned long *)uc->uc_mcontext.__gregs;
	unsigned long pc = regs[REG_PC];

	while (e < end && (uintptr_t)&e->insn + e->insn != pc)
		e++;
	if (e >= end)
		return -1;
#ifdef EX_TYPE_FIXUP
	if (e->type == EX_TYPE_UACCESS_ERR_ZERO) {
		unsigned int err = e->data & 31, zero = e->data >> 5 & 31;

		if (err)
			regs[err] = -14L;	/* EFAULT */
		if (zero)
			regs[zero] = 0;
	} else if (e->type != EX_TYPE_FIXUP) {
		return -2;
	}
#endif
	regs[REG_PC] = (uintptr_t)&e->fixup + e->fixup;
	return 0;
}

/* csrs/csrc sstatus, reg: the reg is not looked at, it holds SR_SUM in every tree. */
unsigned int arch_window(const unsigned char *pc, bool *open)
{
	uint32_t insn;

	if ((uintptr_t)pc & 1)
		return 0;
	memcpy(&insn, pc, sizeof(insn));
	if ((insn & 0xfff00fff) != (CSR_SSTATUS << 20 | 0x73))
		return 0;
	if ((insn >> 12 & 7) != 2 && (insn >> 12 & 7) != 3)
		return 0;
	*open = (insn >> 12 & 7) == 2;
	return 4;
}

void arch_nop(unsigned char *at, unsigned int len)
{
	uint32_t nop = NOP;

	memcpy(at, &nop, len);
}
