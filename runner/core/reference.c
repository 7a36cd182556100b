// SPDX-License-Identifier: GPL-2.0-or-later
#include <sys/mman.h>

#include "bench.h"
#include "clock.h"
#include "reference.h"

#define LINE	64
#define NODES	(256 * 1024 / LINE)

struct node {
	struct node *next;
	char pad[LINE - sizeof(void *)];
};

static struct node *ring;
static volatile uint64_t sink;

/* A fixed walk that visits each line once: a full-period LCG modulo NODES. */
int ref_init(void)
{
	uint32_t at = 0;

	ring = mmap(NULL, NODES * sizeof(*ring), PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (ring == MAP_FAILED)
		return -ENOMEM;
	for (int i = 0; i < NODES; i++) {
		uint32_t next = (at * 1229u + 911u) % NODES;

		ring[at].next = &ring[next];
		at = next;
	}
	return 0;
}

static void arith(uint64_t steps)
{
	uint64_t x = sink | 1;

	for (uint64_t i = 0; i < steps; i++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		__asm__ volatile("" : "+r"(x));
	}
	sink = x;
}

static void mem(uint64_t steps)
{
	struct node *n = ring;

	for (uint64_t i = 0; i < steps; i++) {
		n = n->next;
		__asm__ volatile("" : "+r"(n));
	}
	sink = (uintptr_t)n;
}

uint64_t ref_measure(enum ref_kind kind, uint64_t steps)
{
	uint64_t t = clock_ns();

	if (kind == REF_ARITH)
		arith(steps);
	else
		mem(steps);
	return clock_ns() - t;
}

uint64_t ref_calibrate(enum ref_kind kind, uint64_t ns)
{
	uint64_t steps = 1000, t;

	while ((t = ref_measure(kind, steps)) < ns / 4 && steps < UINT64_MAX / 4)
		steps *= 2;
	return t ? (uint64_t)((double)steps * ns / t) + 1 : steps;
}
