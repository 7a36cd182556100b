// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The guest's part of the program. What does not depend on the tree or the variant is
 * compiled once for each compiler and its machine options, while the tree's code is
 * assembled.
 *
 * Where the tree's code is interpreted the program is this machine's own. The code is linked
 * by the target's linker for CODE_AT, and is in the program at that address, with its table
 * and the routines' symbols, so that an address is the same to both.
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
#define CODE_AT	"0x1000000"	/* beyond the program's own code */
#define TABLE_AT "0x2000000"

/* FNV-1a */
static uint64_t hash(uint64_t h, const char *text)
{
	for (; text && *text; text++)
		h = (h ^ (unsigned char)*text) * 0x100000001b3;
	return (h ^ ' ') * 0x100000001b3;
}

static const char *guest_cross(const struct lab_spec *spec)
{
	return spec->interpreted ? "" : spec->cross;
}

static const char *guest_cflags(const struct lab_spec *spec)
{
	return spec->interpreted ? "" : spec->cflags;
}

int lab_guest_start(struct lab_guest *g, const struct lab_spec *spec, const char *sources,
		    const char *shared)
{
	uint64_t h = hash(hash(0xcbf29ce484222325, guest_cross(spec)), guest_cflags(spec));
	int r = strbuf_printf(&g->object, "%s/guest-%016llx.o", shared, (unsigned long long)h);

	g->shared = shared;
	if (r || !access(g->object.buf, F_OK))
		return r;
	argv_add(&g->argv, "%sgcc", guest_cross(spec));
	argv_split(&g->argv, guest_cflags(spec));
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
	argv_add(a, "%sgcc", guest_cross(spec));
	argv_split(a, guest_cflags(spec));
	argv_split(a, spec->features);
	argv_split(a, FLAGS);
}

/* dir/SECTION.bin, of that section of dir/tree.elf; empty where it has none. */
static int extract(const struct lab_build *b, const char *section, struct strbuf *diag)
{
	struct argv a = { 0 };

	argv_add(&a, "%sobjcopy", b->spec->cross);
	argv_split(&a, "-O binary -R *");
	argv_add(&a, "-R");
	argv_add(&a, "!%s", section);
	argv_add(&a, "tree.elf");
	argv_add(&a, "%s.bin", section);
	return process_run(&a, b->dir, "extract", NULL, diag);
}

/* The symbols of the routines, from nm's lines "NAME TYPE VALUE". */
static int put_symbols(const struct lab_build *b, const char *symbols, struct strbuf *sb)
{
	char name[256];
	unsigned long long at;
	int r = 0;

	for (const char *p = symbols; !r && *p; p += strcspn(p, "\n"), p += *p == '\n') {
		if (sscanf(p, "tree_%255s %*c %llx", name, &at) != 2)
			continue;
		for (unsigned int i = 0; !r && b->spec->routines[i].symbol; i++)
			if (b->present[i] && !strcmp(b->spec->routines[i].symbol, name))
				r = strbuf_printf(sb, ".globl tree_%s\n.set tree_%s, 0x%llx\n", name,
						  name, at);
	}
	return r;
}

/* What is not code and table has no place in the program: -EINVAL where there is any. */
static int refuse_data(const struct lab_build *b, struct strbuf *diag)
{
	struct strbuf sections = STRBUF_INIT;
	unsigned long long size, at;
	struct argv a = { 0 };
	char name[64];
	int r;

	argv_add(&a, "%ssize", b->spec->cross);
	argv_split(&a, "-A tree.elf");
	r = process_run(&a, b->dir, "sections", &sections, diag);
	for (const char *p = sections.buf; !r && *p; p += strcspn(p, "\n"), p += *p == '\n')
		if (sscanf(p, "%63s %llu %llu", name, &size, &at) == 3 && size && at &&
		    strcmp(name, "tree_text") && strcmp(name, "__ex_table")) {
			strbuf_printf(diag, "%s: the code has data (%s, %llu bytes): what is "
				      "interpreted may have none", b->spec->name, name, size);
			r = -EINVAL;
		}
	strbuf_release(&sections);
	return r;
}

/* dir/tree.elf, and dir/image.S, which has its code, its table and its symbols. */
static int make_image(const struct lab_build *b, struct strbuf *diag)
{
	struct strbuf symbols = STRBUF_INIT, sb = STRBUF_INIT, path = STRBUF_INIT;
	struct argv a = { 0 };
	int r;

	argv_add(&a, "%sld", b->spec->cross);
	argv_split(&a, "-e 0 --section-start=tree_text=" CODE_AT
		       " --section-start=__ex_table=" TABLE_AT " tree.o -o tree.elf");
	r = process_run(&a, b->dir, "ld-tree", NULL, diag);
	r = r ? r : refuse_data(b, diag);
	r = r ? r : extract(b, "tree_text", diag);
	r = r ? r : extract(b, "__ex_table", diag);
	if (!r) {
		argv_add(&a, "%snm", b->spec->cross);
		argv_split(&a, "--defined-only -f posix tree.elf");
		r = process_run(&a, b->dir, "nm", &symbols, diag);
	}
	if (!r)
		r = strbuf_adds(&sb, ".section .note.GNU-stack, \"\", %progbits\n"
				     ".section tree_text, \"ax\", %progbits\n"
				     ".incbin \"tree_text.bin\"\n"
				     ".section __ex_table, \"a\", %progbits\n"
				     ".incbin \"__ex_table.bin\"\n");
	r = r ? r : put_symbols(b, symbols.buf, &sb);
	r = r ? r : strbuf_printf(&path, "%s/image.S", b->dir);
	r = r ? r : file_write(path.buf, sb.buf);
	strbuf_release(&symbols);
	strbuf_release(&sb);
	strbuf_release(&path);
	return r;
}

int lab_link(const struct lab_build *b, const struct lab_guest *g, const char *sources,
	     struct strbuf *diag)
{
	struct argv a = { 0 };
	int r = b->spec->interpreted ? make_image(b, diag) : 0;

	if (r)
		return r;
	lab_link_flags(&a, b->spec);
	argv_add(&a, "-I%s", sources);
	argv_add(&a, "%s/arch_%s.c", sources, b->spec->guest);
	if (b->spec->interpreted) {
		argv_add(&a, "%s/%s_insns.c", sources, b->spec->guest);
		argv_split(&a, "-Wl,--section-start=tree_text=" CODE_AT " image.S");
	} else {
		argv_add(&a, "tree.o");
	}
	argv_add(&a, "routines.c");
	argv_add(&a, "%s", g->object.buf);
	argv_split(&a, "-o lab");
	return process_run(&a, b->dir, "link", NULL, diag);
}
