// SPDX-License-Identifier: GPL-2.0-or-later
/* ARM (A32) and Thumb-2 (T32). */
#include "insn.h"

#define SP	13
#define PC	15

static int64_t signed_imm(uint32_t w, uint32_t imm)	/* by the U bit */
{
	return w >> 23 & 1 ? (int64_t)imm : -(int64_t)imm;
}

static unsigned int count_bits(uint32_t list)
{
	return __builtin_popcount(list);
}

/* Loads and stores of one register: ldr, str and the halves and doubles. */
static void transfer(uint32_t w, bool immediate, uint32_t imm, struct insn *i)
{
	bool before = w >> 24 & 1, back = w >> 21 & 1;
	unsigned int rn = w >> 16 & 15, rd = w >> 12 & 15;

	if (rn == SP) {
		i->flags |= INSN_USE;
		if (!before || back) {
			if (immediate)
				insn_grow(i, -signed_imm(w, imm));
			else
				i->flags |= INSN_DYNAMIC;
		}
	}
	if (w >> 20 & 1 && rd == PC)
		i->flags |= INSN_END;
}

static void multiple(uint32_t w, struct insn *i)
{
	unsigned int rn = w >> 16 & 15, list = w & 0xffff;
	bool load = w >> 20 & 1;

	if (rn == SP) {
		i->flags |= INSN_USE;
		if (w >> 21 & 1)
			insn_grow(i, -signed_imm(w, 4 * count_bits(list)));
	}
	if (load && list >> SP & 1)
		i->flags |= INSN_RESTORE;
	if (load && list >> PC & 1)
		i->flags |= INSN_END;
}

static void data_processing(struct insn_state *st, uint32_t w, struct insn *i)
{
	int64_t v = 0;
	unsigned int op = w >> 21 & 15, rn = w >> 16 & 15, rd = w >> 12 & 15, rm = w & 15;
	bool immediate = w >> 25 & 1, has_rn = op != 13 && op != 15, has_rd = op < 8 || op > 11;
	unsigned int shift = (w >> 8 & 15) * 2;
	uint32_t imm = shift ? (w & 0xff) >> shift | (w & 0xff) << (32 - shift) : w & 0xff;

	if (immediate && (op == 8 || op == 10) && !(w >> 20 & 1)) {	/* movw, movt */
		imm = (w >> 4 & 0xf000) | (w & 0xfff);
		if (op == 8)
			insn_const(st, rd, imm);
		else if (insn_known(st, rd, &v))
			insn_const(st, rd, (v & 0xffff) | (int64_t)imm << 16);
		return;
	}
	if (has_rd && rd == SP && rn == SP && (op == 2 || op == 4)) {
		if (!immediate && !insn_known(st, rm, &v))
			i->flags |= INSN_DYNAMIC;
		else
			insn_grow(i, (immediate ? (int64_t)imm : v) * (op == 2 ? 1 : -1));
		return;
	}
	if (has_rd && rd == SP)
		i->flags |= INSN_RESTORE;
	else if ((has_rn && rn == SP) || (!immediate && rm == SP))
		i->flags |= INSN_USE;
	if (has_rd && rd == PC)
		i->flags |= INSN_END;
	if (immediate && op == 13)
		insn_const(st, rd, imm);
	else if (immediate && op == 15)
		insn_const(st, rd, (int32_t)~imm);
}

static void decode_arm(struct insn_state *st, uint32_t w, uint64_t pc, struct insn *i)
{
	uint64_t target = pc + 8 + insn_sext(w & 0xffffff, 24) * 4;

	if (w >> 28 == 15) {
		if ((w & 0x0e000000) == 0x0a000000)	/* blx */
			insn_goto(i, INSN_CALL, target + (w >> 23 & 2));
		return;
	}
	switch (w >> 25 & 7) {
	case 0:
		if ((w & 0x0ffffff0) == 0x012fff10 || (w & 0x0ffffff0) == 0x012fff20)
			i->flags |= INSN_END;			/* bx */
		else if ((w & 0x0ffffff0) == 0x012fff30)
			i->flags |= INSN_CALL;			/* blx */
		else if ((w & 0x90) == 0x90 && w & 0x60)	/* halves and doubles */
			transfer(w & ~((w >> 20 & 1 ? 0 : 0xf000u)), w >> 22 & 1,
				 (w >> 4 & 0xf0) | (w & 15), i);
		else if ((w & 0x90) != 0x90 && (w & 0x01900000) != 0x01000000)
			data_processing(st, w, i);
		break;
	case 1:
		data_processing(st, w, i);
		break;
	case 2:
		transfer(w, true, w & 0xfff, i);
		break;
	case 3:
		if (!(w >> 4 & 1))
			transfer(w, false, 0, i);
		break;
	case 4:
		multiple(w, i);
		break;
	case 5:
		insn_goto(i, w >> 24 & 1 ? INSN_CALL : INSN_JUMP | INSN_END, target);
		break;
	case 6:		/* vpush, vldr */
		if ((w >> 16 & 15) != SP)
			break;
		i->flags |= INSN_USE;
		if (w >> 21 & 1)
			insn_grow(i, -signed_imm(w, (w & 0xff) * 4));
		break;
	}
	if (w >> 28 != 14 && i->flags & ~INSN_USE) {
		if (i->flags & INSN_END)
			i->flags |= INSN_JUMP;
		i->flags = (i->flags & ~INSN_END) | INSN_COND;
	}
}

