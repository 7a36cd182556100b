// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bench [-r ROUNDS]: what copies that survive a fault cost, beside others of one run. Each
 * line is measured in turn for about 20 us, round by round, so that what disturbs the
 * machine disturbs all alike; the figure is the lower decile over the rounds.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <uaccess.h>

#include "context.h"
#include "variants.h"

#define MAX_ROUNDS	2000
#define LONGEST		(1 << 20)
#define SLICE		20000	/* ns */

static unsigned char src[LONGEST + 4096] __attribute__((aligned(4096)));
static unsigned char dst[LONGEST + 4096] __attribute__((aligned(4096)));
static unsigned char *bad;	/* PROT_NONE */
static size_t n;		/* bytes a copy */
static int fds[2];
static sigjmp_buf env;
static const struct copy_variant *variant;
static void *(*volatile call_memcpy)(void *, const void *, size_t) = memcpy;
static uintptr_t landing;
static unsigned long wrong;

#define barrier()	__asm__ volatile("" ::: "memory")
#define REPEAT(what) do {								\
	unsigned long sum = 0;							\
										\
	for (unsigned long i = 0; i < times; i++) {				\
		what;								\
		barrier();							\
	}									\
	wrong += sum;								\
} while (0)

static void do_memcpy(unsigned long times)
{
	REPEAT(call_memcpy(dst, src, n));
}

static void do_from(unsigned long times)
{
	REPEAT(sum += ua_copy_from_outline(dst, src, n));
}

static void do_both(unsigned long times)
{
	REPEAT(sum += ua_copy(dst, src, n));
}

/* As programs write it: the handler would jump to env */
static __attribute__((noinline)) void guarded_memcpy(int save_mask)
{
	if (!sigsetjmp(env, save_mask))
		call_memcpy(dst, src, n);
	else
		wrong++;
}

static void do_setjmp(unsigned long times)
{
	REPEAT(guarded_memcpy(0));
}

static void do_setjmp_mask(unsigned long times)
{
	REPEAT(guarded_memcpy(1));
}

static void do_process_vm(unsigned long times)
{
	struct iovec to = { dst, n }, from = { src, n };
	pid_t self = getpid();

	REPEAT(sum += process_vm_readv(self, &to, 1, &from, 1, 0) != (ssize_t)n);
}

static void do_pipe(unsigned long times)
{
	REPEAT(sum += write(fds[1], src, n) != (ssize_t)n || read(fds[0], dst, n) != (ssize_t)n);
}

static void do_variant(unsigned long times)
{
	REPEAT(sum += variant->copy(dst, src, n));
}

/* 8 bytes of constant size: the pointers are unknown to the compiler, the loop is its own */
#define OPAQUE(p)	__asm__ volatile("" : "+r" (p))

static void do_plain_8(unsigned long times)
{
	const unsigned char *s = src;
	unsigned char *d = dst;

	REPEAT(OPAQUE(s); OPAQUE(d); memcpy(d, s, 8));
}

static void do_inline_8(unsigned long times)
{
	const unsigned char *s = src;
	unsigned char *d = dst;

	REPEAT(OPAQUE(s); OPAQUE(d); sum += ua_copy_from_inline(d, s, 8) != 0);
}

static void do_plain_64(unsigned long times)
{
	const unsigned char *s = src;
	unsigned char *d = dst;

	REPEAT(OPAQUE(s); OPAQUE(d); memcpy(d, s, 64));
}

static void do_inline_64(unsigned long times)
{
	const unsigned char *s = src;
	unsigned char *d = dst;

	REPEAT(OPAQUE(s); OPAQUE(d); sum += ua_copy_from_inline(d, s, 64) != 0);
}

/* The least that a handler can do about a fault: go on at a landing known before */
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

static void do_fault_from(unsigned long times)
{
	REPEAT(sum += ua_copy_from_outline(dst, bad, 64) != 64);
}

static void do_fault_inline(unsigned long times)
{
	REPEAT(sum += ua_copy_from_inline(dst, bad, 64) != 64);
}

static void do_fault_late(unsigned long times)
{
	REPEAT(sum += ua_copy_from_outline(dst, bad - 61, 64) != 3);
}

