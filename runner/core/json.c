// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "crc32.h"
#include "json.h"

static void put(struct json *j, const char *s, size_t n)
{
	/* a line keeps room for what json_end() adds */
	if (j->len + n > sizeof(j->buf) - 4) {
		j->full = 1;
		return;
	}
	memcpy(j->buf + j->len, s, n);
	j->len += n;
}

static void puts_(struct json *j, const char *s)
{
	put(j, s, strlen(s));
}

/* Length of the valid UTF-8 sequence of two bytes or more at s, else 0. */
static int utf8(const unsigned char *s)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	int n = s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 :
		s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : 0;
	uint32_t c = n ? s[0] & (0xff >> (n + 1)) : 0;

	for (int i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	return n && c >= least[n] && c <= 0x10ffff && (c < 0xd800 || c > 0xdfff) ? n : 0;
}

static void quoted(struct json *j, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	puts_(j, "\"");
	while (*s) {
		char esc[8];
		int n = utf8(s);

		if (n) {
			put(j, (const char *)s, n);
			s += n;
			continue;
		}
		if (*s == '"' || *s == '\\')
			snprintf(esc, sizeof(esc), "\\%c", *s);
		else if (*s < 0x20 || *s >= 0x7f)
			snprintf(esc, sizeof(esc), "\\u%04x", *s);
		else
			snprintf(esc, sizeof(esc), "%c", *s);
		puts_(j, esc);
		s++;
	}
	puts_(j, "\"");
}

static void key(struct json *j, const char *name)
{
	if (j->comma)
		puts_(j, ",");
	j->comma = 1;
	if (name) {
		quoted(j, name);
		puts_(j, ":");
	}
}

void json_begin(struct json *j)
{
	j->len = 0;
	j->full = 0;
	j->comma = 0;
	puts_(j, "{");
}

void json_object(struct json *j, const char *name)
{
	key(j, name);
	puts_(j, "{");
	j->comma = 0;
}

void json_array(struct json *j, const char *name)
{
	key(j, name);
	puts_(j, "[");
	j->comma = 0;
}

void json_close(struct json *j, char bracket)
{
	put(j, &bracket, 1);
	j->comma = 1;
}

void json_str(struct json *j, const char *name, const char *value)
{
	key(j, name);
	if (value)
		quoted(j, value);
	else
		puts_(j, "null");
}

void json_u64(struct json *j, const char *name, uint64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
	key(j, name);
	puts_(j, text);
}

void json_f64(struct json *j, const char *name, double value)
{
	char text[32];

	if (!isfinite(value)) {
		json_null(j, name);
		return;
	}
	snprintf(text, sizeof(text), "%.9g", value);
	key(j, name);
	puts_(j, text);
}

void json_null(struct json *j, const char *name)
{
	json_str(j, name, NULL);
}

void json_crc(struct json *j, const char *name)
{
	char text[16];

	snprintf(text, sizeof(text), "%08x", (unsigned int)crc32_ieee(j->buf, j->len));
	json_str(j, name, text);
}

int json_end(struct json *j)
{
	if (j->full)
		return -EOVERFLOW;
	memcpy(j->buf + j->len, "}\n", 2);
	j->len += 2;
	return 0;
}
