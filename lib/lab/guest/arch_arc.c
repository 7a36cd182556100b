// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ARC, of which there is no emulator to be had: this program is the host's own, and interprets
 * the routines' code. That code is at the address it was linked for, as the section tree_text
 * of this program; all memory that it may access is below 4 GiB, and is accessed for real, so
 * that a page fault is a signal. A faulting access changes no register.
 *
 * Misaligned accesses are done, as by a CPU whose STATUS32.AD the kernel has set; of a variant
 * with LAB_ALIGNED, whose kernel has not, they end the run: no routine here may make one. One
 * that crosses into a page that is not there is taken to do nothing, as the host's does.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "arc.h"
#include "lab.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the interpreter of ARC wants a little-endian host"
#endif

_Static_assert(sizeof(long) == 8, "an access of 8 bytes must be one of the host's");

#ifndef LAB_ALIGNED
#define LAB_ALIGNED	0
#endif

#define RETURN		2U		/* what blink holds: an address of no code */
#define MEMORY		0x50000000UL	/* where areas are: above what the heap may take */

struct entry {
	uint32_t insn, fixup;
};

static struct {
	uint32_t reg[64], pc, lp_start, lp_end;
	bool n, z, c, v;
	volatile bool accessing;	/* the signal is one of the code's */
	sigjmp_buf faulted;
	bool counting;
	unsigned long long instructions, loads, stores, load_bytes, store_bytes, misaligned;
} cpu;

static struct arc_insn *decoded;	/* by halfword of the code */

static void die_of(const char *what, uint32_t pc, const char *rest)
{
	static char text[160];

	snprintf(text, sizeof(text), "the interpreter of ARC: %s 0x%x%s", what, pc, rest);
	lab_die(text);
}

/* ---- memory ---- */

struct any { uint64_t v; } __attribute__((packed, may_alias));
struct word { uint32_t v; } __attribute__((packed, may_alias));
struct halfword { uint16_t v; } __attribute__((packed, may_alias));

static void begin_access(uint32_t addr, unsigned int size, bool store)
{
	if (LAB_ALIGNED && addr & ((size < 4 ? size : 4) - 1))	/* the ABI aligns no more */
		die_of("a misaligned access, at", cpu.pc, "");
	if (cpu.counting) {
		*(store ? &cpu.stores : &cpu.loads) += 1;
		*(store ? &cpu.store_bytes : &cpu.load_bytes) += size;
		cpu.misaligned += !!(addr & (size - 1));
	}
	cpu.accessing = true;
	__asm__ volatile("" ::: "memory");
}

static void end_access(void)
{
	__asm__ volatile("" ::: "memory");
	cpu.accessing = false;
}

static uint64_t load(uint32_t addr, unsigned int size)
{
	const void *p = (const void *)(uintptr_t)addr;
	uint64_t v;

	begin_access(addr, size, false);
	if (size == 8)
		v = ((const volatile struct any *)p)->v;
	else if (size == 4)
		v = ((const volatile struct word *)p)->v;
	else if (size == 2)
		v = ((const volatile struct halfword *)p)->v;
	else
		v = *(const volatile unsigned char *)p;
	end_access();
	return v;
}

static void store(uint32_t addr, unsigned int size, uint64_t v)
{
	void *p = (void *)(uintptr_t)addr;

	begin_access(addr, size, true);
	if (size == 8)
		((volatile struct any *)p)->v = v;
	else if (size == 4)
		((volatile struct word *)p)->v = v;
	else if (size == 2)
		((volatile struct halfword *)p)->v = v;
	else
		*(volatile unsigned char *)p = v;
	end_access();
}

/* ---- execution ---- */

static uint32_t value(const struct arc_source *s)
{
	return s->reg == ARC_NOWHERE ? s->value : cpu.reg[s->reg];
}

static void access_memory(const struct arc_insn *i)
{
	const uint32_t base = value(&i->a), offset = value(&i->b);
	const uint32_t sum = base + offset * (i->mode == ARC_AS ? i->size : 1);
	const uint32_t addr = i->mode == ARC_AB ? base : sum;
	uint64_t v;

	if (i->op == ARC_ST) {
		v = value(&i->stored);
		if (i->size == 8)
			v |= (uint64_t)cpu.reg[i->stored.reg + 1] << 32;
		store(addr, i->size, v);
	} else {
		v = load(addr, i->size);
		if (i->sext)
			v = i->size == 1 ? (uint32_t)(int8_t)v : (uint32_t)(int16_t)v;
	}
	if (i->mode == ARC_AW || i->mode == ARC_AB)
		cpu.reg[i->a.reg] = sum;
	if (i->op == ARC_LD && i->dst != ARC_NOWHERE)
		cpu.reg[i->dst] = v;
	if (i->op == ARC_LD && i->size == 8)
		cpu.reg[i->dst + 1] = v >> 32;
}

