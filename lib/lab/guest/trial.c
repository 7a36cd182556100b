// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One call and what it left in memory. The source holds 1..127 by address, the
 * destination 128..254 ("old") before the call; so each byte afterwards is old,
 * right, zero or junk. Both patterns have a prime period, so that a byte copied from
 * the wrong place is not right by chance.
 *
 * The contract is the comment above raw_copy_to_user() in include/linux/uaccess.h.
 */
#include <string.h>

#include "lab.h"

#define MARGIN		64	/* looked at on either side of the destination */

unsigned long long lab_trials;
const struct lab_routine *lab_stuck;

static unsigned char old_image[65536], zeros[65536];

/* The part of [p - MARGIN, p + n + MARGIN) on the side of the destination that can be seen. */
struct span {
	unsigned char *lo, *hi;
	const unsigned char *old;	/* what was at lo */
};

static struct lab_arena *arena_of(const struct lab_trial *t, bool user)
{
	return user ? &lab_user[t->guard] : &lab_kernel;
}

static struct span span_of(const struct lab_trial *t, unsigned char *dst)
{
	const struct lab_arena *a = arena_of(t, t->r->kind != LAB_FROM_USER);
	size_t more = a == &lab_user[GUARD_APPEARS] ? a->hole : 0;
	unsigned char *first = a->lo - more, *last = a->hi + more;
	struct span s = { dst - MARGIN, dst + t->n + MARGIN, NULL };

	if (s.lo < first)
		s.lo = first;
	if (s.hi > last)
		s.hi = last;
	if (s.hi < s.lo)
		s.hi = s.lo;
	s.old = old_image + (s.lo - first) % 127;
	return s;
}

/* Bytes that could be copied at most: up to the hole, or all where it went away. */
static unsigned long limit_of(const struct lab_trial *t)
{
	if (t->hole_lo == t->hole_hi ||
	    (t->guard == GUARD_READONLY && t->r->kind == LAB_FROM_USER))
		return t->n;
	if (t->guard == GUARD_APPEARS && lab_flight.faults)
		return t->n;
	return t->hole_lo;
}

static unsigned long differing(const unsigned char *a, const unsigned char *b,
			       const unsigned char *end)
{
	unsigned long n = 0;

	if (a >= end || !memcmp(a, b, end - a))
		return 0;
	for (; a < end; a++, b++)
		n += *a != *b;
	return n;
}

/* What a byte would be copied to, computed: the source may be in the hole. */
static unsigned char right(const struct lab_trial *t, const unsigned char *src)
{
	return t->r->kind == LAB_CLEAR_USER ? 0 : 1 + (uintptr_t)src % 127;
}

/* Bytes after those counted: all must be old. */
static void check_rest(const struct lab_trial *t, const struct span *s, unsigned char *p,
		       unsigned char *dst, const unsigned char *want)
{
	unsigned char *end = dst + t->n < s->hi ? dst + t->n : s->hi;
	unsigned long over = 0, zeroed = 0, junk = 0;

	if (p < s->lo)
		p = s->lo;
	if (p >= end || !memcmp(p, s->old + (p - s->lo), end - p))
		return;
	for (; p < end; p++) {
		if (*p == s->old[p - s->lo])
			continue;
		if (*p == right(t, want + (p - dst)))
			over++;
		else if (!*p)
			zeroed++;
		else
			junk++;
	}
	if (over)
		lab_find(t, W_OVERWRITE, over);
	if (zeroed)
		lab_find(t, W_ZEROED, zeroed);
	if (junk)
		lab_find(t, W_JUNK, junk);
}

