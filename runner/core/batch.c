// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <sys/resource.h>

#include "batch.h"
#include "worker.h"

#define MAX_ITERS	(1ull << 40)

double batch_timed(struct bench *b, uint64_t iters, const struct shared *sh)
{
	uint64_t t;
	double ns;

	b->err = 0;
	b->paused = b->npauses = 0;
	b->pause_minflt = 0;
	b->nextra = 0;
	errno = 0;
	counters_begin(&worker_counters);
	t = clock_ns();
	b->run(b, iters);
	t = clock_ns() - t;
	counters_end(&worker_counters);
	if (b->err)
		return -1;
	ns = (double)(t - b->paused) - b->npauses * sh->clock.pause_ns;
	/* what is exact but for the reading of the clock becomes exact */
	if (sh->instructions)
		ns -= sh->clock.cost_ns;
	return ns > 0 ? ns : 0;
}

static int64_t usage(int64_t *ret_nivcsw)
{
	struct rusage ru;

	getrusage(RUSAGE_SELF, &ru);
	*ret_nivcsw = ru.ru_nivcsw;
	return ru.ru_minflt;
}

int batch_measure(struct bench *b, uint64_t iters, const struct shared *sh, struct batch *ba)
{
	int64_t nivcsw, minflt = usage(&nivcsw);

	ba->iters = iters;
	ba->elapsed = batch_timed(b, iters, sh);
	ba->minflt = usage(&ba->nivcsw) - minflt - b->pause_minflt;
	ba->nivcsw -= nivcsw;
	b->minflt = ba->minflt;
	return ba->elapsed < 0 ? b->err : 0;
}

int batch_verify(struct bench *b, uint64_t iters)
{
	errno = 0;
	return b->c->verify ? b->c->verify(b, iters) : 0;
}

uint64_t batch_clamp(const struct bench *b, double iters)
{
	uint64_t most = b->c->max_iters ? b->c->max_iters : MAX_ITERS;

	if (iters < b->min_iters)
		return b->min_iters;
	return iters < most ? iters : most;
}
