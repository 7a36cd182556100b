// SPDX-License-Identifier: GPL-2.0-or-later
/* Work of known length, to see what differences a run can decide. */
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"

#define STEPS	1000

static const struct bench_param spin_params[] = {
	{ .name = "permille", .summary = "steps more than 1000", .max = 1000,
	  BENCH_VALUES(0, 5, 10, 20, 50) },
	{ 0 }
};

/* A step is a dependent multiply and add, as in the arithmetic reference loop. */
static void spin_run(struct bench *b, uint64_t iters)
{
	uint64_t *state = BENCH_PRIV(b, uint64_t), x = *state, steps = STEPS + b->p[0];

	for (uint64_t i = 0; i < iters; i++)
		for (uint64_t s = 0; s < steps; s++) {
			x = x * 6364136223846793005u + 1442695040888963407u;
			__asm__ volatile("" : "+r"(x));
		}
	*state = x;
}

static const struct bench_param syscall_params[] = {
	{ .name = "calls", .summary = "system calls an operation", .min = 1, .max = 10000,
	  BENCH_VALUES(100, 101, 102, 105) },
	{ 0 }
};

static void syscall_run(struct bench *b, uint64_t iters)
{
	uint64_t calls = b->p[0];

	for (uint64_t i = 0; i < iters; i++)
		for (uint64_t c = 0; c < calls; c++)
			BENCH_EXPECT(b, syscall(SYS_getppid) >= 0, "getppid");
}

BENCH_CASE(calib_spin) {
	.name = "calib.spin",
	.summary = "1000 dependent multiplications and additions",
	.exercises = "nothing of the kernel: known work, to test the measurement itself",
	.params = spin_params,
	.run = spin_run,
	.optional = true,
};

BENCH_CASE(calib_syscall) {
	.name = "calib.syscall",
	.summary = "getppid(), as many times as `calls` says",
	.exercises = "system call entry and exit; a known number of times, to test the "
		     "measurement itself",
	.params = syscall_params,
	.run = syscall_run,
	.optional = true,
};
