// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <string.h>

#include "initramfs.h"
#include "newc.h"

static int dirs(struct newc *a)
{
	static const char *const names[] = { "dev", "proc", "sys", "root", "tmp", "var", "modules" };
	int r = 0;

	for (size_t i = 0; !r && i < sizeof(names) / sizeof(names[0]); i++)
		r = newc_dir(a, names[i], 0755);
	return r;
}

/* What the kernel opens for /init before anything is mounted, and what it may do without devtmpfs. */
static int nodes(struct newc *a)
{
	int r = newc_chardev(a, "dev/console", 0600, 5, 1);

	if (!r)
		r = newc_chardev(a, "dev/null", 0666, 1, 3);
	return r ? r : newc_chardev(a, "dev/zero", 0666, 1, 5);
}

static int args(struct newc *a, const char *const *list)
{
	struct strbuf text = STRBUF_INIT;
	int r = 0;

	for (; !r && *list; list++)
		r = strchr(*list, '\n') ? -EINVAL : strbuf_printf(&text, "%s\n", *list);
	if (!r)
		r = strbuf_fill(&text, '\n', -text.len & (VM_ARGS_STEP - 1));
	if (!r)
		r = newc_file(a, "args", 0644, text.buf, text.len);
	strbuf_release(&text);
	return r;
}

static int modules(struct newc *a, const struct vm_initramfs *in)
{
	char path[300];
	int r = 0;

	for (size_t i = 0; !r && i < in->nmodules; i++) {
		const struct vm_file *m = &in->modules[i];

		if (!*m->name || *m->name == '.' || strchr(m->name, '/') || strlen(m->name) > 255)
			return -EINVAL;
		strcpy(path, "modules/");
		strcat(path, m->name);
		r = newc_file(a, path, 0644, m->data, m->len);
	}
	return r;
}

int vm_initramfs(const struct vm_initramfs *in, struct strbuf *out)
{
	size_t before = out->len;
	struct newc a;
	int r;

	newc_init(&a, out);
	r = dirs(&a);
	if (!r)
		r = nodes(&a);
	if (!r)
		r = newc_file(&a, "init", 0755, in->runner, in->runner_len);
	if (!r)
		r = args(&a, in->args);
	if (!r)
		r = modules(&a, in);
	if (!r)
		r = newc_end(&a);
	if (r)
		strbuf_truncate(out, before);
	return r;
}
