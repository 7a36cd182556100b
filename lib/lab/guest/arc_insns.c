// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The instructions of ARCv2 that are known, and how their operands are encoded: little
 * endian halfwords, of which the first has the opcode.
 */
#include "arc.h"

struct row {
	uint32_t mask, bits;	/* of a short instruction in the lower half */
	const char *name;
	/* NULL: it has none */
	bool (*operands)(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w);
	enum arc_op op;
};

static uint32_t half(const unsigned char *p)
{
	return p[0] | p[1] << 8;
}

static int32_t sign(uint32_t v, unsigned int bits)
{
	return (int32_t)(v << (32 - bits)) >> (32 - bits);
}

static struct arc_source number(uint32_t value)
{
	return (struct arc_source){ ARC_NOWHERE, value };
}

/* Register nr as a source. i->len is that of the instruction alone before its first. */
static struct arc_source source(struct arc_insn *i, const unsigned char *code, uint32_t pc,
				unsigned int nr)
{
	const unsigned int len = code[1] >> 3 < 8 ? 4 : 2;

	if (nr == ARC_PCL)
		return number(pc & ~3U);
	if (nr != ARC_LIMM)
		return (struct arc_source){ nr, 0 };
	i->len = len + 4;
	return number(half(code + len) << 16 | half(code + len + 2));
}

static bool general_registers(unsigned int nr)
{
	return nr < 32 || nr == ARC_LP_COUNT;
}

static bool written(struct arc_insn *i, unsigned int nr)
{
	i->dst = nr == ARC_LIMM ? ARC_NOWHERE : (int)nr;
	return nr == ARC_LIMM || general_registers(nr);
}

/* ---- 32 bits ---- */

static unsigned int field_b(uint32_t w)
{
	return (w >> 24 & 7) | (w >> 12 & 7) << 3;
}

static bool general(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	const unsigned int b = field_b(w), c = w >> 6 & 63, form = w >> 22 & 3;
	const bool moves = i->op == ARC_MOV, compares = i->op == ARC_TST || i->op == ARC_CMP;

	i->flags = w >> 15 & 1 || compares;
	if (!moves)
		i->a = source(i, code, pc, b);
	if (form == 2)
		i->b = number(sign(c | (w & 63) << 6, 12));
	else if (form == 1 || (form == 3 && w & 0x20))
		i->b = number(c);
	else
		i->b = source(i, code, pc, c);
	if (form == 3)
		i->cond = w & 31;
	return compares || written(i, form < 2 && !moves ? w & 63 : b);
}

/* One operand; the shifts of this form are by 1. */
static bool single(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->flags = w >> 15 & 1;
	i->a = w >> 22 & 1 ? number(w >> 6 & 63) : source(i, code, pc, w >> 6 & 63);
	i->b = number(1);
	return !(w >> 23 & 1) && written(i, field_b(w));
}

static bool jump(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->delay = w >> 16 & 1;
	i->b = source(i, code, pc, w >> 6 & 63);
	i->cond = w >> 22 & 3 ? w & 31 : 0;
	return !(w & 0x8000) && (!(w >> 22 & 3) || (w >> 22 & 3) == 3) && !(w & 0x20) &&
	       !(i->delay && i->len > 4);
}

static bool loop(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	const unsigned int form = w >> 22 & 3, c = w >> 6 & 63;

	if (form == 2)
		i->target = (pc & ~3U) + sign(c | (w & 63) << 6, 12) * 2;
	else
		i->target = (pc & ~3U) + c * 2;
	i->cond = form == 3 ? w & 31 : 0;
	return form == 2 || (form == 3 && w & 0x20);
}

static bool branch(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	const uint32_t low = (w >> 17 & 0x3ff) << 1 | (w >> 6 & 0x3ff) << 11;

	i->delay = w >> 5 & 1;
	if (w >> 16 & 1) {
		i->target = (pc & ~3U) + sign(low | (w & 15) << 21, 25);
		return !(w & 16);
	}
	i->cond = w & 31;
	i->target = (pc & ~3U) + sign(low, 21);
	return true;
}

static bool compare_branch(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->delay = w >> 5 & 1;
	i->a = source(i, code, pc, field_b(w));
	i->b = w >> 4 & 1 ? number(w >> 6 & 63) : source(i, code, pc, w >> 6 & 63);
	i->target = (pc & ~3U) + sign((w >> 17 & 0x7f) << 1 | (w >> 15 & 1) << 8, 9);
	return !(i->delay && i->len > 4);
}

static const unsigned char sizes[] = { 4, 1, 2, 8 };

