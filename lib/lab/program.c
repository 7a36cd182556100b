// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The guest's part of the program. What does not depend on the tree or the variant is
 * compiled once for each compiler and its machine options, while the tree's code is
 * assembled.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

static const char *const common[] = {
	"main", "memory", "trial", "sweep", "fault", "report", "text",
};

#define FLAGS	"-D_GNU_SOURCE -O2 -g -w -static -no-pie -fno-pie -I."

/* FNV-1a */
static uint64_t hash(uint64_t h, const char *text)
{
	for (; text && *text; text++)
		h = (h ^ (unsigned char)*text) * 0x100000001b3;
	return (h ^ ' ') * 0x100000001b3;
}

int lab_guest_start(struct lab_guest *g, const struct lab_spec *spec, const char *sources,
		    const char *shared)
{
	uint64_t h = hash(hash(0xcbf29ce484222325, spec->cross), spec->cflags);
	int r = strbuf_printf(&g->object, "%s/guest-%016llx.o", shared, (unsigned long long)h);

	g->shared = shared;
	if (r || !access(g->object.buf, F_OK))
		return r;
	argv_add(&g->argv, "%sgcc", spec->cross);
	argv_split(&g->argv, spec->cflags);
	argv_split(&g->argv, FLAGS " -r -nostdlib");
	for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++)
		argv_add(&g->argv, "%s/%s.c", sources, common[i]);
	argv_add(&g->argv, "-o");
	argv_add(&g->argv, "%s", g->object.buf);
	g->pid = process_start(&g->argv, shared, "guest");
	return g->pid < 0 ? (int)g->pid : 0;
}

int lab_guest_finish(struct lab_guest *g, struct strbuf *diag)
{
	int r = g->pid > 0 ? process_wait(g->pid, &g->argv, g->shared, "guest", diag) : 0;

	g->pid = 0;
	return r;
}

void lab_guest_release(struct lab_guest *g)
{
	process_cancel(g->pid);
	argv_release(&g->argv);
	strbuf_release(&g->object);
}

void lab_link_flags(struct argv *a, const struct lab_spec *spec)
{
	argv_add(a, "%sgcc", spec->cross);
	argv_split(a, spec->cflags);
	argv_split(a, spec->features);
	argv_split(a, FLAGS);
}

int lab_link(const struct lab_build *b, const struct lab_guest *g, const char *sources,
	     struct strbuf *diag)
{
	struct argv a = { 0 };

	lab_link_flags(&a, b->spec);
	argv_add(&a, "-I%s", sources);
	argv_add(&a, "%s/arch_%s.c", sources, b->spec->guest);
	argv_add(&a, "routines.c");
	argv_add(&a, "%s", g->object.buf);
	argv_split(&a, "tree.o -o lab");
	return process_run(&a, b->dir, "link", NULL, diag);
}
