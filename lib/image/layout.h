/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where functions lie in memory. That alone moves what they cost: aligning all functions
 * to 32 bytes changed netperf TCP_RR by -18 % (kernel commit 09c60546f04f).
 */
#ifndef UABENCH_IMAGE_LAYOUT_H
#define UABENCH_IMAGE_LAYOUT_H

#include "obj.h"

struct layout_place {
	uint64_t addr, size;
	uint64_t align;		/* the largest power of two that addr is a multiple of, up to 4096 */
	uint64_t offset;	/* of addr in its cache line */
	uint64_t lines;		/* cache lines that it is in */
};

struct layout_move {
	const char *name;
	struct layout_place side[2];
};

struct layout_opts {
	uint64_t line;		/* bytes of a cache line, a power of two */
	bool (*wanted)(void *arg, const char *name);
	void *arg;
};

struct layout {
	/*
	 * Functions of both images whose alignment, offset or number of lines differs: by the
	 * change of the number of lines, then of alignment (in powers of two), then by name.
	 */
	struct layout_move *v;
	size_t n, alloc;
	size_t both;		/* functions wanted that both images have */
};

/* Names that several functions have are left out. 0 or -ENOMEM. To be released in any case. */
int layout_compare(struct layout *l, const struct obj *base, const struct obj *new,
		   const struct layout_opts *opts);
void layout_release(struct layout *l);

/*
 * Whether a name is one of the copy path's, in any architecture: copy_to_user and its kin,
 * clear_user, get_user, put_user, strncpy_from_user, memcpy, the page fault's entry.
 */
bool layout_copy_path(const char *name);

#endif
