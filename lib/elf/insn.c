// SPDX-License-Identifier: GPL-2.0-or-later
#include <elf.h>

#include "insn.h"

#ifndef EM_ARC_COMPACT
#define EM_ARC_COMPACT	93
#endif
#ifndef EM_ARC_COMPACT2
#define EM_ARC_COMPACT2	195
#endif
#ifndef EF_ARM_BE8
#define EF_ARM_BE8	0x00800000
#endif

const struct insn_arch *insn_arch(unsigned int machine, unsigned int flags, bool elf64,
				  bool big, struct insn_state *ret_state)
{
	*ret_state = (struct insn_state){ .big = big, .wide = elf64 };
	switch (machine) {
	case EM_386:
		return &insn_x86_32;
	case EM_X86_64:
		return &insn_x86_64;
	case EM_ARM:
		ret_state->big = big && !(flags & EF_ARM_BE8);
		return &insn_arm;
	case EM_AARCH64:
		ret_state->big = false;		/* code always is little endian */
		return &insn_arm64;
	case EM_RISCV:
		ret_state->big = false;
		return &insn_riscv;
	case EM_PPC:
	case EM_PPC64:
		return &insn_powerpc;
	case EM_S390:
		return elf64 ? &insn_s390 : &insn_s390_31;
	case EM_MIPS:
		return &insn_mips;
	case EM_ARC_COMPACT:
	case EM_ARC_COMPACT2:
		return &insn_arc;
	default:
		return NULL;
	}
}
