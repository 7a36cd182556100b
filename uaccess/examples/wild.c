// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Follows pointers that may be anything, as a profiler does that unwinds by frame pointers
 * or a crash handler that prints a list: without a system call for each read.
 */
#include <stdio.h>

#include <uaccess.h>

struct node {
	struct node *next;
	const char *name;
};

/* Prints the list at node, as far as it can be followed; returns the nodes */
static int walk(const struct node *node)
{
	struct node here;
	char name[32];
	size_t len;
	int nodes = 0;

	for (; node; node = here.next) {
		if (ua_copy_from(&here, node, sizeof(here))) {
			printf("  (no node at %#lx)\n", (unsigned long)node);
			break;
		}
		nodes++;
		if (ua_strncpy(name, here.name, sizeof(name) - 1, &len)) {
			printf("  (no name at %#lx)\n", (unsigned long)here.name);
			continue;
		}
		name[len] = 0;
		printf("  %s\n", name);
	}
	return nodes;
}

int main(void)
{
	struct node last = { (struct node *)8, "last, and what follows is wild" };
	struct node second = { &last, (const char *)(uintptr_t)0xdeadbee0 };
	struct node first = { &second, "first" };

	if (ua_init()) {
		fprintf(stderr, "wild: no handler\n");
		return 1;
	}
	return walk(&first) == 3 ? 0 : 1;
}
