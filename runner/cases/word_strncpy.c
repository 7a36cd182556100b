// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * strncpy_from_user by the length of a path. The path is relative to a bad
 * descriptor, which is looked at only after the path was copied: the call ends
 * there with EBADF, before any directory is walked.
 */
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"

#define PATH_ROOM	4096		/* PATH_MAX of the kernel, the NUL included */

struct path {
	char *path;
	uint64_t len;
};

enum { P_LEN, P_ALIGN };

static const struct bench_param strncpy_params[] = {
	{ .name = "len", .summary = "length of the path, bytes", .min = 1, .max = PATH_ROOM - 1,
	  BENCH_VALUES(16, 4000) },
	{ .name = "align", .summary = "path past a page boundary, bytes",
	  .max = 4095, BENCH_VALUES(0) },
	{ 0 }
};

/* Without side effects, and without the credentials that faccessat() prepares. */
static long lookup(const char *path)
{
	char none[1];

	return syscall(SYS_readlinkat, -1, path, none, sizeof(none));
}

static void strncpy_run(struct bench *b, uint64_t iters)
{
	struct path *p = BENCH_PRIV(b, struct path);
	const char *path = p->path;

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, lookup(path) < 0 && errno == EBADF, "readlinkat from a bad fd");
}

static int strncpy_setup(struct bench *b)
{
	struct path *p = BENCH_PRIV(b, struct path);

	p->len = b->p[P_LEN];
	b->bytes = p->len + 1;
	/* room for a path that is too long */
	p->path = bench_buf(b, 2 * PATH_ROOM, b->p[P_ALIGN]);
	if (!p->path)
		return b->err;
	memset(p->path, 'p', 2 * PATH_ROOM);
	p->path[p->len] = '\0';
	return 0;
}

/* The path is copied to its end, for what is wrong with it is found before the bad fd is. */
static int strncpy_verify(struct bench *b, uint64_t iters)
{
	struct path *p = BENCH_PRIV(b, struct path);
	long ret;

	if (lookup(NULL) != -1 || errno != EFAULT)
		return bench_skip(b, EIO, "readlinkat did not look at its path");
	p->path[p->len] = 'p';
	ret = lookup(p->path);
	p->path[p->len] = '\0';
	/* the end of the buffer comes after PATH_MAX, but may be seen first */
	if (ret != -1 || (errno != ENAMETOOLONG && errno != EFAULT))
		return bench_skip(b, EIO, "readlinkat did not copy its path");
	return 0;
}

BENCH_CASE(word_strncpy_from_user) {
	.name = "word.strncpy_from_user",
	.summary = "readlinkat() of a path relative to a bad descriptor: EBADF",
	.exercises = "strncpy_from_user by getname_flags; path_init then finds the descriptor bad",
	.params = strncpy_params,
	.setup = strncpy_setup,
	.run = strncpy_run,
	.verify = strncpy_verify,
};
