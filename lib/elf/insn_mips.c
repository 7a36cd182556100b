// SPDX-License-Identifier: GPL-2.0-or-later
/* MIPS32 and MIPS64, up to release 6; not microMIPS, nor MIPS16. */
#include "insn.h"

#define SP	29
#define RA	31

static void special(struct insn_state *st, uint32_t w, struct insn *i)
{
	int64_t v = 0;
	unsigned int rs = w >> 21 & 31, rt = w >> 16 & 31, rd = w >> 11 & 31, f = w & 63;
	bool add = f == 0x21 || f == 0x2d, sub = f == 0x23 || f == 0x2f;

	if (f == 8 || (f == 9 && !rd)) {	/* jr */
		i->flags |= INSN_END | INSN_DELAY;
		if (rs != RA && insn_known(st, rs, &v))
			insn_goto(i, INSN_JUMP, v);
	} else if (f == 9) {			/* jalr */
		i->flags |= INSN_CALL;
		if (insn_known(st, rs, &v))
			insn_goto(i, 0, v);
	} else if (rd == SP && rs == SP && (add || sub)) {
		if (!rt)
			return;
		if (insn_known(st, rt, &v))
			insn_grow(i, sub ? v : insn_negative(v));
		else
			i->flags |= INSN_DYNAMIC;
	} else if (rd == SP && f >= 0x20) {
		i->flags |= INSN_RESTORE;
	} else if (f >= 0x18 && (rs == SP || rt == SP)) {
		i->flags |= INSN_USE;
	}
}

static void add_immediate(struct insn_state *st, unsigned int rs, unsigned int rt, int64_t imm,
			  struct insn *i)
{
	int64_t v = 0;
	if (rs == SP && rt == SP)
		insn_grow(i, -imm);
	else if (rt == SP)
		i->flags |= INSN_RESTORE;
	else if (rs == SP)
		i->flags |= INSN_USE;
	else if (!rs)
		insn_const(st, rt, imm);
	else if (insn_known(st, rs, &v))
		insn_const(st, rt, insn_sum(v, imm));
}

static void decode(struct insn_state *st, const uint8_t *p, size_t len, uint64_t pc,
		   struct insn *i)
{
	int64_t v = 0;
	unsigned int op, rs, rt;
	uint64_t near;
	uint32_t w;

	*i = (struct insn){ .len = 4 };
	if (len < 4)
		return;
	w = insn_u32(p, st->big);
	op = w >> 26;
	rs = w >> 21 & 31;
	rt = w >> 16 & 31;
	near = pc + 4 + insn_sext(w & 0xffff, 16) * 4;
	switch (op) {
	case 0:
		special(st, w, i);
		break;
	case 1:
		if ((rt & 0x1c) == 0x10)	/* bal and its kind */
			insn_goto(i, INSN_CALL | (rs ? INSN_COND : 0), near);
		else if (rt < 4)
			insn_goto(i, INSN_JUMP | INSN_COND, near);
		break;
	case 2:
	case 3:
		insn_goto(i, op == 3 ? INSN_CALL : INSN_JUMP | INSN_END | INSN_DELAY,
			  ((pc + 4) & ~0xfffffffull) | (w & 0x3ffffff) << 2);
		break;
	case 4: case 20:
		if (rs == rt)
			insn_goto(i, INSN_JUMP | INSN_END | INSN_DELAY, near);
		else
			insn_goto(i, INSN_JUMP | INSN_COND, near);
		break;
	case 5: case 6: case 7: case 21: case 22: case 23:
		insn_goto(i, INSN_JUMP | INSN_COND, near);
		break;
	case 9: case 25:
		add_immediate(st, rs, rt, insn_sext(w & 0xffff, 16), i);
		break;
	case 13:	/* ori */
		if (!rs)
			insn_const(st, rt, w & 0xffff);
		else if (insn_known(st, rs, &v))
			insn_const(st, rt, v | (w & 0xffff));
		break;
	case 15:	/* lui */
		insn_const(st, rt, insn_sext((uint64_t)(w & 0xffff) << 16, 32));
		break;
	case 50: case 58:	/* bc, balc of release 6 */
		insn_goto(i, op == 58 ? INSN_CALL : INSN_JUMP | INSN_END,
			  pc + 4 + insn_sext(w & 0x3ffffff, 26) * 4);
		break;
	default:
		if (op >= 32 || op == 26 || op == 27) {
			if (rs == SP)
				i->flags |= INSN_USE;
			if (rt == SP && (op == 35 || op == 55))
				i->flags |= INSN_RESTORE;
			else if (rt == SP && (op == 43 || op == 63))
				i->flags |= INSN_USE;
		}
	}
}

const struct insn_arch insn_mips = {
	.name = "mips", .align = 4, .sp = 29, .decode = decode,
};
