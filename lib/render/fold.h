/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_RENDER_FOLD_H
#define UABENCH_RENDER_FOLD_H

#include "strbuf.h"

#define FOLD_WIDTH	78	/* of a terminal's text */

/*
 * Append first and then text, folded between words at width columns, further lines
 * indented by indent spaces, and a newline. Control characters of text become '?'.
 * 0 or -ENOMEM.
 */
int fold_at(struct strbuf *sb, size_t width, const char *first, size_t indent, const char *text);
int fold(struct strbuf *sb, const char *first, size_t indent, const char *text);	/* at 78 */

#endif
