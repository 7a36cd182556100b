// SPDX-License-Identifier: GPL-2.0-or-later
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "cpus.h"
#include "recorder.h"
#include "shared.h"
#include "worker.h"

#define SHARED_FROM	4

struct counters worker_counters;
static uint64_t random_state;

uint64_t worker_random(void)
{
	uint64_t z = (random_state += 0x9e3779b97f4a7c15u);

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* Fisher and Yates; the bias of the modulus is below 2^-50. */
static void shuffle(int *order, int n)
{
	for (int i = n - 1; i > 0; i--) {
		int j = worker_random() % (i + 1), t = order[i];

		order[i] = order[j];
		order[j] = t;
	}
}

/* Whether a signal waits that asks to stop. */
static bool asked_to_stop(void)
{
	sigset_t set;

	if (sigpending(&set))
		return false;
	return sigismember(&set, SIGINT) || sigismember(&set, SIGTERM) || sigismember(&set, SIGHUP);
}

/* Further rounds are for what is left of the time, where the time was left to choose. */
static bool out_of_time(const struct options *o, const struct shared *sh, unsigned int round)
{
	return round && !o->procs && clock_ns() - sh->start_ns > sh->budget_ns;
}

/* The first processes visit all, so that a short run has more than one of each. */
static bool not_this_time(const struct bench_case *c, const struct shared *sh)
{
	return sh->sharing && sh->proc >= SHARED_FROM && c->every > 1 && sh->proc % c->every;
}

static int rounds(const struct options *o, const struct instance *table, struct shared *sh)
{
	static int order[MAX_INSTANCES];

	for (int i = 0; i < sh->ninstances; i++)
		order[i] = i;
	for (unsigned int round = 0; round < o->rounds; round++) {
		shuffle(order, sh->ninstances);
		for (int i = 0; i < sh->ninstances; i++) {
			/* drawn for those that are off too: the order must not depend on them */
			uint64_t seed = worker_random();
			int in = order[i];

			if (asked_to_stop())
				return WORKER_STOPPED;
			if (out_of_time(o, sh, round))
				return WORKER_DONE;
			sh->visits_done++;
			if (sh->in[in].off || not_this_time(table[in].c, sh))
				continue;
			sh->current = in;
			__atomic_add_fetch(&sh->heartbeat, 1, __ATOMIC_RELAXED);
			progress_show(o, sh, &table[in], round);
			if (visit(o, &table[in], in, round, seed, sh) == VISIT_WRITE_ERROR)
				return WORKER_BROKEN;
			sh->current = -1;
		}
	}
	return WORKER_DONE;
}

int worker_main(const struct options *o, const struct instance *table, struct shared *sh)
{
	int r;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != sh->parent || ref_init())
		return WORKER_BROKEN;
	record_mode(sh);
	random_state = o->seed + (uint64_t)sh->proc * 0xd1342543de82ef95u;
	if (pin_to(sh->cpu))
		sh->cpu = -1;
	if (o->counters)
		counters_open(&worker_counters, sh->proc);
	r = rounds(o, table, sh);
	counters_close(&worker_counters);
	return r;
}
