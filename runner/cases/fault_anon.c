// SPDX-License-Identifier: GPL-2.0-or-later
/* First touch of anonymous memory: a cleared page, or the zero page. */
#include "fault_walk.h"

static int anon_setup(struct bench *b)
{
	return fault_map(b, FAULT_PAGES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
}

static void write_run(struct bench *b, uint64_t iters)
{
	fault_walk(b, iters, true, fault_drop);
}

static void read_run(struct bench *b, uint64_t iters)
{
	fault_walk(b, iters, false, fault_drop);
}

BENCH_CASE(fault_anon_write) {
	.name = "fault.anon_write",
	.summary = "first write to an anonymous page",
	.exercises = "fault entry, do_anonymous_page, page allocation and clear_page",
	.setup = anon_setup,
	.run = write_run,
	.verify = fault_each_written,
	.min_batch_ns = 2000000,
};

BENCH_CASE(fault_zero_read) {
	.name = "fault.zero_read",
	.summary = "first read of an anonymous page",
	.exercises = "fault entry, do_anonymous_page mapping the zero page; nothing is cleared",
	.setup = anon_setup,
	.run = read_run,
	.verify = fault_each,
};
