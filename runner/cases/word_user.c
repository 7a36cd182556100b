// SPDX-License-Identifier: GPL-2.0-or-later
/* get_user and put_user of one int. */
#include <fcntl.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"

#ifdef SYS_futex
#define NR_FUTEX	SYS_futex
#else
#define NR_FUTEX	SYS_futex_time64
#endif

#define RIGHT		1		/* what the futex word holds */
#define WRONG		2

struct word {
	unsigned char *user;
	int fd[2], queued;
};

enum { P_ALIGN };

static const struct bench_param futex_params[] = {
	{ .name = "align", .summary = "futex word past a page boundary, bytes, whole words",
	  .max = 4092, BENCH_VALUES(0) },
	{ 0 }
};

static const struct bench_param fionread_params[] = {
	{ .name = "align", .summary = "user word past a page boundary, bytes",
	  .max = 4095, BENCH_VALUES(0) },
	{ 0 }
};

static void futex_run(struct bench *b, uint64_t iters)
{
	unsigned char *user = BENCH_PRIV(b, struct word)->user;

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, syscall(NR_FUTEX, user, FUTEX_WAIT_PRIVATE, WRONG, NULL) < 0 &&
			     errno == EAGAIN, "futex wait on a wrong value");
}

static int futex_setup(struct bench *b)
{
	struct word *w = BENCH_PRIV(b, struct word);

	if (b->p[P_ALIGN] % sizeof(int))
		return bench_skip(b, EINVAL, "a futex is aligned to its size");
	w->user = bench_buf(b, sizeof(int), b->p[P_ALIGN]);
	if (!w->user)
		return b->err;
	memcpy(w->user, &(int){ RIGHT }, sizeof(int));
	b->bytes = sizeof(int);
	return 0;
}

/* The kernel tells the right value from a wrong one, and needs the word for it. */
static int futex_verify(struct bench *b, uint64_t iters)
{
	static const long zero[2];	/* at least a timespec of either kind */
	struct word *w = BENCH_PRIV(b, struct word);

	if (syscall(NR_FUTEX, w->user, FUTEX_WAIT_PRIVATE, RIGHT, zero) != -1 ||
	    errno != ETIMEDOUT)
		return bench_skip_errno(b, "futex wait on the right value");
	if (syscall(NR_FUTEX, NULL, FUTEX_WAIT_PRIVATE, WRONG, NULL) != -1 || errno != EFAULT)
		return bench_skip_errno(b, "futex wait on no word");
	return 0;
}

static void fionread_run(struct bench *b, uint64_t iters)
{
	struct word *w = BENCH_PRIV(b, struct word);
	unsigned char *user = w->user;
	int fd = w->fd[0];

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, !ioctl(fd, FIONREAD, user), "FIONREAD");
}

static int fionread_setup(struct bench *b)
{
	struct word *w = BENCH_PRIV(b, struct word);

	w->user = bench_buf(b, sizeof(int), b->p[P_ALIGN]);
	if (!w->user)
		return b->err;
	if (pipe2(w->fd, O_NONBLOCK | O_CLOEXEC))
		return bench_skip_errno(b, "pipe2");
	bench_fd(b, w->fd[0], "pipe2");
	bench_fd(b, w->fd[1], "pipe2");
	b->bytes = sizeof(int);
	return 0;
}

static int fionread_verify(struct bench *b, uint64_t iters)
{
	struct word *w = BENCH_PRIV(b, struct word);
	int got;

	memcpy(&got, w->user, sizeof(got));
	if (got != w->queued)
		return bench_skip(b, EIO, "FIONREAD gave %d of %d bytes", got, w->queued);
	/* the next batch must give one more */
	if (write(w->fd[1], "", 1) != 1)
		return bench_skip_errno(b, "write to the pipe");
	w->queued++;
	return 0;
}

BENCH_CASE(word_get_user_futex) {
	.name = "word.get_user.futex",
	.summary = "futex(FUTEX_WAIT_PRIVATE) on another value than the word has",
	.exercises = "get_user of 4 bytes with page faults off, futex_wait_setup; the hash "
		     "bucket is locked around it",
	.params = futex_params,
	.setup = futex_setup,
	.run = futex_run,
	.verify = futex_verify,
};

BENCH_CASE(word_put_user_fionread) {
	.name = "word.put_user.fionread",
	.summary = "ioctl(FIONREAD) of a pipe",
	.exercises = "put_user of 4 bytes, pipe_ioctl; the pipe is locked before it",
	.params = fionread_params,
	.setup = fionread_setup,
	.run = fionread_run,
	.verify = fionread_verify,
};
