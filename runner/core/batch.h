/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One batch of a case that is set up: what both ways of visiting it share. */
#ifndef UABENCH_BATCH_H
#define UABENCH_BATCH_H

#include "recorder.h"
#include "shared.h"

/* By the clock alone, in ns. Negative: it failed, b->reason says how. */
double batch_timed(struct bench *b, uint64_t iters, const struct shared *sh);

/*
 * The same into ba, with the faults and switches of the batch; b->minflt is then what
 * verify() looks at. 0 or -errno.
 */
int batch_measure(struct bench *b, uint64_t iters, const struct shared *sh, struct batch *ba);

/* The case's own proof that the last batch did its work. 0 or -errno. */
int batch_verify(struct bench *b, uint64_t iters);

/* iters within what the case takes. */
uint64_t batch_clamp(const struct bench *b, double iters);

/*
 * A visit under a clock that counts instructions (count.c): a warm-up and a few
 * batches, each recorded; 0, or -errno with sh->write_error set where it was the record.
 */
int count_visit(const struct options *o, const struct instance *in, struct bench *b,
		struct batch *ba, struct shared *sh);
/* Batches of a visit. */
#define COUNT_BATCHES	3

#endif
