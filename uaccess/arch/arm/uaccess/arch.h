/* SPDX-License-Identifier: GPL-2.0-or-later */
/* arm, in ARM and in Thumb-2 (an offset of ldrh is shorter than "m" may make it): templates as in arch/x86_64/uaccess/arch.h. */
#ifndef UACCESS_ARCH_H
#define UACCESS_ARCH_H

#define UA_ARCH_RANGES		1
#define UA_ARCH_WORD		4
#define UA_ARCH_UNALIGNED	1
#define UA_ARCH_STORE_WHOLE	0

#define UA_ARCH_MEM1		"m"
#define UA_ARCH_MEM2		"Q"
#define UA_ARCH_MEM4		"m"
#define UA_ARCH_VAL		"r"
#define UA_ARCH_SIGNO		"r0"

#define UA_ARCH_LD1(k)	"ldrb	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_LD2(k)	"ldrh	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_LD4(k)	"ldr	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST1(k)	"strb	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST2(k)	"strh	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST4(k)	"str	%[v" #k "], %[m" #k "]\n"

#endif
