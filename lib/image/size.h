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
const char *image_part_name(enum image_part part);	/* "text", ...; "-" */

/* A raw image is all data, as for `size --target=binary`. */
void image_size(const struct obj *o, struct image_size *ret_size);

#endif
