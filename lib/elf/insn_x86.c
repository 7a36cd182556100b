// SPDX-License-Identifier: GPL-2.0-or-later
/* x86 of 32 and 64 bits. */
#include <endian.h>
#include <string.h>

#include "insn.h"

#define SP	4

/* Of an opcode: a ModRM byte follows; how many bytes of immediate. */
enum { M = 1, I1 = 2, I2 = 4, IZ = 8 /* operand size, at most 4 */ };

static const uint8_t one_byte[256] = {
	[0x00 ... 0x03] = M, [0x04] = I1, [0x05] = IZ, [0x08 ... 0x0b] = M, [0x0c] = I1, [0x0d] = IZ,
	[0x10 ... 0x13] = M, [0x14] = I1, [0x15] = IZ, [0x18 ... 0x1b] = M, [0x1c] = I1, [0x1d] = IZ,
	[0x20 ... 0x23] = M, [0x24] = I1, [0x25] = IZ, [0x28 ... 0x2b] = M, [0x2c] = I1, [0x2d] = IZ,
	[0x30 ... 0x33] = M, [0x34] = I1, [0x35] = IZ, [0x38 ... 0x3b] = M, [0x3c] = I1, [0x3d] = IZ,
	[0x62 ... 0x63] = M, [0x68] = IZ, [0x69] = M | IZ, [0x6a] = I1, [0x6b] = M | I1,
	[0x70 ... 0x7f] = I1, [0x80] = M | I1, [0x81] = M | IZ, [0x82 ... 0x83] = M | I1,
	[0x84 ... 0x8f] = M, [0x9a] = I2 | IZ, [0xa8] = I1, [0xa9] = IZ, [0xb0 ... 0xb7] = I1,
	[0xb8 ... 0xbf] = IZ, [0xc0 ... 0xc1] = M | I1, [0xc2] = I2, [0xc4 ... 0xc5] = M,
	[0xc6] = M | I1, [0xc7] = M | IZ, [0xc8] = I2 | I1, [0xca] = I2, [0xcd] = I1,
	[0xd0 ... 0xd3] = M, [0xd4 ... 0xd5] = I1, [0xd8 ... 0xdf] = M, [0xe0 ... 0xe7] = I1,
	[0xe8 ... 0xe9] = IZ, [0xea] = I2 | IZ, [0xeb] = I1, [0xf6 ... 0xf7] = M,
	[0xfe ... 0xff] = M,
};

/* After 0f, where it is not just M. */
static unsigned int two_bytes(unsigned int op)
{
	switch (op) {
	case 0x05 ... 0x09: case 0x0b: case 0x0e: case 0x30 ... 0x37: case 0x77:
	case 0xa0 ... 0xa2: case 0xa8 ... 0xaa: case 0xc8 ... 0xcf:
		return 0;
	case 0x80 ... 0x8f:
		return IZ;
	case 0x0f: case 0x70 ... 0x73: case 0xa4: case 0xac: case 0xba: case 0xc2:
	case 0xc4 ... 0xc6:
		return M | I1;
	default:
		return M;
	}
}

struct operand {
	unsigned int mod, reg, rm;	/* reg, rm with REX; rm of memory: its base */
	bool memory, index, no_base;
	int64_t disp;
};

struct cursor {
	const uint8_t *p;
	size_t len, at;
	bool wide, rex_w, rex_r, rex_x, rex_b, small, addr32;
	unsigned int map, op;
};

static unsigned int byte(struct cursor *c)
{
	unsigned int v = c->at < c->len ? c->p[c->at] : 0;

	c->at++;
	return v;
}

static int64_t number(struct cursor *c, unsigned int bytes)
{
	uint64_t v = 0;

	for (unsigned int i = 0; i < bytes; i++)
		v |= (uint64_t)byte(c) << (8 * i);
	return bytes ? insn_sext(v, 8 * bytes) : 0;
}

