// SPDX-License-Identifier: GPL-2.0-or-later
/* The copies take no part in opening and closing the window: the C around them does. */
#include <string.h>

#include "tree_constants.h"	/* EX_* */
#include "lab.h"

#define NOP		0xd503201f
#define NO_REGISTER	31

struct entry {
	int32_t insn, fixup;	/* relative to their own address */
#ifdef EX_TYPE_UACCESS_ERR_ZERO
	uint16_t type, data;
#endif
};

unsigned long arch_pc(const ucontext_t *uc)
{
	return uc->uc_mcontext.pc;
}

void arch_skip(ucontext_t *uc, unsigned int len)
{
	uc->uc_mcontext.pc += len;
}

int arch_fixup(ucontext_t *uc)
{
	const struct entry *e = (void *)__start___ex_table, *end = (void *)__stop___ex_table;
	mcontext_t *m = &uc->uc_mcontext;

	while (e < end && (uintptr_t)&e->insn + e->insn != m->pc)
		e++;
	if (e >= end)
		return -1;
#ifdef EX_TYPE_UACCESS_ERR_ZERO
	if (e->type != EX_TYPE_UACCESS_ERR_ZERO
#ifdef EX_TYPE_KACCESS_ERR_ZERO
	    && e->type != EX_TYPE_KACCESS_ERR_ZERO
#endif
	   )
		return -2;
	if ((e->data & 31) != NO_REGISTER)
		m->regs[e->data & 31] = -14L;	/* EFAULT */
	if ((e->data >> 5 & 31) != NO_REGISTER)
		m->regs[e->data >> 5 & 31] = 0;
#endif
	m->pc = (uintptr_t)&e->fixup + e->fixup;
	return 0;
}

void arch_nop(unsigned char *at, unsigned int len)
{
	uint32_t nop = NOP;

	memcpy(at, &nop, len);
}
