// SPDX-License-Identifier: GPL-2.0-or-later
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "hold.h"
#include "recorder.h"
#include "shared.h"
#include "worker.h"

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

static int rounds(const struct options *o, const struct instance *table, struct shared *sh)
{
	static int order[MAX_INSTANCES];

	for (int i = 0; i < sh->ninstances; i++)
		order[i] = i;
	for (unsigned int round = 0; round < o->rounds; round++) {
		shuffle(order, sh->ninstances);
		for (int i = 0; i < sh->ninstances; i++) {
			int in = order[i];

			if (stop_signal)
				return WORKER_STOPPED;
			sh->visits_done++;
			if (sh->in[in].off)
				continue;
			sh->current = in;
			__atomic_add_fetch(&sh->heartbeat, 1, __ATOMIC_RELAXED);
			progress_show(o, sh, &table[in], round);
			if (visit(o, &table[in], in, round, sh) == VISIT_WRITE_ERROR)
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
	stop_on_signals();
	random_state = o->seed + (uint64_t)sh->proc * 0xd1342543de82ef95u;
	if (ref_init()) {
		sh->write_error = ENOMEM;
		return WORKER_BROKEN;
	}
	if (pin_to(sh->cpu))
		sh->cpu = -1;
	if (o->counters)
		counters_open(&worker_counters);
	r = rounds(o, table, sh);
	counters_close(&worker_counters);
	return r;
}
