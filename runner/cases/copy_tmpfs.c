// SPDX-License-Identifier: GPL-2.0-or-later
/* copy_to_user and copy_from_user by reading and writing a tmpfs file. */
#include <string.h>
#include <unistd.h>

#include "bench.h"

struct tmpfs {
	int fd;
	unsigned char *buf;
	uint64_t size, koff, len;	/* a call's bytes; misalignment in the file; buf's length */
	uint64_t step, wrap;		/* cold: how far each call moves on, and where it turns */
	uint64_t at, last;		/* cold: offsets of the next call, of the last one */
};

enum { P_SIZE, P_ALIGN, P_KALIGN, P_WS };

static const struct bench_param tmpfs_params[] = {
	{ .name = "size", .summary = "bytes a call", .min = 1, .max = 16 << 20,
	  BENCH_VALUES(1, 64, 512, 4096, 65536, 1048576) },
	{ .name = "align", .summary = "user buffer past a page boundary, bytes",
	  .max = 4095, BENCH_VALUES(0) },
	{ .name = "kalign", .summary = "file offset past a page boundary, bytes",
	  .max = 4095, BENCH_VALUES(0) },
	{ .name = "ws", .summary = "working set of both sides, bytes; 0: one buffer, hot",
	  .max = 1 << 30, BENCH_VALUES(0) },
	{ 0 }
};

/* 100 pages, and 1, 2 and 5 % more of them, to see what a run can decide. */
static const struct bench_param calib_params[] = {
	{ .name = "size", .summary = "bytes a call", .min = 1, .max = 16 << 20,
	  BENCH_VALUES(409600, 413696, 417792, 430080) },
	{ 0 }
};

static void pread_hot(struct bench *b, uint64_t iters)
{
	struct tmpfs *t = BENCH_PRIV(b, struct tmpfs);
	unsigned char *buf = t->buf;
	ssize_t size = t->size;
	off_t off = t->koff;
	int fd = t->fd;

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, pread(fd, buf, size, off) == size, "pread");
}

static void pwrite_hot(struct bench *b, uint64_t iters)
{
	struct tmpfs *t = BENCH_PRIV(b, struct tmpfs);
	unsigned char *buf = t->buf;
	ssize_t size = t->size;
	off_t off = t->koff;
	int fd = t->fd;

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, pwrite(fd, buf, size, off) == size, "pwrite");
}

static void pread_cold(struct bench *b, uint64_t iters)
{
	struct tmpfs *t = BENCH_PRIV(b, struct tmpfs);
	ssize_t size = t->size;
	uint64_t at = t->at;

	for (uint64_t i = 0; i < iters; i++) {
		BENCH_EXPECT(b, pread(t->fd, t->buf + at, size, t->koff + at) == size, "pread");
		t->last = at;
		at = at + t->step < t->wrap ? at + t->step : 0;
	}
	t->at = at;
}

static void pwrite_cold(struct bench *b, uint64_t iters)
{
	struct tmpfs *t = BENCH_PRIV(b, struct tmpfs);
	ssize_t size = t->size;
	uint64_t at = t->at;

	for (uint64_t i = 0; i < iters; i++) {
		BENCH_EXPECT(b, pwrite(t->fd, t->buf + at, size, t->koff + at) == size, "pwrite");
		t->last = at;
		at = at + t->step < t->wrap ? at + t->step : 0;
	}
	t->at = at;
}

static int tmpfs_setup(struct bench *b)
{
	struct tmpfs *t = BENCH_PRIV(b, struct tmpfs);

	t->size = b->p[P_SIZE];
	t->koff = b->p[P_KALIGN];
	/* whole pages, so that every call has the alignment that was asked for */
	t->step = (t->size + b->page - 1) / b->page * b->page;
	t->wrap = b->p[P_WS] / t->step * t->step;
	t->len = t->wrap > t->step ? t->wrap : t->step;
	t->buf = bench_buf(b, t->len, b->p[P_ALIGN]);
	if (!t->buf)
		return b->err;
	t->fd = bench_tmpfile(b, t->len + t->koff);
	if (t->fd < 0)
		return t->fd;
	b->bytes = t->size;
	return 0;
}

static int pread_setup(struct bench *b)
{
	struct tmpfs *t = BENCH_PRIV(b, struct tmpfs);
	int r = tmpfs_setup(b);

	b->run = b->p[P_WS] ? pread_cold : pread_hot;
	if (!r)
		memset(t->buf, 0, t->len);
	return r;
}

static int pwrite_setup(struct bench *b)
{
	struct tmpfs *t = BENCH_PRIV(b, struct tmpfs);
	int r = tmpfs_setup(b);

	b->run = b->p[P_WS] ? pwrite_cold : pwrite_hot;
	/* no byte is the one that the file has there already */
	if (!r)
		bench_fill(t->buf, t->len, t->koff + 1);
	return r;
}

/* The bytes of the last call are in the buffer, and none is from before. */
static int pread_verify(struct bench *b, uint64_t iters)
{
	struct tmpfs *t = BENCH_PRIV(b, struct tmpfs);

	if (bench_match(t->buf + t->last, t->size, t->koff + t->last) != t->size)
		return bench_skip(b, EIO, "pread did not move the bytes");
	memset(t->buf + t->last, 0, t->size);
	return 0;
}

static int pwrite_verify(struct bench *b, uint64_t iters)
{
	struct tmpfs *t = BENCH_PRIV(b, struct tmpfs);
	unsigned char got[64];
	uint64_t tail = t->size < sizeof(got) ? t->size : sizeof(got);
	uint64_t at = t->last + t->size - tail;

	if (pread(t->fd, got, tail, t->koff + at) != (ssize_t)tail ||
	    memcmp(got, t->buf + at, tail))
		return bench_skip(b, EIO, "pwrite did not move the bytes");
	/* the next batch must change them to pass */
	memset(got, 0, tail);
	if (pwrite(t->fd, got, tail, t->koff + at) != (ssize_t)tail)
		return bench_skip_errno(b, "pwrite");
	return 0;
}

BENCH_CASE(copy_to_user_pread) {
	.name = "copy.to_user.pread",
	.summary = "pread() of a tmpfs file",
	.exercises = "copy_to_user by copy_page_to_iter, shmem_file_read_iter",
	.params = tmpfs_params,
	.setup = pread_setup,
	.run = pread_hot,
	.verify = pread_verify,
};

BENCH_CASE(copy_from_user_pwrite) {
	.name = "copy.from_user.pwrite",
	.summary = "pwrite() to a tmpfs file, no new pages",
	.exercises = "copy_from_user by copy_folio_from_iter_atomic (before it copy_page_from_iter_atomic; 5.10: "
		     "iov_iter_copy_from_user_atomic), generic_perform_write; before 6.14 "
		     "fault_in_iov_iter_readable before it",
	.params = tmpfs_params,
	.setup = pwrite_setup,
	.run = pwrite_hot,
	.verify = pwrite_verify,
};

BENCH_CASE(calib_copy) {
	.name = "calib.copy",
	.summary = "pread() of a tmpfs file, by sizes that differ little",
	.exercises = "what copy.to_user.pread does; a known share more of it, to test the "
		     "measurement itself",
	.params = calib_params,
	.setup = pread_setup,
	.run = pread_hot,
	.verify = pread_verify,
	.optional = true,
};
