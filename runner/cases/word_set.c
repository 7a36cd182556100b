// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * copy_from_user of one small structure, by setting what is set already but for
 * the first time. Each batch has another value, in a place where nobody minds: SIGURG,
 * which nobody sends here, and RLIMIT_LOCKS, which Linux has not looked at since 2.4.25.
 */
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"
#include "ksigset.h"

#define LOCKS		1000		/* whatever: 32-bit kernels take huge ones for infinity */

struct set {
	unsigned char *user;
	bool ready;
	union {
		sigset_t mask;
		uint64_t lim[2];	/* struct rlimit64 */
	} before, now;
};

static const struct bench_param set_params[] = {
	{ .name = "align", .summary = "user structure past a page boundary, bytes",
	  .max = 4095, BENCH_VALUES(0) },
	{ 0 }
};

static int set_setup(struct bench *b, size_t size)
{
	struct set *s = BENCH_PRIV(b, struct set);

	b->bytes = size;
	s->user = bench_buf(b, size, b->p[0]);
	if (!s->user)
		return b->err;
	s->now = s->before;
	s->ready = true;
	return 0;
}

static void sigmask_run(struct bench *b, uint64_t iters)
{
	unsigned char *user = BENCH_PRIV(b, struct set)->user;

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, !syscall(SYS_rt_sigprocmask, SIG_SETMASK, user, NULL, KSIGSET),
			     "rt_sigprocmask");
}

static void sigmask_next(struct set *s)
{
	if (sigismember(&s->now.mask, SIGURG))
		sigdelset(&s->now.mask, SIGURG);
	else
		sigaddset(&s->now.mask, SIGURG);
	memcpy(s->user, &s->now, KSIGSET);
}

static int sigmask_setup(struct bench *b)
{
	struct set *s = BENCH_PRIV(b, struct set);
	int r;

	if (sigprocmask(SIG_SETMASK, NULL, &s->before.mask))
		return bench_skip_errno(b, "sigprocmask");
	r = set_setup(b, KSIGSET);
	if (!r)
		sigmask_next(s);
	return r;
}

static int sigmask_verify(struct bench *b, uint64_t iters)
{
	struct set *s = BENCH_PRIV(b, struct set);
	sigset_t got;

	if (sigprocmask(SIG_SETMASK, NULL, &got) || memcmp(&got, &s->now.mask, KSIGSET))
		return bench_skip(b, EIO, "rt_sigprocmask did not set the mask");
	sigmask_next(s);
	return 0;
}

static void sigmask_teardown(struct bench *b)
{
	struct set *s = BENCH_PRIV(b, struct set);

	if (s->ready)
		sigprocmask(SIG_SETMASK, &s->before.mask, NULL);
}

static void limit_run(struct bench *b, uint64_t iters)
{
	unsigned char *user = BENCH_PRIV(b, struct set)->user;

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, !syscall(SYS_prlimit64, 0, RLIMIT_LOCKS, user, NULL), "prlimit64");
}

/* The soft limit, down by one and up again. */
static void limit_next(struct set *s)
{
	uint64_t top = s->before.lim[1] < LOCKS ? s->before.lim[1] : LOCKS;

	s->now.lim[0] = top - (s->now.lim[0] == top);
	memcpy(s->user, s->now.lim, sizeof(s->now.lim));
}

static int limit_setup(struct bench *b)
{
	struct set *s = BENCH_PRIV(b, struct set);
	int r;

	if (syscall(SYS_prlimit64, 0, RLIMIT_LOCKS, NULL, s->before.lim))
		return bench_skip_errno(b, "prlimit64");
	if (!s->before.lim[1])
		return bench_skip(b, EOPNOTSUPP, "RLIMIT_LOCKS is 0 and cannot be changed");
	r = set_setup(b, sizeof(s->now.lim));
	if (!r)
		limit_next(s);
	return r;
}

static int limit_verify(struct bench *b, uint64_t iters)
{
	struct set *s = BENCH_PRIV(b, struct set);
	uint64_t got[2];

	if (syscall(SYS_prlimit64, 0, RLIMIT_LOCKS, NULL, got) ||
	    memcmp(got, s->now.lim, sizeof(got)))
		return bench_skip(b, EIO, "prlimit64 did not set the limit");
	limit_next(s);
	return 0;
}

static void limit_teardown(struct bench *b)
{
	struct set *s = BENCH_PRIV(b, struct set);

	if (s->ready)
		syscall(SYS_prlimit64, 0, RLIMIT_LOCKS, s->before.lim, NULL);
}

BENCH_CASE(word_sigmask) {
	.name = "word.struct.sigprocmask_set",
	.summary = "rt_sigprocmask(SIG_SETMASK) to the mask there is",
	.exercises = "copy_from_user of a sigset_t of 8 bytes, sys_rt_sigprocmask; "
		     "set_current_blocked",
	.params = set_params,
	.setup = sigmask_setup,
	.run = sigmask_run,
	.verify = sigmask_verify,
	.teardown = sigmask_teardown,
};

BENCH_CASE(word_limit) {
	.name = "word.struct.prlimit_set",
	.summary = "prlimit64() to the limit there is",
	.exercises = "copy_from_user of struct rlimit64, sys_prlimit64; do_prlimit",
	.params = set_params,
	.setup = limit_setup,
	.run = limit_run,
	.verify = limit_verify,
	.teardown = limit_teardown,
};
