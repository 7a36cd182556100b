/* SPDX-License-Identifier: GPL-2.0-or-later */
/* riscv64: templates as in arch/x86_64/uaccess/arch.h. */
#ifndef UACCESS_ARCH_H
#define UACCESS_ARCH_H

#define UA_ARCH_RANGES		1
#define UA_ARCH_WORD		8
#define UA_ARCH_UNALIGNED	0
#define UA_ARCH_STORE_WHOLE	0

#define UA_ARCH_MEM1		"m"
#define UA_ARCH_MEM2		"m"
#define UA_ARCH_MEM4		"m"
#define UA_ARCH_MEM8		"m"
#define UA_ARCH_VAL		"rJ"
#define UA_ARCH_SIGNO		"a0"

#define UA_ARCH_LD1(k)	"lbu	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_LD2(k)	"lhu	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_LD4(k)	"lwu	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_LD8(k)	"ld	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST1(k)	"sb	%z[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST2(k)	"sh	%z[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST4(k)	"sw	%z[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST8(k)	"sd	%z[v" #k "], %[m" #k "]\n"

#endif
