/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_RENDER_FOLD_H
#define UABENCH_RENDER_FOLD_H

#include "strbuf.h"

/*
 * Append first and then text, folded between words at 78 columns, further lines
 * indented by indent spaces, and a newline. Control characters of text become '?'.
 * 0 or -ENOMEM.
 */
int fold(struct strbuf *sb, const char *first, size_t indent, const char *text);

#endif
