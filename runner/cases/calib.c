// SPDX-License-Identifier: GPL-2.0-or-later
/* Work of known length, to see what differences a run can decide. */
#include "bench.h"

#define STEPS	1000

static const struct bench_param spin_params[] = {
	{ .name = "permille", .summary = "steps more than 1000", .max = 1000, BENCH_VALUES(0) },
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

BENCH_CASE(calib_spin) {
	.name = "calib.spin",
	.summary = "1000 dependent multiplications and additions",
	.exercises = "nothing of the kernel: known work, to test the measurement itself",
	.params = spin_params,
	.run = spin_run,
	.optional = true,
};
