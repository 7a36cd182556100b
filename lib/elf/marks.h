/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What symbol tables and relocations say about code, beside the symbols of obj.h. */
#ifndef UABENCH_ELF_MARKS_H
#define UABENCH_ELF_MARKS_H

#include "obj.h"

/* A mapping symbol: from addr on there is ARM code ('a'), Thumb code ('t'), data ('d'), code ('x'). */
struct obj_mark {
	uint64_t addr;
	char kind;
};

/* All of them, by address; none on most architectures. To be freed. 0 or -ENOMEM. */
int obj_marks(struct obj *o, struct obj_mark **ret_marks, size_t *ret_n);

/* A relocation of code, and the symbol it names: "" for that of a section. */
struct obj_reference {
	uint64_t addr;
	const char *name;
};

/*
 * Those in the code of a .o or .ko for whose names match() is true, by address; of a pair
 * that together make an address only one. To be freed. 0, -EINVAL with what is damaged in
 * diag, -ENOMEM.
 */
int obj_references(struct obj *o, bool (*match)(const char *name),
		   struct obj_reference **ret_refs, size_t *ret_n, struct strbuf *diag);

/* Of n by address, the index of the first that is not below. */
size_t obj_reference_from(const struct obj_reference *refs, size_t n, uint64_t addr);

#endif
