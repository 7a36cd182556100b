// SPDX-License-Identifier: GPL-2.0-or-later
/* One visit to one instance: set up, warm up, reference loops, batch, verify. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "hold.h"
#include "recorder.h"
#include "shared.h"
#include "worker.h"

#define MAX_ITERS	(1ull << 40)

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

/* One batch by the clock, in ns. Negative: it failed, b->reason says how. */
static double timed(struct bench *b, uint64_t iters, const struct shared *sh)
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
	return ns > 0 ? ns : 0;
}

static uint64_t max_iters(const struct bench *b)
{
	return b->c->max_iters ? b->c->max_iters : MAX_ITERS;
}

static uint64_t scaled(const struct bench *b, uint64_t iters, double by)
{
	double n = iters * by + 1;

	if (n < b->min_iters)
		return b->min_iters;
	return n < max_iters(b) ? n : max_iters(b);
}

/*
 * Double until a quarter of a batch, then scale by the least of three, for a
 * preempted batch looks like a long one. 0: the case failed.
 */
static uint64_t calibrate(struct bench *b, const struct shared *sh)
{
	uint64_t iters = b->min_iters ? b->min_iters : 1;
	double want = sh->batch_ns, ns, least;

	for (;;) {
		least = ns = timed(b, iters, sh);
		for (int i = 0; i < 2 && ns >= want / 4; i++) {
			ns = timed(b, iters, sh);
			if (ns < least)
				least = ns;
		}
		if (least < 0)
			return 0;
		if (least >= want / 4 || iters == max_iters(b))
			return least > 0 ? scaled(b, iters, want / least) : iters;
		iters = scaled(b, iters, 2);
	}
}

static int64_t usage(int64_t *ret_nivcsw)
{
	struct rusage ru;

	getrusage(RUSAGE_SELF, &ru);
	*ret_nivcsw = ru.ru_nivcsw;
	return ru.ru_minflt;
}

static int verify(struct bench *b, uint64_t iters)
{
	errno = 0;
	return b->c->verify ? b->c->verify(b, iters) : 0;
}

/* Warm up and settle the number of iterations; each batch's effect is verified. */
static int warm_up(struct bench *b, struct shared *sh, uint64_t *iters)
{
	int64_t nivcsw, minflt;
	uint64_t n;

	if (!*iters) {
		*iters = calibrate(b, sh);
		if (!*iters)
			return b->err;
	}
	n = *iters / 10 + 1;
	minflt = usage(&nivcsw);
	if (timed(b, n, sh) < 0)
		return b->err;
	b->minflt = usage(&nivcsw) - minflt - b->pause_minflt;
	return verify(b, n);
}

/* Half of each reference loop, once before and once after the batch. */
static void references(const struct shared *sh, double ns[REF_KINDS])
{
	for (int k = 0; k < REF_KINDS; k++)
		ns[k] += sh->ref_steps[k] ? ref_measure(k, sh->ref_steps[k] / 2) : NAN;
}

static int measure(struct bench *b, struct shared *sh, uint64_t iters, struct batch *ba)
{
	int64_t nivcsw, steal = steal_ticks(sh->cpu), now;

	references(sh, ba->ref);
	ba->minflt = usage(&nivcsw);
	ba->iters = iters;
	ba->elapsed = timed(b, iters, sh);
	b->minflt = usage(&ba->nivcsw) - ba->minflt - b->pause_minflt;
	references(sh, ba->ref);
	now = steal_ticks(sh->cpu);
	for (int k = 0; k < REF_KINDS; k++)
		ba->ref[k] *= 1000.0 / (sh->ref_steps[k] / 2 * 2);
	ba->minflt = b->minflt;
	ba->nivcsw -= nivcsw;
	/* it has been seen to step back */
	ba->steal = steal < 0 || now < steal ? -1 : now - steal;
	ba->counters = &worker_counters;
	if (b->err)
		return b->err;
	return verify(b, iters);
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

enum visit_result visit(const struct options *o, const struct instance *in, int index,
			unsigned int round, uint64_t seed, struct shared *sh)
{
	static struct bench b;
	struct batch ba = { .round = round, .proc = sh->proc };
	uint64_t iters = o->iters ? o->iters : sh->in[index].iters;
	int r;

	memset(&b, 0, sizeof(b));
	b.c = in->c;
	memcpy(b.p, in->p, sizeof(b.p));
	b.run = in->c->run;
	b.page = sysconf(_SC_PAGESIZE);
	b.dir = o->workdir;
	b.tmpfs_dir = o->workdir_tmpfs;
	b.peer_cpu = sh->peer_cpu;
	b.seed = seed;
	errno = 0;
	r = in->c->setup ? in->c->setup(&b) : 0;
	if (!r)
		r = warm_up(&b, sh, &iters);
	if (!r)
		r = measure(&b, sh, iters, &ba);
	if (in->c->teardown)
		in->c->teardown(&b);
	hold_release(&b);
	if (r) {
		if (!b.err)
			b.err = r;
		return skip(in, index, sh, &b);
	}
	/* a batch much shorter than wanted shows that the calibration was disturbed */
	if (!o->iters)
		sh->in[index].iters = ba.elapsed < sh->batch_ns / 2.0 && ba.elapsed > 0 ?
			scaled(&b, iters, sh->batch_ns / ba.elapsed) : iters;
	sh->in[index].failures = 0;
	r = record_batch(in, &b, &ba);
	if (r) {
		sh->write_error = -r;
		return VISIT_WRITE_ERROR;
	}
	sh->batches++;
	return VISIT_OK;
}
