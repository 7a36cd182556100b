// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Creating and deleting files as LMBench's lat_fs does: 100 in a directory, a
 * creation being creat(), one write() where there is a size, and close().
 * Unlike there the directory is open and the names are looked up from it.
 *
 * ext4 without a journal takes no inode that was deleted in the last minutes and
 * looks at each before it finds one: there a creation takes the longer, tenfold
 * and more, the more of these cases' own files were deleted before.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"

#define NFILES	100

struct files {
	int dir;
	unsigned int last;		/* files of the last pass, 0: none to be seen */
	uint64_t size;
	unsigned char *buf;
	char name[NFILES][4];
};

enum { P_SIZE };

static const struct bench_param files_params[] = {
	{ .name = "size", .summary = "bytes written to each file", .max = 1 << 20,
	  BENCH_VALUES(0, 10240) },
	{ 0 }
};

/* 0 or -1 with errno; inlined with a constant `empty`. */
static inline __attribute__((always_inline))
int create(const struct files *f, unsigned int n, bool empty)
{
	for (unsigned int i = 0; i < n; i++) {
		int fd = openat(f->dir, f->name[i], O_WRONLY | O_CREAT | O_TRUNC, 0666);

		if (fd < 0)
			return -1;
		if (!empty && write(fd, f->buf, f->size) != (ssize_t)f->size) {
			close(fd);
			return -1;
		}
		if (close(fd))
			return -1;
	}
	return 0;
}

static int delete(const struct files *f, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++)
		if (unlinkat(f->dir, f->name[i], 0))
			return -1;
	return 0;
}

static inline __attribute__((always_inline))
void create_passes(struct bench *b, uint64_t iters, bool empty)
{
	struct files *f = BENCH_PRIV(b, struct files);

	for (; iters; iters -= f->last) {
		int r;

		bench_pause(b);
		r = delete(f, f->last);
		f->last = iters < NFILES ? iters : NFILES;
		bench_resume(b);
		BENCH_EXPECT(b, !r, "unlinkat");
		BENCH_EXPECT(b, !create(f, f->last, empty), "creating a file");
	}
}

static void create_empty(struct bench *b, uint64_t iters)
{
	create_passes(b, iters, true);
}

static void create_filled(struct bench *b, uint64_t iters)
{
	create_passes(b, iters, false);
}

static void delete_run(struct bench *b, uint64_t iters)
{
	struct files *f = BENCH_PRIV(b, struct files);

	for (; iters; iters -= f->last) {
		int r;

		bench_pause(b);
		f->last = iters < NFILES ? iters : NFILES;
		r = create(f, f->last, !f->size);
		bench_resume(b);
		BENCH_EXPECT(b, !r, "creating a file");
		BENCH_EXPECT(b, !delete(f, f->last), "unlinkat");
	}
}

static int files_setup(struct bench *b)
{
	struct files *f = BENCH_PRIV(b, struct files);
	char path[4096];

	f->size = b->p[P_SIZE];
	f->buf = bench_buf(b, f->size + 1, 0);
	if (!f->buf)
		return b->err;
	snprintf(path, sizeof(path), "%s/files", b->dir);
	if (mkdir(path, 0700) && errno != EEXIST)
		return bench_skip_errno(b, "mkdir");
	f->dir = bench_fd(b, open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path);
	if (f->dir < 0)
		return f->dir;
	/* a worker that died may have left some */
	for (unsigned int i = 0; i < NFILES; i++) {
		snprintf(f->name[i], sizeof(f->name[i]), "%u", i);
		unlinkat(f->dir, f->name[i], 0);
	}
	return 0;
}

static int create_setup(struct bench *b)
{
	b->run = b->p[P_SIZE] ? create_filled : create_empty;
	return files_setup(b);
}

static int create_verify(struct bench *b, uint64_t iters)
{
	struct files *f = BENCH_PRIV(b, struct files);
	struct stat st;

	if (!f->last)
		return bench_skip(b, EIO, "no file was created");
	for (; f->last; f->last--)
		if (fstatat(f->dir, f->name[f->last - 1], &st, 0) ||
		    (uint64_t)st.st_size != f->size || unlinkat(f->dir, f->name[f->last - 1], 0))
			return bench_skip(b, EIO, "a created file is not there as it should be");
	return 0;
}

static int delete_verify(struct bench *b, uint64_t iters)
{
	struct files *f = BENCH_PRIV(b, struct files);

	if (!f->last)
		return bench_skip(b, EIO, "no file was deleted");
	for (unsigned int i = 0; i < f->last; i++)
		if (!faccessat(f->dir, f->name[i], F_OK, 0) || errno != ENOENT)
			return bench_skip(b, EIO, "a deleted file is still there");
	f->last = 0;
	return 0;
}

/* What is left after a failure too: the next visit begins with an empty directory. */
static void files_teardown(struct bench *b)
{
	struct files *f = BENCH_PRIV(b, struct files);

	for (unsigned int i = 0; f->dir > 0 && i < f->last; i++)
		unlinkat(f->dir, f->name[i], 0);
}

BENCH_CASE(lmbench_create) {
	.name = "lmbench.create",
	.summary = "as lat_fs: creat(), write(), close() of a new file",
	.exercises = "strncpy_from_user of the name, the file system; copy_from_user of the data",
	.params = files_params,
	.setup = create_setup,
	.run = create_empty,
	.verify = create_verify,
	.teardown = files_teardown,
	.ops = 128,
};

BENCH_CASE(lmbench_delete) {
	.name = "lmbench.delete",
	.summary = "as lat_fs: unlink() of a file just made",
	.exercises = "strncpy_from_user of the name, the file system, page cache truncation",
	.params = files_params,
	.setup = files_setup,
	.run = delete_run,
	.verify = delete_verify,
	.teardown = files_teardown,
	.ops = 64,
	.max_iters = NFILES,		/* each was created first, which takes longer */
};
