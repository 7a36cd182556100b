// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "follow.h"

void follow_init(struct follow *f, const char *path)
{
	f->path = path;
	f->fd = -1;
	f->size = 0;
	strbuf_init(&f->line);
}

void follow_release(struct follow *f)
{
	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
	strbuf_release(&f->line);
}

static void give(struct follow *f, void (*take)(void *data, const char *line), void *data)
{
	size_t n = f->line.len;

	while (n && f->line.buf[n - 1] == '\r')
		n--;
	strbuf_truncate(&f->line, n);
	take(data, f->line.buf);
	strbuf_reset(&f->line);
}

static int split(struct follow *f, const char *s, size_t len,
		 void (*take)(void *data, const char *line), void *data)
{
	while (len) {
		const char *end = memchr(s, '\n', len);
		size_t n = end ? (size_t)(end - s) : len;
		int r = strbuf_add(&f->line, s, n);

		if (r)
			return r;
		if (end || f->line.len > FOLLOW_MAX_LINE)
			give(f, take, data);
		n += !!end;
		s += n;
		len -= n;
	}
	return 0;
}

int follow_read(struct follow *f, bool last, void (*take)(void *data, const char *line),
		void *data)
{
	char block[16384];
	ssize_t n;
	int r;

	if (f->fd < 0) {
		f->fd = open(f->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		if (f->fd < 0)
			return errno == ENOENT ? 0 : -errno;
	}
	while ((n = read(f->fd, block, sizeof(block))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		f->size += n;
		r = split(f, block, n, take, data);
		if (r)
			return r;
	}
	if (last && f->line.len)
		give(f, take, data);
	return 0;
}