static void thumb16(uint32_t w, uint64_t pc, struct insn *i)
{
	unsigned int rd = (w >> 4 & 8) | (w & 7), rm = w >> 3 & 15;

	if ((w & 0xfe00) == 0xb400 || (w & 0xfe00) == 0xbc00) {		/* push, pop */
		int bytes = 4 * count_bits(w & 0x1ff);

		i->flags |= INSN_USE;
		insn_grow(i, w & 0x800 ? -bytes : bytes);
		if ((w & 0x900) == 0x900)
			i->flags |= INSN_END;
	} else if ((w & 0xff00) == 0xb000) {
		insn_grow(i, (w & 0x80 ? 4 : -4) * (int)(w & 0x7f));
	} else if ((w & 0xf000) == 0x9000 || (w & 0xf800) == 0xa800) {
		i->flags |= INSN_USE;
	} else if ((w & 0xfe00) == 0x4400 || (w & 0xff00) == 0x4600) {
		if (rd == SP)
			i->flags |= w & 0x200 ? INSN_RESTORE : (w & 0x300) ? 0 : INSN_DYNAMIC;
		else if (rm == SP)
			i->flags |= INSN_USE;
		if (rd == PC)
			i->flags |= INSN_END;
	} else if ((w & 0xff00) == 0x4700) {
		i->flags |= w & 0x80 ? INSN_CALL : INSN_END;
	} else if ((w & 0xf000) == 0xd000 && (w & 0xf00) < 0xe00) {
		insn_goto(i, INSN_JUMP | INSN_COND, pc + 4 + insn_sext(w & 0xff, 8) * 2);
	} else if ((w & 0xf800) == 0xe000) {
		insn_goto(i, INSN_JUMP | INSN_END, pc + 4 + insn_sext(w & 0x7ff, 11) * 2);
	} else if ((w & 0xf500) == 0xb100) {
		insn_goto(i, INSN_JUMP | INSN_COND,
			  pc + 4 + ((w >> 3 & 0x1f) | (w >> 4 & 0x20)) * 2);
	}
}

static void thumb_branch(uint32_t w, uint64_t pc, struct insn *i)
{
	uint32_t s = w >> 26 & 1, j1 = w >> 13 & 1, j2 = w >> 11 & 1;
	int64_t far = insn_sext(s << 24 | (s ^ !j1) << 23 | (s ^ !j2) << 22 |
				(w >> 16 & 0x3ff) << 12 | (w & 0x7ff) << 1, 25);
	int64_t near = insn_sext(s << 20 | j2 << 19 | j1 << 18 | (w >> 16 & 0x3f) << 12 |
				 (w & 0x7ff) << 1, 21);

	if ((w & 0x5000) == 0x5000)
		insn_goto(i, INSN_CALL, pc + 4 + far);
	else if ((w & 0x5000) == 0x4000)
		insn_goto(i, INSN_CALL, ((pc + 4) & ~3ull) + far);
	else if ((w & 0x5000) == 0x1000)
		insn_goto(i, INSN_JUMP | INSN_END, pc + 4 + far);
	else if ((w >> 22 & 15) < 14)
		insn_goto(i, INSN_JUMP | INSN_COND, pc + 4 + near);
}

/* "Modified immediate constants in Thumb instructions", where it is a rotated byte. */
static uint32_t thumb_imm(uint32_t w)
{
	uint32_t v = (w >> 26 & 1) << 11 | (w >> 12 & 7) << 8 | (w & 0xff);
	uint32_t byte = 0x80 | (v & 0x7f), turn = v >> 7;

	if (turn < 8)
		return v & 0xff;	/* the repeated forms are no stack sizes */
	return byte >> turn | byte << (32 - turn);
}

