// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A protection fault delivered as a signal: a write to a read-only page, whose
 * handler returns, so that the write faults again, until enough have.
 *
 * LMBench's "prot fault" does this with a file page and then takes out what
 * catching a signal costs: lmbench.prot_fault has that as catch_ns an iteration,
 * and LMBench's column is the difference.
 */
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench.h"
#include "clock.h"
#include "kept_file.h"

#define CATCHES	512

struct prot {
	unsigned char *page;
	struct sigaction old_segv, old_bus, old_usr1;
	bool segv, bus, usr1;
};

/* What the handler needs: a signal brings no argument. */
static struct {
	unsigned char *page;
	size_t len;
	uint64_t left;
} target;

static void on_fault(int sig, siginfo_t *si, void *uc)
{
	if (si->si_addr != target.page)
		signal(sig, SIG_DFL);	/* not ours: let it be fatal */
	else if (!--target.left)
		mprotect(target.page, target.len, PROT_READ | PROT_WRITE);
}

static void on_usr1(int sig)
{
}

static void prot_run(struct bench *b, uint64_t iters)
{
	struct prot *p = BENCH_PRIV(b, struct prot);
	int r;

	bench_pause(b);
	target.page = p->page;
	target.len = b->page;
	target.left = iters;
	r = mprotect(p->page, b->page, PROT_READ);
	bench_resume(b);
	BENCH_EXPECT(b, !r, "mprotect");
	*(volatile unsigned char *)p->page = 2;
}

static int prot_verify(struct bench *b, uint64_t iters)
{
	struct prot *p = BENCH_PRIV(b, struct prot);

	if (target.left || *p->page != 2)
		return bench_skip(b, EIO, "the write did not fault until it was allowed");
	*p->page = 1;
	return 0;
}

static int install(struct bench *b, int sig, struct sigaction *sa, struct sigaction *old,
		   bool *done)
{
	if (sigaction(sig, sa, old))
		return bench_skip_errno(b, "sigaction");
	*done = true;
	return 0;
}

static int prot_setup(struct bench *b, int flags, int fd)
{
	struct prot *p = BENCH_PRIV(b, struct prot);
	struct sigaction sa = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
	int r;

	p->page = bench_mmap(b, b->page, PROT_READ | PROT_WRITE, flags, fd, 0);
	if (!p->page)
		return b->err;
	*p->page = 1;
	r = install(b, SIGSEGV, &sa, &p->old_segv, &p->segv);
	return r ? r : install(b, SIGBUS, &sa, &p->old_bus, &p->bus);
}

static int signal_setup(struct bench *b)
{
	return prot_setup(b, MAP_PRIVATE | MAP_ANONYMOUS, -1);
}

static void prot_teardown(struct bench *b)
{
	struct prot *p = BENCH_PRIV(b, struct prot);

	if (p->segv)
		sigaction(SIGSEGV, &p->old_segv, NULL);
	if (p->bus)
		sigaction(SIGBUS, &p->old_bus, NULL);
	if (p->usr1)
		sigaction(SIGUSR1, &p->old_usr1, NULL);
}

BENCH_CASE(fault_signal) {
	.name = "fault.signal",
	.summary = "write to a read-only page, caught, and back into it",
	.exercises = "bad_area, force_sig_fault, signal frame to the user's stack, sigreturn",
	.setup = signal_setup,
	.run = prot_run,
	.verify = prot_verify,
	.teardown = prot_teardown,
};

static double ns_each(int sig)
{
	pid_t me = getpid();
	uint64_t t = clock_ns();

	for (int i = 0; i < CATCHES; i++)
		kill(me, sig);
	return (double)(clock_ns() - t) / CATCHES;
}

static int lmbench_setup(struct bench *b)
{
	struct prot *p = BENCH_PRIV(b, struct prot);
	struct sigaction sa = { .sa_handler = on_usr1 };
	int r, fd = kept_file(b, "prot", b->page);

	if (fd < 0)
		return fd;
	r = prot_setup(b, MAP_SHARED, fd);
	return r ? r : install(b, SIGUSR1, &sa, &p->old_usr1, &p->usr1);
}

static int lmbench_verify(struct bench *b, uint64_t iters)
{
	int r = prot_verify(b, iters);

	if (!r)
		bench_extra(b, "catch_ns", ns_each(SIGUSR1) - ns_each(0));
	return r;
}

BENCH_CASE(lmbench_prot_fault) {
	.name = "lmbench.prot_fault",
	.summary = "as lat_sig prot: write to a read-only file page, caught",
	.exercises = "bad_area, force_sig_fault, signal frame to the user's stack, sigreturn",
	.setup = lmbench_setup,
	.run = prot_run,
	.verify = lmbench_verify,
	.teardown = prot_teardown,
};
