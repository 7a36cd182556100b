// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One structure of fixed size to user space by a system call that does little
 * else. How many bytes that is differs by architecture and is found out in
 * setup: those that the kernel wrote over two different backgrounds.
 */
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "ksigset.h"

#define SCHED_ATTR_SIZE	56		/* SCHED_ATTR_SIZE_VER1 */
#define OUT_MAX		512
#define BACKGROUND	0xa5

struct call {
	long nr, arg[5];
	const char *what;
	unsigned char *user;		/* the structure */
	unsigned char want[OUT_MAX];	/* what is around it after a batch */
	bool varies;			/* each call gives something else */
};

static const struct bench_param struct_params[] = {
	{ .name = "align", .summary = "user structure past a page boundary, bytes",
	  .max = 4095, BENCH_VALUES(0) },
	{ 0 }
};

static void call_run(struct bench *b, uint64_t iters)
{
	struct call *c = BENCH_PRIV(b, struct call);
	long nr = c->nr, a0 = c->arg[0], a1 = c->arg[1], a2 = c->arg[2];
	long a3 = c->arg[3], a4 = c->arg[4];

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, syscall(nr, a0, a1, a2, a3, a4) == 0, c->what);
}

/* One call over a background of `byte`. */
static int call_over(struct bench *b, unsigned char byte)
{
	struct call *c = BENCH_PRIV(b, struct call);

	memset(c->user, byte, OUT_MAX);
	if (syscall(c->nr, c->arg[0], c->arg[1], c->arg[2], c->arg[3], c->arg[4]))
		return bench_skip_errno(b, c->what);
	return 0;
}

/* The call writes its structure to where argument `slot` points. */
static int out_setup(struct bench *b, const char *what, unsigned int slot)
{
	struct call *c = BENCH_PRIV(b, struct call);
	int err;

	c->what = what;
	c->user = bench_buf(b, OUT_MAX, b->p[0]);
	if (!c->user)
		return b->err;
	c->arg[slot] = (long)c->user;
	err = call_over(b, (unsigned char)~BACKGROUND);
	if (err)
		return err;
	memcpy(c->want, c->user, OUT_MAX);
	err = call_over(b, BACKGROUND);
	if (err)
		return err;
	for (size_t i = 0; i < OUT_MAX; i++)
		b->bytes += c->want[i] != (unsigned char)~BACKGROUND || c->user[i] != BACKGROUND;
	memcpy(c->want, c->user, OUT_MAX);
	memset(c->user, BACKGROUND, OUT_MAX);
	return 0;
}

static int out_verify(struct bench *b, uint64_t iters)
{
	struct call *c = BENCH_PRIV(b, struct call);
	static const unsigned char untouched[4] = {
		BACKGROUND, BACKGROUND, BACKGROUND, BACKGROUND
	};

	if (!memcmp(c->user, untouched, sizeof(untouched)) ||
	    (!c->varies && memcmp(c->user, c->want, OUT_MAX)))
		return bench_skip(b, EIO, "%s did not fill its structure", c->what);
	memset(c->user, BACKGROUND, OUT_MAX);
	return 0;
}

/* An inode of pipefs: its getattr is the generic one everywhere. */
static int pipe_fd(struct bench *b)
{
	int fd[2];

	if (pipe2(fd, O_CLOEXEC))
		return bench_skip_errno(b, "pipe2");
	bench_fd(b, fd[1], "pipe2");
	return bench_fd(b, fd[0], "pipe2");
}

static int stat_setup(struct bench *b)
{
	struct call *c = BENCH_PRIV(b, struct call);

#if defined(SYS_fstat64)
	c->nr = SYS_fstat64;
#elif defined(SYS_fstat)
	c->nr = SYS_fstat;
#else
	return bench_skip(b, EOPNOTSUPP, "no fstat on this architecture");
#endif
	c->arg[0] = pipe_fd(b);
	return c->arg[0] < 0 ? b->err : out_setup(b, "fstat", 1);
}

static int statx_setup(struct bench *b)
{
	struct call *c = BENCH_PRIV(b, struct call);

	c->nr = SYS_statx;
	c->arg[0] = pipe_fd(b);
	c->arg[1] = (long)"";
	c->arg[2] = AT_EMPTY_PATH;
	c->arg[3] = STATX_BASIC_STATS;
	return c->arg[0] < 0 ? b->err : out_setup(b, "statx", 4);
}

