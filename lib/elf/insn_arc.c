// SPDX-License-Identifier: GPL-2.0-or-later
/* ARCompact and ARCv2: instructions of 16 and 32 bits, and a long immediate after some. */
#include "insn.h"

#define SP	28
#define LIMM	62

/* A long immediate, stored with its upper half first. */
static int64_t long_imm(const uint8_t *p, bool big)
{
	return (int32_t)(insn_u16(p, big) << 16 | insn_u16(p + 2, big));
}

static uint64_t near(uint64_t pc, int64_t offset)
{
	return (pc & ~3ull) + offset;
}

/* Major opcodes 0 and 1: branches. */
static void branch(uint32_t w, uint64_t pc, struct insn *i)
{
	bool link = w >> 27 & 1, far = w >> (link ? 17 : 16) & 1;
	uint32_t low = w >> 17 & 0x3ff, middle = w >> 6 & 0x3ff;
	unsigned int delay = w >> 5 & 1 ? INSN_DELAY : 0;
	int64_t offset;

	if (link && w >> 16 & 1) {	/* brcc: compare and branch */
		offset = insn_sext((w >> 17 & 0x7f) << 1 | (w >> 15 & 1) << 8, 9);
		insn_goto(i, INSN_JUMP | INSN_COND, near(pc, offset));
		return;
	}
	if (link)
		low &= ~1u;
	offset = far ? insn_sext((w & 15) << 21 | middle << 11 | low << 1, 25)
		     : insn_sext(middle << 11 | low << 1, 21);
	far = far || !(w & 31);
	if (link)
		insn_goto(i, INSN_CALL | (far ? 0 : INSN_COND), near(pc, offset));
	else if (far)
		insn_goto(i, INSN_JUMP | INSN_END | delay, near(pc, offset));
	else
		insn_goto(i, INSN_JUMP | INSN_COND, near(pc, offset));
}

/* Major opcode 4 with the operations 0x20 to 0x23: j, j.d, jl, jl.d. */
static void jump(uint32_t w, const uint8_t *limm, bool big, struct insn *i)
{
	unsigned int mode = w >> 22 & 3;
	bool link = w >> 17 & 1, cond = mode == 3 && w & 31;

	i->flags |= link ? INSN_CALL : cond ? INSN_JUMP : INSN_END;
	i->flags |= cond ? INSN_COND : 0;
	if (w >> 16 & 1 && !link)
		i->flags |= INSN_DELAY;
	if (limm)
		insn_goto(i, link ? 0 : INSN_JUMP, (uint32_t)long_imm(limm, big));
}

/* add, add1..add3, sub, sub1..sub3: the latter shift their second operand. */
static bool add_or_sub(unsigned int op, unsigned int *ret_shift, bool *ret_sub)
{
	if (op == 0 || op == 2) {
		*ret_shift = 0;
		*ret_sub = op == 2;
		return true;
	}
	if (op < 0x14 || op > 0x19)
		return false;
	*ret_sub = op >= 0x17;
	*ret_shift = op - (*ret_sub ? 0x16 : 0x13);
	return true;
}

static void general(struct insn_state *st, uint32_t w, const uint8_t *limm, struct insn *i)
{
	int64_t v = 0;
	unsigned int mode = w >> 22 & 3, op = w >> 16 & 63;
	unsigned int b = (w >> 24 & 7) | (w >> 9 & 0x38), c = w >> 6 & 63, a = w & 63;
	unsigned int dest = mode < 2 ? a : b;
	bool by_register = mode == 0 || (mode == 3 && !(w >> 5 & 1));
	int64_t imm = mode == 2 ? insn_sext((w & 63) << 6 | c, 12) : (int64_t)c;
	unsigned int shift = 0;
	bool sub = false;

	if (by_register && c == LIMM)
		imm = long_imm(limm, st->big);
	if (op >= 0x20 && op <= 0x23) {
		jump(w, by_register && c == LIMM ? limm : NULL, st->big, i);
	} else if (op >= 0x30 && op <= 0x37) {		/* ld with a register offset */
		if (b == SP || c == SP)
			i->flags |= INSN_USE;
	} else if (op == 10) {				/* mov, whose destination is b */
		if (b == SP)
			i->flags |= INSN_RESTORE;
		else if (by_register && c == SP)
			i->flags |= INSN_USE;
		else if (!by_register || c == LIMM)
			insn_const(st, b, imm);
	} else if (dest == SP && b == SP && add_or_sub(op, &shift, &sub)) {
		if (by_register && c != LIMM && !insn_known(st, c, &v)) {
			i->flags |= INSN_DYNAMIC;
			return;
		}
		if (by_register && c != LIMM)
			imm = v;
		insn_grow(i, (sub ? imm : -imm) * (1 << shift));
	} else if (dest == SP && op < 0x20 && (op < 0x0b || op > 0x0d)) {
		i->flags |= b == SP ? INSN_DYNAMIC : INSN_RESTORE;
	} else if (b == SP || (by_register && c == SP)) {
		i->flags |= INSN_USE;
	}
}

