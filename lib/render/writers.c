// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "writer.h"

const struct writer *const writers[] = {
	&write_text,
	&write_mail,
	&write_markdown,
	&write_csv,
	&write_json,
	&write_ktap,
	&write_go,
	&write_lava,
	NULL
};

const struct writer *writer_find(const char *name)
{
	for (const struct writer *const *w = writers; *w; w++)
		if (!strcmp((*w)->name, name))
			return *w;
	return NULL;
}
