// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which trials there are. A hole begins or ends at a page boundary, so that its
 * offset in the area is also the user side's alignment: with the hole at every
 * offset, all alignments of the user side are there. The other side's alignment is
 * swept beside it.
 *
 *	after	the area runs into the hole at offset k, for each k
 *	before	the first k bytes are in the hole, the rest is not, for each k
 *	whole	no hole: all pairs of 16 alignments; then areas that end or begin just
 *		at a hole, on the user's side and on the kernel's
 *
 * PROT_NONE sees all 16 alignments of the other side after the area, and two of them in turn
 * before it, where the first access faults already. The other guards, which differ from it
 * only in how the fault is delivered, see one for each size and offset in turn, as areas of
 * thousands of bytes do. A routine for one n alone sees all 16 everywhere.
 */
#include <string.h>

#include "lab.h"

#define ALIGNMENTS	16

static bool quick;

static unsigned char *kernel_at(unsigned long align)
{
	return lab_kernel.lo + lab_page + align;
}

static void run(const struct lab_routine *r, enum lab_guard guard, unsigned long n,
		unsigned long hole_lo, unsigned long hole_hi, unsigned char *user,
		unsigned char *kernel)
{
	struct lab_trial t = {
		.r = r, .guard = guard, .n = n, .hole_lo = hole_lo, .hole_hi = hole_hi,
		.user = user, .kernel = kernel,
	};

	if (r != lab_stuck)	/* each such call takes seconds */
		lab_try(&t);
}

/*
 * How many of the 16 alignments of the other side a hole sees: with fewer, they are dealt
 * out over sizes and offsets in turn.
 */
static unsigned int others(const struct lab_routine *r, enum lab_guard guard, bool before,
			   bool longer)
{
	if (r->only)
		return ALIGNMENTS;	/* there are no other sizes for them to be dealt out over */
	if (r->kind == LAB_CLEAR_USER || longer || guard != GUARD_NONE)
		return 1;	/* what is cleared has no other side */
	return before ? ALIGNMENTS / 8 : ALIGNMENTS;
}

/* Number i of count: they differ from one size, and one offset, to the next. */
static unsigned char *other_at(unsigned long n, unsigned long k, unsigned int i, unsigned int count)
{
	return kernel_at((k + n + i * (ALIGNMENTS / count)) % ALIGNMENTS);
}

/*
 * Areas of thousands of bytes see offsets 0 and 1 of each 8 only where the first access
 * faults already, and 0 and 1 of each 64 in a quick sweep with the guards but PROT_NONE.
 */
static bool passed_over(enum lab_guard guard, unsigned long k, bool before, bool longer)
{
	if (!longer)
		return false;
	return (before && k % 8 > 1) || (quick && guard != GUARD_NONE && k % 64 > 1);
}

static void holes(const struct lab_routine *r, enum lab_guard guard, unsigned long n, bool longer)
{
	const struct lab_arena *u = &lab_user[guard];
	unsigned int after = others(r, guard, false, longer);
	unsigned int before = others(r, guard, true, longer);

	for (unsigned long k = 0; k <= n; k++) {
		const bool a = k < n && !passed_over(guard, k, false, longer);
		const bool b = k && !passed_over(guard, k, true, longer);

		for (unsigned int i = 0; a && i < after; i++)
			run(r, guard, n, k, n, u->hi - k, other_at(n, k, i, after));
		for (unsigned int i = 0; b && i < before; i++)
			run(r, guard, n, 0, k, u->lo - k, other_at(n, k, i, before));
	}
}

static void whole(const struct lab_routine *r, unsigned long n)
{
	const struct lab_arena *u = &lab_user[GUARD_NONE];
	unsigned int other = r->kind == LAB_CLEAR_USER ? 1 : ALIGNMENTS;

	for (unsigned int ua = 0; ua < ALIGNMENTS; ua++) {
		for (unsigned int ka = 0; ka < other; ka++)
			run(r, GUARD_NONE, n, 0, 0, u->lo + lab_page + ua, kernel_at(ka));
		run(r, GUARD_NONE, n, 0, 0, u->lo + lab_page + ua, lab_kernel.lo);
		run(r, GUARD_NONE, n, 0, 0, u->lo + lab_page + ua, lab_kernel.hi - n);
	}
	for (unsigned int ka = 0; ka < other; ka++) {
		run(r, GUARD_NONE, n, 0, 0, u->lo, kernel_at(ka));
		run(r, GUARD_NONE, n, 0, 0, u->hi - n, kernel_at(ka));
	}
}

/* The window's instructions trap here; elsewhere they cost nothing. */
static void windows(const struct lab_routine *r, unsigned long n)
{
	const struct lab_arena *u = &lab_user[GUARD_NONE];

	for (unsigned long k = 0; k <= n; k++)
		run(r, GUARD_NONE, n, k, n, u->hi - k, kernel_at((k + n) % ALIGNMENTS));
}

static void size(const struct lab_routine *r, unsigned long n, bool longer)
{
	whole(r, n);
	for (int g = 0; g < GUARD_COUNT; g++)
		if (g != GUARD_EOF || arch_bus_error_exact(r))
			holes(r, g, n, longer);
	if (!lab_has_window())
		return;
	lab_window_watch(true);
	windows(r, n);
	lab_window_watch(false);
}

void lab_sweep(bool all, unsigned int part, unsigned int parts)
{
	unsigned long max = all ? 300 : 100;

	quick = !all;
	lab_window_watch(false);
	for (unsigned int i = 0; i < lab_nroutines; i++) {
		const struct lab_routine *r = &lab_routines[i];
		unsigned int turn = 0;

		lab_begin(r);
		if (r->only) {
			if (r->only % parts == part)
				size(r, r->only, r->only > max);
			continue;
		}
		for (unsigned long n = 0; n <= max; n++)
			if (n % parts == part)
				size(r, n, false);
		for (const unsigned int *n = lab_long_sizes; *n; n++)
			if (turn++ % parts == part)
				size(r, *n, true);
	}
}
