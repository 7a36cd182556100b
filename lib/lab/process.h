/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Other programs: compilers, binutils, qemu. */
#ifndef UABENCH_LAB_PROCESS_H
#define UABENCH_LAB_PROCESS_H

#include <signal.h>
#include <sys/types.h>

#include "strbuf.h"

struct argv {
	char **word;		/* ended by NULL */
	size_t n, alloc;
	int err;		/* the first failure of an argv_* call, which then do nothing */
};

void argv_release(struct argv *a);
void argv_add(struct argv *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void argv_split(struct argv *a, const char *words);	/* NULL: nothing */

/*
 * Start it in dir, with stdin from /dev/null and stdout and stderr in the files
 * dir/name.out and dir/name.err, and dir for its own temporary files. It and what it starts
 * are a process group; it dies with the caller. > 0 or -errno.
 */
pid_t process_start(const struct argv *a, const char *dir, const char *name);
/*
 * Wait for it. 0; -EINVAL: it failed, and diag has one line: its name and what it said
 * first; -EINTR: it was interrupted.
 */
int process_wait(pid_t pid, const struct argv *a, const char *dir, const char *name,
		 struct strbuf *diag);
/* End it, and all that it started; nothing where pid is not above 0. */
void process_cancel(pid_t pid);
/* Both, and what it wrote to stdout where out is not NULL. Releases a. */
int process_run(struct argv *a, const char *dir, const char *name, struct strbuf *out,
		struct strbuf *diag);

/* A signal handler sets it to its signal: children are killed, and calls give -EINTR. */
extern volatile sig_atomic_t process_stop;

/* All of a file, appended. 0 or -errno. */
int file_read(const char *path, struct strbuf *sb);
/* A file with that text, replaced. 0 or -errno. */
int file_write(const char *path, const char *text);

#endif