static bool memory(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w,
		   unsigned int size, unsigned int mode)
{
	i->size = sizes[size];
	i->mode = mode;
	i->a = source(i, code, pc, field_b(w));
	i->b = number(sign((w >> 16 & 0xff) | (w >> 15 & 1) << 8, 9));
	/* what is written back needs a register; elements of 1 or 8 bytes are not scaled */
	return !((mode == ARC_AW || mode == ARC_AB) && i->a.reg == ARC_NOWHERE) &&
	       !(mode == ARC_AS && i->size != 2 && i->size != 4);
}

static bool load(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->sext = w >> 6 & 1;
	return memory(i, code, pc, w, w >> 7 & 3, w >> 9 & 3) && written(i, w & 63) &&
	       /* to nowhere: a prefetch, which never faults */
	       !(i->dst == ARC_NOWHERE && i->size == 4) && !(i->sext && i->size > 2) &&
	       !(i->size == 8 && (i->dst < 0 || i->dst > 29 || i->dst & 1));
}

/* Without write-back. */
static bool prefetch(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	return memory(i, code, pc, w, 0, ARC_PLAIN);
}

static bool store(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	const bool known = memory(i, code, pc, w, w >> 1 & 3, w >> 3 & 3);

	i->stored = w & 1 ? number(sign(w >> 6 & 63, 6)) : source(i, code, pc, w >> 6 & 63);
	return known && !(i->size == 8 &&
			  (i->stored.reg < 0 || i->stored.reg > 29 || i->stored.reg & 1));
}

/* ---- 16 bits ---- */

static unsigned int short_register(unsigned int nr)
{
	return nr < 4 ? nr : nr + 8;	/* r0..r3, r12..r15 */
}

#define B(w)	short_register((w) >> 8 & 7)
#define C(w)	short_register((w) >> 5 & 7)

static struct arc_source reg(unsigned int nr)
{
	return (struct arc_source){ nr, 0 };
}

static struct arc_source high(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	const unsigned int h = (w >> 5 & 7) | (w & 3) << 3;

	return source(i, code, pc, h == 30 ? ARC_LIMM : h);
}

static bool mov_g_h(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->b = high(i, code, pc, w);
	i->dst = (w >> 8 & 7) | (w >> 3 & 3) << 3;
	return i->dst != 30;
}

static bool load_h(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->size = 4;
	i->a = high(i, code, pc, w);
	i->b = number(((w >> 3 & 3) | (w >> 10 & 1) << 2) * 4);
	i->dst = w >> 8 & 3;
	return true;
}

/* op b, b, h; cmp b, h; mov.ne b, h */
static bool b_h(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->a = reg(B(w));
	i->b = high(i, code, pc, w);
	i->flags = i->op == ARC_CMP;
	i->dst = i->flags ? ARC_NOWHERE : (int)B(w);
	i->cond = i->op == ARC_MOV ? 2 : 0;
	return true;
}

/* op h, h, s3; cmp h, s3; mov h, s3: 7 is -1 */
static bool h_s3(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	const uint32_t n = w >> 8 & 7;

	i->a = high(i, code, pc, w);
	i->b = number(n == 7 ? (uint32_t)-1 : n);
	i->flags = i->op == ARC_CMP;
	i->dst = i->flags ? ARC_NOWHERE : i->a.reg;
	return i->a.reg != ARC_NOWHERE;
}

static bool b_b_c(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->a = reg(B(w));
	i->b = reg(C(w));
	i->flags = i->op == ARC_TST;
	i->dst = i->flags ? ARC_NOWHERE : (int)B(w);
	return true;
}

/* One operand; shifts are by 1, and neg is 0 - c. */
static bool b_c(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->a = reg(C(w));
	i->b = number(i->op != ARC_RSUB);
	i->dst = B(w);
	return true;
}

static bool a_b_c(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->a = reg(B(w));
	i->b = reg(C(w));
	i->dst = short_register(w & 7);
	return true;
}

static bool c_b_u3(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->a = reg(B(w));
	i->b = number(w & 7);
	i->dst = C(w);
	return true;
}

static bool b_u5(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->a = reg(B(w));
	i->b = number(w & 31);
	i->flags = i->op == ARC_BTST;
	i->dst = i->flags ? ARC_NOWHERE : (int)B(w);
	return true;
}

static bool b_u7(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->a = reg(B(w));
	i->b = number(w & 127);
	i->flags = i->op == ARC_CMP;
	i->dst = i->flags ? ARC_NOWHERE : (int)B(w);
	return true;
}

