/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether the clock counts instructions: under QEMU's TCG with -icount shift=0 one
 * executed instruction is one ns of the guest. That is never believed: two loops
 * whose instructions are known, of 2 and of 10 a turn, must read as their number of
 * instructions. No pipeline takes the same time for each instruction of both.
 */
#ifndef UABENCH_PROOF_H
#define UABENCH_PROOF_H

#include <stdint.h>
#include <time.h>

enum loop_kind { LOOP_SHORT, LOOP_LONG, LOOP_KINDS };

/*
 * Run turns >= 1 turns of a loop of known length. How many instructions a turn is; 0
 * where that is not known on this architecture. runner/arch/<family>/known_loop.c
 */
unsigned int known_loop(enum loop_kind kind, unsigned long turns);

/* Largest share by which a loop may read as other than its instructions. */
#define PROOF_BOUND	0.001

/*
 * The larger of both loops' |read / length - 1|, where read is the difference
 * of a loop and one of twice its length, each the least of some readings, for an
 * interrupt only adds: a clock of 100 ns is fine enough. tick is the length of one. NaN
 * where the loops are not known. PROOF_BOUND or less: the clock counts instructions.
 */
double clock_proof(uint64_t tick);

/* The clock that moves only at the timer's tick, in ns; 0 where there is none. */
static inline uint64_t tick_ns(void)
{
	struct timespec ts;

	if (clock_gettime(CLOCK_MONOTONIC_COARSE, &ts))
		return 0;
	return (uint64_t)ts.tv_sec * 1000000000u + ts.tv_nsec;
}

/*
 * Wait for the next tick: for a whole one, of this length (0: not known), there is
 * none again. Most of the time the CPU is idle, which costs an emulator nothing.
 */
void tick_wait(uint64_t length);
/* Length of a tick in ns, the least of some; 0 where there is none. */
uint64_t tick_length(void);

#endif
