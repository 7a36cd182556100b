// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>

#include "bench.h"
#include "clock.h"
#include "proof.h"

/*
 * Twice as many end within a tick of 1 ms, from wherever in its first half they begin: a guest
 * may have another interrupt, always as long after the tick (riscv64). One step of a clock of
 * 100 ns is 0.05 %.
 */
#define INSTRUCTIONS	200000
#define REPEATS		9
#define TICKS		4
#define TICK_MAX_NS	100000000u
#define SPIN_NS		300000u		/* of which a timer may be late */

void tick_wait(uint64_t length)
{
	uint64_t tick = tick_ns(), t = clock_ns();
	struct timespec ts;

	if (length > 2 * SPIN_NS && !clock_gettime(CLOCK_MONOTONIC, &ts)) {
		uint64_t since = ts.tv_sec * 1000000000ull + ts.tv_nsec - tick;

		if (since < length - SPIN_NS) {
			ts.tv_sec = 0;
			ts.tv_nsec = length - SPIN_NS - since;
			nanosleep(&ts, NULL);
		}
	}
	while (tick_ns() == tick && clock_ns() - t < TICK_MAX_NS)
		;
}

uint64_t tick_length(void)
{
	uint64_t best = UINT64_MAX, last, now;

	if (!tick_ns())
		return 0;
	tick_wait(0);
	last = tick_ns();
	for (int i = 0; i < TICKS; i++) {
		tick_wait(0);
		now = tick_ns();
		if (now - last < best)
			best = now - last;
		last = now;
	}
	return best < TICK_MAX_NS ? best : 0;
}

static uint64_t read_loop(enum loop_kind kind, unsigned long turns, unsigned long before,
			  uint64_t tick)
{
	uint64_t t;

	tick_wait(tick);
	known_loop(kind, before);
	t = clock_ns();
	known_loop(kind, turns);
	return clock_ns() - t;
}

static double loop_error(enum loop_kind kind, uint64_t tick)
{
	unsigned int each = known_loop(kind, 1);
	uint64_t once = UINT64_MAX, twice = UINT64_MAX, read;
	unsigned long turns;

	if (!each)
		return NAN;
	turns = INSTRUCTIONS / each;
	for (int i = 0; i < REPEATS; i++) {
		const unsigned long before = 1 + i * turns / 4;

		read = read_loop(kind, turns, before, tick);
		once = read < once ? read : once;
		read = read_loop(kind, 2 * turns, before, tick);
		twice = read < twice ? read : twice;
	}
	return fabs(((double)twice - (double)once) / ((double)turns * each) - 1);
}

double clock_proof(uint64_t tick)
{
	double worst = 0;

	for (int kind = 0; kind < LOOP_KINDS; kind++) {
		double error = loop_error(kind, tick);

		if (isnan(error))
			return error;
		if (error > worst)
			worst = error;
	}
	return worst;
}