static bool mov_u8(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->b = number(w & 255);
	i->dst = B(w);
	return true;
}

/* ld, ldb, ldh, ldh.x, st, stb, sth: opcodes 0x10 to 0x16 */
static bool short_access(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	static const unsigned char size[] = { 4, 1, 2, 2, 4, 1, 2 };
	const unsigned int nr = (w >> 11) - 0x10;

	i->size = size[nr];
	i->sext = nr == 3;
	i->a = reg(B(w));
	i->b = number((w & 31) * i->size);
	i->dst = C(w);
	i->stored = reg(C(w));
	return true;
}

/* push and pop; bit 4 is for blink */
static bool stack(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	const unsigned int nr = w & 16 ? ARC_BLINK : B(w);

	i->size = 4;
	i->mode = i->op == ARC_ST ? ARC_AW : ARC_AB;
	i->a = reg(ARC_SP);
	i->b = number(i->op == ARC_ST ? -4 : 4);
	i->dst = nr;
	i->stored = reg(nr);
	return true;
}

/* ld, st and add with sp */
static bool by_sp(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->size = 4;
	i->a = reg(ARC_SP);
	i->b = number((w & 31) * 4);
	i->dst = B(w);
	i->stored = reg(B(w));
	return true;
}

static bool move_sp(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	by_sp(i, code, pc, w);
	i->dst = ARC_SP;
	return true;
}

static bool short_jump(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->b = reg((w >> 5 & 7) == 7 ? ARC_BLINK : B(w));
	i->delay = (w >> 5 & 7) == 1 || (w & 0xfffe) == 0x7fe0;
	if ((w & 0xfeff) == 0x7ce0)
		i->cond = w >> 8 & 1 ? 2 : 1;
	return true;
}

static bool short_branch(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	static const unsigned char conds[] = { 9, 10, 11, 12, 13, 6, 5, 14 };
	const unsigned int kind = w >> 9 & 3;

	i->cond = kind < 3 ? kind : conds[w >> 6 & 7];
	i->target = (pc & ~3U) + (kind < 3 ? sign(w & 0x1ff, 9) : sign(w & 0x3f, 6)) * 2;
	return true;
}

static bool branch_zero(struct arc_insn *i, const unsigned char *code, uint32_t pc, uint32_t w)
{
	i->a = reg(B(w));
	i->b = number(0);
	i->target = (pc & ~3U) + sign(w & 127, 7) * 2;
	return true;
}

