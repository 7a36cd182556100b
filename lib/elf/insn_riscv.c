// SPDX-License-Identifier: GPL-2.0-or-later
#include "insn.h"

#define SP	2

static void add(struct insn_state *st, unsigned int rd, unsigned int rs, int64_t imm,
		struct insn *i)
{
	int64_t v = 0;
	if (rd == SP && rs == SP)
		insn_grow(i, -imm);
	else if (rd == SP)
		i->flags |= INSN_RESTORE;
	else if (rs == SP)
		i->flags |= INSN_USE;
	else if (rd && !rs)
		insn_const(st, rd, imm);
	else if (rd && insn_known(st, rs, &v))
		insn_const(st, rd, insn_sum(v, imm));
}

static void add_register(struct insn_state *st, unsigned int rd, unsigned int rs1,
			 unsigned int rs2, bool sub, struct insn *i)
{
	int64_t v = 0;
	if (rd == SP && rs1 == SP && insn_known(st, rs2, &v))
		insn_grow(i, sub ? v : insn_negative(v));
	else if (rd == SP)
		i->flags |= !rs1 || !rs2 ? INSN_RESTORE : INSN_DYNAMIC;
	else if (rs1 == SP || rs2 == SP)
		i->flags |= INSN_USE;
}

/* One of 32 bits. */
static void decode32(struct insn_state *st, uint32_t w, uint64_t pc, struct insn *i)
{
	int64_t v = 0;
	unsigned int rd = w >> 7 & 31, rs1 = w >> 15 & 31, rs2 = w >> 20 & 31, f3 = w >> 12 & 7;
	int64_t imm = insn_sext(w >> 20, 12);

	switch (w & 0x7f) {
	case 0x13:
	case 0x1b:
		if (!f3)
			add(st, rd, rs1, imm, i);
		else if (rs1 == SP)
			i->flags |= INSN_USE;
		break;
	case 0x17:
		insn_const(st, rd, insn_sum(pc, insn_sext(w & 0xfffff000, 32)));
		break;
	case 0x33:
		if (!f3 && (w >> 25 == 0 || w >> 25 == 0x20))
			add_register(st, rd, rs1, rs2, w >> 25, i);
		else if (rs1 == SP || rs2 == SP)
			i->flags |= rd == SP ? INSN_DYNAMIC : INSN_USE;
		break;
	case 0x37:
		insn_const(st, rd, insn_sext(w & 0xfffff000, 32));
		break;
	case 0x03:
	case 0x07:
		if (rs1 == SP)
			i->flags |= INSN_USE;
		if (rd == SP && (w & 0x7f) == 3)
			i->flags |= INSN_RESTORE;
		break;
	case 0x23:
	case 0x27:
		if (rs1 == SP || (rs2 == SP && (w & 0x7f) == 0x23))
			i->flags |= INSN_USE;
		break;
	case 0x63:
		insn_goto(i, INSN_JUMP | INSN_COND, pc + insn_sext((w >> 31) << 12 |
			(w >> 7 & 1) << 11 | (w >> 25 & 0x3f) << 5 | (w >> 8 & 15) << 1, 13));
		break;
	case 0x67:
		i->flags |= rd ? INSN_CALL : INSN_END;
		if (insn_known(st, rs1, &v))
			insn_goto(i, rd ? 0 : INSN_JUMP, insn_sum(v, imm));
		break;
	case 0x6f:
		insn_goto(i, rd ? INSN_CALL : INSN_JUMP | INSN_END, pc + insn_sext(
			(w >> 31) << 20 | (w >> 12 & 0xff) << 12 | (w >> 20 & 1) << 11 |
			(w >> 21 & 0x3ff) << 1, 21));
		break;
	}
}

static int64_t jump16(uint32_t w)
{
	return insn_sext((w >> 12 & 1) << 11 | (w >> 11 & 1) << 4 | (w >> 9 & 3) << 8 |
			 (w >> 8 & 1) << 10 | (w >> 7 & 1) << 6 | (w >> 6 & 1) << 7 |
			 (w >> 3 & 7) << 1 | (w >> 2 & 1) << 5, 12);
}

/* The second quadrant. */
static void quadrant1(struct insn_state *st, uint32_t w, uint64_t pc, struct insn *i)
{
	unsigned int rd = w >> 7 & 31;
	int64_t imm = insn_sext((w >> 12 & 1) << 5 | (w >> 2 & 31), 6);

	switch (w >> 13) {
	case 0:
		add(st, rd, rd, imm, i);
		break;
	case 1:
		if (st->wide)
			add(st, rd, rd, imm, i);
		else
			insn_goto(i, INSN_CALL, pc + jump16(w));
		break;
	case 2:
		add(st, rd, 0, imm, i);
		break;
	case 3:
		if (rd == SP)
			insn_grow(i, -insn_sext((w >> 12 & 1) << 9 | (w >> 3 & 3) << 7 |
				(w >> 5 & 1) << 6 | (w >> 2 & 1) << 5 | (w >> 6 & 1) << 4, 10));
		else
			insn_const(st, rd, imm * 4096);
		break;
	case 5:
		insn_goto(i, INSN_JUMP | INSN_END, pc + jump16(w));
		break;
	case 6:
	case 7:
		insn_goto(i, INSN_JUMP | INSN_COND, pc + insn_sext((w >> 12 & 1) << 8 |
			(w >> 10 & 3) << 3 | (w >> 5 & 3) << 6 | (w >> 3 & 3) << 1 |
			(w >> 2 & 1) << 5, 9));
		break;
	}
}

static void quadrant2(struct insn_state *st, uint32_t w, struct insn *i)
{
	int64_t v = 0;
	unsigned int rd = w >> 7 & 31, rs2 = w >> 2 & 31;

	switch (w >> 13) {
	case 0:
		break;
	case 4:
		if (rs2) {
			add_register(st, rd, w >> 12 & 1 ? rd : 0, rs2, false, i);
		} else if (rd) {
			i->flags |= w >> 12 & 1 ? INSN_CALL : INSN_END;
			if (insn_known(st, rd, &v))
				insn_goto(i, w >> 12 & 1 ? 0 : INSN_JUMP, v);
		}
		break;
	default:	/* loads and stores by the stack pointer */
		i->flags |= INSN_USE;
	}
}

static void decode(struct insn_state *st, const uint8_t *p, size_t len, uint64_t pc,
		   struct insn *i)
{
	uint32_t w;

	*i = (struct insn){ .len = 2 };
	if (len < 2)
		return;
	w = insn_u16(p, false);
	switch (w & 3) {
	case 0:
		if (!(w >> 13) && w)	/* an address in the frame */
			i->flags |= INSN_USE;
		return;
	case 1:
		quadrant1(st, w, pc, i);
		return;
	case 2:
		quadrant2(st, w, i);
		return;
	}
	i->len = 4;
	if (len >= 4)
		decode32(st, insn_u32(p, false), pc, i);
}

const struct insn_arch insn_riscv = {
	.name = "riscv", .align = 2, .sp = 2, .decode = decode,
};
