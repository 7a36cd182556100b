// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "tree_constants.h"	/* EX_*, X86_FEATURE_* */
#include "lab.h"

#define TRAP_PAGE_FAULT	14

/* what an older tree does not know is never asked for */
#ifndef X86_FEATURE_FSRS
#define X86_FEATURE_FSRS	0xffff
#endif

static const unsigned int features[] = { LAB_FEATURES };

/* ---- faults ---- */

struct entry {
	int32_t insn, fixup;	/* relative to their own address */
	uint32_t data;		/* type; before there were types: the address of a handler */
};

unsigned long arch_pc(const ucontext_t *uc)
{
	return uc->uc_mcontext.gregs[REG_RIP];
}

void arch_skip(ucontext_t *uc, unsigned int len)
{
	uc->uc_mcontext.gregs[REG_RIP] += len;
}

/* By the numbers that instructions have for them. */
static greg_t *reg_of(ucontext_t *uc, unsigned int nr)
{
	static const int order[16] = {
		REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
		REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
	};

	return &uc->uc_mcontext.gregs[order[nr & 15]];
}

int arch_fixup(ucontext_t *uc)
{
	const struct entry *e = (void *)__start___ex_table, *end = (void *)__stop___ex_table;
	greg_t *regs = uc->uc_mcontext.gregs;
	uint32_t data;

	while (e < end && (uintptr_t)&e->insn + e->insn != (unsigned long)regs[REG_RIP])
		e++;
	if (e >= end)
		return -1;
	data = e->data;
	switch (data & 0xff) {
	case EX_TYPE_DEFAULT:
	case EX_TYPE_UACCESS:
#ifdef EX_TYPE_DEFAULT_MCE_SAFE
	case EX_TYPE_DEFAULT_MCE_SAFE:
#endif
		break;
	case EX_TYPE_FAULT:
#ifdef EX_TYPE_FAULT_MCE_SAFE
	case EX_TYPE_FAULT_MCE_SAFE:
#endif
#ifdef EX_TYPE_COPY
	case EX_TYPE_COPY:
#endif
		regs[REG_RAX] = TRAP_PAGE_FAULT;
		break;
#ifdef EX_TYPE_IMM_REG
	case EX_TYPE_IMM_REG:
		*reg_of(uc, data >> 8 & 15) = (int32_t)data >> 16;
		break;
#endif
#ifdef EX_TYPE_UCOPY_LEN
	case EX_TYPE_UCOPY_LEN:
		regs[REG_RCX] = ((int32_t)data >> 16) * regs[REG_RCX] + *reg_of(uc, data >> 8 & 15);
		break;
#endif
	default:
		return -2;
	}
	regs[REG_RIP] = (uintptr_t)&e->fixup + e->fixup;
	return 0;
}

/* ---- the window: stac and clac ---- */

unsigned int arch_window(const unsigned char *pc, bool *open)
{
	if (pc[0] != 0x0f || pc[1] != 0x01 || (pc[2] != 0xca && pc[2] != 0xcb))
		return 0;
	*open = pc[2] == 0xcb;
	return 3;
}

/* One instruction whatever its length, so that it counts as one. */
void arch_nop(unsigned char *at, unsigned int len)
{
	static const unsigned char nops[9][8] = {
		{ 0 }, { 0x90 }, { 0x66, 0x90 }, { 0x0f, 0x1f, 0x00 }, { 0x0f, 0x1f, 0x40, 0 },
		{ 0x0f, 0x1f, 0x44, 0, 0 }, { 0x66, 0x0f, 0x1f, 0x44, 0, 0 },
		{ 0x0f, 0x1f, 0x80, 0, 0, 0, 0 }, { 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0 },
	};

	while (len) {
		unsigned int n = len > 8 ? 8 : len;

		memcpy(at, nops[n], n);
		at += n;
		len -= n;
	}
}

/* ---- alternatives ---- */

struct alternative {
	int32_t insn, replacement;	/* relative to their own address */
#ifdef ALT_FLAGS_SHIFT
	uint32_t cpuid;			/* and flags above the lower 16 bits */
#else
	uint16_t cpuid;			/* the highest bit: where the CPU lacks it */
#endif
	uint8_t len, replacement_len;
} __attribute__((packed));

extern struct alternative __start_tree_altinstr[] __attribute__((weak));
extern struct alternative __stop_tree_altinstr[] __attribute__((weak));

static bool wanted(uint32_t cpuid)
{
#ifdef ALT_FLAGS_SHIFT
	bool negated = cpuid >> 16 & 1;
#else
	bool negated = cpuid >> 15 & 1;
#endif
	unsigned int nr = cpuid & 0x7fff;

#ifdef X86_FEATURE_ALWAYS
	if (nr == X86_FEATURE_ALWAYS)
		return !negated;
#endif
	for (size_t i = 0; i < sizeof(features) / sizeof(features[0]); i++)
		if (features[i] == nr)
			return !negated;
	return negated;
}

/* A jump that was moved still goes where it went. */
static void move_jump(unsigned char *at, const unsigned char *from, unsigned int len)
{
	unsigned int skip = len >= 6 && at[0] == 0x0f && (at[1] & 0xf0) == 0x80 ? 2 : 1;
	int32_t offset;

	if (len < 5 || (skip == 1 && at[0] != 0xe8 && at[0] != 0xe9))
		return;
	memcpy(&offset, at + skip, sizeof(offset));
	offset += (int32_t)((intptr_t)from - (intptr_t)at);
	memcpy(at + skip, &offset, sizeof(offset));
}

void arch_alternatives(void)
{
	for (struct alternative *a = __start_tree_altinstr; a < __stop_tree_altinstr; a++) {
		unsigned char *at = (unsigned char *)&a->insn + a->insn;
		const unsigned char *from = (unsigned char *)&a->replacement + a->replacement;

		if (at < __start_tree_text || at + a->len > __stop_tree_text ||
		    a->replacement_len > a->len)
			lab_die("an entry of .altinstructions is not as the lab expects");
		if (!wanted(a->cpuid))
			continue;
		memcpy(at, from, a->replacement_len);
		move_jump(at, from, a->replacement_len);
		arch_nop(at + a->replacement_len, a->len - a->replacement_len);
	}
}

/* ---- routines that do not follow the C ABI ---- */

#define CLOBBERS	"rdx", "r8", "r9", "r10", "r11", "memory", "cc"

/* rdi, rsi, bytes in rcx; what is left in rcx. */
unsigned long lab_x86_movs(const void *fn, void *to, const void *from, unsigned long n)
{
	unsigned long rax;

	__asm__ volatile("call *%[fn]" : "+c" (n), "+D" (to), "+S" (from), "=a" (rax)
			 : [fn] "b" (fn) : CLOBBERS);
	return n;
}

/* rdi, bytes in rcx, zero in rax; what is left in rcx. */
unsigned long lab_x86_stos(const void *fn, void *to, const void *from, unsigned long n)
{
	unsigned long rax = 0;

	__asm__ volatile("call *%[fn]" : "+c" (n), "+D" (to), "+a" (rax)
			 : [fn] "b" (fn) : "rsi", CLOBBERS);
	return n;
}