/* The first row that fits. */
static const struct row longs[] = {
	{ 0xffffffff, 0x264a7000, "nop", NULL, ARC_NOP },
	{ 0xf8000000, 0x00000000, "b", branch, ARC_B },
	{ 0xf8010007, 0x08010000, "breq", compare_branch, ARC_BREQ },
	{ 0xf8010007, 0x08010001, "brne", compare_branch, ARC_BRNE },
	{ 0xf8010007, 0x08010002, "brlt", compare_branch, ARC_BRLT },
	{ 0xf8010007, 0x08010003, "brge", compare_branch, ARC_BRGE },
	{ 0xf8010007, 0x08010004, "brlo", compare_branch, ARC_BRLO },
	{ 0xf8010007, 0x08010005, "brhs", compare_branch, ARC_BRHS },
	{ 0xf8010007, 0x08010006, "bbit0", compare_branch, ARC_BBIT0 },
	{ 0xf8010007, 0x08010007, "bbit1", compare_branch, ARC_BBIT1 },
	{ 0xf8000fff, 0x1000003e, "prefetch", prefetch, ARC_NOP },
	{ 0xf8000980, 0x10000000, "ld", load, ARC_LD },
	{ 0xf8000980, 0x10000080, "ldb", load, ARC_LD },
	{ 0xf8000980, 0x10000100, "ldh", load, ARC_LD },
	{ 0xf8000980, 0x10000180, "ldd", load, ARC_LD },
	{ 0xf8000026, 0x18000000, "st", store, ARC_ST },
	{ 0xf8000026, 0x18000002, "stb", store, ARC_ST },
	{ 0xf8000026, 0x18000004, "sth", store, ARC_ST },
	{ 0xf8000026, 0x18000006, "std", store, ARC_ST },
	{ 0xf83f0000, 0x20000000, "add", general, ARC_ADD },
	{ 0xf83f0000, 0x20020000, "sub", general, ARC_SUB },
	{ 0xf83f0000, 0x20040000, "and", general, ARC_AND },
	{ 0xf83f0000, 0x20050000, "or", general, ARC_OR },
	{ 0xf83f0000, 0x20060000, "bic", general, ARC_BIC },
	{ 0xf83f0000, 0x20070000, "xor", general, ARC_XOR },
	{ 0xf83f0000, 0x200a0000, "mov", general, ARC_MOV },
	{ 0xf83f0000, 0x200b0000, "tst", general, ARC_TST },
	{ 0xf83f0000, 0x200c0000, "cmp", general, ARC_CMP },
	{ 0xf8ff0fc0, 0x204e0000, "neg", general, ARC_RSUB },
	{ 0xf83f0000, 0x200e0000, "rsub", general, ARC_RSUB },
	{ 0xf83f0000, 0x200f0000, "bset", general, ARC_BSET },
	{ 0xf83f0000, 0x20100000, "bclr", general, ARC_BCLR },
	{ 0xf83f0000, 0x20130000, "bmsk", general, ARC_BMSK },
	{ 0xf83f8000, 0x20140000, "add1", general, ARC_ADD1 },
	{ 0xf83f8000, 0x20150000, "add2", general, ARC_ADD2 },
	{ 0xf83f8000, 0x20160000, "add3", general, ARC_ADD3 },
	{ 0xf83e0000, 0x20200000, "j", jump, ARC_J },
	{ 0xf83f0000, 0x20280000, "lp", loop, ARC_LP },
	{ 0xf83f803f, 0x202f0000, "asl", single, ARC_ASL },
	{ 0xf83f003f, 0x202f0001, "asr", single, ARC_ASR },
	{ 0xf83f003f, 0x202f0002, "lsr", single, ARC_LSR },
	{ 0xf83f003f, 0x202f0005, "sexb", single, ARC_SEXB },
	{ 0xf83f003f, 0x202f0006, "sexh", single, ARC_SEXH },
	{ 0xf83f003f, 0x202f0007, "extb", single, ARC_EXTB },
	{ 0xf83f003f, 0x202f0008, "exth", single, ARC_EXTH },
	{ 0xf83f003f, 0x202f000a, "not", single, ARC_NOT },
	{ 0xf83f8000, 0x28000000, "asl", general, ARC_ASL },
	{ 0xf83f0000, 0x28010000, "lsr", general, ARC_LSR },
	{ 0xf83f0000, 0x28020000, "asr", general, ARC_ASR },
	{ 0 }
};

