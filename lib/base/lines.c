// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lines.h"

#define FIRST_BUF	(256 * 1024)

void lines_init(struct lines *l, size_t max)
{
	*l = (struct lines){ .fd = -1, .max = max };
}

void lines_release(struct lines *l)
{
	free(l->buf);
	lines_init(l, l->max);
}

void lines_open(struct lines *l, int fd)
{
	l->fd = fd;
	l->start = 0;
	l->end = 0;
	l->eof = false;
	l->nr = 0;
}

/* Reads once, at the end of what is there. Room for one NUL stays. */
static int fill(struct lines *l)
{
	ssize_t got;
	char *p;

	if (l->start) {
		memmove(l->buf, l->buf + l->start, l->end - l->start);
		l->end -= l->start;
		l->start = 0;
	}
	if (l->end + 1 >= l->alloc) {
		size_t want = l->alloc ? l->alloc * 2 : FIRST_BUF;

		p = realloc(l->buf, want);
		if (!p)
			return -ENOMEM;
		l->buf = p;
		l->alloc = want;
	}
	do {
		got = read(l->fd, l->buf + l->end, l->alloc - l->end - 1);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		return -errno;
	l->eof = got == 0;
	l->end += got;
	return 0;
}

static void hand_out(struct lines *l, size_t len, bool whole, char **ret_line,
		     size_t *ret_len, bool *ret_whole)
{
	*ret_line = l->buf + l->start;
	*ret_len = len;
	*ret_whole = whole;
	(*ret_line)[len] = '\0';
	l->start += len + whole;
	l->nr++;
}

int lines_next(struct lines *l, char **ret_line, size_t *ret_len, bool *ret_whole)
{
	size_t seen = 0;	/* bytes of the line known to hold no newline */

	for (;;) {
		size_t have = l->end - l->start;
		char *nl = NULL;
		int err;

		if (have > seen)
			nl = memchr(l->buf + l->start + seen, '\n', have - seen);
		if (nl || (l->eof && have)) {
			size_t len = nl ? (size_t)(nl - l->buf) - l->start : have;

			if (len > l->max)
				break;
			hand_out(l, len, nl, ret_line, ret_len, ret_whole);
			return 1;
		}
		if (l->eof)
			return 0;
		seen = have;
		if (seen > l->max)
			break;
		err = fill(l);
		if (err)
			return err;
	}
	l->nr++;
	return -EFBIG;
}
