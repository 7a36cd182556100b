// SPDX-License-Identifier: GPL-2.0-or-later
/* Which boots there are, where their files go, and what QEMU is told. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "boot.h"
#include "provenance.h"

const char *boot_role(const struct boot *b)
{
	return b->control ? BOOT_CONTROL : b->arm->label;
}

/*
 * The control's word is of another length with each seed, so that it samples some of the
 * places that the command line may push others to.
 */
static void append_words(struct boot *b)
{
	static const char xs[] = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
	int n = snprintf(b->append, sizeof(b->append), "%s", b->arm->append);

	if (b->control)
		snprintf(b->append + n, sizeof(b->append) - n, "%suabench_control=%.*s",
			 n ? " " : "", 1 + 7 * (int)(1 + (b->seed - 1) % 8), xs);
}

static int make_paths(struct boot *b, const char *dir)
{
	const struct {
		char *to;
		const char *tail;
	} files[] = {
		{ b->initrd, "initramfs" }, { b->console, "console" }, { b->part, "part" },
		{ b->record, "jsonl" }, { b->failed, "failed" },
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (snprintf(files[i].to, sizeof(b->initrd), "%s/%s/%s-seed%" PRIu64 ".%s", dir,
			     b->arm->label, boot_role(b), b->seed, files[i].tail) >=
		    (int)sizeof(b->initrd))
			return complain(-ENAMETOOLONG, "boot: %s: too long a path", dir);
	return 0;
}

static int make_boot(const struct boot_plan *plan, struct boot *b, const char *dir)
{
	struct vm_spec spec = {
		.machine = plan->arms->machine,
		.cpu = plan->arms->cpu,
		.kernel = b->arm->kernel,
		.initrd = b->initrd,
		.console = b->console,
		.record = b->part,
		.append = b->append,
		.seed = b->seed,
	};
	int r = make_paths(b, dir);

	append_words(b);
	if (!r && vm_argv(&spec, &b->argv))
		r = complain(-ENOMEM, "out of memory");
	return r;
}

/* One of dir's own, for a label. */
static int make_dir(const char *dir, const char *label)
{
	char path[4200];

	snprintf(path, sizeof(path), "%s/%s", dir, label);
	if (mkdir(path, 0777) && errno != EEXIST)
		return complain(-errno, "boot: cannot make %s: %s", path, strerror(errno));
	return 0;
}

int boot_plan_make(struct boot_plan *plan, const struct boot_options *o,
		   const struct boot_arms *arms, const char *dir)
{
	int r = 0;

	plan->o = o;
	plan->arms = arms;
	plan->n = 0;
	plan->boots = calloc((arms->n + 1) * o->seeds, sizeof(*plan->boots));
	if (!plan->boots)
		return complain(-ENOMEM, "out of memory");
	for (size_t i = 0; !r && i < arms->n; i++)
		r = make_dir(dir, arms->arm[i].label);
	for (uint64_t seed = 1; seed <= o->seeds; seed++)
		for (size_t i = 0; !r && i <= arms->n; i++) {
			struct boot *b = &plan->boots[plan->n++];

			b->control = i == 1;
			b->arm = &arms->arm[i > 0 ? i - 1 : 0];
			b->seed = seed;
			r = make_boot(plan, b, dir);
		}
	return r;
}

void boot_plan_release(struct boot_plan *plan)
{
	for (size_t i = 0; i < plan->n; i++)
		free(plan->boots[i].argv);
	free(plan->boots);
	plan->boots = NULL;
	plan->n = 0;
}

int boot_print(const struct boot_plan *plan, struct strbuf *sb)
{
	int r = 0;

	for (size_t i = 0; !r && i < plan->n; i++) {
		const struct boot *b = &plan->boots[i];

		r = strbuf_printf(sb, "%s# %s, seed %" PRIu64 "\n", i ? "\n" : "", boot_role(b),
				  b->seed);
		if (!r && strcmp(b->arm->kernel, b->arm->file))
			r = strbuf_printf(sb, "# -kernel is what %s unpacks to: made for the boots, "
					  "and removed\n", b->arm->file);
		for (char **w = b->argv; !r && *w; w++) {
			if (w != b->argv)
				r = strbuf_adds(sb, **w == '-' ? " \\\n    " : " ");
			if (!r)
				r = shell_word(*w, sb);
		}
		if (!r)
			r = strbuf_addc(sb, '\n');
	}
	return r;
}