static int uname_setup(struct bench *b)
{
	BENCH_PRIV(b, struct call)->nr = SYS_uname;
	return out_setup(b, "uname", 0);
}

static int clock_setup(struct bench *b)
{
	struct call *c = BENCH_PRIV(b, struct call);

#ifdef SYS_clock_gettime64
	c->nr = SYS_clock_gettime64;
#else
	c->nr = SYS_clock_gettime;
#endif
	c->arg[0] = CLOCK_REALTIME_COARSE;
	c->varies = true;
	return out_setup(b, "clock_gettime", 1);
}

static int sched_setup(struct bench *b)
{
	struct call *c = BENCH_PRIV(b, struct call);

	c->nr = SYS_sched_getattr;
	c->arg[2] = SCHED_ATTR_SIZE;
	return out_setup(b, "sched_getattr", 1);
}

static int mq_setup(struct bench *b)
{
	struct call *c = BENCH_PRIV(b, struct call);
	char name[64];
	int fd;

	snprintf(name, sizeof(name), "/uabench-%d-%llx", (int)getpid(),
		 (unsigned long long)b->seed);
	fd = mq_open(name, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600, NULL);
	if (bench_fd(b, fd, "mq_open") < 0)
		return b->err;
	mq_unlink(name);
	c->nr = SYS_mq_getsetattr;
	c->arg[0] = fd;
	return out_setup(b, "mq_getsetattr", 2);
}

static int sigprocmask_setup(struct bench *b)
{
	struct call *c = BENCH_PRIV(b, struct call);

	c->nr = SYS_rt_sigprocmask;
	c->arg[0] = SIG_BLOCK;
	c->arg[3] = KSIGSET;
	return out_setup(b, "rt_sigprocmask", 2);
}

static int prlimit_setup(struct bench *b)
{
	struct call *c = BENCH_PRIV(b, struct call);

	c->nr = SYS_prlimit64;
	c->arg[1] = RLIMIT_NOFILE;
	return out_setup(b, "prlimit64", 3);
}

#define STRUCT_CASE(sym, full_name, text, path)					\
	BENCH_CASE(struct_##sym) {						\
		.name = full_name,						\
		.summary = text,						\
		.exercises = path,						\
		.params = struct_params,					\
		.setup = sym##_setup,						\
		.run = call_run,						\
		.verify = out_verify,						\
	}

STRUCT_CASE(stat, "copy.to_user.stat", "fstat() of a pipe",
	    "copy_to_user of struct stat, cp_new_stat by fstat; of struct stat64, "
	    "cp_new_stat64 by fstat64 on 32 bits");
STRUCT_CASE(statx, "copy.to_user.statx", "statx() of a pipe by its descriptor",
	    "copy_to_user of struct statx, cp_statx; before it a get_user of the empty path "
	    "(before 6.11 strncpy_from_user by getname_flags)");
STRUCT_CASE(uname, "word.struct.uname", "uname()",
	    "copy_to_user of struct new_utsname, sys_newuname; a memcpy of it before");
STRUCT_CASE(clock, "word.struct.clock_gettime",
	    "clock_gettime(CLOCK_REALTIME_COARSE) by system call",
	    "copy_to_user of struct __kernel_timespec, put_timespec64; no clock is read");
STRUCT_CASE(sched, "word.struct.sched_getattr", "sched_getattr() of the own thread",
	    "copy_to_user of struct sched_attr, sys_sched_getattr");
STRUCT_CASE(mq, "word.struct.mq_getattr", "mq_getsetattr() without new attributes",
	    "copy_to_user of struct mq_attr, sys_mq_getsetattr");
STRUCT_CASE(sigprocmask, "word.struct.sigprocmask", "rt_sigprocmask() without a new mask",
	    "copy_to_user of a sigset_t of 8 bytes, sys_rt_sigprocmask");
STRUCT_CASE(prlimit, "word.struct.prlimit", "prlimit64() without a new limit",
	    "copy_to_user of struct rlimit64, sys_prlimit64");
