// SPDX-License-Identifier: GPL-2.0-or-later
/* Both 64 and 32 bits. The C around the copies opens and closes the window. */
#include <string.h>

/* The tree's CPU_FTR_* are written in terms of these. */
#define ASM_CONST(x)		x##UL
#define LONG_ASM_CONST(x)	ASM_CONST(x)
#include "tree_constants.h"
#include "lab.h"

#define NOP		0x60000000

#ifdef __powerpc64__
#define REGS(uc)	((uc)->uc_mcontext.gp_regs)
typedef long off_type;
#else
#define REGS(uc)	((uc)->uc_mcontext.uc_regs->gregs)
typedef int32_t off_type;
#endif
#define NIP		32

struct entry {
	int32_t insn, fixup;	/* relative to their own address */
};

unsigned long arch_pc(const ucontext_t *uc)
{
	return REGS(uc)[NIP];
}

void arch_skip(ucontext_t *uc, unsigned int len)
{
	REGS(uc)[NIP] += len;
}

int arch_fixup(ucontext_t *uc)
{
	const struct entry *e = (void *)__start___ex_table, *end = (void *)__stop___ex_table;

	while (e < end && (uintptr_t)&e->insn + e->insn != REGS(uc)[NIP])
		e++;
	if (e >= end)
		return -1;
	REGS(uc)[NIP] = (uintptr_t)&e->fixup + e->fixup;
	return 0;
}

void arch_nop(unsigned char *at, unsigned int len)
{
	uint32_t nop = NOP;

	for (; len >= 4; at += 4, len -= 4)
		memcpy(at, &nop, 4);
}

/* ---- feature sections ---- */

struct section {
	unsigned long mask, value;
	off_type start, end, alt_start, alt_end;	/* relative to the entry */
};

extern struct section __start___ftr_fixup[] __attribute__((weak));
extern struct section __stop___ftr_fixup[] __attribute__((weak));

/* A relative branch that leaves the alternative still goes where it went. */
static uint32_t moved(const uint32_t *from, uint32_t *to, const uint32_t *lo, const uint32_t *hi)
{
	uint32_t insn = *from, op = insn >> 26;
	uint32_t mask = op == 18 ? 0x03fffffc : 0x0000fffc;
	const uint32_t *target;
	int32_t offset;

	if ((op != 18 && op != 16) || (insn & 2))
		return insn;
	offset = op == 18 ? (int32_t)(insn << 6) >> 6 : (int16_t)insn;
	offset &= ~3;
	target = (const uint32_t *)((const char *)from + offset);
	if (target >= lo && target <= hi)
		return insn;
	offset = (const char *)target - (const char *)to;
	return (insn & ~mask) | (offset & mask);
}

static void apply(const struct section *s)
{
	const char *base = (const char *)s;
	uint32_t *at = (uint32_t *)(base + s->start), *end = (uint32_t *)(base + s->end);
	const uint32_t *lo = (const uint32_t *)(base + s->alt_start);
	const uint32_t *hi = (const uint32_t *)(base + s->alt_end);

	if (((LAB_FEATURES) & s->mask) == s->value)
		return;
	if (hi - lo > end - at || (unsigned char *)at < __start_tree_text ||
	    (unsigned char *)end > __stop_tree_text)
		lab_die("an entry of __ftr_fixup is not as the lab expects");
	for (const uint32_t *from = lo; from < hi; from++, at++)
		*at = moved(from, at, lo, hi);
	for (; at < end; at++)
		*at = NOP;
}

void arch_alternatives(void)
{
	for (const struct section *s = __start___ftr_fixup; s < __stop___ftr_fixup; s++)
		apply(s);
}

/*
 * QEMU's dcbz clears a line by a memset() of its own, whose SIGBUS says nothing of where the
 * guest was; its SIGSEGV comes from a check before that.
 */
bool arch_bus_error_exact(const struct lab_routine *r)
{
	for (const unsigned char *p = r->code; p + 4 <= r->code + r->size; p += 4) {
		uint32_t insn;

		memcpy(&insn, p, sizeof(insn));
		if ((insn & 0xfc0007fe) == 0x7c0007ec)
			return false;
	}
	return true;
}

/* ---- what the routines call or read ---- */

#ifdef __powerpc64__
/* log2 and size of a line of the data cache, as qemu's POWER CPUs have it for dcbz */
const uint32_t tree_ppc64_caches[2] = { 7, 128 };

/* Whether vector registers may be used: not in an interrupt, by the kernel's. */
int tree_enter_vmx_usercopy(void)
{
	return LAB_VMX;
}

int tree_exit_vmx_usercopy(void)
{
	return 0;
}
#endif
