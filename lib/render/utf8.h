/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text of records as it goes to a terminal. A character is a byte that continues none. */
#ifndef UABENCH_RENDER_UTF8_H
#define UABENCH_RENDER_UTF8_H

#include "strbuf.h"

/* Characters in n bytes. */
size_t utf8_width(const char *s, size_t n);

/* How many bytes the first max characters of s take. */
size_t utf8_cut(const char *s, size_t max);

/* Puts '?' for each control character of sb from byte `from` on, newlines included. */
void utf8_plain(struct strbuf *sb, size_t from);

#endif
