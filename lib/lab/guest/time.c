// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "time.h"

struct call {
	const struct lab_routine *r;
	unsigned char *to, *from;
};

const struct bench_param lab_time_params[] = {
	{ .name = "size", .summary = "bytes", .min = 1, .max = 4096, BENCH_VALUES(8, 64, 256, 4096) },
	{ .name = "misaligned", .summary = "the user side by one byte, the kernel side by three",
	  .min = 0, .max = 1, BENCH_VALUES(0, 1) },
	{ 0 }
};

void lab_die(const char *why)
{
	fprintf(stderr, "die %s\n", why);
	exit(3);
}

int lab_time_setup(struct bench *b, unsigned int routine)
{
	struct call *c = BENCH_PRIV(b, struct call);
	unsigned char *user, *kernel;
	static bool ready;

	if (!ready) {
		lab_memory_init();
		lab_text_init();
		lab_window_watch(false);
		ready = true;
	}
	user = lab_user[GUARD_NONE].lo + lab_page + b->p[1];
	kernel = lab_kernel.lo + lab_page + 3 * b->p[1];
	c->r = &lab_routines[routine];
	c->to = c->r->kind == LAB_FROM_USER ? kernel : user;
	c->from = c->r->kind == LAB_FROM_USER ? user : kernel;
	bench_fill(c->from, b->p[0], 0);
	memset(c->to, 255, b->p[0]);
	b->bytes = b->p[0];
	return 0;
}

void lab_time_run(struct bench *b, uint64_t iters)
{
	const struct call *c = BENCH_PRIV(b, struct call);
	unsigned long (*call)(void *, const void *, unsigned long) = c->r->call;
	const unsigned long n = b->p[0];

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, !call(c->to, c->from, n), "bytes were left");
}

int lab_time_verify(struct bench *b, uint64_t iters)
{
	const struct call *c = BENCH_PRIV(b, struct call);
	bool right = true;

	if (c->r->kind != LAB_CLEAR_USER)
		right = !memcmp(c->to, c->from, b->p[0]);
	for (uint64_t i = 0; c->r->kind == LAB_CLEAR_USER && i < b->p[0]; i++)
		right &= !c->to[i];
	return right ? 0 : bench_skip(b, EIO, "wrong bytes");
}
