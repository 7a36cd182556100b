// SPDX-License-Identifier: GPL-2.0-or-later
/* The faults of a start: a small program (runner/exec/chain.c) that execs itself. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "chain.h"

#ifndef MFD_EXEC
#define MFD_EXEC	0x10	/* Linux 6.3 */
#endif
#define CHAIN_MAX	50	/* execs of a batch: their orders have room in a pipe */

static const unsigned char program[] = {
#include "exec_chain.inc"
};

struct chain {
	char path[32];		/* of the program */
	int orders[2], in;	/* a pipe to its stdin, our own stdin */
	int64_t faults;
};

/* n execs in one child. Its wait status, or -1. */
static int chain(const struct chain *c, size_t n, struct rusage *ru)
{
	static char name[] = "uabench-exec", *const argv[] = { name, NULL };
	char orders[CHAIN_MAX];
	int status, r;
	pid_t pid;

	memset(orders, AGAIN, n - 1);
	orders[n - 1] = DONE;
	if (bench_write_all(c->orders[1], orders, n) || dup2(c->orders[0], STDIN_FILENO) < 0)
		return -1;
	pid = vfork();
	if (!pid) {
		execve(c->path, argv, argv + 1);
		_exit(127);	/* errno is a call, and the parent's */
	}
	dup2(c->in, STDIN_FILENO);
	if (pid < 0)
		return -1;
	while ((r = wait4(pid, &status, 0, ru)) < 0 && errno == EINTR)
		;
	return r < 0 ? -1 : status;
}

static void exec_run(struct bench *b, uint64_t iters)
{
	struct chain *c = BENCH_PRIV(b, struct chain);
	struct rusage ru;

	BENCH_EXPECT(b, chain(c, iters, &ru) == 0, "exec chain");
	c->faults = ru.ru_minflt;
}

/* In memory: no file system has a say, nor a mount without exec. */
static int program_open(struct bench *b)
{
	int fd = memfd_create("uabench-exec", MFD_CLOEXEC | MFD_EXEC), r;

	if (fd < 0 && errno == EINVAL)
		fd = memfd_create("uabench-exec", MFD_CLOEXEC);
	fd = bench_fd(b, fd, "memfd_create");
	if (fd < 0)
		return fd;
	r = bench_write_all(fd, program, sizeof(program));
	return r ? bench_skip(b, -r, "writing a memfd: %s", strerror(-r)) : fd;
}

static int exec_setup(struct bench *b)
{
	struct chain *c = BENCH_PRIV(b, struct chain);
	int fd = program_open(b), status;
	struct rusage ru;

	if (fd < 0)
		return fd;
	snprintf(c->path, sizeof(c->path), "/proc/self/fd/%d", fd);
	if (pipe2(c->orders, O_CLOEXEC))
		return bench_skip_errno(b, "pipe2");
	c->in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
	if (bench_fd(b, c->orders[0], "pipe2") < 0 || bench_fd(b, c->orders[1], "pipe2") < 0 ||
	    bench_fd(b, c->in, "stdin") < 0)
		return b->err;
	status = chain(c, 2, &ru);
	if (status < 0)
		return bench_skip_errno(b, "a child that execs");
	if (status)
		return bench_skip(b, EOPNOTSUPP, "cannot exec a memfd, or then /proc/self/exe "
				  "(wait status 0x%x)", status);
	return 0;
}

/*
 * No start without a fault; exit status 0 tells that all did. How many it takes for the pages
 * depends on the sizes of folios that the kernel gives: that is told.
 */
static int exec_verify(struct bench *b, uint64_t iters)
{
	struct chain *c = BENCH_PRIV(b, struct chain);

	if (c->faults < (int64_t)iters)
		return bench_skip(b, EIO, "%lld page faults in %llu execs", (long long)c->faults,
				  (unsigned long long)iters);
	bench_extra(b, "faults_per_exec", (double)c->faults / iters);
	c->faults = 0;
	return 0;
}

BENCH_CASE(fault_exec) {
	.name = "fault.exec",
	.summary = "a program without C library that execs itself and writes to 16 pages",
	.exercises = "execve, ELF loading, page faults of a start, exit_mmap of the old image",
	.setup = exec_setup,
	.run = exec_run,
	.verify = exec_verify,
	.min_batch_ns = 2000000,	/* the child itself, once a batch, costs as much as one exec */
	.max_iters = CHAIN_MAX,
	.ops = 8,
};
