// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * LMBench's lat_mmap and lat_pagefault on a file of 8 MiB, which is what its
 * script takes unless it is told how much memory there is; its table shows the
 * largest mapping, so columns compare only at one size. Where the page cache has
 * large folios (Linux 6.18 on ext4, say), a fault maps all of one, and either
 * column is mostly about that.
 */
#include <sys/mman.h>

#include "bench.h"
#include "kept_file.h"

struct lmmap {
	int fd;
	size_t size, touched, step;
	unsigned char *at;		/* page_fault: the mapping of this pass, or NULL */
	size_t len;
	uint32_t *order;
	uint64_t random;
};

enum { P_SIZE };

static const struct bench_param lmmap_params[] = {
	{ .name = "size", .summary = "bytes of the file", .min = 1 << 20, .max = 1 << 30,
	  BENCH_VALUES(8 << 20) },
	{ 0 }
};

static int lmmap_setup(struct bench *b)
{
	struct lmmap *m = BENCH_PRIV(b, struct lmmap);

	m->size = b->p[P_SIZE] / b->page * b->page;
	m->fd = kept_file(b, "lmbench", m->size);
	return m->fd < 0 ? m->fd : 0;
}

static void mmap_run(struct bench *b, uint64_t iters)
{
	struct lmmap *m = BENCH_PRIV(b, struct lmmap);
	size_t size = m->size, touched = m->touched, step = m->step;

	for (uint64_t i = 0; i < iters; i++) {
		unsigned char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, m->fd, 0);

		BENCH_EXPECT(b, p != MAP_FAILED, "mmap");
		for (size_t at = 0; at < touched; at += step)
			((volatile unsigned char *)p)[at] = 1;
		BENCH_EXPECT(b, !munmap(p, size), "munmap");
	}
}

/* As lat_mmap without -r: a write each 16 KiB of the first tenth. */
static int mmap_setup(struct bench *b)
{
	struct lmmap *m = BENCH_PRIV(b, struct lmmap);
	int r = lmmap_setup(b);

	m->touched = m->size / 10;
	m->step = 16 << 10;
	return r;
}

/* A large folio may be mapped at once: then there are fewer faults than pages touched. */
static int mmap_verify(struct bench *b, uint64_t iters)
{
	struct lmmap *m = BENCH_PRIV(b, struct lmmap);
	size_t step = m->step > b->page ? m->step : b->page;
	uint64_t most = iters * (m->touched / step + 1);

	if (b->minflt < (int64_t)iters || b->minflt > (int64_t)(most + most / 4 + 1024))
		return bench_skip(b, EIO, "%lld page faults in %llu mappings", (long long)b->minflt,
				  (unsigned long long)iters);
	return 0;
}

BENCH_CASE(lmbench_mmap) {
	.name = "lmbench.mmap",
	.summary = "as lat_mmap: map a file, write to some of it, unmap it",
	.exercises = "mmap, do_shared_fault and page_mkwrite of the file system, munmap",
	.params = lmmap_params,
	.setup = mmap_setup,
	.run = mmap_run,
	.verify = mmap_verify,
	.ops = 8,
};

static void unmap(struct lmmap *m)
{
	if (m->at)
		munmap(m->at, m->len);
	m->at = NULL;
}

/* The first n pages of the file, not mapped yet, and an order to read them in. */
static int begin_pass(struct bench *b, struct lmmap *m, size_t n)
{
	void *p = mmap(NULL, n * b->page, PROT_READ, MAP_SHARED, m->fd, 0);

	if (p == MAP_FAILED)
		return -1;
	m->at = p;
	m->len = n * b->page;
	for (size_t i = 0; i < n; i++) {
		size_t k;

		m->random = m->random * 6364136223846793005u + 1442695040888963407u;
		k = (m->random >> 33) % (i + 1);
		m->order[i] = m->order[k];
		m->order[k] = i;
	}
	return 0;
}

/*
 * LMBench times unmapping and mapping with the reads, and takes out the time of
 * both on an untouched mapping: what stays is the reads and the taking down of
 * what they mapped, as here.
 */
static void pagefault_run(struct bench *b, uint64_t iters)
{
	struct lmmap *m = BENCH_PRIV(b, struct lmmap);
	size_t n, page = b->page, most = m->size / page;

	for (; iters; iters -= n) {
		int r;

		n = iters < most ? iters : most;
		bench_pause(b);
		r = begin_pass(b, m, n);
		bench_resume(b);
		BENCH_EXPECT(b, !r, "mmap");
		for (size_t i = 0; i < n; i++)
			(void)*(volatile unsigned char *)(m->at + m->order[i] * page);
		unmap(m);
	}
}

static int pagefault_setup(struct bench *b)
{
	struct lmmap *m = BENCH_PRIV(b, struct lmmap);
	int r = lmmap_setup(b);

	if (r)
		return r;
	m->random = b->seed;
	m->order = bench_mmap(b, m->size / b->page * sizeof(*m->order), PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	return m->order ? 0 : b->err;
}

/* Fault-around maps the neighbours too: the faults are fewer than the reads. */
static int pagefault_verify(struct bench *b, uint64_t iters)
{
	if (b->minflt < 1 || b->minflt > (int64_t)(iters + iters / 4 + 1024))
		return bench_skip(b, EIO, "%lld page faults in %llu reads", (long long)b->minflt,
				  (unsigned long long)iters);
	return 0;
}

static void pagefault_teardown(struct bench *b)
{
	unmap(BENCH_PRIV(b, struct lmmap));
}

BENCH_CASE(lmbench_page_fault) {
	.name = "lmbench.page_fault",
	.summary = "as lat_pagefault: read of a page of a mapped file, in random order",
	.exercises = "do_read_fault, filemap_map_pages: fault-around, so not each read faults",
	.params = lmmap_params,
	.setup = pagefault_setup,
	.run = pagefault_run,
	.verify = pagefault_verify,
	.teardown = pagefault_teardown,
};
