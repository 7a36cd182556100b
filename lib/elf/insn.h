/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code, as far as stack frames and calls need it: how long an instruction is, how
 * it moves the stack pointer, where it goes. Not a disassembler: an instruction that does
 * none of this has only its length. Sources: the architectures' manuals.
 */
#ifndef UABENCH_ELF_INSN_H
#define UABENCH_ELF_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum insn_flags {
	INSN_SP = 1 << 0,	/* the stack grows by ->grow bytes (shrinks, if negative) */
	INSN_DYNAMIC = 1 << 1,	/* ... by what is not a constant */
	INSN_RESTORE = 1 << 2,	/* the stack pointer is set from a register or from memory */
	INSN_USE = 1 << 3,	/* the stack pointer is used: memory by it, or its value */
	INSN_CALL = 1 << 4,
	INSN_JUMP = 1 << 5,	/* a branch within the function or out of it */
	INSN_TARGET = 1 << 6,	/* ->target is where the call or jump goes */
	INSN_COND = 1 << 7,	/* all of this only on a condition */
	INSN_END = 1 << 8,	/* what follows is not reached from here */
	INSN_DELAY = 1 << 9,	/* ... or is after the next instruction */
};

struct insn {
	unsigned int len;	/* bytes, > 0 */
	unsigned int flags;
	int64_t grow;
	uint64_t target;
};

#define INSN_CONSTS	4

/* What a decoder knows beyond the bytes at hand. */
struct insn_state {
	bool big, wide, thumb;	/* code is big endian; 64 bits; the function is Thumb code */
	/* the last registers that were given constants, as register + 1; 0: none */
	struct {
		unsigned int reg;
		int64_t value;
	} consts[INSN_CONSTS];
	unsigned int next;
};

struct insn_arch {
	const char *name;
	unsigned int align;	/* of instructions, bytes */
	int sp;			/* DWARF's number of the stack pointer */
	int entry;		/* bytes that a call pushes: x86's return address */
	int bias;		/* CFA less stack pointer at entry that is no frame: s390x's 160 */
	/* len > 0 bytes are at p. ret_insn->len may be more than len where it is cut off. */
	void (*decode)(struct insn_state *st, const uint8_t *p, size_t len, uint64_t pc,
		       struct insn *ret_insn);
	/*
	 * Where the code at p, which is at addr, branches to target: call found() with each
	 * address, ascending, without decoding what is between. NULL where there is no such
	 * way; what found() returns other than 0 ends it.
	 */
	int (*branches)(const uint8_t *p, size_t len, uint64_t addr, uint64_t target,
			int (*found)(void *arg, uint64_t pc), void *arg);
};

/* e_machine, e_flags and class and data of e_ident; NULL for an unknown one. Sets *ret_state. */
const struct insn_arch *insn_arch(unsigned int machine, unsigned int flags, bool elf64,
				  bool big, struct insn_state *ret_state);

extern const struct insn_arch insn_arc, insn_arm, insn_arm64, insn_mips, insn_powerpc,
			      insn_riscv, insn_s390, insn_s390_31, insn_x86_32, insn_x86_64;

static inline uint32_t insn_u16(const uint8_t *p, bool big)
{
	return big ? p[0] << 8 | p[1] : p[1] << 8 | p[0];
}

static inline uint32_t insn_u32(const uint8_t *p, bool big)
{
	return big ? insn_u16(p, true) << 16 | insn_u16(p + 2, true)
		   : insn_u16(p + 2, false) << 16 | insn_u16(p, false);
}

/* The low bits of v, the highest of which is the sign. */
static inline int64_t insn_sext(uint64_t v, unsigned int bits)
{
	return (int64_t)(v << (64 - bits)) >> (64 - bits);
}

static inline void insn_const(struct insn_state *st, unsigned int reg, int64_t value)
{
	unsigned int i = 0;

	while (i < INSN_CONSTS && st->consts[i].reg != reg + 1)
		i++;
	if (i == INSN_CONSTS)
		i = st->next++ % INSN_CONSTS;
	st->consts[i].reg = reg + 1;
	st->consts[i].value = value;
}

/* Whether a register has a constant that is remembered. */
static inline bool insn_known(const struct insn_state *st, unsigned int reg, int64_t *ret_value)
{
	for (unsigned int i = 0; i < INSN_CONSTS; i++)
		if (st->consts[i].reg == reg + 1) {
			*ret_value = st->consts[i].value;
			return true;
		}
	return false;
}

/* What wraps around instead of overflowing, for constants can be anything. */
static inline int64_t insn_sum(uint64_t a, uint64_t b)
{
	return (int64_t)(a + b);
}

static inline int64_t insn_negative(uint64_t a)
{
	return (int64_t)-a;
}

/* At the beginning of a function. */
static inline void insn_forget(struct insn_state *st)
{
	for (unsigned int i = 0; i < INSN_CONSTS; i++)
		st->consts[i].reg = 0;
}

static inline void insn_grow(struct insn *i, int64_t grow)
{
	i->flags |= INSN_SP;
	i->grow = grow;
}

static inline void insn_goto(struct insn *i, unsigned int flags, uint64_t target)
{
	i->flags |= flags | INSN_TARGET;
	i->target = target;
}

#endif
