/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ARCv2 code as the interpreter of arch_arc.c runs it: what gcc makes of small functions, and
 * what the inline assembler of arch/arc uses. Decoding is a table (arc_insns.c); what is not
 * in it is unknown, never guessed. The names are those of objdump without their suffixes.
 */
#ifndef LAB_GUEST_ARC_H
#define LAB_GUEST_ARC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	ARC_SP = 28, ARC_BLINK = 31, ARC_LP_COUNT = 60, ARC_LIMM = 62, ARC_PCL = 63,
	ARC_NOWHERE = -1	/* not a register */
};

enum arc_op {
	ARC_NOP, ARC_MOV, ARC_ADD, ARC_ADD1, ARC_ADD2, ARC_ADD3, ARC_SUB, ARC_RSUB, ARC_CMP,
	ARC_AND, ARC_TST, ARC_OR, ARC_BIC, ARC_XOR, ARC_NOT,
	ARC_BSET, ARC_BCLR, ARC_BMSK, ARC_BTST, ARC_ASL, ARC_LSR, ARC_ASR,
	ARC_SEXB, ARC_SEXH, ARC_EXTB, ARC_EXTH,
	ARC_LD, ARC_ST,
	ARC_LP, ARC_J, ARC_B,
	ARC_BREQ, ARC_BRNE, ARC_BRLT, ARC_BRGE, ARC_BRLO, ARC_BRHS, ARC_BBIT0, ARC_BBIT1
};

/* How the address of an access is made, and what becomes of its base. */
enum arc_mode {
	ARC_PLAIN,
	ARC_AW,		/* the base becomes the address */
	ARC_AB,		/* the base is the address, and becomes base + offset */
	ARC_AS		/* the offset counts elements */
};

struct arc_source {
	int reg;		/* or ARC_NOWHERE: */
	uint32_t value;
};

struct arc_insn {
	const char *name;
	enum arc_op op;
	unsigned int len;	/* bytes, with a long immediate; 0: not decoded yet */
	int dst;		/* register written, or ARC_NOWHERE */
	struct arc_source a, b;	/* of an access: base and offset; of a jump: b */
	struct arc_source stored;
	bool flags;		/* sets them */
	unsigned int cond;	/* 0: always */
	bool delay;		/* a branch with a delay slot */
	uint32_t target;	/* of a branch; of lp: the end of the loop */
	enum arc_mode mode;
	unsigned int size;	/* of an access: 1, 2, 4 or 8 bytes */
	bool sext;		/* of a load */
};

/* Decode the instruction at code, whose address is pc. Whether it is known. */
bool arc_decode(struct arc_insn *i, const unsigned char *code, uint32_t pc);

#endif
