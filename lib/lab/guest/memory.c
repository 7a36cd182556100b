// SPDX-License-Identifier: GPL-2.0-or-later
/* User and kernel memory, with the holes beside them. Nothing is allocated later. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lab.h"

#define PAGES		4	/* accessible */
#define HOLE_PAGES	4	/* on either side: as long as the longest area */

const char *const lab_guard_names[GUARD_COUNT] = {
	"none", "unmapped", "readonly", "eof", "appears",
};

struct lab_arena lab_user[GUARD_COUNT], lab_kernel;
size_t lab_page;

static void *map(void *at, size_t len, int prot, int flags, int fd)
{
	void *p = mmap(at, len, prot, flags, fd, 0);

	if (p == MAP_FAILED)
		lab_die("mmap failed");
	return p;
}

static int empty_file(void)
{
	char name[] = "/tmp/uabench-lab-XXXXXX";
	int fd = mkstemp(name);

	if (fd < 0)
		lab_die("no empty file can be made in /tmp");
	unlink(name);
	return fd;
}

static void hole(unsigned char *at, size_t len, enum lab_guard guard)
{
	const int anon = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
	static int fd = -1;

	switch (guard) {
	case GUARD_NONE:
	case GUARD_APPEARS:
		map(at, len, PROT_NONE, anon, -1);
		break;
	case GUARD_UNMAPPED:
		munmap(at, len);
		break;
	case GUARD_READONLY:
		map(at, len, PROT_READ, anon, -1);
		break;
	case GUARD_EOF:
		if (fd < 0)
			fd = empty_file();
		map(at, len, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd);
		break;
	case GUARD_COUNT:
		break;
	}
}

static void arena(struct lab_arena *a, enum lab_guard guard)
{
	/* a page more on either side, so that no other mapping is ever next to a hole */
	const size_t len = (PAGES + 2 * HOLE_PAGES + 2) * lab_page;
	void *place = arch_place(len);
	unsigned char *at;

	a->hole = HOLE_PAGES * lab_page;
	at = map(place, len, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
		 (place ? MAP_FIXED_NOREPLACE : 0), -1);
	if (place && at != place)
		lab_die("no memory is free where the areas must be");
	a->lo = at + lab_page + a->hole;
	a->hi = a->lo + PAGES * lab_page;
	map(a->lo, PAGES * lab_page, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1);
	hole(a->lo - a->hole, a->hole, guard);
	hole(a->hi, a->hole, guard);
}

void lab_memory_init(void)
{
	lab_page = sysconf(_SC_PAGESIZE);
	arena(&lab_kernel, GUARD_NONE);
	/* those that leave the address space free come last */
	for (int g = 0; g < GUARD_COUNT; g++)
		if (g != GUARD_UNMAPPED)
			arena(&lab_user[g], g);
	arena(&lab_user[GUARD_UNMAPPED], GUARD_UNMAPPED);
}

static void protect(bool upper, int prot)
{
	struct lab_arena *a = &lab_user[GUARD_APPEARS];

	if (mprotect(upper ? a->hi : a->lo - a->hole, a->hole, prot))
		lab_die("mprotect failed");
}

void lab_hole_open(bool upper)
{
	protect(upper, PROT_READ | PROT_WRITE);
}

void lab_hole_close(bool upper)
{
	protect(upper, PROT_NONE);
}
