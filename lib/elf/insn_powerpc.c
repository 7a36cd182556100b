// SPDX-License-Identifier: GPL-2.0-or-later
#include "insn.h"

#define SP	1

/* Opcode 31, by its extended opcode. */
static void extended(struct insn_state *st, uint32_t w, struct insn *i)
{
	int64_t v = 0;
	unsigned int rs = w >> 21 & 31, ra = w >> 16 & 31, rb = w >> 11 & 31;

	switch (w >> 1 & 0x3ff) {
	case 181:	/* stdux */
	case 183:	/* stwux */
		if (rs == SP && ra == SP && insn_known(st, rb, &v))
			insn_grow(i, insn_negative(v));
		else if (ra == SP)
			i->flags |= INSN_DYNAMIC;
		return;
	case 266:	/* add */
		if (rs == SP && (ra == SP || rb == SP))
			i->flags |= INSN_DYNAMIC;
		else if (ra == SP || rb == SP)
			i->flags |= INSN_USE;
		return;
	case 444:	/* or, which is mr */
		if (ra == SP)
			i->flags |= INSN_RESTORE;
		else if (rs == SP || rb == SP)
			i->flags |= INSN_USE;
		return;
	case 4: case 68:		/* traps */
	case 19: case 144:		/* condition register */
	case 339: case 371: case 467:	/* special registers and the time */
	case 83: case 146: case 178:	/* machine state */
	case 824: case 413:		/* srawi, sradi: shifts by a constant */
		return;
	default:
		if (ra == SP || rb == SP || rs == SP)
			i->flags |= INSN_USE;
	}
}

static void add_immediate(struct insn_state *st, uint32_t w, int64_t imm, struct insn *i)
{
	int64_t v = 0;
	unsigned int rt = w >> 21 & 31, ra = w >> 16 & 31;

	if (rt == SP && ra == SP)
		insn_grow(i, -imm);
	else if (rt == SP)
		i->flags |= INSN_RESTORE;
	else if (ra == SP)
		i->flags |= INSN_USE;
	else if (!ra)
		insn_const(st, rt, imm);
	else if (insn_known(st, ra, &v))
		insn_const(st, rt, insn_sum(v, imm));
}

static void load_store(uint32_t w, struct insn *i)
{
	unsigned int op = w >> 26, rs = w >> 21 & 31, ra = w >> 16 & 31;
	bool ds = op == 58 || op == 62;

	if (ra == SP && rs == SP && (op == 37 || (op == 62 && (w & 3) == 1)))
		insn_grow(i, -insn_sext(w & (ds ? 0xfffc : 0xffff), 16));
	else if (rs == SP && (op == 32 || op == 58))
		i->flags |= INSN_RESTORE | INSN_USE;
	else if (ra == SP)
		i->flags |= INSN_USE;
}

static void branch(uint32_t w, uint64_t pc, struct insn *i)
{
	unsigned int op = w >> 26;
	int64_t offset = op == 18 ? insn_sext(w & 0x3fffffc, 26) : insn_sext(w & 0xfffc, 16);
	bool always = op == 18 || (w >> 21 & 0x14) == 0x14;
	uint64_t target = (w & 2 ? 0 : pc) + offset;

	if (w & 1) {
		if (target != pc + 4)	/* else it asks where it is */
			insn_goto(i, INSN_CALL | (always ? 0 : INSN_COND), target);
	} else {
		insn_goto(i, INSN_JUMP | (always ? INSN_END : INSN_COND), target);
	}
}

static void decode(struct insn_state *st, const uint8_t *p, size_t len, uint64_t pc,
		   struct insn *i)
{
	int64_t v = 0;
	unsigned int op;
	uint32_t w;

	*i = (struct insn){ .len = 4 };
	if (len < 4)
		return;
	w = insn_u32(p, st->big);
	op = w >> 26;
	switch (op) {
	case 1:		/* a prefix */
		i->len = 8;
		return;
	case 14:
	case 15:
		add_immediate(st, w, insn_sext(w & 0xffff, 16) * (op == 15 ? 65536 : 1), i);
		return;
	case 16:
	case 18:
		branch(w, pc, i);
		return;
	case 19:
		if ((w >> 1 & 0x3ff) != 16 && (w >> 1 & 0x3ff) != 528)
			return;
		i->flags |= (w >> 21 & 0x14) == 0x14 ? 0 : INSN_COND;
		i->flags |= w & 1 ? INSN_CALL : i->flags & INSN_COND ? INSN_JUMP : INSN_END;
		return;
	case 24:
	case 25:	/* ori, oris */
		if ((w >> 21 & 31) == SP)
			i->flags |= INSN_USE;
		else if (insn_known(st, w >> 21 & 31, &v))
			insn_const(st, w >> 16 & 31,
				   v | (int64_t)(w & 0xffff) << (op == 25 ? 16 : 0));
		return;
	case 31:
		extended(st, w, i);
		return;
	default:
		if (op >= 32)
			load_store(w, i);
	}
}

const struct insn_arch insn_powerpc = {
	.name = "powerpc", .align = 4, .sp = 1, .decode = decode,
};
