// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A program that execs itself again and again: the faults of a start. On x86 the
 * C library asks CPUID about caches before main(); in a virtual machine each
 * answer is an exit to the host, and these may take most of the time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "exec_chain.h"

#define SELF	"/proc/self/exe"

struct chain {
	int64_t faults;
};

struct chain_args {
	char left[24], *argv[4];
};

static void chain_args(struct chain_args *a, unsigned long long left)
{
	snprintf(a->left, sizeof(a->left), "%llu", left);
	a->argv[0] = "uabench-runner";
	a->argv[1] = "--exec-chain";
	a->argv[2] = a->left;
	a->argv[3] = NULL;
}

/* Only fails if it returns: the exit status is the errno. */
int bench_exec_chain(int argc, char **argv)
{
	unsigned long long left = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;

	struct chain_args a;

	if (!left)
		return 0;
	chain_args(&a, left - 1);
	execv(SELF, a.argv);
	return errno;
}

/* n execs in one child. Its wait status, or -1. */
static int chain(uint64_t n, struct rusage *ru)
{
	struct chain_args a;
	int status, r;
	pid_t pid;

	chain_args(&a, n - 1);
	pid = vfork();
	if (!pid) {
		execv(SELF, a.argv);
		_exit(127);	/* errno is a call, and the parent's */
	}
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

	BENCH_EXPECT(b, chain(iters, &ru) == 0, "exec chain");
	c->faults = ru.ru_minflt;
}

static int exec_setup(struct bench *b)
{
	static bool passed;
	struct rusage ru;
	int status;

	if (passed)
		return 0;
	status = chain(2, &ru);
	if (status < 0)
		return bench_skip_errno(b, "vfork");
	if (status)
		return bench_skip(b, EOPNOTSUPP, "cannot exec " SELF " (wait status 0x%x)", status);
	passed = true;
	return 0;
}

/* A program cannot start without a fault; exit status 0 tells that all did start. */
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
	.summary = "a static program that execs itself; one vfork() and wait a batch",
	.exercises = "execve, ELF loading, page faults of a start, exit_mmap of the old image",
	.setup = exec_setup,
	.run = exec_run,
	.verify = exec_verify,
	.max_iters = 50,
	.ops = 8,
};
