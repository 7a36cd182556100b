// SPDX-License-Identifier: GPL-2.0-or-later
/* The routines as cases of the runner, natively: its core is linked with them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static int write_cases(const struct lab_build *b)
{
	struct strbuf sb = STRBUF_INIT, path = STRBUF_INIT;
	unsigned int n = 0;
	int r = strbuf_adds(&sb, "#include \"time.h\"\n");

	for (unsigned int i = 0; !r && b->spec->routines[i].symbol; i++)
		if (b->present[i] && lab_routine_only(&b->spec->routines[i]))
			n++;	/* the sizes that are timed are not its own */
		else if (b->present[i])
			r = strbuf_printf(&sb, "LAB_CASE(%u, \"%s\");\n", n++,
					  b->spec->routines[i].name);
	if (!r)
		r = strbuf_printf(&path, "%s/cases.c", b->dir);
	if (!r)
		r = file_write(path.buf, sb.buf);
	strbuf_release(&sb);
	strbuf_release(&path);
	return r;
}

static int link_timing(const struct lab_build *b, const char *sources, const char *core,
		       struct strbuf *diag)
{
	static const char *const files[] = { "memory", "text", "time" };
	struct argv a = { 0 };

	lab_link_flags(&a, b->spec);
	argv_add(&a, "-I%s", sources);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		argv_add(&a, "%s/%s.c", sources, files[i]);
	argv_add(&a, "%s/arch_%s.c", sources, b->spec->guest);
	argv_split(&a, "routines.c cases.c tree.o");
	argv_add(&a, "%s", core);
	argv_split(&a, "-o lab-time");
	return process_run(&a, b->dir, "link-time", NULL, diag);
}

int lab_time(const struct lab_build *b, const char *guest_dir, const char *core,
	     unsigned int seconds, struct strbuf *ret_path, struct strbuf *diag)
{
	struct strbuf out = STRBUF_INIT, path = STRBUF_INIT;
	struct argv a = { 0 };
	int r = write_cases(b);

	if (!r)
		r = link_timing(b, guest_dir, core, diag);
	if (!r) {
		argv_add(&a, "./lab-time");
		argv_split(&a, "--quiet --dir . --time");
		argv_add(&a, "%u", seconds);
		argv_add(&a, "--label");
		argv_add(&a, "%s", b->spec->name);
		r = process_run(&a, b->dir, "time", &out, diag);
	}
	if (!r)
		r = strbuf_printf(&path, "%s/time.jsonl", b->dir);
	if (!r)
		r = file_write(path.buf, out.buf);
	if (!r)
		r = strbuf_adds(ret_path, path.buf);
	strbuf_release(&out);
	strbuf_release(&path);
	return r;
}
