// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdbool.h>

#include "utf8.h"

static bool starts(char c)
{
	return (c & 0xc0) != 0x80;
}

size_t utf8_width(const char *s, size_t n)
{
	size_t chars = 0;

	for (size_t i = 0; i < n; i++)
		chars += starts(s[i]);
	return chars;
}

size_t utf8_cut(const char *s, size_t max)
{
	size_t i = 0;

	for (size_t chars = 0; s[i]; i++) {
		chars += starts(s[i]);
		if (chars > max)
			break;
	}
	return i;
}

void utf8_plain(struct strbuf *sb, size_t from)
{
	size_t to = from;

	for (size_t i = from; i < sb->len; i++) {
		unsigned char c = sb->buf[i], next = sb->buf[i + 1];
		bool c1 = c == 0xc2 && next >= 0x80 && next < 0xa0;	/* U+0080..U+009F */

		sb->buf[to++] = c < 0x20 || c == 0x7f || c1 ? '?' : c;
		i += c1;
	}
	strbuf_truncate(sb, to);
}
