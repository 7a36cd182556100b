// SPDX-License-Identifier: GPL-2.0-or-later
/* System call entry and exit alone, to subtract from every other figure. */
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"

static void null_run(struct bench *b, uint64_t iters)
{
	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, syscall(SYS_getppid) >= 0, "getppid");
}

BENCH_CASE(entry_null) {
	.name = "entry.null",
	.summary = "getppid()",
	.exercises = "system call entry and exit; no user memory",
	.run = null_run,
};
