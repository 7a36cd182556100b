/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The instructions of one function, as objdump prints them, of two images side by side. */
#ifndef UABENCH_IMAGE_INSNS_H
#define UABENCH_IMAGE_INSNS_H

#include <stddef.h>
#include <stdint.h>

#include "obj.h"

struct insns_line {
	uint64_t offset;	/* from the function's first byte */
	/* "mov %rdi,%rax"; targets: "jne +0x1c", "call memcpy"; relocated: "call [memcpy-0x4]" */
	char *text;
	uint32_t target;	/* where in it the address begins that objdump made out; 0: none */
	uint32_t id;		/* equal for equal texts, targets within the function apart */
};

struct insns {
	struct insns_line *v;
	size_t n, alloc;
};

/*
 * Read what `objdump -d -r --no-show-raw-insn` printed of the function at addr, whose name
 * targets within it have. Lines that are no instructions or relocations are passed over.
 * 0 or -ENOMEM. To be released in any case.
 */
int insns_parse(struct insns *in, char *text, const char *symbol, uint64_t addr);
void insns_release(struct insns *in);

#define INSNS_NONE	SIZE_MAX

struct insns_row {
	size_t base, new;	/* indexes, or INSNS_NONE: none that corresponds */
	char mark;		/* ' ' equal, '|' another in its place, '<' only base, '>' only new */
};

struct insns_rows {
	struct insns_row *v;
	size_t n, alloc;
	size_t equal;
	bool whole;		/* false: too long to align but at both ends */
};

/*
 * The longest common subsequence of both; what is between its parts stands beside each
 * other in order. Sets the ids. 0 or -ENOMEM. To be released in any case.
 */
int insns_align(struct insns_rows *rows, struct insns *base, struct insns *new);
void insns_rows_release(struct insns_rows *rows);

/* Bytes to disassemble: the size, or for one without the distance to the next symbol. */
uint64_t insns_extent(const struct obj *o, const struct obj_symbol *sym);

#endif
