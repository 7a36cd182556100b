/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf_event_open() counters of this thread, user and kernel apart, enabled only
 * while a batch runs. The software events are always open; of the hardware ones
 * each process opens one group, in turn, so that a PMU with four counters needs
 * no multiplexing. Where it was shared all the same, counts are scaled by
 * enabled/running time, as perf stat does.
 */
#ifndef UABENCH_COUNTERS_H
#define UABENCH_COUNTERS_H

#include <stdint.h>

#define COUNTERS_MAX	8		/* open at a time */

struct json;

struct counters {
	int n;				/* that could be opened */
	int fd[COUNTERS_MAX], event[COUNTERS_MAX];
	int leader[2], nleaders;	/* of the groups, software first */
	struct {
		uint64_t value, enabled, running;
	} before[COUNTERS_MAX];
	double count[COUNTERS_MAX];	/* of the last batch; NaN: on for too little of it */
};

/* Open what there is for the turn-th process; never fails: with none, n is 0. */
void counters_open(struct counters *c, unsigned int turn);
void counters_close(struct counters *c);
void counters_begin(struct counters *c);
void counters_end(struct counters *c);
/* Off and on again inside a batch. */
void counters_pause(void);
void counters_resume(void);

/* "event": count of each, and "event": reason of each that cannot be had. */
void counters_put(struct json *j, const struct counters *c);
void counters_put_missing(struct json *j);

#endif
