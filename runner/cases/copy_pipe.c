// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * copy_to_user and copy_from_user through a pipe, one copy an iteration: the
 * other half of the way is tee() or splice(), which only pass page references.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

struct pipes {
	int a[2], b[2], null;
	unsigned char *buf, *got;
	uint64_t size;
};

enum { P_SIZE, P_ALIGN };

#define PARAMS(...) {								\
	{ .name = "size", .summary = "bytes a call", .min = 1, .max = 1 << 20,	\
	  BENCH_VALUES(__VA_ARGS__) },						\
	{ .name = "align", .summary = "user buffer past a page boundary, bytes", \
	  .max = 4095, BENCH_VALUES(0) },					\
	{ 0 }									\
}

static const struct bench_param read_params[] = PARAMS(64, 4096, 65536);
/* few pages, for a pipe keeps two (one before 6.15): allocation would outweigh the copy */
static const struct bench_param write_params[] = PARAMS(64, 4096, 8192);

/* A pipe that holds size bytes and never blocks. */
static int pipe_make(struct bench *b, int fd[2], uint64_t size)
{
	int cap;

	if (pipe2(fd, O_NONBLOCK | O_CLOEXEC))
		return bench_skip_errno(b, "pipe2");
	bench_fd(b, fd[0], "pipe2");
	bench_fd(b, fd[1], "pipe2");
	cap = fcntl(fd[0], F_GETPIPE_SZ);
	if (cap < 0)
		return bench_skip_errno(b, "F_GETPIPE_SZ");
	if ((uint64_t)cap < size && fcntl(fd[0], F_SETPIPE_SZ, (int)size) < 0)
		return bench_skip_errno(b, "F_SETPIPE_SZ");
	return 0;
}

static int pipe_setup(struct bench *b)
{
	struct pipes *p = BENCH_PRIV(b, struct pipes);

	p->size = b->bytes = b->p[P_SIZE];
	p->buf = bench_buf(b, p->size, b->p[P_ALIGN]);
	if (!p->buf)
		return b->err;
	return pipe_make(b, p->a, p->size);
}

static void read_run(struct bench *b, uint64_t iters)
{
	struct pipes *p = BENCH_PRIV(b, struct pipes);
	int from = p->a[0], to = p->b[1], fd = p->b[0];
	unsigned char *buf = p->buf;
	ssize_t size = p->size;

	for (uint64_t i = 0; i < iters; i++) {
		BENCH_EXPECT(b, tee(from, to, size, SPLICE_F_NONBLOCK) == size, "tee");
		BENCH_EXPECT(b, read(fd, buf, size) == size, "read");
	}
}

static int read_setup(struct bench *b)
{
	struct pipes *p = BENCH_PRIV(b, struct pipes);
	int err = pipe_setup(b);

	if (!err)
		err = pipe_make(b, p->b, p->size);
	if (err)
		return err;
	if (write(p->a[1], p->buf, p->size) != (ssize_t)p->size)
		return bench_skip_errno(b, "filling the pipe");
	memset(p->buf, 0, p->size);
	return 0;
}

static int read_verify(struct bench *b, uint64_t iters)
{
	struct pipes *p = BENCH_PRIV(b, struct pipes);

	if (bench_match(p->buf, p->size, 0) != p->size)
		return bench_skip(b, EIO, "read of the pipe did not move the bytes");
	memset(p->buf, 0, p->size);
	return 0;
}

/* Drops what the iteration before wrote, so that the last write stays to be verified. */
static void write_run(struct bench *b, uint64_t iters)
{
	struct pipes *p = BENCH_PRIV(b, struct pipes);
	int from = p->a[0], fd = p->a[1], null = p->null;
	unsigned char *buf = p->buf;
	ssize_t size = p->size;

	for (uint64_t i = 0; i < iters; i++) {
		BENCH_EXPECT(b, splice(from, NULL, null, NULL, size, SPLICE_F_NONBLOCK) == size,
			     "splice");
		BENCH_EXPECT(b, write(fd, buf, size) == size, "write");
	}
}

/* The pipe holds other bytes than those to be written. */
static int write_prime(struct bench *b)
{
	struct pipes *p = BENCH_PRIV(b, struct pipes);

	memset(p->got, 0, p->size);
	if (write(p->a[1], p->got, p->size) != (ssize_t)p->size)
		return bench_skip_errno(b, "filling the pipe");
	return 0;
}

static int write_setup(struct bench *b)
{
	struct pipes *p = BENCH_PRIV(b, struct pipes);
	int err = pipe_setup(b);

	if (err)
		return err;
	p->got = bench_buf(b, p->size, 0);
	if (!p->got)
		return b->err;
	p->null = bench_fd(b, open("/dev/null", O_WRONLY | O_CLOEXEC), "/dev/null");
	if (p->null < 0)
		return p->null;
	return write_prime(b);
}

static int write_verify(struct bench *b, uint64_t iters)
{
	struct pipes *p = BENCH_PRIV(b, struct pipes);

	if (read(p->a[0], p->got, p->size) != (ssize_t)p->size ||
	    bench_match(p->got, p->size, 0) != p->size)
		return bench_skip(b, EIO, "write to the pipe did not move the bytes");
	return write_prime(b);
}

BENCH_CASE(copy_to_user_pipe) {
	.name = "copy.to_user.pipe",
	.summary = "tee() of a filled pipe, then read() of the copy",
	.exercises = "copy_to_user by copy_page_to_iter, pipe_read; tee passes pages by reference",
	.params = read_params,
	.setup = read_setup,
	.run = read_run,
	.verify = read_verify,
};

BENCH_CASE(copy_from_user_pipe) {
	.name = "copy.from_user.pipe",
	.summary = "splice() of a pipe to /dev/null, then write() to the pipe",
	.exercises = "copy_from_user by copy_page_from_iter, pipe_write; allocation of pages "
		     "beyond the two (one before 6.15) that a pipe keeps; splice copies nothing",
	.params = write_params,
	.setup = write_setup,
	.run = write_run,
	.verify = write_verify,
};
