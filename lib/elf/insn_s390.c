// SPDX-License-Identifier: GPL-2.0-or-later
#include "insn.h"

#define SP	15

static int64_t halves(const uint8_t *p, unsigned int bytes)
{
	return bytes == 2 ? insn_sext(insn_u16(p, true), 16) * 2
			  : insn_sext(insn_u32(p, true), 32) * 2;
}

/* r1 is set to base + index + displacement. */
static void load_address(unsigned int r1, unsigned int x, unsigned int b, int64_t d,
			 struct insn *i)
{
	if (r1 == SP && !x && b == SP)
		insn_grow(i, -d);
	else if (r1 == SP)
		i->flags |= x == SP || b == SP ? INSN_DYNAMIC : INSN_RESTORE;
	else if (x == SP || b == SP)
		i->flags |= INSN_USE;
}

static void branch(unsigned int mask, uint64_t target, struct insn *i)
{
	if (mask)
		insn_goto(i, INSN_JUMP | (mask == 15 ? INSN_END : INSN_COND), target);
}

static void decode2(const uint8_t *p, struct insn *i)
{
	unsigned int r1 = p[1] >> 4, r2 = p[1] & 15;

	if (p[0] == 0x07) {		/* bcr */
		if (r1 && r2)
			i->flags |= r1 == 15 ? INSN_END : INSN_JUMP | INSN_COND;
	} else if (p[0] == 0x0d) {	/* basr */
		if (r2)
			i->flags |= INSN_CALL;
	} else if (p[0] >= 0x10 && p[0] < 0x20) {
		if (r1 == SP && p[0] == 0x18)
			i->flags |= INSN_RESTORE;
		else if (r1 == SP && (p[0] == 0x1a || p[0] == 0x1b))
			i->flags |= INSN_DYNAMIC;
		else if (r1 == SP || r2 == SP)
			i->flags |= INSN_USE;
	}
}

static void decode4(struct insn_state *st, const uint8_t *p, uint64_t pc, struct insn *i)
{
	int64_t v = 0;
	unsigned int r1 = p[1] >> 4, r2 = p[1] & 15, b = p[2] >> 4;
	int64_t d = insn_u16(p + 2, true) & 0xfff;

	switch (p[0]) {
	case 0x41:
		load_address(r1, r2, b, d, i);
		return;
	case 0xa7:
		if (r2 == 4)
			branch(r1, pc + halves(p + 2, 2), i);
		else if (r2 == 5)
			insn_goto(i, INSN_CALL, pc + halves(p + 2, 2));
		else if (r2 == 6 || r2 == 7)
			branch(1, pc + halves(p + 2, 2), i);
		else if ((r2 == 10 || r2 == 11) && r1 == SP)
			insn_grow(i, -insn_sext(insn_u16(p + 2, true), 16));
		else if (r2 == 8 || r2 == 9)
			insn_const(st, r1, insn_sext(insn_u16(p + 2, true), 16));
		return;
	case 0xb9:
		if (p[3] >> 4 == SP) {
			bool add = p[1] == 8 || p[1] == 10 || p[1] == 0xe8 || p[1] == 0xea;
			bool sub = p[1] == 9 || p[1] == 11 || p[1] == 0xe9 || p[1] == 0xeb;

			if ((add || sub) && p[1] < 0x80 && insn_known(st, p[3] & 15, &v))
				insn_grow(i, add ? insn_negative(v) : v);
			else
				i->flags |= add || sub ? INSN_DYNAMIC : INSN_RESTORE;
		} else if ((p[3] & 15) == SP) {
			i->flags |= INSN_USE;
		}
		return;
	case 0xb2:
	case 0xb3:
		return;
	case 0x98:
		if (r2 == SP || r2 < r1)
			i->flags |= INSN_RESTORE;
		break;
	case 0x47:	/* bc */
		if (r1 && b)
			i->flags |= r1 == 15 ? INSN_END : INSN_JUMP | INSN_COND;
		return;
	case 0x58:
		if (r1 == SP)
			i->flags |= INSN_RESTORE;
		break;
	}
	if (b == SP || (p[0] < 0x80 && r2 == SP))
		i->flags |= INSN_USE;
}