/* Major opcodes 2 and 3: loads and stores by base and offset. */
static void load_store(uint32_t w, struct insn *i)
{
	bool store = w >> 27 & 1;
	unsigned int b = (w >> 24 & 7) | (w >> 9 & 0x38), mode = w >> (store ? 3 : 9) & 3;

	if (!store && (w & 63) == SP)
		i->flags |= INSN_RESTORE;
	if (b != SP)
		return;
	i->flags |= INSN_USE;
	if (mode == 1 || mode == 2)	/* write back before, after */
		insn_grow(i, -insn_sext((w >> 16 & 0xff) | (w >> 7 & 0x100), 9));
}

static void decode32(struct insn_state *st, uint32_t w, const uint8_t *p, size_t len,
		     uint64_t pc, struct insn *i)
{
	unsigned int major = w >> 27, mode = w >> 22 & 3;
	unsigned int b = (w >> 24 & 7) | (w >> 9 & 0x38), c = w >> 6 & 63;
	bool compares = major == 1 && w >> 16 & 1;
	bool by_register = major >= 4 ? mode == 0 || (mode == 3 && !(w >> 5 & 1))
				      : compares && !(w >> 4 & 1);
	bool store_limm = major == 3 && c == LIMM && !(w & 1);

	if (((major >= 2 || compares) && b == LIMM) || (by_register && c == LIMM) || store_limm)
		i->len = 8;
	if (len < i->len)
		return;
	if (major < 2)
		branch(w, pc, i);
	else if (major < 4)
		load_store(w, i);
	else if (major == 4)
		general(st, w, p + 4, i);
	else if (b == SP || (by_register && c == SP))
		i->flags |= INSN_USE;
}

/* Major opcode 0x18: by the stack pointer. */
static void stack16(uint32_t w, struct insn *i)
{
	unsigned int op = w >> 5 & 7, b = w >> 8 & 7;

	if (op == 5) {			/* add_s, sub_s */
		insn_grow(i, (b & 1 ? 4 : -4) * (int)(w & 31));
		return;
	}
	i->flags |= INSN_USE;
	if (op < 6)
		return;
	if (w & 1) {			/* pop_s, push_s */
		insn_grow(i, op == 7 ? 4 : -4);
	} else {			/* leave_s, enter_s */
		int registers = (w >> 1 & 15) + (w >> 8 & 1) + (w >> 9 & 1);

		insn_grow(i, op == 7 ? 4 * registers : -4 * registers);
		if (op == 6 && w >> 10 & 1)
			i->flags |= INSN_END;
	}
}

static void decode16(struct insn_state *st, uint32_t w, const uint8_t *p, size_t len,
		     uint64_t pc, struct insn *i)
{
	unsigned int h = (w >> 5 & 7) | (w & 3) << 3;

	switch (w >> 11) {
	case 0x08:	/* mov_s between any two registers */
		if (w >> 2 & 1)
			break;
		if (h == 30)
			i->len = 6;
		if (((w >> 8 & 7) | (w & 0x18)) == SP)
			i->flags |= INSN_RESTORE;
		else if (h == SP)
			i->flags |= INSN_USE;
		if (len >= 6 && h == 30)
			insn_const(st, (w >> 8 & 7) | (w & 0x18), long_imm(p + 2, st->big));
		break;
	case 0x0e:	/* with one of all registers */
		if (h == 30)
			i->len = 6;
		else if (h == SP && (w >> 2 & 7) != 3)
			i->flags |= INSN_USE;
		if (len >= 6 && h == 30 && (w >> 2 & 7) == 3)
			insn_const(st, w >> 8 & 7, long_imm(p + 2, st->big));
		break;
	case 0x0f:
		if ((w & 0xff) == 0xe0)		/* j_s [blink] and the conditional ones */
			i->flags |= w >> 8 == 0x7c || w >> 8 == 0x7d ? INSN_JUMP | INSN_COND :
				    w >> 8 == 0x7e ? INSN_END :
				    w >> 8 == 0x7f ? INSN_END | INSN_DELAY : 0;
		else if ((w & 0xdf) == 0x40)
			i->flags |= INSN_CALL;
		else if ((w & 0xdf) == 0x00)
			i->flags |= INSN_END | (w & 0x20 ? INSN_DELAY : 0);
		break;
	case 0x18:
		stack16(w, i);
		break;
	case 0x1d:
		insn_goto(i, INSN_JUMP | INSN_COND, near(pc, insn_sext(w & 0x7f, 7) * 2));
		break;
	case 0x1e:
		if ((w >> 9 & 3) == 3)
			insn_goto(i, INSN_JUMP | INSN_COND, near(pc, insn_sext(w & 63, 6) * 2));
		else
			insn_goto(i, INSN_JUMP | (w >> 9 & 3 ? INSN_COND : INSN_END),
				  near(pc, insn_sext(w & 0x1ff, 9) * 2));
		break;
	case 0x1f:
		insn_goto(i, INSN_CALL, near(pc, insn_sext(w & 0x7ff, 11) * 4));
		break;
	}
}

static void decode(struct insn_state *st, const uint8_t *p, size_t len, uint64_t pc,
		   struct insn *i)
{
	uint32_t w;

	*i = (struct insn){ .len = 2 };
	if (len < 2)
		return;
	w = insn_u16(p, st->big);
	if (w >> 11 >= 8) {
		decode16(st, w, p, len, pc, i);
		return;
	}
	i->len = 4;
	if (len >= 4)
		decode32(st, w << 16 | insn_u16(p + 2, st->big), p, len, pc, i);
}

const struct insn_arch insn_arc = {
	.name = "arc", .align = 2, .sp = 28, .decode = decode,
};