/* Prefixes and the opcode with its map: 0 one byte, 1 0f, 2 0f38, 3 0f3a. */
static void opcode(struct cursor *c)
{
	unsigned int b, next;

	for (;;) {
		b = byte(c);
		if (b == 0x66)
			c->small = true;
		else if (b == 0x67)
			c->addr32 = true;
		else if (b != 0x26 && b != 0x2e && b != 0x36 && b != 0x3e && b != 0x64 &&
			 b != 0x65 && b != 0xf0 && b != 0xf2 && b != 0xf3)
			break;
		if (c->at > 14)
			break;
	}
	if (c->wide && (b & 0xf0) == 0x40) {
		c->rex_w = b & 8;
		c->rex_r = b & 4;
		c->rex_x = b & 2;
		c->rex_b = b & 1;
		b = byte(c);
	}
	c->op = b;
	next = c->at < c->len ? c->p[c->at] : 0;
	if (b == 0x0f) {
		c->op = byte(c);
		c->map = 1;
		if (c->op == 0x38 || c->op == 0x3a) {
			c->map = c->op == 0x38 ? 2 : 3;
			c->op = byte(c);
		}
	} else if ((b == 0xc4 || b == 0xc5 || b == 0x62) && (c->wide || next >= 0xc0)) {
		/* VEX and EVEX: registers are vectors, but for what addresses memory */
		unsigned int first = byte(c);

		c->map = b == 0xc5 ? 1 : first & (b == 0x62 ? 7 : 31);
		c->rex_x = b != 0xc5 && !(first & 0x40);
		c->rex_b = b != 0xc5 && !(first & 0x20);
		if (b != 0xc5)
			byte(c);
		if (b == 0x62)
			byte(c);
		c->op = byte(c) | 0x100;
	}
}

static void modrm(struct cursor *c, struct operand *o)
{
	unsigned int b = byte(c), sib;

	o->mod = b >> 6;
	o->reg = (b >> 3 & 7) | (c->rex_r ? 8 : 0);
	o->rm = b & 7;
	o->memory = o->mod != 3;
	if (!o->memory || (c->addr32 && !c->wide)) {
		o->rm |= c->rex_b ? 8 : 0;
		if (o->memory)	/* addresses of 16 bits */
			number(c, o->mod == 1 ? 1 : o->mod == 2 || o->rm == 6 ? 2 : 0);
		o->memory = false;
		o->mod = o->mod == 3 ? 3 : 0;
		return;
	}
	if (o->rm == 4) {
		sib = byte(c);
		o->index = (sib >> 3 & 7) != 4 || c->rex_x;
		o->rm = sib & 7;
	}
	o->no_base = o->rm == 5 && !o->mod;
	o->rm |= c->rex_b ? 8 : 0;
	o->disp = number(c, o->mod == 1 ? 1 : o->mod == 2 || o->no_base ? 4 : 0);
}

static void immediate_group(const struct operand *o, int64_t imm, struct insn *i)
{
	if (o->mod != 3 || o->rm != SP)
		return;
	switch (o->reg & 7) {
	case 0:
		insn_grow(i, -imm);
		break;
	case 5:
		insn_grow(i, imm);
		break;
	case 7:
		i->flags |= INSN_USE;
		break;
	default:	/* and: aligns it */
		i->flags |= INSN_DYNAMIC;
	}
}

/* The opcodes of one byte with a ModRM byte. */
static void with_modrm(const struct cursor *c, const struct operand *o, int64_t imm, int word,
		       struct insn *i)
{
	unsigned int op = c->op, group = o->reg & 7;
	bool to_rm = o->mod == 3 && o->rm == SP;

	if (op == 0x81 || op == 0x83) {
		immediate_group(o, imm, i);
	} else if (op == 0x8d && o->reg == SP) {
		if (o->rm == SP && !o->index && !o->no_base)
			insn_grow(i, -o->disp);
		else
			i->flags |= o->rm == SP ? INSN_DYNAMIC : INSN_RESTORE;
	} else if (op == 0xff && group == 6) {
		insn_grow(i, word);
	} else if (op == 0xff && (group == 2 || group == 4)) {
		i->flags |= group == 2 ? INSN_CALL : INSN_END;
	} else if (op == 0x8f) {
		insn_grow(i, -word);
	} else if ((op == 0x89 && to_rm) || (op == 0x8b && o->reg == SP)) {
		i->flags |= INSN_RESTORE;
	} else if (((op == 0x01 || op == 0x29 || op == 0x31) && to_rm) ||
		   ((op == 0x03 || op == 0x2b || op == 0x33) && o->reg == SP)) {
		i->flags |= INSN_DYNAMIC;
	} else if ((op == 0x89 && o->reg == SP) || (op == 0x8b && to_rm)) {
		i->flags |= INSN_USE;
	}
}

static void without_modrm(const struct cursor *c, int64_t imm, int word, uint64_t pc,
			  struct insn *i)
{
	uint64_t target = pc + i->len + imm;

