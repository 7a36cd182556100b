// SPDX-License-Identifier: GPL-2.0-or-later
#include "insn.h"

#define SP	31

static void add_immediate(uint32_t w, struct insn *i)
{
	unsigned int rd = w & 31, rn = w >> 5 & 31;
	bool sub = w >> 30 & 1, flags = w >> 29 & 1;
	int64_t imm = (int64_t)(w >> 10 & 0xfff) << (w >> 22 & 1 ? 12 : 0);

	if (rn == SP && rd == SP && !flags)
		insn_grow(i, sub ? imm : -imm);
	else if (rn == SP)
		i->flags |= INSN_USE;
	else if (rd == SP && !flags)
		i->flags |= INSN_RESTORE;
}

static void add_register(struct insn_state *st, uint32_t w, struct insn *i)
{
	int64_t v = 0;
	unsigned int rd = w & 31, rn = w >> 5 & 31, rm = w >> 16 & 31;
	bool sub = w >> 30 & 1;

	if (rd == SP && rn == SP && insn_known(st, rm, &v))
		insn_grow(i, sub ? v : insn_negative(v));
	else if (rd == SP && !(w >> 29 & 1))
		i->flags |= INSN_DYNAMIC;
	else if (rn == SP)
		i->flags |= INSN_USE;
}

static void load_store_pair(uint32_t w, struct insn *i)
{
	unsigned int mode = w >> 23 & 3, opc = w >> 30;
	unsigned int scale = w >> 26 & 1 ? 4u << opc : opc == 2 ? 8 : 4;

	if ((w >> 5 & 31) != SP)
		return;
	i->flags |= INSN_USE;
	if (mode & 1)	/* before or after */
		insn_grow(i, -insn_sext(w >> 15 & 0x7f, 7) * scale);
}

static void load_store(uint32_t w, struct insn *i)
{
	if ((w >> 5 & 31) != SP)
		return;
	i->flags |= INSN_USE;
	if (!(w & 1 << 24) && !(w & 1 << 21) && (w & 1 << 10))
		insn_grow(i, -insn_sext(w >> 12 & 0x1ff, 9));
}

static void move_wide(struct insn_state *st, uint32_t w)
{
	int64_t v = 0;
	unsigned int rd = w & 31, shift = (w >> 21 & 3) * 16;
	uint64_t imm = (uint64_t)(w >> 5 & 0xffff) << shift;

	switch (w >> 29 & 3) {
	case 0:
		insn_const(st, rd, ~imm);
		break;
	case 2:
		insn_const(st, rd, imm);
		break;
	case 3:
		if (insn_known(st, rd, &v))
			insn_const(st, rd, (v & ~((uint64_t)0xffff << shift)) | imm);
		break;
	}
}

static void decode(struct insn_state *st, const uint8_t *p, size_t len, uint64_t pc,
		   struct insn *i)
{
	uint32_t w;

	*i = (struct insn){ .len = 4 };
	if (len < 4)
		return;
	w = insn_u32(p, false);
	if ((w & 0x1f000000) == 0x11000000)
		add_immediate(w, i);
	else if ((w & 0x1fe00000) == 0x0b200000)
		add_register(st, w, i);
	else if ((w & 0x3a000000) == 0x28000000)
		load_store_pair(w, i);
	else if ((w & 0x3a000000) == 0x38000000)
		load_store(w, i);
	else if ((w & 0x1f800000) == 0x12800000)
		move_wide(st, w);
	else if ((w & 0x7c000000) == 0x14000000)
		insn_goto(i, w >> 31 ? INSN_CALL : INSN_JUMP | INSN_END,
			  pc + insn_sext(w & 0x3ffffff, 26) * 4);
	else if ((w & 0xff000000) == 0x54000000 || (w & 0x7e000000) == 0x34000000)
		insn_goto(i, INSN_JUMP | INSN_COND, pc + insn_sext(w >> 5 & 0x7ffff, 19) * 4);
	else if ((w & 0x7e000000) == 0x36000000)
		insn_goto(i, INSN_JUMP | INSN_COND, pc + insn_sext(w >> 5 & 0x3fff, 14) * 4);
	else if ((w & 0xfe000000) == 0xd6000000)	/* to a register */
		i->flags |= (w >> 21 & 7) == 1 ? INSN_CALL : INSN_END;
}

const struct insn_arch insn_arm64 = {
	.name = "arm64", .align = 4, .sp = 31, .decode = decode,
};
