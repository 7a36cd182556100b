// SPDX-License-Identifier: GPL-2.0-or-later
/* getdents64 of a tmpfs directory: a few words and a name out for each entry. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"

#define ENTRY_ROOM	64		/* of one entry in the buffer, at most */

struct dents {
	int dir;
	char path[512];
	unsigned char *buf;
	uint64_t entries, made;
	size_t room;
	long bytes;
};

static const struct bench_param getdents_params[] = {
	{ .name = "entries", .summary = "files in the directory", .max = 10000,
	  BENCH_VALUES(100) },
	{ 0 }
};

static void getdents_run(struct bench *b, uint64_t iters)
{
	struct dents *d = BENCH_PRIV(b, struct dents);
	unsigned char *buf = d->buf;
	size_t room = d->room;
	long bytes = d->bytes;
	int dir = d->dir;

	for (uint64_t i = 0; i < iters; i++) {
		BENCH_EXPECT(b, lseek(dir, 0, SEEK_SET) == 0, "lseek");
		BENCH_EXPECT(b, syscall(SYS_getdents64, dir, buf, room) == bytes, "getdents64");
	}
}

static void entry_name(char name[16], uint64_t i)
{
	snprintf(name, 16, "entry-%05u", (unsigned int)i);
}

static int getdents_setup(struct bench *b)
{
	struct dents *d = BENCH_PRIV(b, struct dents);
	char name[16];
	int fd;

	if (!b->tmpfs_dir)
		return bench_skip(b, EOPNOTSUPP, "no tmpfs");
	d->dir = -1;
	d->entries = b->p[0];
	d->room = (d->entries + 2) * ENTRY_ROOM;
	d->buf = bench_buf(b, d->room, 0);
	if (!d->buf)
		return b->err;
	/* not the one that a worker which died may have left */
	snprintf(d->path, sizeof(d->path), "%s/getdents-XXXXXX", b->tmpfs_dir);
	if (!mkdtemp(d->path))
		return bench_skip_errno(b, d->path);
	d->dir = open(d->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (d->dir < 0)
		return bench_skip_errno(b, d->path);
	for (; d->made < d->entries; d->made++) {
		entry_name(name, d->made);
		fd = openat(d->dir, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		if (fd < 0)
			return bench_skip_errno(b, "making a directory entry");
		close(fd);
	}
	d->bytes = syscall(SYS_getdents64, d->dir, d->buf, d->room);
	if (d->bytes < 0)
		return bench_skip_errno(b, "getdents64");
	memset(d->buf, 0, d->room);
	b->bytes = d->bytes;
	return 0;
}

/* "." and ".." and each file is in the buffer, and none is from before. */
static int getdents_verify(struct bench *b, uint64_t iters)
{
	struct dents *d = BENCH_PRIV(b, struct dents);
	const struct dirent64 *ent;
	uint64_t n = 0;

	for (long at = 0; at < d->bytes; at += ent->d_reclen, n++) {
		ent = (const struct dirent64 *)(d->buf + at);
		if (!ent->d_reclen || !ent->d_name[0])
			return bench_skip(b, EIO, "getdents64 left an entry out");
	}
	if (n != d->entries + 2)
		return bench_skip(b, EIO, "getdents64 gave %u entries of %u",
				  (unsigned int)n, (unsigned int)d->entries + 2);
	memset(d->buf, 0, d->bytes);
	return 0;
}

static void getdents_teardown(struct bench *b)
{
	struct dents *d = BENCH_PRIV(b, struct dents);
	char name[16];

	while (d->made) {
		entry_name(name, --d->made);
		unlinkat(d->dir, name, 0);
	}
	if (d->path[0]) {
		rmdir(d->path);
		if (d->dir >= 0)
			close(d->dir);
	}
}

BENCH_CASE(copy_to_user_getdents) {
	.name = "copy.to_user.getdents",
	.summary = "lseek() to the start and one getdents64() of a whole tmpfs directory",
	.exercises = "unsafe_put_user a field and unsafe_copy_to_user of the name, filldir64; "
		     "the directory's walk, which outweighs them, and lseek",
	.params = getdents_params,
	.setup = getdents_setup,
	.run = getdents_run,
	.verify = getdents_verify,
	.teardown = getdents_teardown,
	.ops = 16,
};