/* Six bytes, of the kinds with two opcode bytes: e3, eb, ec. */
static void long_displacement(const uint8_t *p, uint64_t pc, struct insn *i)
{
	unsigned int r1 = p[1] >> 4, r2 = p[1] & 15, b = p[2] >> 4;
	int64_t d = insn_sext((uint32_t)p[4] << 12 | (insn_u16(p + 2, true) & 0xfff), 20);

	if (p[0] == 0xe3 && p[5] == 0x71) {		/* lay */
		load_address(r1, r2, b, d, i);
	} else if (p[0] == 0xeb && p[5] == 0x04) {	/* lmg */
		if (r2 == SP || r2 < r1)
			i->flags |= INSN_RESTORE;
		if (b == SP)
			i->flags |= INSN_USE;
	} else if (p[0] == 0xec) {
		if (p[5] == 0xd8 || p[5] == 0xd9) {	/* ahik, aghik */
			if (r1 == SP)
				load_address(r1, 0, r2, insn_sext(insn_u16(p + 2, true), 16), i);
			else if (r2 == SP)
				i->flags |= INSN_USE;
		} else if (p[5] == 0x44 || p[5] == 0x45 || (p[5] & 0xfe) == 0x64 ||
			   (p[5] & 0xfe) == 0x76 || (p[5] & 0xfc) == 0x7c) {
			branch(1, pc + halves(p + 2, 2), i);
		}
	} else if (b == SP || (p[0] == 0xe3 && r2 == SP)) {
		i->flags |= INSN_USE;
		if (p[0] == 0xe3 && p[5] == 0x04 && r1 == SP)	/* lg */
			i->flags |= INSN_RESTORE;
	}
}

static void decode6(struct insn_state *st, const uint8_t *p, uint64_t pc, struct insn *i)
{
	unsigned int r1 = p[1] >> 4, op = p[1] & 15;

	switch (p[0]) {
	case 0xc0:
		if (op == 4)
			branch(r1, pc + halves(p + 2, 4), i);
		else if (op == 5)
			insn_goto(i, INSN_CALL, pc + halves(p + 2, 4));
		else if (op == 1)	/* lgfi */
			insn_const(st, r1, insn_sext(insn_u32(p + 2, true), 32));
		return;
	case 0xc2:
		if (r1 == SP && (op == 8 || op == 9))		/* agfi, afi */
			insn_grow(i, -insn_sext(insn_u32(p + 2, true), 32));
		else if (r1 == SP && (op == 4 || op == 5))	/* slgfi, slfi */
			insn_grow(i, insn_u32(p + 2, true));
		else if (r1 == SP && (op == 10 || op == 11))	/* algfi, alfi */
			insn_grow(i, -(int64_t)insn_u32(p + 2, true));
		return;
	case 0xc4: case 0xc6: case 0xc8:
		return;
	case 0xe3: case 0xeb: case 0xec:
		long_displacement(p, pc, i);
		return;
	default:	/* storage, one or two operands of it */
		if (p[2] >> 4 == SP || (p[0] >> 4 == 0xd && p[4] >> 4 == SP))
			i->flags |= INSN_USE;
	}
}

static void decode(struct insn_state *st, const uint8_t *p, size_t len, uint64_t pc,
		   struct insn *i)
{
	*i = (struct insn){ .len = p[0] < 0x40 ? 2 : p[0] < 0xc0 ? 4 : 6 };
	if (len < i->len)
		return;
	if (i->len == 2)
		decode2(p, i);
	else if (i->len == 4)
		decode4(st, p, pc, i);
	else
		decode6(st, p, pc, i);
}

/* DWARF's CFA is the caller's stack pointer and the bytes of its register save area. */
const struct insn_arch insn_s390 = {
	.name = "s390", .align = 2, .sp = 15, .bias = 160, .decode = decode,
};

const struct insn_arch insn_s390_31 = {
	.name = "s390, 31 bits", .align = 2, .sp = 15, .bias = 96, .decode = decode,
};