static void check(const struct lab_trial *t, const struct span *s, unsigned char *dst,
		  const unsigned char *want)
{
	unsigned long limit = limit_of(t), counted = 0, seen, bad;
	unsigned char *end = dst + t->n;

	if (t->ret > t->n)
		lab_find(t, W_MORE_THAN_N, t->ret - t->n);
	else
		counted = t->n - t->ret;
	if (counted > limit)
		lab_find(t, W_PAST_HOLE, counted - limit);
	seen = counted < limit ? counted : limit;
	bad = differing(dst, want, dst + seen);
	if (bad)
		lab_find(t, W_WRONG_BYTE, bad);
	bad = differing(s->lo, s->old, dst < s->hi ? dst : s->hi);
	if (end >= s->lo)
		bad += differing(end, s->old + (end - s->lo), s->hi);
	if (bad)
		lab_find(t, W_OUTSIDE, bad);
	check_rest(t, s, dst + counted, dst, want);

	if (!lab_flight.faults && t->ret && t->ret <= t->n)
		lab_find(t, W_FAILED, t->ret);
	else if (t->n && t->ret == t->n && t->hole_lo)
		lab_find(t, W_GAVE_UP, t->hole_lo);
	else if (counted < limit && t->ret <= t->n && t->guard != GUARD_APPEARS)
		lab_find(t, W_SHORT, limit - counted);
	if (lab_flight.stray)
		lab_find(t, W_STRAY_ACCESS, 1);
	if (lab_flight.used_window && lab_flight.closed_at_fault)
		lab_find(t, W_WINDOW_CLOSED, 1);
	if (lab_flight.window)
		lab_find(t, W_WINDOW_OPEN, 1);
}

static void fill_source(struct lab_arena *a, size_t more)
{
	for (unsigned char *p = a->lo - more; p < a->hi + more; p++)
		*p = 1 + (uintptr_t)p % 127;	/* as right() says */
}

/* As span_of() has it; each trial with a page that appears leaves it so. */
static void fill_old(struct lab_arena *a, size_t more)
{
	unsigned char *first = a->lo - more;

	for (unsigned char *p = first; p < a->hi + more; p++)
		*p = 128 + (p - first) % 127;
}

void lab_begin(const struct lab_routine *r)
{
	for (size_t i = 0; i < sizeof(old_image); i++)
		old_image[i] = 128 + i % 127;
	if (r->kind == LAB_TO_USER)
		fill_source(&lab_kernel, 0);
	lab_hole_open(false);
	lab_hole_open(true);
	if (r->kind == LAB_FROM_USER)
		for (int g = 0; g < GUARD_COUNT; g++)
			fill_source(&lab_user[g], g == GUARD_APPEARS ? lab_user[g].hole : 0);
	else
		fill_old(&lab_user[GUARD_APPEARS], lab_user[GUARD_APPEARS].hole);
	lab_hole_close(false);
	lab_hole_close(true);
}

/* After a call that may have gone on to the next hole: all of it old again. */
static void restore_all(void)
{
	lab_hole_open(false);
	lab_hole_open(true);
	fill_old(&lab_user[GUARD_APPEARS], lab_user[GUARD_APPEARS].hole);
	lab_hole_close(false);
	lab_hole_close(true);
}

void lab_try(struct lab_trial *t)
{
	enum lab_kind kind = t->r->kind;
	unsigned char *dst = kind == LAB_FROM_USER ? t->kernel : t->user;
	const unsigned char *src = kind == LAB_FROM_USER ? t->user : t->kernel;
	struct span s = span_of(t, dst);
	const bool moving = t->guard == GUARD_APPEARS && t->hole_lo != t->hole_hi;
	const bool hidden = moving && kind != LAB_FROM_USER;	/* what is written, until a fault */

	t->upper = t->user >= lab_user[t->guard].lo;
	if (!hidden)
		memcpy(s.lo, s.old, s.hi - s.lo);
	lab_flight.faults = lab_flight.pc = lab_flight.stray = 0;
	lab_flight.window = lab_flight.used_window = lab_flight.closed_at_fault = false;
	lab_trials++;
	if (sigsetjmp(lab_flight.out, 0)) {
		lab_flight.t = NULL;
		t->pc = lab_flight.pc;
		t->ret = 0;
		lab_find(t, lab_flight.why, 1);
		if (lab_flight.why == W_NO_RETURN)
			lab_stuck = t->r;
		if (hidden && !lab_flight.faults)
			lab_hole_open(t->upper);
	} else {
		lab_flight.t = t;
		t->ret = t->r->call(dst, src, t->n);
		lab_flight.t = NULL;
		t->pc = lab_flight.pc;
		if (hidden && !lab_flight.faults)
			lab_hole_open(t->upper);
		check(t, &s, dst, kind == LAB_CLEAR_USER ? zeros : src);
	}
	if (hidden && t->ret > t->n)
		restore_all();
	else if (hidden)
		memcpy(s.lo, s.old, s.hi - s.lo);
	if (moving)
		lab_hole_close(t->upper);
}
