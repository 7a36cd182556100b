/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes record lines to stdout, each by one write() as soon as it is whole. A
 * line that cannot be written whole is taken back where stdout is a file, so
 * that a full disk leaves a record of whole lines.
 */
#ifndef UABENCH_RECORDER_H
#define UABENCH_RECORDER_H

#include "counters.h"
#include "instance.h"
#include "json.h"

struct shared;
struct clock_info;

struct batch {
	unsigned int round, proc;
	uint64_t iters;
	double elapsed;			/* ns */
	double ref[2];
	int64_t nivcsw, minflt;
	int64_t steal;			/* clock ticks; -1: unknown */
	const struct counters *counters;	/* NULL: none */
};

/* How lines are written from here on, as the clock and the device want it. */
void record_mode(const struct shared *sh);
/* Keep lines back, to be written at once by record_release() (0 or -errno). */
void record_hold(void);
int record_release(void);

/* All: 0 or -errno of the write. */
int record_flush(struct json *j);
int record_run(const struct options *o, const struct clock_info *ci,
	       const struct shared *sh);
int record_batch(const struct instance *in, const struct bench *b, const struct batch *ba);
int record_skip(const struct instance *in, int err, const char *reason);
int record_end(const struct shared *sh, const char *status, uint64_t duration_ns);

/* The lines of --list. */
int list_cases(void);

#endif
