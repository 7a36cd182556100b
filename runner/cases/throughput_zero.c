// SPDX-License-Identifier: GPL-2.0-or-later
/* What `dd if=/dev/zero of=/dev/null bs=N` does with each block. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

struct dd {
	int zero, null;
	unsigned char *buf;
	uint64_t bs;
};

enum { P_BS };

static const struct bench_param dd_params[] = {
	{ .name = "bs", .summary = "bytes a block", .min = 1, .max = 16 << 20,
	  BENCH_VALUES(512, 65536) },
	{ 0 }
};

static void dd_run(struct bench *b, uint64_t iters)
{
	struct dd *d = BENCH_PRIV(b, struct dd);
	unsigned char *buf = d->buf;
	ssize_t bs = d->bs;
	int zero = d->zero, null = d->null;

	for (uint64_t i = 0; i < iters; i++) {
		BENCH_EXPECT(b, read(zero, buf, bs) == bs, "read of /dev/zero");
		BENCH_EXPECT(b, write(null, buf, bs) == bs, "write to /dev/null");
	}
}

static int dd_setup(struct bench *b)
{
	struct dd *d = BENCH_PRIV(b, struct dd);

	d->bs = b->bytes = b->p[P_BS];
	d->buf = bench_buf(b, d->bs, 0);
	if (!d->buf)
		return b->err;
	d->zero = bench_fd(b, open("/dev/zero", O_RDONLY | O_CLOEXEC), "/dev/zero");
	d->null = bench_fd(b, open("/dev/null", O_WRONLY | O_CLOEXEC), "/dev/null");
	return d->zero < 0 || d->null < 0 ? b->err : 0;
}

static int dd_verify(struct bench *b, uint64_t iters)
{
	struct dd *d = BENCH_PRIV(b, struct dd);

	if (d->buf[0] || memcmp(d->buf, d->buf + 1, d->bs - 1))
		return bench_skip(b, EIO, "read of /dev/zero did not clear the buffer");
	bench_fill(d->buf, d->bs, 0);
	return 0;
}

BENCH_CASE(throughput_zero_null) {
	.name = "throughput.zero_null",
	.summary = "as dd from zero to null: one read(), one write()",
	.exercises = "clear_user by read_zero; write_null copies nothing: two calls, one clearing",
	.params = dd_params,
	.setup = dd_setup,
	.run = dd_run,
	.verify = dd_verify,
};
