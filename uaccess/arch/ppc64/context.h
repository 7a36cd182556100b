/* SPDX-License-Identifier: GPL-2.0-or-later */
/* powerpc, 64 bit: what a handler may see and change of the interrupted program. */
#ifndef UACCESS_CONTEXT_H
#define UACCESS_CONTEXT_H

#include <stdint.h>
#include <ucontext.h>

static inline uintptr_t context_pc(const ucontext_t *uc)
{
	return (uintptr_t)uc->uc_mcontext.gp_regs[32];
}

static inline void context_land(ucontext_t *uc, uintptr_t pc)
{
	uc->uc_mcontext.gp_regs[32] = pc;
}

static inline void context_set_signo(ucontext_t *uc, int signo)
{
	uc->uc_mcontext.gp_regs[3] = (unsigned long)signo;
}

#endif
