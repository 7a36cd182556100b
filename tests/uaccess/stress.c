// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stress [-g] [-n COPIES]: 4 threads that together make COPIES faulting copies (default
 * 1000000), while a profiling timer's handler copies too, with and without a hole, and
 * while one more thread takes pages away and brings them back under copies that go on.
 * -g: none with a hole in the timer's handler.
 */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include <uaccess.h>

#include "area.h"

#define THREADS	4
/* Copies of the moving page after all else is done, until one was cut and one whole */
#define MORE_RACES	1000000

static struct area hole, other;	/* each of a kind */
static unsigned char *moving;	/* a page that comes and goes */
static bool only_good;
static unsigned long per_thread = 1000000 / THREADS;
static atomic_ulong bad, in_handler, moved_all, moved_some;
static atomic_bool done, race_over;

/* Reports from signal handlers and threads alike: only counted */
static void expect(bool ok)
{
	if (!ok)
		atomic_fetch_add(&bad, 1);
}

/*
 * ASan takes locks where a thread begins and ends, and again where the fallback jumps: there the
 * timer's handler must not come in between. Elsewhere it may come at any time.
 */
static void timer_may_come(int how)
{
#if defined(SANITIZED) && !UA_ARCH_RANGES
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGPROF);
	pthread_sigmask(how, &set, NULL);
#endif
}

static void on_prof(int sig)
{
	unsigned char buf[100];
	uint32_t v;

	survivable();
	expect(ua_copy_from(buf, hole.hole - 100, 100) == 0);
	atomic_fetch_add(&in_handler, 1);
	if (only_good)
		return;
	expect(ua_copy_from(buf, hole.hole - 40, 100) == 60);
	expect(!memcmp(buf, hole.hole - 40, 40));
	expect(ua_get32(&v, other.hole) == 4 && v == 0);
}

static void *copies(void *arg)
{
	unsigned int seed = (unsigned int)(uintptr_t)arg;
	unsigned char buf[512], out[512];

	expect(!ua_thread_init());
	timer_may_come(SIG_UNBLOCK);
	memset(buf, 1, sizeof(buf));
	for (unsigned long i = 0; i < per_thread; i++) {
		const struct area *a = i & 1 ? &hole : &other;
		size_t n, k;
		struct ua_fault fault;

		seed = seed * 1103515245 + 12345;
		n = 1 + (seed >> 16) % sizeof(buf);
		k = (seed >> 8) % n;
		switch (i % 3) {
		case 0:
			expect(ua_copy_from(buf, a->hole - k, n) == n - k);
			expect(!memcmp(buf, a->hole - k, k));
			break;
		case 1:
			expect(ua_copy_fault(out, a->hole - k, n, &fault) == n - k);
			expect(fault.addr == (uintptr_t)a->hole && fault.side == UA_SRC);
			break;
		default:	/* all threads write the same there */
			expect(ua_copy_to(a->hole - k, a->hole - n - k, n) == n - k);
		}
	}
	timer_may_come(SIG_BLOCK);
	return NULL;
}

static void *mover(void *arg)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	while (!atomic_load(&race_over)) {
		mprotect(moving, page, PROT_NONE);
		usleep(100);
		mprotect(moving, page, PROT_READ | PROT_WRITE);
		usleep(100);
	}
	return NULL;
}

/* Whatever the page does meanwhile, what is said to be moved is there */
static void *race(void *arg)
{
	unsigned char buf[8192];

	for (unsigned long more = 0; more < MORE_RACES; more += atomic_load(&done)) {
		size_t left = ua_copy_from(buf, moving - 2000, 4000);

		expect(left <= 2000);
		for (size_t i = 0; i < 4000 - left; i++)
			expect(buf[i] == 'm');
		atomic_fetch_add(left ? &moved_some : &moved_all, 1);
		if (atomic_load(&done) && atomic_load(&moved_all) && atomic_load(&moved_some))
			break;
		usleep(10);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	struct itimerval every = { { 0, 1000 }, { 0, 1000 } };
	pthread_t threads[THREADS], race_thread, move_thread;
	struct sigaction act = { .sa_handler = on_prof, .sa_flags = SA_RESTART };
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	int opt, err = ua_init();

	while ((opt = getopt(argc, argv, "gn:")) != -1) {
		if (opt == 'g')
			only_good = true;
		else
			per_thread = opt == 'n' ? strtoul(optarg, NULL, 10) / THREADS : 0;
	}
	if (err || !per_thread) {
		fprintf(stderr, err ? "ua_init: error %d\n" : "usage: stress [-g] [-n COPIES]\n", -err);
		return 2;
	}
	hole = area_make(HOLE_NO_ACCESS, 4096);
	other = area_make(HOLE_END_OF_FILE, 4096);
	memset(hole.hole - 4096, 's', 4096);
	memset(other.hole - 4096, 's', 4096);
	moving = area_make(HOLE_NO_ACCESS, 4096).hole;
	mprotect(moving, page, PROT_READ | PROT_WRITE);
	memset(moving - 4096, 'm', 4096 + page);
	timer_may_come(SIG_BLOCK);
	sigemptyset(&act.sa_mask);
	sigaction(SIGPROF, &act, NULL);
	setitimer(ITIMER_PROF, &every, NULL);
	pthread_create(&move_thread, NULL, mover, NULL);
	pthread_create(&race_thread, NULL, race, NULL);
	for (size_t i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, copies, (void *)(i + 1));
	for (size_t i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	atomic_store(&done, true);
	pthread_join(race_thread, NULL);
	atomic_store(&race_over, true);
	pthread_join(move_thread, NULL);
	every = (struct itimerval){ { 0, 0 }, { 0, 0 } };
	setitimer(ITIMER_PROF, &every, NULL);
	checks = THREADS * per_thread;
	failures = atomic_load(&bad);
	printf("%lu faulting copies, %lu visits of the timer's handler; the page that comes and "
	       "goes: %lu copies whole, %lu cut\n", THREADS * per_thread,
	       atomic_load(&in_handler), atomic_load(&moved_all), atomic_load(&moved_some));
	CHECK(atomic_load(&in_handler) > 0);
	CHECK(atomic_load(&moved_all) > 0);
	CHECK(atomic_load(&moved_some) > 0);
	return report("stress");
}
