// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdarg.h>
#include <stdio.h>

#include "named.h"

int import_putf(struct import *im, const struct import_figure *figure, const char *fmt, ...)
{
	struct import_figure f = *figure;
	char name[IMPORT_NAME_MAX];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(name, sizeof(name), fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= sizeof(name))
		return import_fail(im, "a name longer than %d bytes", IMPORT_NAME_MAX - 1);
	f.name = name;
	return import_put(im, &f);
}

int import_whole_line(struct import *im)
{
	if (import_line(im)->whole)
		return 0;
	return import_fail(im, "the last line may be cut in its figure, for no newline ends it");
}
