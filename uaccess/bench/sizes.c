// SPDX-License-Identifier: GPL-2.0-or-later
/* By size: against memcpy and what else survives a bad address; by variant; clear; strings. */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include <uaccess.h>

#include "bench.h"
#include "variants.h"

#define PIPE_HOLDS	4096

static size_t n;		/* bytes a copy */
static unsigned char *to, *from;
static int fds[2];
static sigjmp_buf env;
/* called as any function of a library is, by its address */
static void *(*volatile call_memcpy)(void *, const void *, size_t) = memcpy;
static void *(*volatile call_memset)(void *, int, size_t) = memset;
static void *(*volatile call_memccpy)(void *, const void *, int, size_t) = memccpy;
static size_t (*volatile call_strnlen)(const char *, size_t) = strnlen;

static void do_memcpy(unsigned long times)
{
	REPEAT(call_memcpy(to, from, n) != to);
}

static void do_from(unsigned long times)
{
	REPEAT((ua_copy_from)(to, from, n));
}

static void do_both(unsigned long times)
{
	REPEAT((ua_copy)(to, from, n));
}

/* As programs write it: the handler would jump to env */
static __attribute__((noinline)) int guarded_memcpy(int save_mask)
{
	if (sigsetjmp(env, save_mask))
		return 1;
	call_memcpy(to, from, n);
	return 0;
}

static void do_setjmp(unsigned long times)
{
	REPEAT(guarded_memcpy(0) != 0);
}

static void do_setjmp_mask(unsigned long times)
{
	REPEAT(guarded_memcpy(1) != 0);
}

static void do_process_vm(unsigned long times)
{
	struct iovec there = { to, n }, here = { from, n };
	pid_t self = getpid();

	REPEAT(process_vm_readv(self, &there, 1, &here, 1, 0) != (ssize_t)n);
}

static void do_pipe(unsigned long times)
{
	REPEAT(write(fds[1], from, n) != (ssize_t)n || read(fds[0], to, n) != (ssize_t)n);
}

static void do_variant(unsigned long times)
{
	const struct copy_variant *v = line_arg;

	REPEAT(v->copy(to, from, n));
}

static void do_memset(unsigned long times)
{
	REPEAT(call_memset(to, 0, n) != to);
}

static void do_clear(unsigned long times)
{
	REPEAT((ua_clear)(to, n));
}

/* A string of n bytes with its NUL */
static void do_memccpy(unsigned long times)
{
	REPEAT(call_memccpy(to, from, 0, n) != to + n);
}

static void do_strncpy(unsigned long times)
{
	size_t len;

	REPEAT((ua_strncpy)((char *)to, (const char *)from, n, &len));
}

static void do_strnlen(unsigned long times)
{
	REPEAT(call_strnlen((const char *)from, n) != n - 1);
}

static void do_ua_strnlen(unsigned long times)
{
	size_t len;

	REPEAT((ua_strnlen)((const char *)from, n, &len));
}

static struct line ways[] = {
	{ .name = "memcpy", .run = do_memcpy },
	{ .name = "ua_copy_from", .run = do_from },
	{ .name = "ua_copy", .run = do_both },
	{ .name = "sigsetjmp(0)+memcpy", .run = do_setjmp },
	{ .name = "sigsetjmp(1)+memcpy", .run = do_setjmp_mask },
	{ .name = "process_vm_readv", .run = do_process_vm },
	{ .name = "pipe write+read", .run = do_pipe },
};
static struct line variants[12];
static struct line clears[] = {
	{ .name = "memset to 0", .run = do_memset },
	{ .name = "ua_clear", .run = do_clear },
};
static struct line strings[] = {
	{ .name = "memccpy to NUL", .run = do_memccpy },
	{ .name = "ua_strncpy", .run = do_strncpy },
	{ .name = "strnlen", .run = do_strnlen },
	{ .name = "ua_strnlen", .run = do_ua_strnlen },
};

static const size_t sizes[] = { 8, 64, 256, 1024, 4096, 16384, 65536, LONGEST };
#define NSIZES	COUNT(sizes)

