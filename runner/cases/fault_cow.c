// SPDX-License-Identifier: GPL-2.0-or-later
/* Copy on write: a private mapping of a file, and memory shared by fork(). */
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fault_walk.h"
#include "kept_file.h"

#define FORK_PAGES	1024		/* a fork() a pass: more pages than elsewhere */

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ	22
#endif

struct cow {
	struct fault_area area;
	pid_t child;
};

/* Drop the copies and map the file's own pages, read-only, in their place. */
static int cow_undo(struct bench *b)
{
	struct cow *c = BENCH_PRIV(b, struct cow);
	size_t len = c->area.npages * b->page;
	int r = fault_drop(b);

	/* before Linux 5.14 by hand */
	if (!r && madvise(c->area.base, len, MADV_POPULATE_READ))
		for (size_t at = 0; at < len; at += b->page)
			(void)*(volatile unsigned char *)(c->area.base + at);
	return r;
}

static void cow_run(struct bench *b, uint64_t iters)
{
	fault_walk(b, iters, true, cow_undo);
}

static int cow_setup(struct bench *b)
{
	int fd = kept_file(b, "fault", FAULT_PAGES * b->page);

	return fd < 0 ? fd : fault_map(b, FAULT_PAGES, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd);
}

BENCH_CASE(fault_cow) {
	.name = "fault.cow",
	.summary = "first write to a private file page that is mapped already",
	.exercises = "do_wp_page, wp_page_copy, copy of one page",
	.setup = cow_setup,
	.run = cow_run,
	.verify = fault_each_written,
	.min_batch_ns = 2000000,
};

static int end_child(struct cow *c)
{
	int r = 0;

	if (c->child > 0) {
		kill(c->child, SIGKILL);
		while ((r = waitpid(c->child, NULL, 0)) < 0 && errno == EINTR)
			;
		c->child = 0;
	}
	return r < 0 ? -1 : 0;
}

/* All pages are shared with a child that is stopped before the writes begin. */
static int fork_undo(struct bench *b)
{
	struct cow *c = BENCH_PRIV(b, struct cow);
	pid_t parent = getpid();
	int status, r = end_child(c);

	if (r)
		return r;
	c->child = fork();
	if (!c->child) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() == parent)
			kill(getpid(), SIGSTOP);
		_exit(0);
	}
	if (c->child < 0)
		return -1;
	while ((r = waitpid(c->child, &status, WUNTRACED)) < 0 && errno == EINTR)
		;
	return r == c->child && WIFSTOPPED(status) ? 0 : -1;
}

static void fork_run(struct bench *b, uint64_t iters)
{
	fault_walk(b, iters, true, fork_undo);
}

static int fork_setup(struct bench *b)
{
	struct cow *c = BENCH_PRIV(b, struct cow);
	int r = fault_map(b, FORK_PAGES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);

	for (size_t i = 0; !r && i < FORK_PAGES; i++)
		c->area.base[i * b->page] = 1;
	return r;
}

static void fork_teardown(struct bench *b)
{
	end_child(BENCH_PRIV(b, struct cow));
}

BENCH_CASE(fault_cow_fork) {
	.name = "fault.cow_fork",
	.summary = "first write to an anonymous page shared with a forked child",
	.exercises = "do_wp_page, wp_page_copy, copy of one page",
	.setup = fork_setup,
	.run = fork_run,
	.verify = fault_each_written,
	.teardown = fork_teardown,
};
