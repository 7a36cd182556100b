/* SPDX-License-Identifier: GPL-2.0-or-later */
/* arm64: templates as in arch/x86_64/uaccess/arch.h. */
#ifndef UACCESS_ARCH_H
#define UACCESS_ARCH_H

#define UA_ARCH_RANGES		1
#define UA_ARCH_WORD		8
#define UA_ARCH_UNALIGNED	1
#define UA_ARCH_STORE_WHOLE	0

#define UA_ARCH_MEM1		"m"
#define UA_ARCH_MEM2		"m"
#define UA_ARCH_MEM4		"m"
#define UA_ARCH_MEM8		"m"
#define UA_ARCH_VAL		"rZ"
#define UA_ARCH_SIGNO		"x0"

#define UA_ARCH_LD1(k)	"ldrb	%w[v" #k "], %[m" #k "]\n"
#define UA_ARCH_LD2(k)	"ldrh	%w[v" #k "], %[m" #k "]\n"
#define UA_ARCH_LD4(k)	"ldr	%w[v" #k "], %[m" #k "]\n"
#define UA_ARCH_LD8(k)	"ldr	%x[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST1(k)	"strb	%w[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST2(k)	"strh	%w[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST4(k)	"str	%w[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST8(k)	"str	%x[v" #k "], %[m" #k "]\n"

#endif
