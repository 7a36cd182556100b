// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pool.h"
#include "watch.h"

#define TICK_MS		200

static uint64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000ull + ts.tv_nsec / 1000000;
}

static void end(struct vm_pool *pool, size_t i, enum vm_boot_state state)
{
	struct vm_boot *b = &pool->boots[i];

	b->state = state;
	b->ms = now_ms() - b->started_ms;
	vm_watch_free(b->watch);
	b->watch = NULL;
	pool->ended(pool->data, i);
}

static int start(struct vm_pool *pool, size_t i)
{
	struct vm_boot *b = &pool->boots[i];
	int r;

	b->started_ms = now_ms();
	b->records = b->planned = b->ms = 0;
	*b->why = '\0';
	b->state = VM_BOOT_RUNS;
	if (pool->prepare(pool->data, i)) {
		end(pool, i, VM_BOOT_FAILED);
		return 0;
	}
	r = vm_watch_start(b, &b->watch);
	if (r == -ENOMEM)
		return r;
	if (r) {
		snprintf(b->why, sizeof(b->why), "cannot start %s: %s", b->argv[0], strerror(-r));
		end(pool, i, VM_BOOT_FAILED);
	}
	return 0;
}

static size_t count(const struct vm_pool *pool, enum vm_boot_state state)
{
	size_t n = 0;

	for (size_t i = 0; i < pool->n; i++)
		n += pool->boots[i].state == state;
	return n;
}

/* Fill the free places. 0 or -ENOMEM. */
static int start_some(struct vm_pool *pool)
{
	size_t runs = count(pool, VM_BOOT_RUNS);
	int r = 0;

	for (size_t i = 0; !r && i < pool->n && runs < pool->jobs && !*pool->stop; i++) {
		if (pool->boots[i].state != VM_BOOT_WAITS)
			continue;
		r = start(pool, i);
		runs += pool->boots[i].state == VM_BOOT_RUNS;
	}
	return r;
}

/* Until one of them ends, or a tick is over. */
static void wait(const struct vm_pool *pool)
{
	struct pollfd fds[64];
	nfds_t n = 0;

	for (size_t i = 0; i < pool->n && n < 64; i++)
		if (pool->boots[i].state == VM_BOOT_RUNS)
			fds[n++] = (struct pollfd){ .fd = vm_watch_fd(pool->boots[i].watch),
						    .events = POLLIN };
	poll(fds, n, TICK_MS);
}

static void look(struct vm_pool *pool, size_t i)
{
	struct vm_boot *b = &pool->boots[i];
	uint64_t now = now_ms();

	b->ms = now - b->started_ms;
	if (*pool->stop)
		vm_watch_kill(b->watch);
	if (!vm_watch_look(b->watch, now, pool->patience_ms))
		return;
	end(pool, i, *b->why ? *pool->stop ? VM_BOOT_STOPPED : VM_BOOT_FAILED : VM_BOOT_DONE);
}

int vm_pool_run(struct vm_pool *pool)
{
	int r = start_some(pool);

	while (!r && count(pool, VM_BOOT_RUNS)) {
		wait(pool);
		for (size_t i = 0; i < pool->n; i++)
			if (pool->boots[i].state == VM_BOOT_RUNS)
				look(pool, i);
		r = start_some(pool);
		if (pool->tick)
			pool->tick(pool->data);
	}
	for (size_t i = 0; i < pool->n; i++)	/* only where memory ran out */
		if (pool->boots[i].watch) {
			vm_watch_kill(pool->boots[i].watch);
			vm_watch_free(pool->boots[i].watch);
			pool->boots[i].watch = NULL;
		}
	return r;
}