static const struct row shorts[] = {
	{ 0xf804, 0x4000, "mov_s", mov_g_h, ARC_MOV },
	{ 0xf804, 0x4004, "ld_s", load_h, ARC_LD },
	{ 0xf818, 0x6018, "add_s", a_b_c, ARC_ADD },
	{ 0xf818, 0x6800, "add_s", c_b_u3, ARC_ADD },
	{ 0xf818, 0x6808, "sub_s", c_b_u3, ARC_SUB },
	{ 0xf818, 0x6810, "asl_s", c_b_u3, ARC_ASL },
	{ 0xf818, 0x6818, "asr_s", c_b_u3, ARC_ASR },
	{ 0xf81c, 0x7000, "add_s", b_h, ARC_ADD },
	{ 0xf81c, 0x7004, "add_s", h_s3, ARC_ADD },
	{ 0xf81c, 0x700c, "mov_s", h_s3, ARC_MOV },
	{ 0xf81c, 0x7010, "cmp_s", b_h, ARC_CMP },
	{ 0xf81c, 0x7014, "cmp_s", h_s3, ARC_CMP },
	{ 0xf81c, 0x701c, "mov_s", b_h, ARC_MOV },
	{ 0xffff, 0x78e0, "nop_s", NULL, ARC_NOP },
	{ 0xfeff, 0x7ce0, "j", short_jump, ARC_J },
	{ 0xfeff, 0x7ee0, "j_s", short_jump, ARC_J },
	{ 0xf8df, 0x7800, "j_s", short_jump, ARC_J },
	{ 0xf81f, 0x7802, "sub_s", b_b_c, ARC_SUB },
	{ 0xf81f, 0x7804, "and_s", b_b_c, ARC_AND },
	{ 0xf81f, 0x7805, "or_s", b_b_c, ARC_OR },
	{ 0xf81f, 0x7806, "bic_s", b_b_c, ARC_BIC },
	{ 0xf81f, 0x7807, "xor_s", b_b_c, ARC_XOR },
	{ 0xf81f, 0x780b, "tst_s", b_b_c, ARC_TST },
	{ 0xf81f, 0x780d, "sexb_s", b_c, ARC_SEXB },
	{ 0xf81f, 0x780e, "sexh_s", b_c, ARC_SEXH },
	{ 0xf81f, 0x780f, "extb_s", b_c, ARC_EXTB },
	{ 0xf81f, 0x7810, "exth_s", b_c, ARC_EXTH },
	{ 0xf81f, 0x7812, "not_s", b_c, ARC_NOT },
	{ 0xf81f, 0x7813, "neg_s", b_c, ARC_RSUB },
	{ 0xf81f, 0x7818, "asl_s", b_b_c, ARC_ASL },
	{ 0xf81f, 0x7819, "lsr_s", b_b_c, ARC_LSR },
	{ 0xf81f, 0x781a, "asr_s", b_b_c, ARC_ASR },
	{ 0xf81f, 0x781b, "asl_s", b_c, ARC_ASL },
	{ 0xf81f, 0x781c, "asr_s", b_c, ARC_ASR },
	{ 0xf81f, 0x781d, "lsr_s", b_c, ARC_LSR },
	{ 0xf800, 0x8000, "ld_s", short_access, ARC_LD },
	{ 0xf800, 0x8800, "ldb_s", short_access, ARC_LD },
	{ 0xf000, 0x9000, "ldh_s", short_access, ARC_LD },
	{ 0xf800, 0xa000, "st_s", short_access, ARC_ST },
	{ 0xf800, 0xa800, "stb_s", short_access, ARC_ST },
	{ 0xf800, 0xb000, "sth_s", short_access, ARC_ST },
	{ 0xf8e0, 0xb800, "asl_s", b_u5, ARC_ASL },
	{ 0xf8e0, 0xb820, "lsr_s", b_u5, ARC_LSR },
	{ 0xf8e0, 0xb840, "asr_s", b_u5, ARC_ASR },
	{ 0xf8e0, 0xb860, "sub_s", b_u5, ARC_SUB },
	{ 0xf8e0, 0xb880, "bset_s", b_u5, ARC_BSET },
	{ 0xf8e0, 0xb8a0, "bclr_s", b_u5, ARC_BCLR },
	{ 0xf8e0, 0xb8c0, "bmsk_s", b_u5, ARC_BMSK },
	{ 0xf8e0, 0xb8e0, "btst_s", b_u5, ARC_BTST },
	{ 0xf8e0, 0xc000, "ld_s", by_sp, ARC_LD },
	{ 0xf8e0, 0xc040, "st_s", by_sp, ARC_ST },
	{ 0xf8e0, 0xc080, "add_s", by_sp, ARC_ADD },
	{ 0xffe0, 0xc0a0, "add_s", move_sp, ARC_ADD },
	{ 0xffe0, 0xc1a0, "sub_s", move_sp, ARC_SUB },
	{ 0xf8ff, 0xc0c1, "pop_s", stack, ARC_LD },
	{ 0xffff, 0xc0d1, "pop_s", stack, ARC_LD },
	{ 0xf8ff, 0xc0e1, "push_s", stack, ARC_ST },
	{ 0xffff, 0xc0f1, "push_s", stack, ARC_ST },
	{ 0xf800, 0xd800, "mov_s", mov_u8, ARC_MOV },
	{ 0xf880, 0xe000, "add_s", b_u7, ARC_ADD },
	{ 0xf880, 0xe080, "cmp_s", b_u7, ARC_CMP },
	{ 0xf880, 0xe800, "breq_s", branch_zero, ARC_BREQ },
	{ 0xf880, 0xe880, "brne_s", branch_zero, ARC_BRNE },
	{ 0xf800, 0xf000, "b", short_branch, ARC_B },
	{ 0 }
};

static bool known_source(const struct arc_source *s)
{
	return s->reg == ARC_NOWHERE || general_registers(s->reg);
}

bool arc_decode(struct arc_insn *i, const unsigned char *code, uint32_t pc)
{
	const bool is_long = code[1] >> 3 < 8;
	const uint32_t w = is_long ? half(code) << 16 | half(code + 2) : half(code);
	const struct row *r = is_long ? longs : shorts;

	while (r->name && (w & r->mask) != r->bits)
		r++;
	*i = (struct arc_insn){ .name = r->name, .op = r->op, .len = is_long ? 4 : 2,
				.dst = ARC_NOWHERE, .a = number(0), .b = number(0),
				.stored = number(0) };
	return r->name && (!r->operands || r->operands(i, code, pc, w)) && i->cond < 16 &&
	       known_source(&i->a) && known_source(&i->b) && known_source(&i->stored);
}
