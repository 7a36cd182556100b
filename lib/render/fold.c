// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdbool.h>
#include <string.h>

#include "fold.h"
#include "utf8.h"

int fold_at(struct strbuf *sb, size_t width, const char *first, size_t indent, const char *text)
{
	size_t at = utf8_width(first, strlen(first));
	bool fresh = true;
	int r = strbuf_adds(sb, first);

	while (!r && *text) {
		size_t bytes = strcspn(text, " "), word = utf8_width(text, bytes);

		if (!fresh && at + 1 + word > width) {
			r = strbuf_addc(sb, '\n');
			if (!r)
				r = strbuf_fill(sb, ' ', indent);
			at = indent;
		} else if (!fresh) {
			r = strbuf_addc(sb, ' ');
			at++;
		}
		fresh = false;
		if (!r)
			r = strbuf_add(sb, text, bytes);
		if (!r)
			utf8_plain(sb, sb->len - bytes);
		at += word;
		text += bytes;
		text += strspn(text, " ");
	}
	return r ? r : strbuf_addc(sb, '\n');
}

int fold(struct strbuf *sb, const char *first, size_t indent, const char *text)
{
	return fold_at(sb, FOLD_WIDTH, first, indent, text);
}