static void head(const char *what)
{
	printf("\n%-20s", what);
	for (size_t s = 0; s < NSIZES; s++)
		if (sizes[s] < 1024)
			printf("%7zu", sizes[s]);
		else if (sizes[s] < LONGEST)
			printf("%6zuK", sizes[s] >> 10);
		else
			printf("%7s\n", "1M");
}

static void by_size(const char *what, struct line *lines, size_t nlines, size_t rounds)
{
	double (*value)[NSIZES] = calloc(nlines, sizeof(*value));

	if (!value)
		abort();
	for (size_t s = 0; s < NSIZES; s++) {
		n = sizes[s];
		if (lines == strings)
			src[n - 1] = 0;
		/* the pipe comes last, and blocks beyond what it holds */
		measure(lines, n > PIPE_HOLDS && lines == ways ? nlines - 1 : nlines,
			n > 65536 ? rounds / 4 + 1 : rounds);
		src[n - 1] = 1;
		for (size_t i = 0; i < nlines; i++)
			value[i][s] = lines[i].value;
	}
	head(what);
	for (size_t i = 0; i < nlines; i++) {
		printf("%-20s", lines[i].name);
		for (size_t s = 0; s < NSIZES; s++)
			if (sizes[s] > PIPE_HOLDS && lines[i].run == do_pipe)
				printf("%7s", "-");
			else
				printf("%7.*f", value[i][s] < 10 ? 2 : value[i][s] < 1000 ? 1 : 0,
				       value[i][s]);
		putchar('\n');
	}
	if (lines == ways) {
		goal("8 bytes out of line, over memcpy", value[1][0] - value[0][0], " ns", 2, false);
		goal("64 bytes out of line, over memcpy", value[1][1] - value[0][1], " ns", 2, false);
		goal("8 bytes, cheaper than process_vm_readv", value[5][0] / value[1][0], " x", 50,
		     true);
	}
	free(value);
}

void bench_sizes(size_t rounds)
{
	size_t nvariants = 0;

	to = dst;
	from = src;
	if (pipe(fds)) {
		perror("bench: pipe");
		exit(1);
	}
	for (size_t i = 0; copy_variants[i] && nvariants < COUNT(variants); i++)
		if (copy_variants[i]->usable()) {
			variants[nvariants].name = copy_variants[i]->name;
			variants[nvariants].run = do_variant;
			variants[nvariants++].arg = copy_variants[i];
		}
	by_size("ns a copy of bytes", ways, COUNT(ways), rounds);
	by_size("ns by variant", variants, nvariants, rounds);
	by_size("ns to clear bytes", clears, COUNT(clears), rounds);
	by_size("ns a string of bytes", strings, COUNT(strings), rounds);
}

/* Of dst and src, from a page's start */
static const struct {
	unsigned int to, from;
} alignments[] = { { 0, 0 }, { 2048, 0 }, { 0, 5 }, { 7, 0 }, { 13, 29 } };

/*
 * ua_copy_from() against memcpy alone, in pairs: sizes from 1 KiB on, four an octave, at some
 * alignments; the most of each octave.
 */
void bench_against_memcpy(size_t rounds)
{
	const double fourth = 1.189207115;	/* root of 2 */
	double most = -100;

	printf("\n%% more than memcpy, the most of four sizes from this on\n%-12s", "dst, src at");
	for (size_t s = 1024; s <= LONGEST; s *= 2)
		printf(s < LONGEST ? "%5zuK" : "%5zuM\n", s < LONGEST ? s >> 10 : s >> 20);
	for (size_t a = 0; a < COUNT(alignments); a++) {
		to = dst + alignments[a].to;
		from = src + alignments[a].from;
		printf("%5u %-6u", alignments[a].to, alignments[a].from);
		for (size_t s = 1024; s <= LONGEST; s *= 2) {
			double here = -100, at = (double)s;

			for (int i = 0; i < (s < LONGEST ? 4 : 1); i++, at *= fourth) {
				double more;

				n = (size_t)at;
				measure(ways, 2, rounds);
				more = (ways[1].value / ways[0].value - 1) * 100;
				here = more > here ? more : here;
			}
			printf("%6.1f", here);
			most = here > most ? here : most;
		}
		putchar('\n');
	}
	goal("from 1 KiB on, over memcpy", most, " %", 10, false);
}