struct line {
	const char *name;
	void (*run)(unsigned long times);
	const struct copy_variant *variant;
	unsigned long times;
	double ns[MAX_ROUNDS];
	double value;
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double timed(struct line *l)
{
	double start;

	variant = l->variant;
	l->run(l->times / 16 + 1);	/* warm */
	start = now();
	l->run(l->times);
	return (now() - start) / (double)l->times;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void measure(struct line *lines, size_t nlines, size_t rounds)
{
	for (struct line *l = lines; l < lines + nlines; l++) {
		double took = 0;

		for (l->times = 1; took < SLICE && l->times < 1ul << 24; l->times *= 2)
			took = timed(l) * (double)l->times;
	}
	for (size_t r = 0; r < rounds; r++)
		for (size_t i = 0; i < nlines; i++)	/* from another one each round */
			lines[(i + r) % nlines].ns[r] = timed(&lines[(i + r) % nlines]);
	for (struct line *l = lines; l < lines + nlines; l++) {
		qsort(l->ns, rounds, sizeof(l->ns[0]), ascending);
		l->value = l->ns[rounds / 10];
	}
}

static struct line ways[] = {
	{ "memcpy", do_memcpy, NULL, 0, { 0 }, 0 },
	{ "ua_copy_from", do_from, NULL, 0, { 0 }, 0 },
	{ "ua_copy", do_both, NULL, 0, { 0 }, 0 },
	{ "sigsetjmp(0)+memcpy", do_setjmp, NULL, 0, { 0 }, 0 },
	{ "sigsetjmp(1)+memcpy", do_setjmp_mask, NULL, 0, { 0 }, 0 },
	{ "process_vm_readv", do_process_vm, NULL, 0, { 0 }, 0 },
	{ "pipe write+read", do_pipe, NULL, 0, { 0 }, 0 },
};
static struct line variants[8];
static struct line constant[] = {
	{ "8 bytes, load and store", do_plain_8, NULL, 0, { 0 }, 0 },
	{ "8 bytes, inline", do_inline_8, NULL, 0, { 0 }, 0 },
	{ "64 bytes, compiler's memcpy", do_plain_64, NULL, 0, { 0 }, 0 },
	{ "64 bytes, inline", do_inline_64, NULL, 0, { 0 }, 0 },
};
static struct line faults[] = {
	{ "bare handler, one load", do_bare, NULL, 0, { 0 }, 0 },
	{ "ua_copy_from, 64 of 64", do_fault_from, NULL, 0, { 0 }, 0 },
	{ "inline, 64 of 64", do_fault_inline, NULL, 0, { 0 }, 0 },
	{ "ua_copy_from, last 3 of 64", do_fault_late, NULL, 0, { 0 }, 0 },
};

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))

static void by_size(struct line *lines, size_t nlines, size_t rounds)
{
	static const size_t sizes[] = { 8, 64, 256, 1024, 4096, 16384, 65536, LONGEST };
	double value[COUNT(ways) + COUNT(variants)][COUNT(sizes)];

	for (size_t s = 0; s < COUNT(sizes); s++) {
		n = sizes[s];
		measure(lines, n > 4096 && lines == ways ? nlines - 1 : nlines,
			n > 65536 ? rounds / 4 + 1 : rounds);
		for (size_t i = 0; i < nlines; i++)
			value[i][s] = lines[i].value;
	}
	printf("%-20s", "ns a copy of bytes");
	for (size_t s = 0; s < COUNT(sizes); s++)
		if (sizes[s] == LONGEST)
			printf("%7s", "1M");
		else
			printf("%7zu", sizes[s]);
	putchar('\n');
	for (size_t i = 0; i < nlines; i++) {
		printf("%-20s", lines[i].name);
		for (size_t s = 0; s < COUNT(sizes); s++)
			if (sizes[s] > 4096 && lines[i].run == do_pipe)
				printf("%7s", "-");
			else
				printf(value[i][s] < 1000 ? "%7.2f" : "%7.0f", value[i][s]);
		putchar('\n');
	}
	putchar('\n');
}

static void plain(struct line *lines, size_t nlines, size_t rounds)
{
	measure(lines, nlines, rounds);
	for (size_t i = 0; i < nlines; i++)
		printf("%-28s %9.2f ns\n", lines[i].name, lines[i].value);
	putchar('\n');
}

int main(int argc, char **argv)
{
	size_t rounds = argc == 3 && !strcmp(argv[1], "-r") ? strtoul(argv[2], NULL, 10) : 400;
	size_t nvariants = 0;

	if (!rounds || rounds > MAX_ROUNDS) {
		fprintf(stderr, "usage: bench [-r ROUNDS], at most %d\n", MAX_ROUNDS);
		return 2;
	}
	bad = mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (bad == MAP_FAILED || mprotect(bad += 4096, 4096, PROT_NONE) || pipe(fds) || ua_init()) {
		perror("bench: cannot set up");
		return 1;
	}
	memset(src, 1, sizeof(src));
	memset(dst, 2, sizeof(dst));
	with_handler(learn, 1);
	for (size_t i = 0; copy_variants[i] && nvariants < COUNT(variants); i++)
		if (copy_variants[i]->usable()) {
			variants[nvariants].name = copy_variants[i]->name;
			variants[nvariants].run = do_variant;
			variants[nvariants++].variant = copy_variants[i];
		}
	by_size(ways, COUNT(ways), rounds);
	by_size(variants, nvariants, rounds);
	plain(constant, COUNT(constant), rounds);
	plain(faults, COUNT(faults), rounds);
	if (wrong) {
		fprintf(stderr, "bench: %lu copies were not as expected\n", wrong);
		return 1;
	}
	return 0;
}
