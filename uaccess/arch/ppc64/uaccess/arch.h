/* SPDX-License-Identifier: GPL-2.0-or-later */
/* powerpc, 64 bit, either endianness (ld and std want multiples of 4 as offsets): templates as in arch/x86_64/uaccess/arch.h. */
#ifndef UACCESS_ARCH_H
#define UACCESS_ARCH_H

#define UA_ARCH_RANGES		1
#define UA_ARCH_WORD		8
#define UA_ARCH_UNALIGNED	1
#define UA_ARCH_STORE_WHOLE	0

#define UA_ARCH_MEM1		"m"
#define UA_ARCH_MEM2		"m"
#define UA_ARCH_MEM4		"m"
#define UA_ARCH_MEM8		"YZ"
#define UA_ARCH_VAL		"r"
#define UA_ARCH_SIGNO		"r3"

#define UA_ARCH_LD1(k)	"lbz%U[m" #k "]%X[m" #k "]	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_LD2(k)	"lhz%U[m" #k "]%X[m" #k "]	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_LD4(k)	"lwz%U[m" #k "]%X[m" #k "]	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_LD8(k)	"ld%U[m" #k "]%X[m" #k "]	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST1(k)	"stb%U[m" #k "]%X[m" #k "]	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST2(k)	"sth%U[m" #k "]%X[m" #k "]	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST4(k)	"stw%U[m" #k "]%X[m" #k "]	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST8(k)	"std%U[m" #k "]%X[m" #k "]	%[v" #k "], %[m" #k "]\n"

#endif
