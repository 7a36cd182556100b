/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stack frames and canaries, a function at a time.
 *
 * The frame is what gcc's -fstack-usage says: bytes that a call of the function takes of
 * the stack, with the return address where the call pushes it. It is taken from call
 * frame information where that tells the CFA by the stack pointer, and else from the
 * instructions, as the deepest that constants move the stack pointer.
 */
#ifndef UABENCH_IMAGE_FRAMES_H
#define UABENCH_IMAGE_FRAMES_H

#include "obj.h"

enum frame_source { FRAME_CFI, FRAME_CODE };

struct frame {
	const char *name;	/* the object's */
	uint64_t addr, size;	/* of its symbol, or of its call frame information */
	uint64_t bytes;		/* of the frame; pieces of the function (.cold) included */
	uint32_t insns;		/* 0 until frames_count() */
	uint32_t checks;	/* calls of __stack_chk_fail, by any branch */
	uint8_t source;		/* enum frame_source */
	bool thumb;
	bool dynamic;		/* takes more, which is no constant (alloca) or aligns */
	bool has;		/* it moves its stack pointer */
	bool idle;		/* ... and nothing else: no call, no memory on the stack, no canary */
};

struct frames {
	struct frame *v;	/* in no order to rely on */
	size_t n;
	const char *arch;	/* as the decoder is called */
	const char *section;	/* of the call frame information, or NULL */
	size_t by_cfi, by_code;	/* how many of either source */
	size_t nameless;	/* call frame information without a symbol, in by_cfi too */
	char **made;		/* names that are not the object's */
	size_t nmade;
	struct frames_more *more;	/* its own: for frames_count() */
};

/*
 * The functions of an object: symbols of functions with a size, and of assembly what has
 * call frame information. Pieces that the compiler moved away (NAME.cold) are part of NAME.
 * 0; -EOPNOTSUPP: no decoder for the machine; -ENODATA: no symbols; -EINVAL; -ENOMEM; but
 * for the last with a sentence in diag. The object must outlive it. To be released in any case.
 */
int frames_read(struct frames *f, struct obj *o, struct strbuf *diag);
void frames_release(struct frames *f);

/* Count the instructions of a function, once. The object must still be open. 0 or -ENOMEM. */
int frames_count(const struct frames *f, struct frame *frame);

struct frames_sum {
	size_t functions, framed, checked, idle;
	uint64_t bytes;		/* of all frames */
	uint64_t checks;
};

void frames_sum(const struct frames *f, struct frames_sum *ret_sum);

/* A function in two objects; either may be NULL, but not both. */
struct frame_pair {
	struct frame *base, *new;
};

/*
 * Pairs by name; of several with one name the first with the first, by address. What is then
 * left, by the name without what compilers append (NAMES_FOLDED). *ret_pairs is to be freed.
 * 0 or -ENOMEM.
 */
int frames_pair(const struct frames *base, const struct frames *new,
		struct frame_pair **ret_pairs, size_t *ret_n);

/* What the functions that only the new one gives a frame have of it. */
struct frames_gain {
	size_t functions;
	size_t checked, unchecked;	/* of these: with and without a canary */
	size_t idle;			/* of the unchecked: frames for nothing */
	int64_t bytes, insns;	/* of code: prologue, epilogue, and the canary's */
	uint64_t stack;			/* bytes of these frames */
};

/* Of pairs of base and new. 0 or -ENOMEM. */
int frames_gain(const struct frames *base, const struct frames *new,
		const struct frame_pair *pairs, size_t n, struct frames_gain *ret_gain);

#endif
