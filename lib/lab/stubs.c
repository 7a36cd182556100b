// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

static int make_dirs(const char *dir)
{
	static const char *const names[] = {
		"include", "include/generated", "include/asm", "include/uapi", "include/uapi/asm",
	};
	struct strbuf path = STRBUF_INIT;
	int r = 0;

	for (size_t i = 0; !r && i < sizeof(names) / sizeof(names[0]); i++) {
		strbuf_reset(&path);
		r = strbuf_printf(&path, "%s/%s", dir, names[i]);
		if (!r && mkdir(path.buf, 0777) && errno != EEXIST)
			r = -errno;
	}
	strbuf_release(&path);
	return r;
}

static int put(const char *dir, const char *name, const char *text)
{
	struct strbuf path = STRBUF_INIT;
	int r = strbuf_printf(&path, "%s/include/%s", dir, name);

	if (!r)
		r = file_write(path.buf, text);
	strbuf_release(&path);
	return r;
}

/* Words "NAME=value", or "NAME" for 1, as the definitions of a header. */
static int definitions(const char *list, const char *prefix, const char *dir, const char *header)
{
	struct strbuf sb = STRBUF_INIT;
	struct argv words = { 0 };
	int r;

	argv_split(&words, list);
	r = words.err;
	for (size_t i = 0; !r && i < words.n; i++) {
		char *value = strchr(words.word[i], '=');

		if (value)
			*value++ = '\0';
		r = strbuf_printf(&sb, "#define %s%s %s\n", prefix, words.word[i],
				  value ? value : "1");
	}
	if (!r)
		r = put(dir, header, sb.buf);
	argv_release(&words);
	strbuf_release(&sb);
	return r;
}

/*
 * A wrapper for each line "KEY += name" of a Kbuild file whose header is not in the
 * architecture's folder `own`; they go to the folder `to`.
 */
static int wrappers(const char *tree, const char *kbuild, const char *key, const char *own,
		    const char *dir, const char *to)
{
	struct strbuf text = STRBUF_INIT, path = STRBUF_INIT, stub = STRBUF_INIT;
	char *line, *save = NULL, *name;
	int r = strbuf_printf(&path, "%s/%s", tree, kbuild);

	if (!r)
		r = file_read(path.buf, &text);
	for (line = strtok_r(text.buf, "\n", &save); !r && line; line = strtok_r(NULL, "\n", &save)) {
		if (strncmp(line, key, strlen(key)))
			continue;
		name = line + strlen(key);
		name += strspn(name, " \t+=");
		name[strcspn(name, " \t")] = '\0';
		if (!*name || strchr(name, '/'))
			continue;
		strbuf_reset(&path);
		r = strbuf_printf(&path, "%s/%s/%s", tree, own, name);
		if (r || !access(path.buf, F_OK))
			continue;
		strbuf_reset(&path);
		strbuf_reset(&stub);
		r = strbuf_printf(&path, "%s/%s", to, name);
		if (!r)
			r = strbuf_printf(&stub, "#include <asm-generic/%s>\n", name);
		if (!r)
			r = put(dir, path.buf, stub.buf);
	}
	strbuf_release(&text);
	strbuf_release(&path);
	strbuf_release(&stub);
	return r;
}

/* Those of the kernel's own headers, and of those that user space sees. */
static int all_wrappers(const struct lab_spec *spec, const char *tree, const char *dir)
{
	static const struct {
		const char *own, *common, *to;
	} kinds[] = {
		{ "include/asm", "include/asm-generic/Kbuild", "asm" },
		{ "include/uapi/asm", "include/uapi/asm-generic/Kbuild", "uapi/asm" },
	};
	struct strbuf own = STRBUF_INIT, kbuild = STRBUF_INIT;
	int r = 0;

	for (size_t i = 0; !r && i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		strbuf_reset(&own);
		strbuf_reset(&kbuild);
		r = strbuf_printf(&own, "arch/%s/%s", spec->arch, kinds[i].own);
		if (!r)
			r = strbuf_printf(&kbuild, "%s/Kbuild", own.buf);
		if (!r)
			r = wrappers(tree, kbuild.buf, "generic-y", own.buf, dir, kinds[i].to);
		if (!r)
			r = wrappers(tree, kinds[i].common, "mandatory-y", own.buf, dir, kinds[i].to);
	}
	strbuf_release(&own);
	strbuf_release(&kbuild);
	return r;
}

/* Scripts of the tree that make a header from a table of the tree: both may be absent. */
static const struct made {
	const char *arch, *script, *table, *header;
} made[] = {
	{ "arm64", "arch/arm64/tools/gen-cpucaps.awk", "arch/arm64/tools/cpucaps",
	  "asm/cpucaps.h" },
	{ "arm64", "arch/arm64/tools/gen-cpucaps.awk", "arch/arm64/tools/cpucaps",
	  "asm/cpucap-defs.h" },
	{ "arm64", "arch/arm64/tools/gen-sysreg.awk", "arch/arm64/tools/sysreg",
	  "asm/sysreg-defs.h" },
};

static int make_header(const struct made *m, const char *tree, const char *dir, struct strbuf *diag)
{
	struct strbuf text = STRBUF_INIT, path = STRBUF_INIT;
	struct argv a = { 0 };
	int r = strbuf_printf(&path, "%s/%s", tree, m->script);

	if (r || access(path.buf, F_OK)) {
		strbuf_release(&path);
		return r;
	}
	argv_add(&a, "awk");
	argv_add(&a, "-f");
	argv_add(&a, "%s", path.buf);
	argv_add(&a, "%s/%s", tree, m->table);
	r = process_run(&a, dir, "awk", &text, diag);
	if (!r)
		r = put(dir, m->header, text.buf);
	strbuf_release(&path);
	strbuf_release(&text);
	return r;
}

int lab_stubs(const struct lab_spec *spec, const char *tree, const char *dir, struct strbuf *diag)
{
	int r = make_dirs(dir);

	if (!r)
		r = definitions(spec->config, "CONFIG_", dir, "generated/autoconf.h");
	if (!r)
		r = definitions(spec->offsets, "", dir, "generated/asm-offsets.h");
	if (!r)
		r = put(dir, "generated/bounds.h", "");
	if (!r && tree)
		r = all_wrappers(spec, tree, dir);
	for (size_t i = 0; !r && tree && i < sizeof(made) / sizeof(made[0]); i++)
		if (!strcmp(made[i].arch, spec->arch))
			r = make_header(&made[i], tree, dir, diag);
	if (r && !diag->len && r != -ENOMEM)
		strbuf_printf(diag, "%s: no kernel tree, or not all of one: %s",
			      tree ? tree : dir, strerror(-r));
	return r;
}
