/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a file that another program is still writing, a line at a time. */
#ifndef UABENCH_VM_FOLLOW_H
#define UABENCH_VM_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "strbuf.h"

#define FOLLOW_MAX_LINE		65536	/* longer ones are given in pieces */

struct follow {
	const char *path;
	int fd;			/* -1: the file is not there yet */
	uint64_t size;		/* read so far */
	struct strbuf line;	/* begun */
};

void follow_init(struct follow *f, const char *path);
void follow_release(struct follow *f);

/*
 * Read on to the end of what is there, and hand each line, without its end ("\n", "\r\n"), to
 * take; at the last also one without an end. 0, -ENOMEM, or the -errno of reading.
 */
int follow_read(struct follow *f, bool last, void (*take)(void *data, const char *line),
		void *data);

#endif
