// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "argv.h"

/*
 * loglevel=5: warnings are printed, for a WARN is one, and no more than those. Of the rest each
 * takes away something that differs from boot to boot.
 */
#define COMMON_WORDS	"loglevel=5 panic=-1 nokaslr norandmaps randomize_kstack_offset=off"

int vm_cmdline(const struct vm_spec *spec, struct strbuf *sb)
{
	int r = strbuf_printf(sb, "console=%s %s", spec->machine->console, COMMON_WORDS);

	if (!r && *spec->machine->words)
		r = strbuf_printf(sb, " %s", spec->machine->words);
	if (!r && spec->append && *spec->append)
		r = strbuf_printf(sb, " %s", spec->append);
	return r;
}

/* Words, each with the NUL byte that ends it; ->r keeps the first error. */
struct words {
	struct strbuf text;
	size_t n;
	int r;
};

static void end_word(struct words *w)
{
	if (!w->r)
		w->r = strbuf_addc(&w->text, '\0');
	w->n++;
}

static void word(struct words *w, const char *s)
{
	if (!w->r)
		w->r = strbuf_adds(&w->text, s);
	end_word(w);
}

static void words(struct words *w, const char *const *list)
{
	for (; list && *list; list++)
		word(w, *list);
}

/* "-chardev file,id=ID,path=PATH", where a comma within the path is doubled */
static void chardev(struct words *w, const char *id, const char *path)
{
	word(w, "-chardev");
	if (!w->r)
		w->r = strbuf_printf(&w->text, "file,id=%s,path=", id);
	for (; !w->r && *path; path++) {
		w->r = strbuf_addc(&w->text, *path);
		if (!w->r && *path == ',')
			w->r = strbuf_addc(&w->text, ',');
	}
	end_word(w);
}

static void port(struct words *w, const struct vm_machine *m)
{
	for (int i = 0; i < 2 && m->port_devices[i]; i++) {
		bool last = i == 1 || !m->port_devices[i + 1];

		word(w, "-device");
		if (!w->r)
			w->r = strbuf_printf(&w->text, "%s%s", m->port_devices[i],
					     last ? ",chardev=records" : "");
		end_word(w);
	}
}

static int to_array(struct words *w, char ***ret_argv)
{
	size_t head = (w->n + 1) * sizeof(char *);
	char **argv = malloc(head + w->text.len), *s;

	if (!argv)
		return -ENOMEM;
	s = memcpy((char *)argv + head, w->text.buf, w->text.len);
	for (size_t i = 0; i < w->n; i++) {
		argv[i] = s;
		s += strlen(s) + 1;
	}
	argv[w->n] = NULL;
	*ret_argv = argv;
	return 0;
}

int vm_argv(const struct vm_spec *spec, char ***ret_argv)
{
	static const char *const fixed[] = {
		"-accel", "tcg", "-icount", "shift=0,sleep=off",
		"-rtc", "base=2020-01-01T00:00:00,clock=vm",
		"-nodefaults", "-display", "none", "-monitor", "none", "-nic", "none",
		"-no-reboot", NULL
	};
	const struct vm_machine *m = spec->machine;
	struct words w = { .text = STRBUF_INIT };
	int r;

	word(&w, m->qemu);
	word(&w, "-machine");
	word(&w, m->machine);
	word(&w, "-cpu");
	word(&w, spec->cpu->qemu);
	word(&w, "-m");
	if (!w.r)
		w.r = strbuf_printf(&w.text, "%u", m->memory);
	end_word(&w);
	words(&w, fixed);
	words(&w, m->more);
	word(&w, "-seed");
	if (!w.r)
		w.r = strbuf_printf(&w.text, "%" PRIu64, spec->seed);
	end_word(&w);
	chardev(&w, "console", spec->console);
	word(&w, "-serial");
	word(&w, "chardev:console");
	chardev(&w, "records", spec->record);
	port(&w, m);
	word(&w, "-kernel");
	word(&w, spec->kernel);
	word(&w, "-initrd");
	word(&w, spec->initrd);
	word(&w, "-append");
	if (!w.r)
		w.r = vm_cmdline(spec, &w.text);
	end_word(&w);
	r = w.r ? w.r : to_array(&w, ret_argv);
	strbuf_release(&w.text);
	return r;
}
