/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CHOICE, a sum of 1 object check, 2 window, 4 hook, as the macros of <uaccess/layer.h>. */
#ifndef UACCESS_BENCH_CHOICE_H
#define UACCESS_BENCH_CHOICE_H

#ifdef CHOICE
#define UA_CHECK_OBJECT	(CHOICE & 1)
#define UA_CHECK_WINDOW	((CHOICE & 2) >> 1)
/* What a hook is at least: does this program allow a fault here? */
extern int may_not_fault;
#define UA_MIGHT_FAULT(p, n)							\
	((CHOICE & 4) && __builtin_expect(may_not_fault, 0) ? __builtin_trap() : (void)0)
#endif

#endif
