// SPDX-License-Identifier: GPL-2.0-or-later
#include <elf.h>

#include "size.h"

enum image_part image_part(const struct obj_section *s)
{
	if (!(s->flags & SHF_ALLOC))
		return IMAGE_NOT_LOADED;
	if (s->type == SHT_NOBITS)
		return IMAGE_BSS;
	if (s->flags & SHF_EXECINSTR || !(s->flags & SHF_WRITE))
		return IMAGE_TEXT;
	return IMAGE_DATA;
}

void image_size(const struct obj *o, bool (*wanted)(void *arg, const char *section), void *arg,
		struct image_size *ret_size)
{
	struct image_size size = { .data = o->raw ? o->image_size : 0 };

	for (size_t i = 1; i < o->nsections; i++) {
		const struct obj_section *s = &o->sections[i];

		if (wanted && !wanted(arg, s->name))
			continue;
		switch (image_part(s)) {
		case IMAGE_TEXT:
			size.text += s->size;
			break;
		case IMAGE_DATA:
			size.data += s->size;
			break;
		case IMAGE_BSS:
			size.bss += s->size;
			break;
		case IMAGE_NOT_LOADED:
			break;
		}
	}
	*ret_size = size;
}
