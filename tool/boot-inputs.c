// SPDX-License-Identifier: GPL-2.0-or-later
/* What the boots of a label were made from, so that a directory holds boots of one kind. */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "boot.h"
#include "output.h"

static int put_modules(const struct boot_plan *plan, const struct boot_arm *arm,
		       struct strbuf *sb)
{
	const char *path;
	char buf[4400];
	int r = 0;

	for (size_t i = 0; !r && (path = boot_module(plan, arm, i, buf)); i++) {
		struct strbuf data = STRBUF_INIT;

		r = boot_read(path, &data);
		if (!r)
			r = strbuf_printf(sb, "module: %zu bytes, %016" PRIx64 "\n", data.len,
					  boot_hash(data.buf, data.len));
		strbuf_release(&data);
	}
	return r;
}

/* A line a thing: two boots that differ in none of them differ in the seed alone. */
static int describe(const struct boot_plan *plan, const struct boot_arm *arm,
		    const struct boot_tools *tools, struct strbuf *sb)
{
	const struct vm_machine *m = plan->arms->machine;
	int r = strbuf_printf(sb, "machine: %s, %s, %s, %u MiB\nqemu: %s\n"
			      "kernel: %s, %" PRIu64 " bytes, %016" PRIx64 "\nappend: %s\n"
			      "runner: %zu bytes, %016" PRIx64 "\noptions:",
			      m->name, m->machine, plan->arms->cpu->qemu, m->memory,
			      tools->qemu_version, arm->format, arm->size, arm->hash, arm->append,
			      tools->runner.len, boot_hash(tools->runner.buf, tools->runner.len));

	for (int i = 0; !r && i < plan->o->runner.n; i++)
		r = strbuf_printf(sb, " %s", plan->o->runner.argv[i]);
	if (!r)
		r = strbuf_addc(sb, '\n');
	return r ? r : put_modules(plan, arm, sb);
}

/* The first line in which they differ, of each. */
static void first_difference(const char *a, const char *b, struct strbuf *sb)
{
	while (*a && *b && strcspn(a, "\n") == strcspn(b, "\n") &&
	       !strncmp(a, b, strcspn(a, "\n"))) {
		a += strcspn(a, "\n");
		b += strcspn(b, "\n");
		a += *a == '\n';
		b += *b == '\n';
	}
	strbuf_printf(sb, "there '%.*s', now '%.*s'", (int)strcspn(a, "\n"), a,
		      (int)strcspn(b, "\n"), b);
}

static bool has_records(const char *dir)
{
	struct dirent *e;
	DIR *d = opendir(dir);
	bool any = false;

	while (d && (e = readdir(d))) {
		size_t n = strlen(e->d_name);

		any |= n > 6 && !strcmp(e->d_name + n - 6, ".jsonl");
	}
	if (d)
		closedir(d);
	return any;
}

/* Against those of the boots that are there; where there are none, they are of no account. */
static int check_one(const char *dir, const struct strbuf *now)
{
	struct strbuf old = STRBUF_INIT, diff = STRBUF_INIT;
	char path[4400];
	int r;

	snprintf(path, sizeof(path), "%s/inputs", dir);
	if (access(path, F_OK) || !has_records(dir))
		return put_file(path, now) ? -EIO : 0;
	r = boot_read(path, &old);
	if (!r && strcmp(old.buf, now->buf)) {
		first_difference(old.buf, now->buf, &diff);
		r = complain(-EEXIST, "boot: %s holds boots of another kind: %s: name another "
			     "directory", dir, diff.buf);
	}
	strbuf_release(&old);
	strbuf_release(&diff);
	return r;
}

int boot_inputs(const struct boot_plan *plan, const struct boot_tools *tools, const char *dir)
{
	int r = 0;

	for (size_t i = 0; !r && i < plan->arms->n; i++) {
		const struct boot_arm *arm = &plan->arms->arm[i];
		struct strbuf sb = STRBUF_INIT;
		char path[4300];

		if (*arm->bad)
			continue;
		snprintf(path, sizeof(path), "%s/%s", dir, arm->label);
		r = describe(plan, arm, tools, &sb);
		if (!r)
			r = check_one(path, &sb);
		else if (r == -ENOMEM)
			complain(r, "out of memory");
		strbuf_release(&sb);
	}
	return r;
}
