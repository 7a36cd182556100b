/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the copies between user and kernel are: each place at which one of them was
 * inlined (by DWARF) or is called (by the instructions, tail calls included).
 */
#ifndef UABENCH_IMAGE_SITES_H
#define UABENCH_IMAGE_SITES_H

#include "obj.h"

/* All places in one function where one primitive is used in one way. */
struct site {
	char *primitive, *caller;	/* without what compilers append after a dot */
	uint64_t inlined, inlined_bytes;	/* places; bytes of their code */
	uint64_t called, called_bytes;	/* places; bytes of the branches */
	char *file;			/* of the first inlined call; NULL: not known */
	uint32_t line;
};

struct sites {
	struct site *v;			/* by primitive, then caller */
	size_t n, alloc;
	bool dwarf;			/* else only calls are known */
	bool decoder;			/* else only inlined ones */
	uint64_t expansions;		/* inlined calls of any function that DWARF tells of */
};

/*
 * Primitives are the functions whose names match filter, a glob; NULL: the kernel's own,
 * sites_primitive(). 0; -EINVAL: damaged, why is in diag; -ENOMEM. To be released in any case.
 */
int sites_read(struct sites *s, struct obj *o, const char *filter, struct strbuf *diag);
void sites_release(struct sites *s);

/* Whether a name is that of a primitive of some architecture. */
bool sites_primitive(const char *name);

/* A primitive's use by a caller in two objects; either may be NULL, but not both. */
struct site_pair {
	const struct site *base, *new;
};

/* By primitive, then caller. *ret_pairs is to be freed. 0 or -ENOMEM. */
int sites_pair(const struct sites *base, const struct sites *new, struct site_pair **ret_pairs,
	       size_t *ret_n);

#endif
