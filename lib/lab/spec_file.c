// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A spec as text: "key = value" a line, '#' begins a comment. It begins from one of the
 * specs of archs.c (the key arch), and replaces what it names. Sources that are not
 * absolute are below the spec's own folder.
 *
 *	arch    = riscv64                 required, and first
 *	source  = my_copy.S               required, may be repeated
 *	routine = NAME SYMBOL to_user|from_user|clear_user [SHIM]     required, repeated
 *	cflags, asflags, config, cpu, longs, features = as in struct lab_spec
 */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

struct owned {
	struct lab_spec spec;
	struct lab_routine routines[LAB_MAX_ROUTINES + 1];
	size_t nroutines;
	char *text[256];	/* all strings of it */
	size_t ntext;
};

static const struct key {
	const char *name;
	size_t offset;
} keys[] = {
	{ "cflags", offsetof(struct lab_spec, cflags) },
	{ "asflags", offsetof(struct lab_spec, asflags) },
	{ "config", offsetof(struct lab_spec, config) },
	{ "cpu", offsetof(struct lab_spec, cpu) },
	{ "longs", offsetof(struct lab_spec, longs) },
	{ "features", offsetof(struct lab_spec, features) },
};

static int keep(struct owned *o, const char **to, char *text)
{
	if (!text || o->ntext == sizeof(o->text) / sizeof(o->text[0])) {
		free(text);
		return -ENOMEM;
	}
	o->text[o->ntext++] = text;
	*to = text;
	return 0;
}

void lab_spec_free(struct lab_spec *spec)
{
	struct owned *o = (struct owned *)(void *)spec;	/* its first member */

	if (!o)
		return;
	for (size_t i = 0; i < o->ntext; i++)
		free(o->text[i]);
	free(o);
}

static int set_arch(struct owned *o, const char *value)
{
	for (const struct lab_spec *const *s = lab_specs; *s; s++) {
		if (strcmp((*s)->name, value))
			continue;
		o->spec = **s;
		o->spec.sources = "";
		o->spec.inlined = o->spec.needs = NULL;
		o->spec.routines = o->routines;
		return 0;
	}
	return -ENOENT;
}

static int add_source(struct owned *o, const char *dir, const char *value)
{
	char *text;

	if (strpbrk(value, " \t"))
		return -EINVAL;
	if (asprintf(&text, "%s %s%s%s", o->spec.sources, value[0] == '/' ? "" : dir,
		     value[0] == '/' ? "" : "/", value) < 0)
		return -ENOMEM;
	return keep(o, &o->spec.sources, text);
}

static int add_routine(struct owned *o, const char *value)
{
	static const char *const kinds[] = { "to_user", "from_user", "clear_user" };
	struct lab_routine *r = &o->routines[o->nroutines];
	char name[64], symbol[128], kind[16], shim[64] = "";
	int n = sscanf(value, "%63s %127s %15s %63s", name, symbol, kind, shim), e = 0;
	unsigned int k = 0;

	while (k < 3 && (n < 3 || strcmp(kinds[k], kind)))
		k++;
	if (k == 3 || o->nroutines == LAB_MAX_ROUTINES)
		return -EINVAL;
	r->kind = k;
	r->name = name;
	if (strchr(name, ':') && !lab_routine_only(r))	/* not any n */
		return -EINVAL;
	e = keep(o, &r->name, strdup(name));
	if (!e)
		e = keep(o, &r->symbol, strdup(symbol));
	if (!e && n == 4)
		e = keep(o, &r->shim, strdup(shim));
	if (!e)
		o->nroutines++;
	return e;
}

static int set(struct owned *o, const char *dir, const char *key, const char *value)
{
	if (!strcmp(key, "arch"))
		return o->spec.arch ? -EINVAL : set_arch(o, value);
	if (!o->spec.arch)
		return -ENODATA;
	if (!strcmp(key, "source"))
		return add_source(o, dir, value);
	if (!strcmp(key, "routine"))
		return add_routine(o, value);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(keys[i].name, key)) {
			if (!strcmp(key, "cpu"))
				o->spec.machine = NULL;
			return keep(o, (const char **)(void *)((char *)&o->spec + keys[i].offset),
				    strdup(value));
		}
	return -ENOKEY;
}

static char *trim(char *s)
{
	size_t n;

	s += strspn(s, " \t\r");
	for (n = strlen(s); n && strchr(" \t\r", s[n - 1]); n--)
		s[n - 1] = '\0';
	return s;
}

static void explain(int r, size_t nr, const char *key, const char *value, struct strbuf *diag)
{
	const char *what = r == -ENOKEY ? "no such key" : r == -ENOENT ? "no such architecture" :
			   r == -ENODATA ? "the first key must be arch" : "bad value";

	if (r != -ENOMEM)
		strbuf_printf(diag, "line %zu: %s: '%.60s = %.60s'", nr, what, key, value);
}

static int parse(struct owned *o, const char *dir, char *text, struct strbuf *diag)
{
	size_t nr = 0;
	int r = 0;

	while (!r && text) {
		char *line = strsep(&text, "\n"), *value;

		nr++;
		line[strcspn(line, "#")] = '\0';
		line = trim(line);
		if (!*line)
			continue;
		value = strchr(line, '=');
		if (!value) {
			strbuf_printf(diag, "line %zu: want 'key = value', not '%.60s'", nr, line);
			return -EINVAL;
		}
		*value++ = '\0';
		line = trim(line);
		value = trim(value);
		r = *value ? set(o, dir, line, value) : -EINVAL;
		if (r)
			explain(r, nr, line, value, diag);
	}
	if (!r && (!o->spec.arch || !*o->spec.sources || !o->nroutines)) {
		strbuf_adds(diag, "wants at least one line each of arch, source and routine");
		r = -EINVAL;
	}
	return r == -ENOMEM ? r : r ? -EINVAL : 0;
}

int lab_spec_load(const char *path, struct lab_spec **ret_spec, struct strbuf *diag)
{
	struct owned *o = calloc(1, sizeof(*o));
	struct strbuf text = STRBUF_INIT;
	char *dir = realpath(path, NULL), *slash;
	int r = !o ? -ENOMEM : dir ? file_read(path, &text) : -errno;

	if (r && r != -ENOMEM)
		strbuf_adds(diag, strerror(-r));
	slash = dir ? strrchr(dir, '/') : NULL;
	if (slash)
		*slash = '\0';
	if (!r && strlen(text.buf) != text.len) {
		strbuf_adds(diag, "not a text file");
		r = -EINVAL;
	}
	if (!r)
		r = parse(o, dir, text.buf, diag);
	if (!r && slash)
		r = keep(o, &o->spec.name, strdup(slash + 1));
	free(dir);
	strbuf_release(&text);
	if (r) {
		lab_spec_free(&o->spec);
		return r == -ENOMEM ? r : -EINVAL;
	}
	*ret_spec = &o->spec;
	return 0;
}
