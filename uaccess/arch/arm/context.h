/* SPDX-License-Identifier: GPL-2.0-or-later */
/* arm: what a handler may see and change of the interrupted program. */
#ifndef UACCESS_CONTEXT_H
#define UACCESS_CONTEXT_H

#include <stdint.h>
#include <ucontext.h>

static inline uintptr_t context_pc(const ucontext_t *uc)
{
	return (uintptr_t)uc->uc_mcontext.arm_pc;
}

static inline void context_land(ucontext_t *uc, uintptr_t pc)
{
	uc->uc_mcontext.arm_pc = pc;
}

static inline void context_set_signo(ucontext_t *uc, int signo)
{
	uc->uc_mcontext.arm_r0 = (unsigned long)signo;
}

#endif