static void thumb32(struct insn_state *st, uint32_t w, uint64_t pc, struct insn *i)
{
	int64_t v = 0;
	unsigned int rn = w >> 16 & 15, rd = w >> 8 & 15, rt = w >> 12 & 15;
	bool load = w >> 20 & 1;
	uint32_t imm12 = (w >> 15 & 0x800) | (w >> 4 & 0x700) | (w & 0xff);

	if ((w & 0xf8008000) == 0xf0008000) {
		thumb_branch(w, pc, i);
	} else if ((w & 0xfe400000) == 0xe8000000) {		/* ldm, stm */
		multiple((w & ~(1u << 23)) | (w & 1 << 24 ? 0 : 1 << 23), i);
	} else if ((w & 0xfe400000) == 0xe8400000) {		/* ldrd, strd, exclusive, tbb */
		if (rn == SP) {
			i->flags |= INSN_USE;
			if (w >> 21 & 1)
				insn_grow(i, -signed_imm(w, (w & 0xff) * 4));
		} else if ((w & 0xfff0ffe0) == 0xe8d0f000) {
			i->flags |= INSN_END;
		}
	} else if ((w & 0xfe000000) == 0xf8000000) {		/* ldr, str */
		if (rn == SP) {
			i->flags |= INSN_USE;
			if (!(w >> 23 & 1) && (w & 0x900) == 0x900)
				insn_grow(i, w & 0x200 ? -(int64_t)(w & 0xff) : (w & 0xff));
		}
		if (load && rt == PC && (w >> 21 & 3) == 2)
			i->flags |= INSN_END;
	} else if ((w & 0xfa008000) == 0xf0000000) {		/* modified immediate */
		unsigned int op = w >> 21 & 15;

		if (rd == SP && rn == SP && (op == 8 || op == 13))
			insn_grow(i, op == 13 ? (int64_t)thumb_imm(w) : -(int64_t)thumb_imm(w));
		else if (rn == SP)
			i->flags |= INSN_USE;
		else if (op == 2 && rn == PC)
			insn_const(st, rd, thumb_imm(w));
	} else if ((w & 0xfa008000) == 0xf2000000) {		/* plain immediate */
		unsigned int op = w >> 20 & 31;

		if (op == 4)
			insn_const(st, rd, (rn << 12) | imm12);
		else if (op == 12 && insn_known(st, rd, &v))
			insn_const(st, rd, v | (int64_t)(rn << 12 | imm12) << 16);
		else if (rd == SP && rn == SP && (op == 0 || op == 10))
			insn_grow(i, op ? (int64_t)imm12 : -(int64_t)imm12);
		else if (rn == SP)
			i->flags |= INSN_USE;
	} else if ((w & 0xfe000000) == 0xea000000) {		/* registers */
		unsigned int op = w >> 21 & 15;

		if (rd == SP && rn == SP && insn_known(st, w & 15, &v) && (op == 8 || op == 13))
			insn_grow(i, op == 13 ? v : insn_negative(v));
		else if (rd == SP)
			i->flags |= rn == SP ? INSN_DYNAMIC : INSN_RESTORE;
		else if (rn == SP || (w & 15) == SP)
			i->flags |= INSN_USE;
	} else if ((w & 0xfe000000) == 0xec000000 && rn == SP) {	/* vpush, vldr */
		i->flags |= INSN_USE;
		if (w >> 21 & 1)
			insn_grow(i, -signed_imm(w, (w & 0xff) * 4));
	}
}

static void decode(struct insn_state *st, const uint8_t *p, size_t len, uint64_t pc,
		   struct insn *i)
{
	uint32_t w;

	*i = (struct insn){ .len = st->thumb ? 2 : 4 };
	if (len < i->len)
		return;
	if (!st->thumb) {
		decode_arm(st, insn_u32(p, st->big), pc, i);
		return;
	}
	w = insn_u16(p, st->big);
	if (w < 0xe800) {
		thumb16(w, pc, i);
		return;
	}
	i->len = 4;
	if (len >= 4)
		thumb32(st, w << 16 | insn_u16(p + 2, st->big), pc, i);
}

const struct insn_arch insn_arm = {
	.name = "arm", .align = 2, .sp = 13, .decode = decode,
};
