/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a file a line at a time, in bounded memory. */
#ifndef UABENCH_BASE_LINES_H
#define UABENCH_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct lines {
	int fd;			/* borrowed */
	size_t max;		/* longest line accepted, without its newline */
	char *buf;
	size_t alloc, start, end;
	bool eof;
	size_t nr;		/* number of the last line returned, from 1 */
};

void lines_init(struct lines *l, size_t max);
void lines_release(struct lines *l);

/* Starts over on another file, keeping the memory. */
void lines_open(struct lines *l, int fd);

/*
 * Next line, without its newline and with a NUL byte after it (NUL bytes
 * within the line are left as they are); valid until the next call.
 * @ret_whole: the line ended in a newline; false only for the last one.
 * Returns 1, 0 at the end of the file, -EFBIG for a line longer than the
 * maximum (->nr is its number), -ENOMEM, or the -errno of read.
 */
int lines_next(struct lines *l, char **ret_line, size_t *ret_len, bool *ret_whole);

#endif
