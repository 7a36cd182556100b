/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the page fault cases share: an area whose pages are touched one by one,
 * an iteration each, and made to fault again when all have been.
 */
#ifndef UABENCH_FAULT_WALK_H
#define UABENCH_FAULT_WALK_H

#include <sys/mman.h>

#include "bench.h"

#define FAULT_PAGES	256
#define FAULT_WRITTEN	0xff		/* no byte of the pattern */

/* The first member of the private state of a case that uses what is below. */
struct fault_area {
	unsigned char *base;
	size_t npages, last;		/* last: pages touched in the last pass */
};

/* Map the area in small pages. 0 or -errno. */
static inline int fault_map(struct bench *b, size_t npages, int prot, int flags, int fd)
{
	struct fault_area *a = BENCH_PRIV(b, struct fault_area);

	a->npages = npages;
	a->base = bench_mmap(b, npages * b->page, prot, flags, fd, 0);
	if (!a->base)
		return b->err;
	/* fails where the kernel has no huge pages, which is as good */
	madvise(a->base, npages * b->page, MADV_NOHUGEPAGE);
	return 0;
}

/* The simplest undo(): forget all pages. 0 or -1 with errno. */
static inline int fault_drop(struct bench *b)
{
	struct fault_area *a = BENCH_PRIV(b, struct fault_area);

	return madvise(a->base, a->npages * b->page, MADV_DONTNEED);
}

/*
 * The body of run(). Each pass touches at most all pages and stands behind an
 * undo(), which is not timed. To be inlined with constant arguments.
 */
static inline __attribute__((always_inline))
void fault_walk(struct bench *b, uint64_t iters, bool write, int (*undo)(struct bench *b))
{
	struct fault_area *a = BENCH_PRIV(b, struct fault_area);
	size_t n, page = b->page;

	for (; iters; iters -= n) {
		volatile unsigned char *p = a->base, *end;
		int r;

		n = iters < a->npages ? iters : a->npages;
		bench_pause(b);
		r = undo(b);
		bench_resume(b);
		BENCH_EXPECT(b, !r, "making the pages fault again");
		for (end = p + n * page; p < end; p += page) {
			if (write)
				*p = FAULT_WRITTEN;
			else
				(void)*p;
		}
		a->last = n;
	}
}

/*
 * The kernel must have counted at least `least` faults, and not many more than
 * an iteration each; what an emulator of user programs adds of its own passes.
 */
static inline int fault_check(struct bench *b, uint64_t iters, uint64_t least)
{
	if (b->minflt < (int64_t)least || b->minflt > (int64_t)(iters + iters / 4 + 1024))
		return bench_skip(b, EIO, "%lld page faults in %llu touches, %llu or more expected",
				  (long long)b->minflt, (unsigned long long)iters,
				  (unsigned long long)least);
	return 0;
}

/* verify() where each iteration is one fault. */
static inline int fault_each(struct bench *b, uint64_t iters)
{
	return fault_check(b, iters, iters);
}

/* The same, and each page of the last pass was written to. */
static inline int fault_each_written(struct bench *b, uint64_t iters)
{
	struct fault_area *a = BENCH_PRIV(b, struct fault_area);
	int r = fault_each(b, iters);

	if (!r && !a->last)
		r = bench_skip(b, EIO, "no page was written to");
	for (; !r && a->last; a->last--) {
		unsigned char *p = a->base + (a->last - 1) * b->page;

		if (*p != FAULT_WRITTEN)
			r = bench_skip(b, EIO, "a page was not written to");
		*p = 0;
	}
	return r;
}

#endif
