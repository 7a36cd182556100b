/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parent and its workers, which come and go, know together. */
#ifndef UABENCH_SHARED_H
#define UABENCH_SHARED_H

#include <signal.h>

#include "clock.h"
#include "instance.h"
#include "reference.h"

struct shared {
	struct clock_info clock;
	bool instructions;		/* the clock was proved to count them */
	double clock_error;		/* of that proof; NaN: none was made */
	uint64_t tick_ns;		/* 0: there is none, or it is not known */
	bool sharing;			/* the time is shared out: some cases are not for every process */
	bool checksums;			/* each line of the record carries one */
	uint64_t start_ns, budget_ns;
	uint64_t batch_ns;		/* what a batch is to last: >= 1000 steps of the clock */
	uint64_t ref_steps[REF_KINDS];
	int cpu, peer_cpu;		/* -1: not pinned */
	unsigned int proc;
	int parent;			/* its pid */
	unsigned int batches, skips;
	unsigned int visits_done, visits_expected;
	uint32_t heartbeat;		/* changes at every visit */
	int current;			/* instance being visited, -1: none */
	int write_error;		/* errno of a failed write of the record */
	int ninstances;
	struct {
		uint64_t iters;		/* calibrated; 0: not yet */
		uint8_t off;		/* not to be visited any more */
		uint8_t failures;
	} in[MAX_INSTANCES];
};

enum worker_status { WORKER_DONE = 0, WORKER_BROKEN = 1, WORKER_USAGE = 2, WORKER_STOPPED = 3 };

/* One process's rounds over all instances. Exit status. */
int worker_main(const struct options *o, const struct instance *table, struct shared *sh);

enum visit_result { VISIT_OK, VISIT_SKIP, VISIT_WRITE_ERROR };
enum visit_result visit(const struct options *o, const struct instance *in, int index,
			unsigned int round, uint64_t seed, struct shared *sh);

/* All processes, the run and end lines, the watchdog. Exit status. */
int parent_main(const struct options *o, char **argv, const sigset_t *waited,
		const struct instance *table, int n);

/*
 * SIGINT, SIGTERM and, unless it was ignored, SIGHUP are blocked from the start,
 * in workers and their children too, so that none cuts a batch short: the parent
 * waits for them, workers look between batches.
 */
void signals_block(sigset_t *ret_waited);

/* The live line on a terminal, at most 5 times a second. */
void progress_show(const struct options *o, const struct shared *sh,
		   const struct instance *in, unsigned int round);
void progress_clear(const struct options *o);

#endif
