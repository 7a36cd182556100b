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
#include <stdlib.h>
#include <sys/mman.h>

#include "raw.h"

struct slot {
	atomic_uint seq;
	atomic_uintptr_t low, high;	/* of the code */
	atomic_uintptr_t start, stop;	/* of the table */
	atomic_uintptr_t index;		/* pointers into the table, sorted; 0 where it is itself */
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

static size_t index_size(const struct ua_range *start, const struct ua_range *stop)
{
	return (size_t)(stop - start) * sizeof(start);
}

static void slot_clear(struct slot *s)
{
	const struct ua_range *start = (const struct ua_range *)atomic_load(&s->start);
	const struct ua_range *stop = (const struct ua_range *)atomic_load(&s->stop);
	void *index = (void *)atomic_load(&s->index);

	atomic_fetch_add_explicit(&s->seq, 1, memory_order_acq_rel);
	if (index)	/* no code of this object runs, so none looks here */
		munmap(index, index_size(start, stop));
}

static bool slot_used(struct slot *s)
{
	return atomic_load_explicit(&s->seq, memory_order_acquire) & 1;
}

static int by_code(const void *a, const void *b)
{
	uintptr_t x = code_start(*(const struct ua_range *const *)a);
	uintptr_t y = code_start(*(const struct ua_range *const *)b);

	return (x > y) - (x < y);
}

/*
 * Where the linker did not put the code in the order of the table (sections of rare and of
 * common functions): NULL where there is no memory, which only costs time at a fault.
 */
static const struct ua_range **make_index(const struct ua_range *start, const struct ua_range *stop)
{
	const struct ua_range **index = mmap(NULL, index_size(start, stop), PROT_READ | PROT_WRITE,
					     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (index == MAP_FAILED)
		return NULL;
	for (const struct ua_range *r = start; r < stop; r++)
		index[r - start] = r;
	qsort(index, (size_t)(stop - start), sizeof(*index), by_code);
	return index;
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
	atomic_store_explicit(&s->index, sorted ? 0 : (uintptr_t)make_index(start, stop),
			      memory_order_release);
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

static const struct ua_range *nth(const struct ua_range *start, const struct ua_range *const *index,
				  size_t i)
{
	return index ? index[i] : start + i;
}

static const struct ua_range *search(const struct ua_range *start, const struct ua_range *stop,
				     const struct ua_range *const *index, bool sorted, uintptr_t pc)
{
	size_t i = 0, n = (size_t)(stop - start);

	if (sorted || index) {	/* the last that starts at pc or before */
		while (n > 1) {
			size_t half = n / 2;

			if (code_start(nth(start, index, i + half)) <= pc) {
				i += half;
				n -= half;
			} else {
				n = half;
			}
		}
	}
	for (; n; i++, n--) {
		const struct ua_range *r = nth(start, index, i);

		if (pc - code_start(r) < r->length)
			return r;
	}
	return NULL;
}

const struct ua_range *table_find(uintptr_t pc)
{
	for (struct chunk *c = &first; c; c = atomic_load_explicit(&c->next, memory_order_acquire)) {
		for (size_t i = 0; i < ARRAY_SIZE(c->slots); i++) {
			struct slot *s = &c->slots[i];
			unsigned int seq = atomic_load_explicit(&s->seq, memory_order_acquire);
			uintptr_t low, high, start, stop, index;
			bool sorted;

			if (!(seq & 1))
				continue;
			low = atomic_load_explicit(&s->low, memory_order_acquire);
			high = atomic_load_explicit(&s->high, memory_order_acquire);
			if (pc < low || pc >= high)
				continue;
			start = atomic_load_explicit(&s->start, memory_order_acquire);
			stop = atomic_load_explicit(&s->stop, memory_order_acquire);
			index = atomic_load_explicit(&s->index, memory_order_acquire);
			sorted = atomic_load_explicit(&s->sorted, memory_order_acquire);
			if (atomic_load_explicit(&s->seq, memory_order_acquire) != seq)
				continue;
			return search((const struct ua_range *)start,
				      (const struct ua_range *)stop,
				      (const struct ua_range *const *)index, sorted, pc);
		}
	}
	return NULL;
}
