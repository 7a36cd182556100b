// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where the stub headers do not do, for a tree that wants more of them: those that the tree's
 * own Kbuild generates, in dir/kbuild, for the smallest configuration with the spec's words.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

/* "NAME" and "NAME=value" as lines of a configuration. */
static int all_config(const struct lab_spec *spec, const char *dir)
{
	struct strbuf sb = STRBUF_INIT, path = STRBUF_INIT;
	struct argv words = { 0 };
	int r;

	argv_split(&words, spec->config);
	r = words.err;
	for (size_t i = 0; !r && i < words.n; i++)
		r = strbuf_printf(&sb, "CONFIG_%s%s\n", words.word[i],
				  strchr(words.word[i], '=') ? "" : "=y");
	if (!r)
		r = strbuf_printf(&path, "%s/all.config", dir);
	if (!r)
		r = file_write(path.buf, sb.buf);
	argv_release(&words);
	strbuf_release(&sb);
	strbuf_release(&path);
	return r;
}

static int make(const struct lab_spec *spec, const char *tree, const char *dir, const char *target,
		struct strbuf *diag)
{
	struct argv a = { 0 };

	argv_split(&a, "make -s -C");
	argv_add(&a, "%s", tree);
	argv_add(&a, "O=%s/kbuild", dir);
	argv_add(&a, "ARCH=%s", spec->arch);
	argv_add(&a, "CROSS_COMPILE=%s", spec->cross);
	argv_add(&a, "KCONFIG_ALLCONFIG=%s/all.config", dir);
	argv_add(&a, "%s", target);
	return process_run(&a, dir, "kbuild", NULL, diag);
}

bool lab_kbuild_may_help(const char *source, const char *said)
{
	const char *name = strrchr(source, '/'), *at = name ? strstr(said, name) : NULL;

	if (strstr(said, "No such file or directory"))
		return true;
	/* "file:line:": where the first message is of the source itself, headers are not to blame */
	return strstr(said, "error: ") && !(at && at[strlen(name)] == ':');
}

int lab_kbuild(const struct lab_spec *spec, const char *tree, const char *dir, struct strbuf *diag)
{
	struct strbuf path = STRBUF_INIT;
	int r = strbuf_printf(&path, "%s/kbuild", dir);

	if (!r && mkdir(path.buf, 0777) && errno != EEXIST)
		r = -errno;
	if (!r)
		r = all_config(spec, dir);
	if (!r)
		r = make(spec, tree, dir, "allnoconfig", diag);
	if (!r)
		r = make(spec, tree, dir, "prepare", diag);
	strbuf_release(&path);
	return r;
}
