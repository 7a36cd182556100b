// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sweep [-s STEP]: every way to copy x sizes 0..300 and long ones x a hole at every
 * offset, at the start and nowhere x alignments of the other side x kinds of hole. After
 * each copy: the residue, which side and signal, and every byte of destination and
 * surroundings. The offset of the hole moves the alignment of the side that has it; the
 * other's is drawn anew for each. STEP takes each STEP'th size and offset (default 1).
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "area.h"
#include "ops.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define MARGIN		96	/* checked around the destination */
#define LONGEST		(200 * 1024)
#define BEFORE		(LONGEST + 8192)	/* the hole, in an area */
#define OLD		0xee

static const size_t long_sizes[] = { 511, 1000, 4095, 4096, 4097, 8191, 8256, 20000, LONGEST };

/* The other side: source and destination that are sound */
static unsigned char good_src[LONGEST + 4096], good_dst[LONGEST + 4096 + 2 * MARGIN];
static unsigned char source[BEFORE + 65536];	/* what a hole's source holds before the hole */
static unsigned int seed = 1;

static unsigned int draw(unsigned int n)
{
	seed = seed * 1103515245 + 12345;
	return (seed >> 16) % n;
}

static bool all(const unsigned char *p, unsigned char value, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i] != value)
			return false;
	return true;
}

struct attempt {
	const struct op *op;
	enum hole kind;
	size_t n, moved;	/* expected */
	unsigned char *dst;
	const unsigned char *src;
	size_t before, behind;	/* bytes around dst that must stay */
	uintptr_t addr;
	int side;
};

static void complain(const struct attempt *t, const char *what, size_t got, size_t wanted)
{
	fail("%s, %s at the %s: n=%zu, %zu before the hole, dst %%64=%zu, src %%64=%zu: "
	     "%s is %zu, not %zu", t->op->name, hole_names[t->kind],
	     t->side == UA_SRC ? "source" : "destination", t->n, t->moved,
	     (size_t)((uintptr_t)t->dst % 64), (size_t)((uintptr_t)t->src % 64), what, got, wanted);
}

/* Runs it, and looks at all that it says and did. In dst only old bytes before. */
static void try(const struct attempt *t)
{
	const struct op *op = t->op;
	struct ua_fault fault = { 0, -1, -1 };
	size_t left, kept = t->moved, i;
	unsigned char rest = OLD;

	checks++;
	left = op->run(t->dst, t->src, t->n, &fault);
	if (left != t->n - t->moved)
		complain(t, "the residue", left, t->n - t->moved);
	if (!left && fault.signo != -1)
		complain(t, "a fault without a residue: signal", (size_t)fault.signo, 0);
	if (left && (op->flags & OP_TELLS)) {
		if (fault.addr != t->addr)
			complain(t, "the fault's address", fault.addr, t->addr);
		if (fault.side != t->side)
			complain(t, "the fault's side", (size_t)fault.side, (size_t)t->side);
		if (fault.signo != hole_signo(t->kind))
			complain(t, "the signal", (size_t)fault.signo,
				 (size_t)hole_signo(t->kind));
	}
	if (left && (op->flags & OP_ZERO_ALL))
		kept = 0;
	if (op->flags & OP_CLEARS)
		i = all(t->dst, 0, kept) ? kept : 0;
	else
		i = memcmp(t->dst, t->src, kept) ? 0 : kept;
	if (i != kept)
		complain(t, "the moved part is wrong; right bytes", i, kept);
	/* a source that is bad leaves all of dst to look at, a bad dst what is behind its hole */
	if (t->side == UA_SRC) {
		if (op->flags & (OP_ZEROES | OP_ZERO_ALL))
			rest = 0;
		if (!all(t->dst + kept, rest, t->n - kept))
			complain(t, "the rest of dst was touched: old bytes", 0, t->n - kept);
	}
	if (!all(t->dst - t->before, OLD, t->before))
		complain(t, "bytes before dst were touched: old", 0, t->before);
}

/* The hole k bytes behind the start of the source */
static void hole_in_source(const struct op *op, const struct area *a, enum hole kind, size_t n,
			   size_t k)
{
	unsigned char *dst = good_dst + MARGIN + draw(64);
	struct attempt t = { op, kind, n, k < n ? k : n, dst, a->hole - k, MARGIN, MARGIN,
			     (uintptr_t)a->hole, UA_SRC };

	memset(dst - MARGIN, OLD, n + 2 * MARGIN);
	try(&t);
	if (!all(dst + n, OLD, MARGIN))
		complain(&t, "bytes behind dst were touched: old", 0, MARGIN);
}

/* The source's first k bytes in the hole, the others behind it */
static void source_behind_hole(const struct op *op, const struct area *a, enum hole kind,
			       size_t n, size_t k)
{
	unsigned char *dst = good_dst + MARGIN + draw(64);
	struct attempt t = { op, kind, n, 0, dst, a->after - k, MARGIN, MARGIN,
			     (uintptr_t)a->after - k, UA_SRC };

	memset(dst - MARGIN, OLD, n + 2 * MARGIN);
	try(&t);
	if (!all(dst + n, OLD, MARGIN))
		complain(&t, "bytes behind dst were touched: old", 0, MARGIN);
}

static void check_behind(const struct attempt *t, const struct area *a, size_t from)
{
	if (!all(a->after + from, OLD, (size_t)(a->end - a->after) - from))
		complain(t, "bytes past the hole were touched: old", 0, 1);
}

