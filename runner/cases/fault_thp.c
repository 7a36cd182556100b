// SPDX-License-Identifier: GPL-2.0-or-later
/* First write to a transparent huge page. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "bench.h"
#include "environ.h"

#define THP_DIR		"/sys/kernel/mm/transparent_hugepage/"
#define AREA		(8 << 20)	/* touched between two pauses, if it holds a page */
#define LARGEST		(64 << 20)	/* clearing more would take the time of all others */

struct thp {
	unsigned char *base;
	size_t huge, npages, last;	/* last: pages of the last pass, 0: none to be seen */
};

/* Of each huge page of the last pass the first byte was written: the end is there too. */
static int given(const struct bench *b, struct thp *t)
{
	unsigned char there;

	for (; t->last; t->last--) {
		if (mincore(t->base + t->last * t->huge - b->page, b->page, &there))
			return -1;
		if (!(there & 1)) {
			errno = EAGAIN;
			return -1;
		}
	}
	return 0;
}

static void thp_run(struct bench *b, uint64_t iters)
{
	struct thp *t = BENCH_PRIV(b, struct thp);

	for (; iters; iters -= t->last) {
		volatile unsigned char *p = t->base, *end;
		int small, r;

		bench_pause(b);
		small = given(b, t);
		r = madvise(t->base, t->npages * t->huge, MADV_DONTNEED);
		t->last = iters < t->npages ? iters : t->npages;
		bench_resume(b);
		BENCH_EXPECT(b, !small, "the kernel gave a small page");
		BENCH_EXPECT(b, !r, "madvise");
		for (end = p + t->last * t->huge; p < end; p += t->huge)
			*p = 1;
	}
}

static int thp_setup(struct bench *b)
{
	struct thp *t = BENCH_PRIV(b, struct thp);
	unsigned long long huge;
	char line[64];

	if (!read_text(THP_DIR "hpage_pmd_size", line, sizeof(line)) ||
	    sscanf(line, "%llu", &huge) != 1)
		return bench_skip(b, EOPNOTSUPP, "this kernel has no transparent huge pages");
	if (read_text(THP_DIR "enabled", line, sizeof(line)) && strstr(line, "[never]"))
		return bench_skip(b, EOPNOTSUPP, "transparent huge pages are set to never");
	if (huge > LARGEST)
		return bench_skip(b, EOPNOTSUPP, "huge pages of %llu MiB take too long to clear",
				  huge >> 20);
	b->bytes = t->huge = huge;
	t->npages = huge < AREA ? AREA / huge : 1;
	t->base = bench_mmap(b, (t->npages + 1) * huge, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (!t->base)
		return b->err;
	t->base += -(uintptr_t)t->base & (huge - 1);
	if (madvise(t->base, t->npages * huge, MADV_HUGEPAGE))
		return bench_skip_errno(b, "MADV_HUGEPAGE");
	return 0;
}

static int thp_verify(struct bench *b, uint64_t iters)
{
	struct thp *t = BENCH_PRIV(b, struct thp);

	if (!t->last)
		return bench_skip(b, EIO, "no page was touched");
	if (given(b, t))
		return bench_skip_errno(b, "the kernel gave a small page");
	if (b->minflt < (int64_t)iters || b->minflt > (int64_t)(iters + iters / 4 + 1024))
		return bench_skip(b, EIO, "%lld page faults in %llu touches", (long long)b->minflt,
				  (unsigned long long)iters);
	return 0;
}

BENCH_CASE(fault_thp) {
	.name = "fault.thp",
	.summary = "first write to a transparent huge page",
	.exercises = "do_huge_pmd_anonymous_page, clear_huge_page (folio_zero_user)",
	.setup = thp_setup,
	.run = thp_run,
	.verify = thp_verify,
	.min_batch_ns = 4000000,
};
