/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CLOCK_MONOTONIC_RAW, in ns: not slewed by NTP. */
#ifndef UABENCH_CLOCK_H
#define UABENCH_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

static inline uint64_t clock_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + ts.tv_nsec;
}

struct clock_info {
	double resolution_ns;	/* smallest step seen between two readings that differ */
	double cost_ns;		/* of one reading */
	double loop_ns;		/* of one iteration of a case that does nothing */
	double pause_ns;	/* that a bench_pause()/bench_resume() pair leaves in the batch */
};

/*
 * Measure all four; takes a few ms, or a tenth of that where the clock does not move
 * by itself. 0 or -errno where there is no such clock.
 */
int clock_measure(struct clock_info *ret_info, bool quick);

#endif
