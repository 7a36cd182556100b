// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "area.h"

const char *const hole_names[HOLE_KINDS] = {
	"unmapped", "PROT_NONE", "read-only", "past end of file"
};

unsigned long failures, checks;

static void die(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	exit(3);
}

int hole_signo(enum hole kind)
{
	return kind == HOLE_END_OF_FILE ? SIGBUS : SIGSEGV;
}

struct area area_make(enum hole kind, size_t before)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct area a;
	FILE *empty;

	before = (before + page - 1) & ~(page - 1);
	a.start = mmap(NULL, before + 2 * page, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (a.start == MAP_FAILED)
		die("mmap");
	a.hole = a.start + before;
	a.after = a.hole + page;
	a.end = a.after + page;
	switch (kind) {
	case HOLE_UNMAPPED:
		if (munmap(a.hole, page))
			die("munmap");
		break;
	case HOLE_NO_ACCESS:
	case HOLE_READ_ONLY:
		if (mprotect(a.hole, page, kind == HOLE_READ_ONLY ? PROT_READ : PROT_NONE))
			die("mprotect");
		break;
	default:
		empty = tmpfile();
		if (!empty)
			die("tmpfile");
		if (mmap(a.hole, page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
			 fileno(empty), 0) == MAP_FAILED)
			die("mmap of an empty file");
		fclose(empty);
	}
	return a;
}

void area_release(struct area *a)
{
	munmap(a->start, (size_t)(a->end - a->start));
}

void fail(const char *fmt, ...)
{
	va_list ap;

	if (failures++ >= 20)
		return;
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	fflush(stdout);
}

int report(const char *name)
{
	printf("%s: %lu checks, %lu failed\n", name, checks, failures);
	return failures || !checks;
}

/* The sanitizers' handlers would turn the deaths that tests wait for into exits */
#define OPTIONS "handle_segv=0:handle_sigbus=0:handle_abort=0"

__attribute__((no_sanitize("address"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return OPTIONS;
}

/* called before TSan itself is there */
__attribute__((no_sanitize("thread"))) const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
	return OPTIONS;
}

void survivable(void)
{
#ifdef __SANITIZE_THREAD__
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGSEGV);
	sigaddset(&set, SIGBUS);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
#endif
}
