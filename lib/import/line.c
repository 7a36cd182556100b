// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <string.h>

#include "engine.h"

/* Behind "> > ": any number of '>', blanks before and between, and one blank after. */
static const char *skip_quotes(const char *s, const char *end)
{
	const char *p = s;

	for (;;) {
		while (p < end && (*p == ' ' || *p == '\t'))
			p++;
		if (p == end || *p != '>')
			break;
		s = ++p;
		if (s < end && *s == ' ')
			s++;
	}
	return s;
}

/* Behind an escape sequence that begins at @s: CSI, OSC, or two bytes. */
static const char *skip_escape(const char *s, const char *end)
{
	if (++s == end)
		return s;
	if (*s == '[') {
		for (s++; s < end && (*s < 0x40 || *s > 0x7e); s++)
			;
		return s < end ? s + 1 : s;
	}
	if (*s == ']') {
		for (s++; s < end && *s != '\a'; s++)
			if (*s == '\033' && s + 1 < end && s[1] == '\\')
				return s + 2;
		return s < end ? s + 1 : s;
	}
	return s + 1;
}

/* Signs of UTF-8 that stand for one of ASCII. */
static const struct {
	const char *bytes;
	size_t len;
	char as;
} signs[] = {
	{ "\xc2\xa0", 2, ' ' },		/* no-break space */
	{ "\xe2\x80\x87", 3, ' ' },	/* figure space */
	{ "\xe2\x80\x89", 3, ' ' },	/* thin space */
	{ "\xe2\x80\xaf", 3, ' ' },	/* narrow no-break space */
	{ "\xe3\x80\x80", 3, ' ' },	/* ideographic space */
	{ "\xe2\x88\x92", 3, '-' },	/* minus */
	{ "\xe2\x80\x99", 3, '\'' },	/* right single quotation mark */
	{ "\xe2\x80\x98", 3, '\'' },
	{ "\xc2\xb5", 2, 'u' },		/* micro sign */
	{ "\xce\xbc", 2, 'u' },		/* mu */
	{ "\xef\xbb\xbf", 3, '\0' },	/* byte order mark: nothing */
	{ "\xe2\x80\x8b", 3, '\0' },	/* zero width space */
	{ "\xc2\xad", 2, '\0' },	/* soft hyphen */
};

static size_t find_sign(const char *s, const char *end, char *ret_as)
{
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if ((size_t)(end - s) >= signs[i].len && !memcmp(s, signs[i].bytes, signs[i].len)) {
			*ret_as = signs[i].as;
			return signs[i].len;
		}
	return 0;
}

/* Nothing in it needs a change: printable ASCII. */
static bool is_plain(const char *s, const char *end)
{
	for (; s < end; s++)
		if (*s < ' ' || *s >= 0x7f)
			return false;
	return true;
}

/* Into @to, which has room for all of it. */
static size_t put_plain(const char *s, const char *end, char *to, bool *ret_overwritten)
{
	char *out = to, as;
	size_t n;

	while (s < end) {
		unsigned char c = *s;

		if (c == '\033') {
			s = skip_escape(s, end);
		} else if (c == '\r') {
			/* a terminal shows what came last */
			for (s++; s < end && *s == '\r'; s++)
				;
			if (s < end) {
				*ret_overwritten = true;
				out = to;
			}
		} else if (c >= 0x80 && (n = find_sign(s, end, &as))) {
			if (as)
				*out++ = as;
			s += n;
		} else if (c == '\t') {
			*out++ = ' ';
			s++;
		} else {
			if (c >= ' ' && c != 0x7f)
				*out++ = c;
			s++;
		}
	}
	return out - to;
}

int slot_fill(struct slot *slot, const char *raw, size_t len, size_t nr, bool whole)
{
	const char *end = raw + len, *s;
	struct strbuf *sb = &slot->sb;
	bool overwritten = false;

	if (memchr(raw, '\0', len))
		return -EBADMSG;
	while (end > raw && (end[-1] == ' ' || end[-1] == '\r' || end[-1] == '\t'))
		end--;
	s = skip_quotes(raw, end);
	strbuf_reset(sb);
	if (strbuf_add(sb, s, end - s))
		return -ENOMEM;
	if (!is_plain(s, end)) {
		size_t n = put_plain(s, end, sb->buf, &overwritten);

		/* what hid a quote may be gone: "\033[36m> 12" */
		s = skip_quotes(sb->buf, sb->buf + n);
		n -= s - sb->buf;
		memmove(sb->buf, s, n);
		while (n && sb->buf[n - 1] == ' ')
			n--;
		strbuf_truncate(sb, n);
	}
	slot->line = (struct import_line){
		.text = sb->buf, .len = sb->len, .nr = nr, .whole = whole,
		.overwritten = overwritten,
	};
	return 0;
}
