// SPDX-License-Identifier: GPL-2.0-or-later
/* What a fault costs, beside the least that a handler can do about one. */
#include <signal.h>
#include <stdio.h>
#include <ucontext.h>

#include <uaccess.h>

#include "bench.h"
#include "context.h"
#include "variants.h"

static uintptr_t landing;

/* Goes on at a landing known before */
static void bare(int sig, siginfo_t *info, void *ctx)
{
	context_land(ctx, landing);
}

static void learn(int sig, siginfo_t *info, void *ctx)
{
	const struct ua_range *r = table_find(context_pc(ctx));

	landing = (uintptr_t)&r->landing + (uintptr_t)(intptr_t)r->landing;
	context_land(ctx, landing);
}

static __attribute__((noinline)) void one_bad_load(void)
{
	__ua_word v;

	__UA_LOAD(1, v, bad, fault);
	(void)v;
	wrong++;
fault:
	return;
}

static void with_handler(void (*fn)(int, siginfo_t *, void *), unsigned long times)
{
	struct sigaction act = { .sa_sigaction = fn, .sa_flags = SA_SIGINFO | SA_ONSTACK }, old;

	sigaction(SIGSEGV, &act, &old);
	for (unsigned long i = 0; i < times; i++)
		one_bad_load();
	sigaction(SIGSEGV, &old, NULL);
}

static void do_bare(unsigned long times)
{
	with_handler(bare, times);
}

static void do_from(unsigned long times)
{
	REPEAT((ua_copy_from)(dst, bad, 64) != 64);
}

static void do_inline(unsigned long times)
{
	REPEAT(ua_copy_from_inline(dst, bad, 64) != 64);
}

static void do_late(unsigned long times)
{
	REPEAT((ua_copy_from)(dst, bad - 61, 64) != 3);
}

static void do_page(unsigned long times)
{
	REPEAT((ua_copy_from)(dst, bad - 4000, 8000) != 4000);
}

static void do_get(unsigned long times)
{
	uint64_t v;

	REPEAT(ua_get64(&v, bad) != 8);
}

static struct line faults[] = {
	{ .name = "bare handler, one load", .run = do_bare },
	{ .name = "ua_copy_from, 64 of 64", .run = do_from },
	{ .name = "inline, 64 of 64", .run = do_inline },
	{ .name = "ua_get64, inline", .run = do_get },
	{ .name = "ua_copy_from, last 3 of 64", .run = do_late },
	{ .name = "ua_copy_from, half of 8000", .run = do_page },
};

void bench_faults(size_t rounds)
{
	double most = 0;

	with_handler(learn, 1);
	measure(faults, COUNT(faults), rounds);
	printf("\nns a copy with a fault\n");
	for (size_t i = 0; i < COUNT(faults); i++) {
		printf("%-28s %9.0f  %5.2f x\n", faults[i].name, faults[i].value,
		       faults[i].value / faults[0].value);
		most = faults[i].value > most ? faults[i].value : most;
	}
	goal("a faulting copy, times a bare handler's", most / faults[0].value, " x", 3, false);
}
