// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Visits under a clock that counts instructions. Nothing there is calibrated: the
 * number of operations depends on the case alone, so that both sides of a comparison
 * share out among as many what a batch costs once. What still comes and goes is the
 * timer's tick with all that it sets off; a batch that one hit is measured again.
 */
#include "batch.h"
#include "proof.h"

#define OPS		256		/* in a batch of operations that move little */
#define OPS_BYTES	1024		/* fewer of those that move more than this */
#define TRIES		4

static uint64_t operations(const struct options *o, const struct bench *b)
{
	if (o->iters)
		return o->iters;
	if (b->c->ops)
		return b->c->ops;
	return batch_clamp(b, 1 + OPS * OPS_BYTES / (OPS_BYTES + b->bytes));
}

/* One batch, without a tick in it where it is short enough for that. 0 or -errno. */
static int undisturbed(struct bench *b, uint64_t iters, const struct shared *sh, struct batch *ba)
{
	for (int try = 1;; try++) {
		uint64_t tick;
		bool hit;
		int r;

		if (try > 1)
			tick_wait(sh->tick_ns);
		tick = tick_ns();
		r = batch_measure(b, iters, sh, ba);
		hit = tick_ns() != tick;
		if (!r)
			r = batch_verify(b, iters);
		if (r || !hit || try == TRIES || ba->elapsed > sh->tick_ns)
			return r;
	}
}

int count_visit(const struct options *o, const struct instance *in, struct bench *b,
		struct batch *ba, struct shared *sh)
{
	uint64_t iters = operations(o, b);
	int r = batch_measure(b, iters, sh, ba);

	if (!r)
		r = batch_verify(b, iters);
	record_hold();
	for (int i = 0; !r && i < COUNT_BATCHES; i++) {
		r = undisturbed(b, iters, sh, ba);
		if (r)
			break;
		sh->write_error = -record_batch(in, b, ba);
		if (sh->write_error)
			r = -sh->write_error;
		else
			sh->batches++;
	}
	if (!sh->write_error)
		sh->write_error = -record_release();
	return r ? r : -sh->write_error;
}