static void hole_in_dst(const struct op *op, const struct area *a, enum hole kind, size_t n,
			size_t k)
{
	size_t before = (size_t)(a->hole - k - a->start);
	struct attempt t = { op, kind, n, k < n ? k : n, a->hole - k, good_src + draw(64),
			     before < MARGIN ? before : MARGIN, 0, (uintptr_t)a->hole, UA_DST };

	memset(t.dst - t.before, OLD, t.before + k);
	try(&t);
	if (k > n && !all(t.dst + n, OLD, k - n))
		complain(&t, "bytes behind dst were touched: old", 0, k - n);
	check_behind(&t, a, 0);
}

static void dst_behind_hole(const struct op *op, const struct area *a, enum hole kind, size_t n,
			    size_t k)
{
	struct attempt t = { op, kind, n, 0, a->after - k, good_src + draw(64), 0, 0,
			     (uintptr_t)a->after - k, UA_DST };

	try(&t);
	check_behind(&t, a, 0);
}

/* No hole at all: both sides at every alignment of a word against every other */
static void no_hole(const struct op *op, size_t n)
{
	for (unsigned int i = 0; i < 8; i++) {
		unsigned char *dst = good_dst + MARGIN + draw(8) * 8 + i;
		struct attempt t = { op, HOLE_UNMAPPED, n, n, dst, good_src + draw(64), MARGIN,
				     MARGIN, 0, UA_SRC };

		memset(dst - MARGIN, OLD, n + 2 * MARGIN);
		try(&t);
		if (!all(dst + n, OLD, MARGIN))
			complain(&t, "bytes behind dst were touched: old", 0, MARGIN);
	}
}

static void fill(struct area *a, const unsigned char *with)
{
	size_t before = (size_t)(a->hole - a->start), page = (size_t)(a->end - a->after);

	if (with) {
		memcpy(a->start, with, before);
		memcpy(a->after, with, page);
	} else {
		memset(a->start, OLD, before);
		memset(a->after, OLD, page);
	}
}

static void one_size(const struct op *op, const struct area *src, const struct area *dst,
		     enum hole kind, size_t n, size_t k)
{
	if ((op->sides & UA_SRC) && kind != HOLE_READ_ONLY) {
		hole_in_source(op, src, kind, n, k);
		if (n && k && k <= n && k < 4096)
			source_behind_hole(op, src, kind, n, k);
	}
	if (op->sides & UA_DST) {
		hole_in_dst(op, dst, kind, n, k);
		if (n && k && k <= n && k < 4096)
			dst_behind_hole(op, dst, kind, n, k);
	}
}

static void sweep(const struct op *op, size_t step)
{
	static const size_t far[] = { 0, 1, 63, 64, 65, 128, 511, 4000, 4096, 4097, 8200 };
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (op->usable && !op->usable())
		return;
	for (size_t n = 0; n <= 300 && n <= op->max; n = op->step ? n + op->step : n ? 2 * n : 1)
		no_hole(op, n);
	for (enum hole kind = 0; kind < HOLE_KINDS; kind++) {
		struct area src = area_make(kind, BEFORE), dst = src;

		if (kind != HOLE_READ_ONLY)
			fill(&src, source);
		dst = area_make(kind, BEFORE);
		fill(&dst, NULL);
		for (size_t n = 0; n <= 300 && n <= op->max;
		     n = op->step ? n + op->step * step : n ? 2 * n : 1)
			for (size_t k = op->step ? draw((unsigned int)step) : 0; k <= n + 1;
			     k += op->step ? step : 1)
				one_size(op, &src, &dst, kind, n, k);
		for (size_t i = 0; i < ARRAY_SIZE(long_sizes) && op->max > 300; i++)
			for (size_t j = 0; j < ARRAY_SIZE(far); j++) {
				size_t n = long_sizes[i];

				if (n >= page + far[j])	/* beyond the page after the hole: */
					continue;	/* the mapping ends there */
				one_size(op, &src, &dst, kind, n, far[j]);
			}
		for (size_t i = 0; i < ARRAY_SIZE(long_sizes) && op->max > 300; i++)
			for (size_t j = 0; j < ARRAY_SIZE(far); j++)
				if (far[j] <= long_sizes[i])
					one_size(op, &src, &dst, kind, long_sizes[i],
						 long_sizes[i] - far[j]);
		area_release(&src);
		area_release(&dst);
	}
	printf("%-24s %9lu checks\n", op->name, checks);
}

int main(int argc, char **argv)
{
	size_t step = 1;
	int opt, err;

	while ((opt = getopt(argc, argv, "s:")) != -1) {
		step = opt == 's' ? strtoul(optarg, NULL, 10) : 0;
		if (!step) {
			fprintf(stderr, "usage: sweep [-s STEP]\n");
			return 2;
		}
	}
	err = ua_init();
	if (err) {
		fprintf(stderr, "ua_init: %s\n", strerror(-err));
		return 3;
	}
	for (size_t i = 0; i < sizeof(source); i++)
		source[i] = pattern(i);
	for (size_t i = 0; i < sizeof(good_src); i++)
		good_src[i] = pattern(i + 77);
	for (size_t i = 0; ops[i]; i++)
		sweep(ops[i], step);
	for (size_t i = 0; variant_op(i); i++)
		sweep(variant_op(i), step);
	return report("sweep");
}
