/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The instructions of one function, in one pass: how deep the stack gets, whether it is
 * used, who is called. The depth follows branches forward within the function; a
 * stack pointer moved by what is no constant leaves it as it was.
 */
#ifndef UABENCH_IMAGE_SCAN_H
#define UABENCH_IMAGE_SCAN_H

#include "insn.h"
#include "marks.h"

struct scan {
	uint64_t deepest;	/* bytes of stack at most, by constants alone; as insn_arch.entry counts */
	uint32_t insns, calls, references;
	bool moves;		/* the stack pointer is moved */
	bool uses;		/* ... or memory by it, or its value, is used */
	bool dynamic;		/* it is moved by what is no constant */
};

struct scanner {
	const struct insn_arch *arch;
	struct insn_state state;
	const struct obj_mark *marks;	/* all of the object's */
	size_t nmarks;
	const uint64_t *targets;	/* ascending; calls of and jumps to them are ->references */
	size_t ntargets;
	/* by address, of an object not linked: where code goes to that is elsewhere; or none */
	const struct obj_reference *away;
	size_t naway;
	void (*each)(void *arg, uint64_t pc, const struct insn *i);	/* or NULL: called for each */
	void *arg;
	/* the scanner's own */
	int32_t *depths;
	size_t alloc;
};

/* 0 or -ENOMEM. */
int scan_function(struct scanner *s, const uint8_t *code, size_t len, uint64_t addr, bool thumb,
		  struct scan *ret_scan);
void scan_release(struct scanner *s);

/* Of n ascending numbers, the index of the first that is not below. */
size_t scan_from(const uint64_t *v, size_t n, uint64_t value);

#endif
