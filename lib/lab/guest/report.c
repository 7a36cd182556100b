// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What was found: for each routine and kind of finding how often, the largest
 * amount, and the trial that had it; of several the first in the order of n, hole,
 * guard and alignment, so that the report is the same however the sizes are dealt out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lab.h"

#define MAX_ROUTINES	64

struct found {
	unsigned long count, amount;
	struct lab_trial t;
};

static struct found found[MAX_ROUTINES][W_COUNT];

static const char *const names[W_COUNT] = {
	[W_NO_ENTRY] = "no-entry",
	[W_NO_RETURN] = "no-return",
	[W_MORE_THAN_N] = "more-than-n",
	[W_PAST_HOLE] = "past-hole",
	[W_WRONG_BYTE] = "wrong-byte",
	[W_OUTSIDE] = "wrote-outside",
	[W_STRAY_ACCESS] = "stray-access",
	[W_FAILED] = "failed-without-fault",
	[W_WINDOW_CLOSED] = "window-closed",
	[W_WINDOW_OPEN] = "window-open",
	[W_JUNK] = "junk",
	[W_ZEROED] = "zeroed",
	[W_OVERWRITE] = "overwrite",
	[W_GAVE_UP] = "gave-up",
	[W_SHORT] = "short",
};

static unsigned long align_of(const unsigned char *p)
{
	return (uintptr_t)p & 63;
}

static int cmp(unsigned long a, unsigned long b)
{
	return a < b ? -1 : a > b;
}

/* What needs no page that appears meanwhile is told before what does. */
static int order(const struct lab_trial *a, const struct lab_trial *b)
{
	int c = cmp(a->guard == GUARD_APPEARS, b->guard == GUARD_APPEARS);

	c = c ? c : cmp(a->n, b->n);
	c = c ? c : cmp(a->hole_lo, b->hole_lo);
	c = c ? c : cmp(a->hole_hi, b->hole_hi);
	c = c ? c : cmp(a->guard, b->guard);
	c = c ? c : cmp(align_of(a->user), align_of(b->user));
	return c ? c : cmp(align_of(a->kernel), align_of(b->kernel));
}

void lab_find(const struct lab_trial *t, enum lab_what what, unsigned long amount)
{
	struct found *f = &found[t->r - lab_routines][what];

	if (!f->count || amount > f->amount || (amount == f->amount && order(t, &f->t) < 0)) {
		f->amount = amount;
		f->t = *t;
	}
	f->count++;
}

void lab_report(void)
{
	for (unsigned int i = 0; i < lab_nroutines; i++) {
		for (int w = 0; w < W_COUNT; w++) {
			struct found *f = &found[i][w];

			if (!f->count)
				continue;
			printf("found %s %s %lu %lu %lu %lu %lu %s %lu %lu %lu %lx\n",
			       lab_routines[i].name, names[w], f->count, f->amount, f->t.n,
			       f->t.hole_lo, f->t.hole_hi, lab_guard_names[f->t.guard],
			       align_of(f->t.user), align_of(f->t.kernel), f->t.ret, f->t.pc);
			f->count = 0;
		}
	}
	fflush(stdout);
}

void lab_die(const char *why)
{
	printf("die %s\n", why);
	fflush(stdout);
	_exit(3);
}
