/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What GNU size (Berkeley) counts, by the flags of each section that is in memory. */
#ifndef UABENCH_IMAGE_SIZE_H
#define UABENCH_IMAGE_SIZE_H

#include "obj.h"

/* Bytes. */
struct image_size {
	uint64_t text;		/* code and what is read only */
	uint64_t data;
	uint64_t bss;		/* without contents; common symbols are not counted */
};

enum image_part { IMAGE_TEXT, IMAGE_DATA, IMAGE_BSS, IMAGE_NOT_LOADED };

/* Which of them a section is counted as. */
enum image_part image_part(const struct obj_section *s);

/*
 * Of the sections whose names are wanted; NULL: all. A raw image, which has none, is all
 * data, as for `size --target=binary`.
 */
void image_size(const struct obj *o, bool (*wanted)(void *arg, const char *section), void *arg,
		struct image_size *ret_size);

static inline uint64_t image_size_total(const struct image_size *s)
{
	return s->text + s->data + s->bss;
}

#endif
