// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Growth of the main thread's stack by frames of 1 MiB + 1 KiB, each touched at
 * its lowest byte: 1 MiB below the stack is where some architectures begin to
 * look at the user's stack pointer or instruction before they let it grow.
 */
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

#define FRAME		((1 << 20) + (1 << 10))
#define MAX_DEPTH	16		/* s390 keeps 32 MB below the stack free, others more */
#define KEEP		(128 << 10)	/* of stack below run(), for what it calls */
#define ABOVE		(2 << 20)	/* generous: what lies above run() */

struct stack {
	unsigned int depth;		/* frames that the limit allows */
	struct rlimit old;
	bool raised;
};

static __attribute__((noinline)) void grow(unsigned int n)
{
	volatile unsigned char frame[FRAME];

	frame[0] = 1;
	if (n > 1)
		grow(n - 1);
	/* the frame lives until here: the call above is no jump */
	__asm__ volatile("" :: "r"(frame) : "memory");
}

/* Give back what the stack has grown by; it will grow there again. */
static __attribute__((noinline)) int shrink(const struct bench *b, const struct stack *s)
{
	uintptr_t top = (uintptr_t)__builtin_frame_address(0) - KEEP;
	size_t len = (s->depth + 1) * (size_t)FRAME;

	top &= -(uintptr_t)b->page;
	len &= -b->page;
	return munmap((void *)(top - len), len);
}

static void stack_run(struct bench *b, uint64_t iters)
{
	struct stack *s = BENCH_PRIV(b, struct stack);
	unsigned int n;

	for (; iters; iters -= n) {
		int r;

		n = iters < s->depth ? iters : s->depth;
		bench_pause(b);
		r = shrink(b, s);
		bench_resume(b);
		BENCH_EXPECT(b, !r, "munmap of stack");
		grow(n);
	}
}

static void give_up(int sig)
{
	_exit(sig);
}

/* Not each emulator's stack grows: have a child find out, for it may not survive. */
static int probe(struct bench *b, const struct stack *s)
{
	static unsigned char elsewhere[64 << 10];	/* a stack for the handler */
	static bool passed;
	const stack_t alt = { .ss_sp = elsewhere, .ss_size = sizeof(elsewhere) };
	const struct sigaction sa = { .sa_handler = give_up, .sa_flags = SA_ONSTACK };
	int status;
	pid_t pid;

	if (passed)
		return 0;
	pid = fork();
	if (pid < 0)
		return bench_skip_errno(b, "fork");
	if (!pid) {
		if (sigaltstack(&alt, NULL) || sigaction(SIGSEGV, &sa, NULL) || shrink(b, s))
			_exit(1);
		grow(s->depth);
		_exit(0);
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return bench_skip_errno(b, "waitpid");
	if (status)
		return bench_skip(b, EOPNOTSUPP, "the stack does not grow again once unmapped");
	passed = true;
	return 0;
}

static int stack_setup(struct bench *b)
{
	struct stack *s = BENCH_PRIV(b, struct stack);
	rlim_t room = ABOVE + MAX_DEPTH * (rlim_t)FRAME;
	struct rlimit lim;

	if (getrlimit(RLIMIT_STACK, &lim))
		return bench_skip_errno(b, "RLIMIT_STACK");
	s->old = lim;
	if (lim.rlim_cur < room) {
		lim.rlim_cur = lim.rlim_max < room ? lim.rlim_max : room;
		if (setrlimit(RLIMIT_STACK, &lim))
			return bench_skip_errno(b, "RLIMIT_STACK");
		s->raised = true;
	}
	if (lim.rlim_cur < ABOVE + FRAME)
		return bench_skip(b, EOPNOTSUPP, "RLIMIT_STACK allows no frame of 1 MiB");
	s->depth = lim.rlim_cur < room ? (lim.rlim_cur - ABOVE) / FRAME : MAX_DEPTH;
	return probe(b, s);
}

static int stack_verify(struct bench *b, uint64_t iters)
{
	if (b->minflt < (int64_t)iters || b->minflt > (int64_t)(iters + iters / 2 + 1024))
		return bench_skip(b, EIO, "%lld page faults in %llu frames", (long long)b->minflt,
				  (unsigned long long)iters);
	return 0;
}

static void stack_teardown(struct bench *b)
{
	struct stack *s = BENCH_PRIV(b, struct stack);

	if (s->depth && b->err != -EOPNOTSUPP)
		shrink(b, s);
	if (s->raised)
		setrlimit(RLIMIT_STACK, &s->old);
}

BENCH_CASE(fault_stack_growth) {
	.name = "fault.stack_growth",
	.summary = "a stack frame of 1 MiB + 1 KiB touched at its bottom",
	.exercises = "fault below the stack, expand_stack, do_anonymous_page; often a page table",
	.setup = stack_setup,
	.run = stack_run,
	.verify = stack_verify,
	.teardown = stack_teardown,
	.ops = 64,
};