static bool holds(unsigned int cond)
{
	switch (cond) {
	case 1: return cpu.z;
	case 2: return !cpu.z;
	case 3: return !cpu.n;
	case 4: return cpu.n;
	case 5: return cpu.c;
	case 6: return !cpu.c;
	case 7: return cpu.v;
	case 8: return !cpu.v;
	case 9: return cpu.n == cpu.v && !cpu.z;
	case 10: return cpu.n == cpu.v;
	case 11: return cpu.n != cpu.v;
	case 12: return cpu.z || cpu.n != cpu.v;
	case 13: return !cpu.c && !cpu.z;
	case 14: return cpu.c || cpu.z;
	case 15: return !cpu.n && !cpu.z;
	default: return true;
	}
}

static uint32_t difference(uint32_t a, uint32_t b, bool flags)
{
	const uint32_t r = a - b;

	if (flags) {
		cpu.c = a < b;
		cpu.v = ((a ^ b) & (a ^ r)) >> 31;
	}
	return r;
}

static uint32_t sum(uint32_t a, uint32_t b, bool flags)
{
	const uint32_t r = a + b;

	if (flags) {
		cpu.c = r < a;
		cpu.v = (~(a ^ b) & (a ^ r)) >> 31;
	}
	return r;
}

static uint32_t shifted_right(uint32_t a, unsigned int by, bool arithmetic, bool flags)
{
	if (flags)
		cpu.c = by && a >> (by - 1) & 1;
	return arithmetic ? (uint32_t)((int32_t)a >> by) : a >> by;
}

static uint32_t compute(const struct arc_insn *i, uint32_t a, uint32_t b)
{
	switch (i->op) {
	case ARC_MOV: return b;
	case ARC_ADD: return sum(a, b, i->flags);
	case ARC_ADD1: return a + (b << 1);
	case ARC_ADD2: return a + (b << 2);
	case ARC_ADD3: return a + (b << 3);
	case ARC_SUB:
	case ARC_CMP: return difference(a, b, i->flags);
	case ARC_RSUB: return difference(b, a, i->flags);
	case ARC_AND:
	case ARC_TST: return a & b;
	case ARC_OR: return a | b;
	case ARC_BIC: return a & ~b;
	case ARC_XOR: return a ^ b;
	case ARC_NOT: return ~a;
	case ARC_BSET: return a | 1U << (b & 31);
	case ARC_BCLR: return a & ~(1U << (b & 31));
	case ARC_BMSK: return a & (uint32_t)((2ULL << (b & 31)) - 1);
	case ARC_BTST: return a & 1U << (b & 31);
	case ARC_ASL: return a << (b & 31);
	case ARC_LSR: return shifted_right(a, b & 31, false, i->flags);
	case ARC_ASR: return shifted_right(a, b & 31, true, i->flags);
	case ARC_SEXB: return (int8_t)a;
	case ARC_SEXH: return (int16_t)a;
	case ARC_EXTB: return (uint8_t)a;
	case ARC_EXTH: return (uint16_t)a;
	default:
		die_of("no such operation, at", cpu.pc, "");
		return 0;
	}
}

static bool branches(const struct arc_insn *i)
{
	const uint32_t a = value(&i->a), b = value(&i->b);

	switch (i->op) {
	case ARC_BREQ: return a == b;
	case ARC_BRNE: return a != b;
	case ARC_BRLT: return (int32_t)a < (int32_t)b;
	case ARC_BRGE: return (int32_t)a >= (int32_t)b;
	case ARC_BRLO: return a < b;
	case ARC_BRHS: return a >= b;
	case ARC_BBIT0: return !(a >> (b & 31) & 1);
	case ARC_BBIT1: return a >> (b & 31) & 1;
	default: return holds(i->cond);		/* b, j */
	}
}

/* The instruction at cpu.pc. Whether it is a jump that is taken, and where to. */
static bool execute(const struct arc_insn *i, uint32_t *ret_target)
{
	uint32_t v;

	if (cpu.counting)
		cpu.instructions++;
	*ret_target = i->op == ARC_J ? value(&i->b) : i->target;
	if (i->op >= ARC_J)
		return branches(i);
	if (i->op == ARC_LP) {
		if (!holds(i->cond))
			return true;
		cpu.lp_start = cpu.pc + i->len;
		cpu.lp_end = i->target;
	} else if (i->op == ARC_LD || i->op == ARC_ST) {
		access_memory(i);
	} else if (i->op != ARC_NOP && holds(i->cond)) {
		v = compute(i, value(&i->a), value(&i->b));
		if (i->flags) {
			cpu.n = v >> 31;
			cpu.z = !v;
		}
		if (i->dst != ARC_NOWHERE)
			cpu.reg[i->dst] = v;
	}
	return false;
}

static const struct arc_insn *insn_at(uint32_t pc)
{
	const unsigned char *code = (unsigned char *)(uintptr_t)pc;
	struct arc_insn *i;
	char bytes[48];

	if (pc & 1 || code < __start_tree_text || code >= __stop_tree_text)
		die_of("the code goes to", pc, ", where no code of the routines is");
	i = &decoded[(code - __start_tree_text) / 2];
	if (!i->len && !arc_decode(i, code, pc)) {
		snprintf(bytes, sizeof(bytes), ": %02x%02x %02x%02x, an instruction it does not know",
			 code[1], code[0], code[3], code[2]);
		die_of("at", pc, bytes);
	}
	return i;
}

