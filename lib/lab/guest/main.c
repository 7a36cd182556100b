// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"

/*
 * The plugin is told this address, and adds up what the tree's code did between two visits.
 * It calls nothing: on ppc64 what does has a second entry, which the plugin is not told of.
 */
void __attribute__((noinline)) lab_mark(void)
{
	__asm__ volatile("" ::: "memory");
}

static void mark(void)
{
	lab_mark();
	arch_mark();
}

static void where(void)
{
	printf("where %lx %lx %lx\n", (unsigned long)(uintptr_t)__start_tree_text,
	       (unsigned long)(uintptr_t)__stop_tree_text, (unsigned long)(uintptr_t)lab_mark);
}

/* "N:USER:KERNEL[,...]": the plugin's rows are in the order of the lines printed here. */
static void count(const char *list)
{
	const struct lab_arena *u = &lab_user[GUARD_NONE];
	char *end;

	lab_window_watch(false);
	for (unsigned int i = 0; i < lab_nroutines; i++) {
		const struct lab_routine *r = &lab_routines[i];

		for (const char *p = list; *p; p = *end ? end + 1 : end) {
			unsigned long n = strtoul(p, &end, 10), ua, ka, left;
			unsigned char *user, *kernel;

			ua = *end == ':' ? strtoul(end + 1, &end, 10) : 0;
			ka = *end == ':' ? strtoul(end + 1, &end, 10) : 0;
			if (r->only && r->only != n)
				continue;
			if ((*end && *end != ',') || n + ua > 2 * lab_page || n + ka > 2 * lab_page)
				lab_die("bad list of calls to count");
			user = u->lo + lab_page + ua;
			kernel = lab_kernel.lo + lab_page + ka;
			printf("call %s %lu %lu %lu\n", r->name, n, ua, ka);
			fflush(stdout);
			mark();
			left = r->call(r->kind == LAB_FROM_USER ? kernel : user,
				       r->kind == LAB_FROM_USER ? user : kernel, n);
			mark();
			if (left)
				printf("left\n");
		}
	}
}

int main(int argc, char **argv)
{
	static char buffer[1 << 16];

	setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
	lab_memory_init();
	lab_text_init();
	lab_faults_init();
	if (argc == 5 && !strcmp(argv[1], "verify")) {
		unsigned int parts = atoi(argv[4]);

		lab_sweep(!strcmp(argv[2], "full"), atoi(argv[3]), parts ? parts : 1);
		lab_report();
		printf("trials %llu\n", lab_trials);
	} else if (argc == 3 && !strcmp(argv[1], "count")) {
		count(argv[2]);
	} else if (argc == 2 && !strcmp(argv[1], "list")) {
		arch_list();
	} else if (argc == 2 && !strcmp(argv[1], "where")) {
		where();
	} else {
		lab_die("usage: verify quick|full PART PARTS, count LIST, where, or list");
	}
	printf("done\n");
	return fflush(stdout) ? 1 : 0;
}
