// SPDX-License-Identifier: GPL-2.0-or-later
/* Touch of pages that are in the page cache already. */
#include "fault_walk.h"
#include "kept_file.h"

static void read_run(struct bench *b, uint64_t iters)
{
	fault_walk(b, iters, false, fault_drop);
}

static int read_setup(struct bench *b)
{
	int fd = kept_file(b, "fault", FAULT_PAGES * b->page);

	return fd < 0 ? fd : fault_map(b, FAULT_PAGES, PROT_READ, MAP_SHARED, fd);
}

/* A fault maps its neighbours too: by default those of the same 64 KiB. */
static int read_verify(struct bench *b, uint64_t iters)
{
	if (iters >= FAULT_PAGES && b->minflt >= (int64_t)iters)
		return bench_skip(b, EOPNOTSUPP, "this kernel maps no pages around a fault");
	return fault_check(b, iters, 1);
}

BENCH_CASE(fault_file_read) {
	.name = "fault.file_read",
	.summary = "first read of a mapped file page, in order; not each faults",
	.exercises = "do_read_fault, filemap_map_pages: fault-around, 64 KiB a fault by default "
		     "(where a page is as large: none, __do_fault)",
	.setup = read_setup,
	.run = read_run,
	.verify = read_verify,
};

/* The file backwards, page by page: no mapping has a neighbour to be mapped with it. */
static int single_setup(struct bench *b)
{
	struct fault_area *a = BENCH_PRIV(b, struct fault_area);
	int fd = kept_file(b, "fault", FAULT_PAGES * b->page);
	int r = fd < 0 ? fd : fault_map(b, FAULT_PAGES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1);

	if (r < 0)
		return r;
	for (size_t i = 0; i < FAULT_PAGES; i++)
		if (mmap(a->base + i * b->page, b->page, PROT_READ, MAP_SHARED | MAP_FIXED, fd,
			 (off_t)(FAULT_PAGES - 1 - i) * b->page) == MAP_FAILED)
			return bench_skip_errno(b, "mmap of one page");
	return 0;
}

BENCH_CASE(fault_file_read_single) {
	.name = "fault.file_read_single",
	.summary = "first read of a mapped file page, each in a mapping of its own",
	.exercises = "do_read_fault, filemap_map_pages clipped to one page (__do_fault where pages "
		     "have 64 KiB); look-up among 256 VMAs",
	.setup = single_setup,
	.run = read_run,
	.verify = fault_each,
	.min_batch_ns = 2000000,
};

static void write_run(struct bench *b, uint64_t iters)
{
	fault_walk(b, iters, true, fault_drop);
}

static int shared_setup(struct bench *b)
{
	int fd = bench_tmpfile(b, FAULT_PAGES * b->page);

	return fd < 0 ? fd : fault_map(b, FAULT_PAGES, PROT_READ | PROT_WRITE, MAP_SHARED, fd);
}

BENCH_CASE(fault_shared_write) {
	.name = "fault.shared_write",
	.summary = "first write to a shared mapping of a tmpfs page",
	.exercises = "do_shared_fault, shmem_fault; nothing is allocated or copied",
	.setup = shared_setup,
	.run = write_run,
	.verify = fault_each_written,
};
