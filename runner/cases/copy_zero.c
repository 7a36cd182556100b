// SPDX-License-Identifier: GPL-2.0-or-later
/* clear_user: what reading /dev/zero is. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

struct zero {
	int fd;
	unsigned char *buf;
	uint64_t size;
};

enum { P_SIZE, P_ALIGN };

static const struct bench_param zero_params[] = {
	{ .name = "size", .summary = "bytes a call", .min = 1, .max = 16 << 20,
	  BENCH_VALUES(1, 64, 512, 4096, 65536, 1048576) },
	{ .name = "align", .summary = "user buffer past a page boundary, bytes",
	  .max = 4095, BENCH_VALUES(0) },
	{ 0 }
};

static void zero_run(struct bench *b, uint64_t iters)
{
	struct zero *z = BENCH_PRIV(b, struct zero);
	unsigned char *buf = z->buf;
	ssize_t size = z->size;
	int fd = z->fd;

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, read(fd, buf, size) == size, "read /dev/zero");
}

static int zero_setup(struct bench *b)
{
	struct zero *z = BENCH_PRIV(b, struct zero);

	z->size = b->bytes = b->p[P_SIZE];
	z->buf = bench_buf(b, z->size, b->p[P_ALIGN]);
	if (!z->buf)
		return b->err;
	z->fd = bench_fd(b, open("/dev/zero", O_RDONLY | O_CLOEXEC), "/dev/zero");
	return z->fd < 0 ? z->fd : 0;
}

static int zero_verify(struct bench *b, uint64_t iters)
{
	struct zero *z = BENCH_PRIV(b, struct zero);

	if (z->buf[0] || memcmp(z->buf, z->buf + 1, z->size - 1))
		return bench_skip(b, EIO, "read of /dev/zero did not clear the buffer");
	bench_fill(z->buf, z->size, 0);
	return 0;
}

BENCH_CASE(copy_clear_user_zero) {
	.name = "copy.clear_user.zero",
	.summary = "read() of /dev/zero",
	.exercises = "clear_user, a page at most at a time, by read_zero (iov_iter_zero in 5.10)",
	.params = zero_params,
	.setup = zero_setup,
	.run = zero_run,
	.verify = zero_verify,
};
