// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * An alternate signal stack a thread: a guard page, then what the kernel says that a
 * frame takes with all registers of this CPU, and room for an earlier handler.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "raw.h"
#include "stack.h"

#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ	51
#endif
#define ROOM	16384	/* for handlers: ours takes some hundred bytes */

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int key_err;

static size_t frame_size(void)
{
	unsigned long size = getauxval(AT_MINSIGSTKSZ);

	return size ? size : 2048;	/* a kernel that does not tell */
}

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t map_size(void)
{
	size_t page = page_size();

	return page + ((frame_size() + ROOM + page - 1) & ~(page - 1));
}

/* At the thread's end: base is what ua_thread_init() mapped */
static void release(void *base)
{
	stack_t now;

	if (!sigaltstack(NULL, &now) && now.ss_sp == (char *)base + page_size()) {
		now.ss_flags = SS_DISABLE;
		sigaltstack(&now, NULL);
	}
	munmap(base, map_size());
}

static void make_key(void)
{
	key_err = -pthread_key_create(&key, release);
}

int ua_thread_init(void)
{
	size_t page = page_size(), size = map_size();
	stack_t stack;
	char *base;
	int err;

	if (!stack_check())
		return 0;
	if (sigaltstack(NULL, &stack))
		return -errno;
	if (stack.ss_flags & SS_ONSTACK)
		return -EPERM;	/* in use: cannot be replaced */
	pthread_once(&once, make_key);
	if (key_err)
		return key_err;
	base = mmap(NULL, size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
	if (base == MAP_FAILED)
		return -errno;
	stack = (stack_t){ .ss_sp = base + page, .ss_size = size - page };
	if (mprotect(base, page, PROT_NONE) || sigaltstack(&stack, NULL)) {
		err = -errno;
		munmap(base, size);
		return err;
	}
	err = pthread_setspecific(key, base);
	if (err) {
		release(base);
		return -err;
	}
	return 0;
}

unsigned int stack_check(void)
{
	stack_t now;

	if (sigaltstack(NULL, &now) || (now.ss_flags & SS_DISABLE))
		return UA_NO_STACK;
	/* what our handler needs besides is less than this */
	return now.ss_size < frame_size() + 1024 ? UA_SMALL_STACK : 0;
}