static void step(void)
{
	const struct arc_insn *i = insn_at(cpu.pc);
	const uint32_t next = cpu.pc + i->len;
	uint32_t target, other;

	if (execute(i, &target)) {
		if (i->delay) {
			cpu.pc = next;
			if (execute(insn_at(next), &other))
				die_of("a jump in a delay slot, at", next, "");
		}
		cpu.pc = target;
	} else if (next == cpu.lp_end && --cpu.reg[ARC_LP_COUNT]) {
		/* counted down before it is looked at: from 0 and -1 it takes ages */
		cpu.pc = cpu.lp_start;
	} else {
		cpu.pc = next;
	}
}

unsigned long lab_interpret(const void *fn, unsigned long a, unsigned long b, unsigned long c)
{
	static uint64_t stack[512];

	if (!decoded)
		lab_die("the interpreter of ARC was not begun");
	memset(cpu.reg, 0, sizeof(cpu.reg));
	cpu.n = cpu.z = cpu.c = cpu.v = cpu.accessing = false;
	cpu.lp_start = cpu.lp_end = 0;
	cpu.reg[0] = a;
	cpu.reg[1] = b;
	cpu.reg[2] = c;
	cpu.reg[ARC_SP] = (uintptr_t)(stack + sizeof(stack) / sizeof(stack[0]));
	cpu.reg[ARC_BLINK] = RETURN;
	cpu.pc = (uintptr_t)fn;
	sigsetjmp(cpu.faulted, 0);
	while (cpu.pc != RETURN)
		step();
	return cpu.reg[0];
}

/* ---- what the lab asks of an architecture ---- */

unsigned long arch_pc(const ucontext_t *uc)
{
	if (!cpu.accessing)
		lab_die("the interpreter of ARC itself made a signal");
	return cpu.pc;
}

int arch_fixup(ucontext_t *uc)
{
	const struct entry *e = (void *)__start___ex_table, *end = (void *)__stop___ex_table;

	while (e < end && e->insn != cpu.pc)
		e++;
	if (e >= end)
		return -1;
	cpu.pc = e->fixup;
	cpu.accessing = false;
	siglongjmp(cpu.faulted, 1);
}

/* There is no window, and nothing to patch. */
void arch_skip(ucontext_t *uc, unsigned int len)
{
}

void arch_nop(unsigned char *at, unsigned int len)
{
}

void arch_alternatives(void)
{
	const size_t halves = (__stop_tree_text - __start_tree_text) / 2 + 1;

	if ((uintptr_t)__stop_tree_text >= MEMORY)
		lab_die("the code is not where the interpreter of ARC wants it");
	decoded = calloc(halves, sizeof(*decoded));
	if (!decoded)
		lab_die("out of memory");
}

void *arch_place(size_t len)
{
	static uintptr_t next = MEMORY;
	void *at = (void *)next;

	next += len;
	return at;
}

void arch_mark(void)
{
	static FILE *rows;

	if (!rows)
		rows = fopen("counts.txt", "we");
	if (!rows)
		lab_die("counts.txt cannot be made");
	if (cpu.counting)
		fprintf(rows, "%llu %llu %llu %llu %llu %llu\n", cpu.instructions, cpu.loads,
			cpu.stores, cpu.load_bytes, cpu.store_bytes, cpu.misaligned);
	cpu.instructions = cpu.loads = cpu.stores = 0;
	cpu.load_bytes = cpu.store_bytes = cpu.misaligned = 0;
	cpu.counting = !cpu.counting;
}

/* "b", "beq", ...: the name with its condition. */
static void name_of(const struct arc_insn *i, char *name, size_t len)
{
	static const char *const conds[16] = {
		"", "eq", "ne", "p", "n", "c", "nc", "v", "nv", "gt", "ge", "lt", "le", "hi", "ls",
		"pnz",
	};
	static const char *const shorter[16] = { [5] = "lo", [6] = "hs" };
	const bool is_short = i->len == 2 || i->len == 6;

	if (i->op != ARC_B && i->op != ARC_LP && i->op != ARC_J)
		snprintf(name, len, "%s", i->name);
	else
		snprintf(name, len, "%.*s%s%s", (int)strcspn(i->name, "_"), i->name,
			 is_short && shorter[i->cond] ? shorter[i->cond] : conds[i->cond],
			 is_short ? "_s" : "");
}

/* Each instruction of the routines, in order: for a test, which holds it against objdump. */
void arch_list(void)
{
	const unsigned char *p = __start_tree_text;

	while (p < __stop_tree_text) {
		const struct arc_insn *i = insn_at((uintptr_t)p);
		char name[32];

		name_of(i, name, sizeof(name));
		printf("%lx %s\n", (unsigned long)(uintptr_t)p, name);
		p += i->len;
	}
}