	switch (c->op) {
	case 0x50 ... 0x57: case 0x68: case 0x6a: case 0x9c:
		i->flags |= INSN_USE;
		insn_grow(i, word);
		break;
	case 0x58 ... 0x5f: case 0x9d:
		i->flags |= INSN_USE;
		insn_grow(i, -word);
		if (c->op == 0x5c && !c->rex_b)
			i->flags = INSN_RESTORE;
		break;
	case 0x70 ... 0x7f: case 0xe0 ... 0xe3:
		insn_goto(i, INSN_JUMP | INSN_COND, target);
		break;
	case 0xc2: case 0xc3: case 0xca: case 0xcb: case 0xcf:
		i->flags |= INSN_END;
		break;
	case 0xc9:	/* leave */
		i->flags |= INSN_RESTORE;
		break;
	case 0xe8:
		if (imm || word == 8)	/* 0 before a relocation with addend */
			insn_goto(i, INSN_CALL, target);
		else			/* pushes where it is */
			insn_grow(i, word);
		break;
	case 0xe9: case 0xeb:
		insn_goto(i, INSN_JUMP | INSN_END, target);
		break;
	}
}

static void decode(struct insn_state *st, const uint8_t *p, size_t len, uint64_t pc,
		   struct insn *i)
{
	struct cursor c = { .p = p, .len = len, .wide = st->wide };
	struct operand o = { 0 };
	unsigned int attr, z;
	int word = st->wide ? 8 : 4;
	int64_t imm = 0;

	*i = (struct insn){ 0 };
	opcode(&c);
	z = c.small && !c.rex_w && !(c.op & 0x100) ? 2 : 4;
	attr = !c.map ? one_byte[c.op & 0xff] : c.map == 1 ? two_bytes(c.op & 0xff) :
	       c.map == 3 ? M | I1 : M;
	if (!st->wide && !c.map && c.op == 0x62)
		attr = M;
	if (attr & M)
		modrm(&c, &o);
	if (!c.map && (c.op == 0xf6 || c.op == 0xf7) && (o.reg & 6) == 0)
		attr |= c.op == 0xf6 ? I1 : IZ;
	if (!c.map && c.op >= 0xb8 && c.op <= 0xbf && c.rex_w)
		imm = number(&c, 8);
	else if (!c.map && c.op >= 0xa0 && c.op <= 0xa3)
		number(&c, st->wide && !c.addr32 ? 8 : 4);
	else {
		if (attr & IZ)
			imm = number(&c, c.op == 0xe8 || c.op == 0xe9 ? 4 : z);
		if (attr & I2)
			number(&c, 2);
		if (attr & I1)
			imm = number(&c, 1);
	}
	i->len = c.at;
	if (o.memory && o.rm == SP && !o.no_base && (attr & M))
		i->flags |= INSN_USE;
	if (c.map == 1 && c.op >= 0x80 && c.op <= 0x8f)
		insn_goto(i, INSN_JUMP | INSN_COND, pc + i->len + imm);
	else if (!c.map && attr & M)
		with_modrm(&c, &o, imm, word, i);
	else if (!c.map)
		without_modrm(&c, imm, word, pc, i);
	else if (c.map == 1 && (c.op == 0xa0 || c.op == 0xa8))
		insn_grow(i, word);
	else if (c.map == 1 && (c.op == 0xa1 || c.op == 0xa9))
		insn_grow(i, -word);
}

/* Whether p[0..at + 4) ends in call, jmp or jcc with a distance of four bytes. */
static bool is_branch(const uint8_t *p, size_t at)
{
	return (p[at - 1] & 0xfe) == 0xe8 ||
	       (at > 1 && (p[at - 1] & 0xf0) == 0x80 && p[at - 2] == 0x0f);
}

/*
 * The last four bytes of call, jmp and jcc are the distance, which no others are by chance.
 * Its upper half is the same for all that are within 64 KiB: one byte of it is looked for.
 */
static int branches(const uint8_t *p, size_t len, uint64_t addr, uint64_t target,
		    int (*found)(void *arg, uint64_t pc), void *arg)
{
	for (size_t i = 1, end; i + 4 <= len; i = end) {
		const uint32_t first = target - addr - i - 4;	/* of the distance at p + i */
		const uint8_t *q = p + i + 2;

		end = i + (first & 0xffff) + 1;
		if (end > len - 3)
			end = len - 3;
		while ((q = memchr(q, first >> 16 & 0xff, p + end + 2 - q))) {
			size_t at = q - p - 2;
			uint32_t v;
			int r;

			q++;
			memcpy(&v, p + at, sizeof(v));
			if (le32toh(v) != first - (at - i) || !is_branch(p, at))
				continue;
			r = found(arg, addr + at - 1);
			if (r)
				return r;
		}
	}
	return 0;
}

const struct insn_arch insn_x86_64 = {
	.name = "x86_64", .align = 1, .sp = 7, .entry = 8, .decode = decode,
	.branches = branches,
};

const struct insn_arch insn_x86_32 = {
	.name = "i386", .align = 1, .sp = 4, .entry = 4, .decode = decode,
	.branches = branches,
};
