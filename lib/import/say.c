// SPDX-License-Identifier: GPL-2.0-or-later
/* Notes and diagnoses. */
#include <errno.h>
#include <stdarg.h>

#include "engine.h"

/* What was quoted from the input must not reach a terminal as it is. */
static void clean(struct strbuf *sb, size_t from)
{
	for (; from < sb->len; from++) {
		unsigned char c = sb->buf[from];

		if (c < ' ' || c >= 0x7f)
			sb->buf[from] = '?';
	}
}

int import_error(struct import *im, int err, const char *fmt, ...)
{
	size_t from;
	va_list ap;

	if (im->diag->len)
		return err;
	if (strbuf_printf(im->diag, "%s: ", im->opts->name) ||
	    (im->current->line.nr &&
	     strbuf_printf(im->diag, "line %zu: ", im->current->line.nr)))
		return err;
	from = im->diag->len;
	va_start(ap, fmt);
	strbuf_vprintf(im->diag, fmt, ap);
	va_end(ap);
	clean(im->diag, from);
	return err;
}

int import_fail(struct import *im, const char *fmt, ...)
{
	struct strbuf sb = STRBUF_INIT;
	va_list ap;
	int r;

	va_start(ap, fmt);
	strbuf_vprintf(&sb, fmt, ap);
	va_end(ap);
	r = import_error(im, -EINVAL, "%s: %s", importers[im->at]->name, sb.buf);
	strbuf_release(&sb);
	return r;
}

int import_nomem(struct import *im)
{
	return import_error(im, -ENOMEM, "out of memory");
}

void import_note(struct import *im, const char *fmt, ...)
{
	size_t from;
	va_list ap;

	if (im->nnotes++ >= IMPORT_NOTES_MAX ||
	    strbuf_printf(im->notes, "note: line %zu: %s: ", im->current->line.nr,
			  importers[im->at]->name))
		return;
	from = im->notes->len;
	va_start(ap, fmt);
	strbuf_vprintf(im->notes, fmt, ap);
	va_end(ap);
	clean(im->notes, from);
	strbuf_addc(im->notes, '\n');
}
