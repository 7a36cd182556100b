// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The objects whose tables are known. Readers are signal handlers: they take no lock, wait
 * for nothing, and look into a table only if the program counter lies within the code it
 * describes, so that object is in use and cannot be going away. A slot is read between
 * two looks at its sequence number: odd while it holds an object. One that changed
 * meanwhile cannot be the reader's own, which stays as it is while its code runs.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

#include "raw.h"

struct slot {
	atomic_uint seq;
	atomic_uintptr_t low, high;	/* of the code */
	atomic_uintptr_t start, stop;	/* of the table */
	atomic_bool sorted;
};

struct chunk {
	struct slot slots[32];
	_Atomic(struct chunk *) next;	/* never freed */
};

static struct chunk first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool kept;

static uintptr_t code_start(const struct ua_range *r)
{
	return (uintptr_t)&r->start + (uintptr_t)(intptr_t)r->start;
}

static void slot_clear(struct slot *s)
{
	atomic_fetch_add_explicit(&s->seq, 1, memory_order_acq_rel);
}

static bool slot_used(struct slot *s)
{
	return atomic_load_explicit(&s->seq, memory_order_acquire) & 1;
}

static void slot_fill(struct slot *s, const struct ua_range *start, const struct ua_range *stop)
{
	uintptr_t low = UINTPTR_MAX, high = 0, before = 0;
	bool sorted = true;

	for (const struct ua_range *r = start; r < stop; r++) {
		uintptr_t at = code_start(r);

		sorted = sorted && at >= before;
		before = at + r->length;
		low = at < low ? at : low;
		high = before > high ? before : high;
	}
	atomic_store_explicit(&s->low, low, memory_order_release);
	atomic_store_explicit(&s->high, high, memory_order_release);
	atomic_store_explicit(&s->start, (uintptr_t)start, memory_order_release);
	atomic_store_explicit(&s->stop, (uintptr_t)stop, memory_order_release);
	atomic_store_explicit(&s->sorted, sorted, memory_order_release);
	atomic_fetch_add_explicit(&s->seq, 1, memory_order_release);
}

/* The slot of a table; for NULL, a free one, in a new chunk if need be */
static struct slot *slot_of(const struct ua_range *start)
{
	struct chunk *c = &first, *next;

	for (;;) {
		for (size_t i = 0; i < ARRAY_SIZE(c->slots); i++) {
			struct slot *s = &c->slots[i];

			if (start ? slot_used(s) && atomic_load(&s->start) == (uintptr_t)start :
			    !slot_used(s))
				return s;
		}
		next = atomic_load(&c->next);
		if (!next && start)
			return NULL;
		if (!next) {
			next = mmap(NULL, sizeof(*next), PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			if (next == MAP_FAILED)
				return NULL;
			atomic_store_explicit(&c->next, next, memory_order_release);
		}
		c = next;
	}
}

int ua_register(const struct ua_range *start, const struct ua_range *stop)
{
	struct slot *s;
	int err = 0;

	if (start >= stop)
		return 0;
	pthread_mutex_lock(&lock);
	if (!slot_of(start)) {
		s = slot_of(NULL);
		if (s)
			slot_fill(s, start, stop);
		else
			err = -ENOMEM;
	}
	pthread_mutex_unlock(&lock);
	return err;
}

void ua_unregister(const struct ua_range *start)
{
	struct slot *s;

	if (!start || atomic_load(&kept))
		return;
	pthread_mutex_lock(&lock);
	s = slot_of(start);
	if (s)
		slot_clear(s);
	pthread_mutex_unlock(&lock);
}

void table_keep(void)
{
	atomic_store(&kept, true);
}

static const struct ua_range *search(const struct ua_range *r, const struct ua_range *stop,
				     bool sorted, uintptr_t pc)
{
	if (sorted) {	/* the last that starts at pc or before */
		size_t n = stop - r;

		while (n > 1) {
			size_t half = n / 2;

			if (code_start(r + half) <= pc) {
				r += half;
				n -= half;
			} else {
				n = half;
			}
		}
		stop = r + 1;
	}
	for (; r < stop; r++)
		if (pc - code_start(r) < r->length)
			return r;
	return NULL;
}

const struct ua_range *table_find(uintptr_t pc)
{
	for (struct chunk *c = &first; c; c = atomic_load_explicit(&c->next, memory_order_acquire)) {
		for (size_t i = 0; i < ARRAY_SIZE(c->slots); i++) {
			struct slot *s = &c->slots[i];
			unsigned int seq = atomic_load_explicit(&s->seq, memory_order_acquire);
			uintptr_t low, high, start, stop;
			bool sorted;

			if (!(seq & 1))
				continue;
			low = atomic_load_explicit(&s->low, memory_order_acquire);
			high = atomic_load_explicit(&s->high, memory_order_acquire);
			if (pc < low || pc >= high)
				continue;
			start = atomic_load_explicit(&s->start, memory_order_acquire);
			stop = atomic_load_explicit(&s->stop, memory_order_acquire);
			sorted = atomic_load_explicit(&s->sorted, memory_order_acquire);
			if (atomic_load_explicit(&s->seq, memory_order_acquire) != seq)
				continue;
			return search((const struct ua_range *)start,
				      (const struct ua_range *)stop, sorted, pc);
		}
	}
	return NULL;
}
