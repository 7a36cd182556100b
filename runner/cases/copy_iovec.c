// SPDX-License-Identifier: GPL-2.0-or-later
/* Import of an iovec array by segment count; the payload goes nowhere. */
#include <fcntl.h>
#include <sys/uio.h>

#include "bench.h"

#define SEG_LEN	64

struct vec {
	int fd, segs;
	struct iovec *iov;
	ssize_t total;			/* what the lengths sum up to */
};

static const struct bench_param iovec_params[] = {
	{ .name = "segs", .summary = "segments a call", .min = 1, .max = 1024,
	  BENCH_VALUES(1, 8, 1024) },
	{ 0 }
};

static void iovec_run(struct bench *b, uint64_t iters)
{
	struct vec *v = BENCH_PRIV(b, struct vec);
	struct iovec *iov = v->iov;
	int fd = v->fd, segs = v->segs;
	ssize_t total = v->total;

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, writev(fd, iov, segs) == total, "writev /dev/null");
}

static int iovec_setup(struct bench *b)
{
	struct vec *v = BENCH_PRIV(b, struct vec);
	unsigned char *payload;

	v->segs = b->p[0];
	b->bytes = v->segs * sizeof(struct iovec);
	v->iov = bench_buf(b, b->bytes, 0);
	payload = bench_buf(b, v->segs * SEG_LEN + 1, 0);
	if (!v->iov || !payload)
		return b->err;
	for (int i = 0; i < v->segs; i++)
		v->iov[i] = (struct iovec){ payload + i * SEG_LEN, SEG_LEN };
	v->total = (ssize_t)v->segs * SEG_LEN;
	v->fd = bench_fd(b, open("/dev/null", O_WRONLY | O_CLOEXEC), "/dev/null");
	return v->fd < 0 ? v->fd : 0;
}

/* Each call returned the sum of the lengths; the next batch must return another. */
static int iovec_verify(struct bench *b, uint64_t iters)
{
	struct vec *v = BENCH_PRIV(b, struct vec);
	size_t *last = &v->iov[v->segs - 1].iov_len;

	v->total -= *last;
	*last ^= 1;
	v->total += *last;
	return 0;
}

BENCH_CASE(copy_iovec) {
	.name = "copy.iovec",
	.summary = "writev() to /dev/null, payload not copied",
	.exercises = "import_iovec: unsafe_get_user of each field (copy_from_user of the array "
		     "before 6.4), access_ok a segment; kmalloc beyond 8 segments",
	.params = iovec_params,
	.setup = iovec_setup,
	.run = iovec_run,
	.verify = iovec_verify,
};
