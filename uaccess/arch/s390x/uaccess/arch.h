/* SPDX-License-Identifier: GPL-2.0-or-later */
/* s390x, all with the long displacement: templates as in arch/x86_64/uaccess/arch.h. */
#ifndef UACCESS_ARCH_H
#define UACCESS_ARCH_H

#define UA_ARCH_RANGES		1
#define UA_ARCH_WORD		8
#define UA_ARCH_UNALIGNED	1
#define UA_ARCH_STORE_WHOLE	1

#define UA_ARCH_MEM1		"T"
#define UA_ARCH_MEM2		"T"
#define UA_ARCH_MEM4		"T"
#define UA_ARCH_MEM8		"T"
#define UA_ARCH_VAL		"d"
#define UA_ARCH_SIGNO		"r2"

#define UA_ARCH_LD1(k)	"llgc	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_LD2(k)	"llgh	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_LD4(k)	"llgf	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_LD8(k)	"lg	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST1(k)	"stcy	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST2(k)	"sthy	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST4(k)	"sty	%[v" #k "], %[m" #k "]\n"
#define UA_ARCH_ST8(k)	"stg	%[v" #k "], %[m" #k "]\n"

#endif
