/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For frames.c and frames_pieces.c: what an open struct frames keeps to itself. */
#ifndef UABENCH_IMAGE_FRAMES_MORE_H
#define UABENCH_IMAGE_FRAMES_MORE_H

#include "frames.h"
#include "scan.h"

/* Code of a function that the compiler moved away. */
struct piece {
	uint64_t addr, size;
	const char *name;	/* "NAME.cold" */
	size_t frame;		/* index of the function it is of */
	size_t next;		/* of the same function's name, + 1 */
};

struct frames_more {
	struct obj *o;
	struct scanner scanner;
	struct obj_mark *marks;
	struct obj_reference *away;	/* of code that is not linked, to what is no label of its own */
	uint64_t *targets;	/* addresses of FAIL */
	size_t ntargets;
	struct piece *pieces;	/* by frame */
	size_t npieces;
	bool counts;		/* canaries are found by scanning */
};

/* Scan code; what is not there counts nothing. 0 or -ENOMEM. */
int frames_scan(struct frames_more *m, uint64_t addr, uint64_t size, bool thumb,
		struct scan *ret_scan);

/* Take the pieces out of f->v and add what they do to their functions. 0 or -ENOMEM. */
int frames_fold_pieces(struct frames *f, struct frames_more *m);

#endif
