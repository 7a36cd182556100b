// SPDX-License-Identifier: GPL-2.0-or-later
/* ARM and Thumb-2. The C around the copies opens and closes the window. */
#include <string.h>

#include "lab.h"

#define NOP_ARM		0xe1a00000
#define IT_BITS		0x0600fc00	/* of the CPSR: the rest of an IT block */

struct entry {
	uint32_t insn, fixup;
};

unsigned long arch_pc(const ucontext_t *uc)
{
	return uc->uc_mcontext.arm_pc;
}

void arch_skip(ucontext_t *uc, unsigned int len)
{
	uc->uc_mcontext.arm_pc += len;
}

int arch_fixup(ucontext_t *uc)
{
	const struct entry *e = (void *)__start___ex_table, *end = (void *)__stop___ex_table;

	while (e < end && e->insn != uc->uc_mcontext.arm_pc)
		e++;
	if (e >= end)
		return -1;
	uc->uc_mcontext.arm_pc = e->fixup & ~1U;
	uc->uc_mcontext.arm_cpsr &= ~IT_BITS;
	return 0;
}

void arch_nop(unsigned char *at, unsigned int len)
{
	uint32_t nop = NOP_ARM;

	memcpy(at, &nop, len);
}

/* What the unwinding tables name, where a configuration has them. */
void tree___aeabi_unwind_cpp_pr0(void)
{
}

void tree___aeabi_unwind_cpp_pr1(void)
{
}
