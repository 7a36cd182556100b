/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * x86-64: the instructions of the primitives, as templates. Operand k of an asm is the
 * memory [mk] and the register [vk]; loads zero-extend to a word.
 */
#ifndef UACCESS_ARCH_H
#define UACCESS_ARCH_H

#define UA_ARCH_RANGES		1
#define UA_ARCH_WORD		8	/* bytes of a register */
#define UA_ARCH_UNALIGNED	1	/* any alignment is as good */
#define UA_ARCH_STORE_WHOLE	1	/* a store across two pages writes all or nothing */

#define UA_ARCH_MEM1		"m"	/* constraints of the memory, by width */
#define UA_ARCH_MEM2		"m"
#define UA_ARCH_MEM4		"m"
#define UA_ARCH_MEM8		"m"
#define UA_ARCH_VAL		"r"	/* constraint of the value to store */
#define UA_ARCH_SIGNO		"rax"	/* see UA_RANGE_SIGNO */

#define UA_ARCH_LD1(k)	"movzbl	%[m" #k "], %k[v" #k "]\n"
#define UA_ARCH_LD2(k)	"movzwl	%[m" #k "], %k[v" #k "]\n"
#define UA_ARCH_LD4(k)	"movl	%[m" #k "], %k[v" #k "]\n"
#define UA_ARCH_LD8(k)	"movq	%[m" #k "], %q[v" #k "]\n"
#define UA_ARCH_ST1(k)	"movb	%b[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST2(k)	"movw	%w[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST4(k)	"movl	%k[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST8(k)	"movq	%q[v" #k "], %[m" #k "]\n"

#endif
