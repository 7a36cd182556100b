// SPDX-License-Identifier: GPL-2.0-or-later
/* What goes into a guest. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "boot.h"
#include "initramfs.h"
#include "output.h"

#define MAX_MODULES	40
#define MAX_ARGS	160

/* The runner's options, ended by NULL; text holds those made here. */
struct args {
	const char *v[MAX_ARGS];
	char text[10][1200];
	int n, made;
};

static void __attribute__((format(printf, 2, 3))) add(struct args *a, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(a->text[a->made], sizeof(a->text[0]), fmt, ap);
	va_end(ap);
	a->v[a->n++] = a->text[a->made++];
}

static void make_args(const struct boot_plan *plan, const struct boot *b, struct args *a)
{
	const struct vm_machine *m = plan->arms->machine;

	add(a, "--port=%s", m->port);
	add(a, "--clock=instructions");
	add(a, "--virt=tcg");
	add(a, "--quiet");
	add(a, "--label=%s", b->arm->label);
	add(a, "--arm=%s", boot_role(b));
	add(a, "--seed=%" PRIu64, b->seed);
	add(a, "--machine=%s, %s", m->machine, plan->arms->cpu->qemu);
	for (int i = 0; i < plan->o->runner.n; i++)
		a->v[a->n++] = plan->o->runner.argv[i];
	a->v[a->n] = NULL;
}

struct modules {
	struct vm_file file[MAX_MODULES];
	char names[MAX_MODULES][256];
	struct strbuf data[MAX_MODULES];
	size_t n;
};

static void modules_release(struct modules *m)
{
	for (size_t i = 0; i < m->n; i++)
		strbuf_release(&m->data[i]);
}

/* Loaded in the order of names, which the first two digits make that of the calls. */
static int add_module(struct modules *m, const char *path)
{
	const char *base = strrchr(path, '/');
	struct vm_file *f = &m->file[m->n];
	int r;

	base = base ? base + 1 : path;
	strbuf_init(&m->data[m->n]);
	r = boot_read(path, &m->data[m->n]);
	if (!r && snprintf(m->names[m->n], sizeof(m->names[0]), "%02zu-%s", m->n, base) >=
	    (int)sizeof(m->names[0]))
		r = complain(-ENAMETOOLONG, "boot: --module %s: too long a name", path);
	f->name = m->names[m->n];
	f->data = m->data[m->n].buf;
	f->len = m->data[m->n].len;
	m->n++;
	return r;
}

int boot_check_modules(const struct boot_options *o, const struct vm_machine *m)
{
	int r = 0;

	for (int i = 0; !r && i < o->modules.n; i++) {
		struct strbuf data = STRBUF_INIT, why = STRBUF_INIT;

		r = boot_read(o->modules.v[i], &data);
		if (!r) {
			r = vm_module_check(data.buf, data.len, m, &why);
			if (r)
				complain(r, "boot: --module %s: %s", o->modules.v[i], why.buf);
		}
		strbuf_release(&data);
		strbuf_release(&why);
	}
	return r;
}

const char *boot_module(const struct boot_plan *plan, const struct boot_arm *arm, size_t i,
			char buf[4400])
{
	const char *slash = strrchr(arm->file, '/');
	int len = slash ? slash - arm->file : 1;

	for (const char *const *s = plan->arms->machine->modules; s && *s; s++) {
		snprintf(buf, 4400, "%.*s/%s.ko", len, slash ? arm->file : ".", *s);
		if (!access(buf, F_OK) && i-- == 0)
			return buf;
	}
	return i < (size_t)plan->o->modules.n ? plan->o->modules.v[i] : NULL;
}

int boot_write_initrd(const struct boot_plan *plan, const struct boot *b,
		      const struct strbuf *runner)
{
	static struct args args;
	static struct modules m;
	struct strbuf out = STRBUF_INIT;
	struct vm_initramfs in = { .runner = runner->buf, .runner_len = runner->len };
	const char *path;
	char buf[4400];
	int r = 0;

	args.n = args.made = 0;
	m.n = 0;
	make_args(plan, b, &args);
	while (!r && (path = boot_module(plan, b->arm, m.n, buf)))
		r = add_module(&m, path);
	in.args = args.v;
	in.modules = m.file;
	in.nmodules = m.n;
	if (!r) {
		r = vm_initramfs(&in, &out);
		if (r)
			complain(r, "boot: cannot make an initramfs: %s", strerror(-r));
	}
	if (!r && put_file(b->initrd, &out))
		r = -EIO;
	modules_release(&m);
	strbuf_release(&out);
	return r;
}
