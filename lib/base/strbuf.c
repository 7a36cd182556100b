// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "strbuf.h"

char strbuf_empty[1];

void strbuf_init(struct strbuf *sb)
{
	*sb = (struct strbuf)STRBUF_INIT;
}

void strbuf_release(struct strbuf *sb)
{
	if (sb->alloc)
		free(sb->buf);
	strbuf_init(sb);
}

void strbuf_reset(struct strbuf *sb)
{
	strbuf_truncate(sb, 0);
}

void strbuf_truncate(struct strbuf *sb, size_t len)
{
	if (len >= sb->len)
		return;
	sb->len = len;
	sb->buf[len] = '\0';
}

/* Room for @more bytes and the NUL. */
static int reserve(struct strbuf *sb, size_t more)
{
	size_t need, want;
	char *p;

	if (more >= SIZE_MAX / 2 - sb->len)
		return -ENOMEM;
	need = sb->len + more + 1;
	if (need <= sb->alloc)
		return 0;
	want = sb->alloc * 2 > need ? sb->alloc * 2 : need;
	if (want < 64)
		want = 64;
	p = realloc(sb->alloc ? sb->buf : NULL, want);
	if (!p)
		return -ENOMEM;
	if (!sb->alloc)
		p[0] = '\0';
	sb->buf = p;
	sb->alloc = want;
	return 0;
}

int strbuf_add(struct strbuf *sb, const void *data, size_t len)
{
	int err = reserve(sb, len);

	if (err)
		return err;
	if (len)
		memcpy(sb->buf + sb->len, data, len);
	sb->len += len;
	sb->buf[sb->len] = '\0';
	return 0;
}

int strbuf_adds(struct strbuf *sb, const char *s)
{
	return strbuf_add(sb, s, strlen(s));
}

int strbuf_addc(struct strbuf *sb, char c)
{
	return strbuf_add(sb, &c, 1);
}

int strbuf_fill(struct strbuf *sb, char c, size_t count)
{
	int err = reserve(sb, count);

	if (err)
		return err;
	memset(sb->buf + sb->len, c, count);
	sb->len += count;
	sb->buf[sb->len] = '\0';
	return 0;
}

int strbuf_vprintf(struct strbuf *sb, const char *fmt, va_list ap)
{
	va_list again;
	int n, err;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (n < 0)
		return -ENOMEM;
	err = reserve(sb, n);
	if (err)
		return err;
	vsnprintf(sb->buf + sb->len, (size_t)n + 1, fmt, ap);
	sb->len += n;
	return 0;
}

int strbuf_printf(struct strbuf *sb, const char *fmt, ...)
{
	va_list ap;
	int err;

	va_start(ap, fmt);
	err = strbuf_vprintf(sb, fmt, ap);
	va_end(ap);
	return err;
}

int strbuf_detach(struct strbuf *sb, char **ret_s)
{
	int err = reserve(sb, 0);

	if (err)
		return err;
	*ret_s = sb->buf;
	strbuf_init(sb);
	return 0;
}
