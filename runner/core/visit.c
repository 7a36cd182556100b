// SPDX-License-Identifier: GPL-2.0-or-later
/* One visit to one instance: set up, reference loops, warm up, batch, verify. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "batch.h"
#include "hold.h"
#include "recorder.h"
#include "shared.h"
#include "worker.h"

/* Steal of the pinned CPU (all, if not pinned) in clock ticks; -1: unknown. */
static int64_t steal_ticks(int cpu)
{
	static char buf[256 * 1024];
	static int fd = -2;
	char name[24], *line;
	unsigned long long v;
	size_t len = 0;
	ssize_t n;

	if (fd == -2)
		fd = open("/proc/stat", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	while ((n = pread(fd, buf + len, sizeof(buf) - 1 - len, len)) > 0)
		len += n;
	buf[len] = '\0';
	if (cpu < 0)
		snprintf(name, sizeof(name), "cpu ");
	else
		snprintf(name, sizeof(name), "\ncpu%d ", cpu);
	line = strstr(buf, name);
	if (!line || sscanf(line + strlen(name), "%*u %*u %*u %*u %*u %*u %*u %llu", &v) != 1)
		return -1;
	return v;
}

static uint64_t scaled(const struct bench *b, uint64_t iters, double by)
{
	return batch_clamp(b, iters * by + 1);
}

static double batch_ns(const struct bench_case *c, const struct shared *sh)
{
	return c->min_batch_ns > sh->batch_ns ? c->min_batch_ns : sh->batch_ns;
}

/*
 * Double until a quarter of a batch, then scale by the least of three, for a
 * preempted batch looks like a long one. 0: the case failed.
 */
static uint64_t calibrate(struct bench *b, const struct shared *sh)
{
	uint64_t iters = b->min_iters ? b->min_iters : 1;
	double want = batch_ns(b->c, sh), ns, least;

	for (;;) {
		least = ns = batch_timed(b, iters, sh);
		for (int i = 0; i < 2 && ns >= want / 4; i++) {
			ns = batch_timed(b, iters, sh);
			if (ns < least)
				least = ns;
		}
		if (least < 0)
			return 0;
		if (least >= want / 4 || iters == batch_clamp(b, HUGE_VAL))
			return least > 0 ? scaled(b, iters, want / least) : iters;
		iters = scaled(b, iters, 2);
	}
}

/* Half of each reference loop, once before and once after the batch. */
static void references(const struct shared *sh, double ns[REF_KINDS])
{
	for (int k = 0; k < REF_KINDS; k++)
		ns[k] += sh->ref_steps[k] ? ref_measure(k, sh->ref_steps[k] / 2) : NAN;
}

/*
 * A tenth of a batch beforehand, verified, too; two operations more, for the first faults in
 * what it needs, and the second finds it there. Between the loops and the batch: the memory
 * loop leaves nothing else in the caches near the CPU.
 */
static int warm_up(struct bench *b, struct shared *sh, uint64_t iters)
{
	uint64_t n = batch_clamp(b, iters / 10 + 2);
	struct batch ba;
	int r = batch_measure(b, n, sh, &ba);

	return r ? r : batch_verify(b, n);
}

static int measure(struct bench *b, struct shared *sh, uint64_t iters, struct batch *ba)
{
	int64_t steal = steal_ticks(sh->cpu), now;	/* of the loops, too: they stand for the batch */
	int r;

	references(sh, ba->ref);
	r = warm_up(b, sh, iters);
	if (r)
		return r;
	r = batch_measure(b, iters, sh, ba);
	references(sh, ba->ref);
	now = steal_ticks(sh->cpu);
	for (int k = 0; k < REF_KINDS; k++)
		ba->ref[k] *= 1000.0 / (sh->ref_steps[k] / 2 * 2);
	/* it has been seen to step back */
	ba->steal = steal < 0 || now < steal ? -1 : now - steal;
	ba->counters = &worker_counters;
	return r ? r : batch_verify(b, iters);
}

static enum visit_result skip(const struct instance *in, int index, struct shared *sh,
			      const struct bench *b)
{
	int r;

	/* what the kernel lacks it will lack again; what failed once may pass */
	if (b->err == -EOPNOTSUPP || b->err == -ENOSYS || b->err == -EPERM || b->err == -EACCES ||
	    ++sh->in[index].failures == 3)
		sh->in[index].off = 1;
	r = record_skip(in, -b->err, b->reason);
	if (r) {
		sh->write_error = -r;
		return VISIT_WRITE_ERROR;
	}
	sh->skips++;
	return VISIT_SKIP;
}

/* Warm up, measure, record. 0 or -errno; sh->write_error where it was the record. */
static int timed_batch(const struct options *o, const struct instance *in, int index,
		       struct bench *b, struct batch *ba, struct shared *sh)
{
	uint64_t iters = o->iters ? o->iters : sh->in[index].iters;
	int r;

	if (!iters)
		iters = calibrate(b, sh);
	r = iters ? measure(b, sh, iters, ba) : b->err;
	if (r)
		return r;
	/* a batch much shorter than wanted shows that the calibration was disturbed */
	if (!o->iters)
		sh->in[index].iters = ba->elapsed < batch_ns(b->c, sh) / 2 && ba->elapsed > 0 ?
			scaled(b, iters, batch_ns(b->c, sh) / ba->elapsed) : iters;
	r = record_batch(in, b, ba);
	if (r)
		sh->write_error = -r;
	else
		sh->batches++;
	return r;
}

enum visit_result visit(const struct options *o, const struct instance *in, int index,
			unsigned int round, uint64_t seed, struct shared *sh)
{
	static struct bench b;
	struct batch ba = { .round = round, .proc = sh->proc, .steal = -1 };
	int r;

	memset(&b, 0, sizeof(b));
	b.c = in->c;
	memcpy(b.p, in->p, sizeof(b.p));
	b.run = in->c->run;
	b.page = sysconf(_SC_PAGESIZE);
	b.dir = o->workdir;
	b.tmpfs_dir = o->workdir_tmpfs;
	b.device = o->device;
	b.peer_cpu = sh->peer_cpu;
	b.seed = seed;
	errno = 0;
	r = in->c->setup ? in->c->setup(&b) : 0;
	if (!r && sh->instructions)
		r = count_visit(o, in, &b, &ba, sh);
	else if (!r)
		r = timed_batch(o, in, index, &b, &ba, sh);
	if (in->c->teardown)
		in->c->teardown(&b);
	hold_release(&b);
	if (sh->write_error)
		return VISIT_WRITE_ERROR;
	if (r) {
		if (!b.err)
			b.err = r;
		return skip(in, index, sh, &b);
	}
	sh->in[index].failures = 0;
	return VISIT_OK;
}
