// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The link recipe: each source of the tree is assembled with the tree's headers, all its
 * code goes into one section, every symbol gets the prefix "tree_" to keep it off libc's
 * names, and the objects are linked with the guest by the target's own compiler.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"
#include "num.h"

void lab_build_init(struct lab_build *b)
{
	*b = (struct lab_build){ 0 };
}

void lab_build_release(struct lab_build *b)
{
	free(b->dir);
	free(b->release);
	lab_build_init(b);
}

void lab_tree_flags(struct argv *a, const struct lab_build *b, const char *tree, bool c)
{
	const struct lab_spec *spec = b->spec;

	argv_split(a, spec->cflags);
	argv_split(a, spec->asflags);
	argv_split(a, spec->features);
	argv_add(a, "-g");
	argv_add(a, "-fno-pie");
	if (c)
		argv_split(a, "-std=gnu11 -O2 -ffreestanding -fno-stack-protector "
			      "-fno-strict-aliasing -fno-common -fno-asynchronous-unwind-tables -w");
	if (!tree)
		return;
	argv_add(a, "-D__KERNEL__");
	if (c)
		argv_split(a, "-DKBUILD_MODNAME=\"lab\" -DKBUILD_BASENAME=\"lab\"");
	else
		argv_add(a, "-D__ASSEMBLY__");
	if (c)
		argv_split(a, spec->ccflags);
	argv_add(a, "-nostdinc");
	argv_add(a, "-I%s/arch/%s/include", tree, spec->arch);
	if (b->kbuild) {
		argv_add(a, "-Ikbuild/arch/%s/include/generated", spec->arch);
		argv_add(a, "-Ikbuild/include");
	} else {
		argv_add(a, "-Iinclude");
	}
	argv_add(a, "-I%s/include", tree);
	argv_add(a, "-I%s/arch/%s/include/uapi", tree, spec->arch);
	argv_add(a, "-I%s/include/uapi", tree);
	if (b->kbuild) {
		argv_add(a, "-Ikbuild/arch/%s/include/generated/uapi", spec->arch);
		argv_add(a, "-Ikbuild/include/generated/uapi");
	} else {
		argv_add(a, "-Iinclude/uapi");
	}
	argv_add(a, "-include");
	argv_add(a, "%s/include/linux/kconfig.h", tree);
	if (spec->include) {
		argv_add(a, "-include");
		argv_add(a, "%s/%s", tree, spec->include);
	}
	if (c) {
		argv_add(a, "-include");
		argv_add(a, "%s/include/linux/compiler_types.h", tree);
	}
}

/* The first value of "KEY = value" in a Makefile's text, up to the end of the line. */
static int make_var(const char *text, const char *key, struct strbuf *sb)
{
	size_t len = strlen(key);

	for (const char *p = text; p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL) {
		const char *value = p + len;

		if (strncmp(p, key, len) || value[strspn(value, " ")] != '=')
			continue;
		value += strspn(value, " =");
		return strbuf_printf(sb, "%.*s", (int)strcspn(value, " \n"), value);
	}
	return 0;
}

static int release_of(struct lab_build *b, const char *tree, struct strbuf *diag)
{
	struct strbuf text = STRBUF_INIT, path = STRBUF_INIT, sb = STRBUF_INIT;
	int r = strbuf_printf(&path, "%s/Makefile", tree);

	if (!r && file_read(path.buf, &text)) {
		strbuf_printf(diag, "%s: not a kernel tree: it has no Makefile", tree);
		r = -EINVAL;
	}
	if (!r)
		r = make_var(text.buf, "VERSION", &sb);
	if (!r && !sb.len) {
		strbuf_printf(diag, "%s: not a kernel tree: its Makefile has no VERSION", tree);
		r = -EINVAL;
	}
	if (!r)
		r = strbuf_addc(&sb, '.');
	if (!r)
		r = make_var(text.buf, "PATCHLEVEL", &sb);
	if (!r)
		r = strbuf_addc(&sb, '.');
	if (!r)
		r = make_var(text.buf, "SUBLEVEL", &sb);
	if (!r)
		r = make_var(text.buf, "EXTRAVERSION", &sb);
	if (!r)
		r = strbuf_detach(&sb, &b->release);
	strbuf_release(&text);
	strbuf_release(&path);
	strbuf_release(&sb);
	return r;
}

static bool ends_in(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && !strcmp(s + n - m, end);
}

/* Object number i: all code into one section, and the prefix. */
static int rename_all(const struct lab_build *b, const char *object, unsigned int i,
		      struct strbuf *diag)
{
	struct argv a = { 0 };
	int r;

	argv_add(&a, "%sobjcopy", b->spec->cross);
	argv_add(&a, "--prefix-symbols=tree_");
	argv_split(&a, "--rename-section .text=tree_text --rename-section .text.fixup=tree_text "
		       "--rename-section .fixup=tree_text --rename-section .noinstr.text=tree_text "
		       "--rename-section .text.unlikely=tree_text --remove-section .discard* "
		       "--rename-section .altinstructions=tree_altinstr "
		       "--rename-section .altinstr_replacement=tree_altrepl");
	/* powerpc's alternatives, near enough to the code for their branches */
	for (int nr = 90; nr < 100; nr++) {
		argv_add(&a, "--rename-section");
		argv_add(&a, "__ftr_alt_%d=tree_alt,alloc,load,readonly,code,contents", nr);
	}
	argv_add(&a, "%s", object);
	argv_add(&a, "tree_%u.o", i);
	r = process_run(&a, b->dir, "objcopy", NULL, diag);
	if (r)
		return r;
	/* what the linker itself defines */
	argv_add(&a, "%sobjcopy", b->spec->cross);
	argv_split(&a, "--redefine-sym tree_.TOC.=.TOC. "
		       "--redefine-sym tree__GLOBAL_OFFSET_TABLE_=_GLOBAL_OFFSET_TABLE_");
	argv_add(&a, "tree_%u.o", i);
	return process_run(&a, b->dir, "objcopy", NULL, diag);
}

/* Source number i, at path, becomes dir/tree_I.o. */
static int assemble(struct lab_build *b, const char *tree, const char *path, unsigned int i,
		    struct strbuf *diag)
{
	const struct lab_spec *spec = b->spec;
	bool c = ends_in(path, ".c");
	struct argv a = { 0 };
	char object[32];
	int r;

	if (ends_in(path, ".o"))
		return rename_all(b, path, i, diag);
	snprintf(object, sizeof(object), "raw_%u.o", i);
	argv_add(&a, "%sgcc", spec->cross);
	lab_tree_flags(&a, b, tree, c);
	argv_add(&a, "-c");
	argv_add(&a, "%s", path);
	argv_add(&a, "-o");
	argv_add(&a, "%s", object);
	r = process_run(&a, b->dir, "assemble", NULL, diag);
	if (r == -EINVAL && tree && !b->kbuild && lab_kbuild_may_help(path, diag->buf))
		return -EAGAIN;
	return r ? r : rename_all(b, object, i, diag);
}

static int text_size(struct lab_build *b, struct strbuf *diag)
{
	struct strbuf out = STRBUF_INIT;
	struct argv a = { 0 };
	char *line, *save = NULL;
	int r;

	argv_add(&a, "%ssize", b->spec->cross);
	argv_split(&a, "-A -d tree.o");
	r = process_run(&a, b->dir, "size", &out, diag);
	for (line = strtok_r(out.buf, "\n", &save); !r && line; line = strtok_r(NULL, "\n", &save)) {
		unsigned long long n;

		if (sscanf(line, "tree_text %llu", &n) == 1)
			b->text_size += n;
	}
	strbuf_release(&out);
	return r;
}

/* Whether nm's lines "NAME TYPE VALUE SIZE" have that symbol of the tree. */
static bool defines(const char *symbols, const char *symbol, unsigned long long *ret_value,
		    uint64_t *ret_size)
{
	unsigned long long size = 0;
	char name[256];
	const char *at;

	snprintf(name, sizeof(name), "\ntree_%s ", symbol);
	at = strncmp(symbols, name + 1, strlen(name + 1)) ? strstr(symbols, name) : symbols;
	if (!at)
		return false;
	*ret_value = 0;
	if (sscanf(at, " %*s %*c %llx %llx", ret_value, &size) >= 1)
		*ret_size = size;
	return true;
}

/* Bytes from value to the next symbol of code that others may call, or to the end. */
static uint64_t to_next(const char *symbols, unsigned long long value, uint64_t end)
{
	unsigned long long next = end, at;

	for (const char *p = symbols; *p; p += strcspn(p, "\n"), p += *p == '\n')
		if (sscanf(p, "%*s T %llx", &at) == 1 && at > value && at < next)
			next = at;
	return next > value ? next - value : 0;
}

/* Which routines are there, and how long they are. */
static void find_routines(struct lab_build *b, const char *symbols)
{
	const struct lab_spec *spec = b->spec;
	unsigned long long value;
	uint64_t size;
	bool wanted = !spec->needs || defines(symbols, spec->needs, &value, &size);

	for (unsigned int i = 0; wanted && spec->routines[i].symbol; i++) {
		size = 0;
		b->present[i] = defines(symbols, spec->routines[i].symbol, &value, &size);
		b->npresent += b->present[i];
		b->size[i] = size || !b->present[i] ? size : to_next(symbols, value, b->text_size);
	}
}

/* All sources into dir/tree.o, and which routines are in it. */
static int assemble_all(struct lab_build *b, const char *tree, struct strbuf *diag)
{
	struct strbuf path = STRBUF_INIT, symbols = STRBUF_INIT;
	struct argv words = { 0 }, a = { 0 };
	unsigned int n = 0;
	int r;

	argv_split(&words, b->spec->sources);
	r = words.err;
	argv_add(&a, "%sld", b->spec->cross);
	argv_split(&a, b->spec->ldflags);
	argv_split(&a, "-r -o tree.o");
	for (size_t i = 0; !r && i < words.n; i++) {
		bool absolute = words.word[i][0] == '/';

		strbuf_reset(&path);
		if (!absolute && !tree)
			r = -EINVAL;
		else if (absolute)
			r = strbuf_adds(&path, words.word[i]);
		else
			r = strbuf_printf(&path, "%s/%s", tree, words.word[i]);
		if (r || (!absolute && access(path.buf, F_OK)))
			continue;
		r = assemble(b, tree, path.buf, n, diag);
		argv_add(&a, "tree_%u.o", n++);
	}
	if (!r && b->spec->inlined) {
		strbuf_reset(&path);
		r = strbuf_printf(&path, "%s/inlined.c", b->dir);
		r = r ? r : file_write(path.buf, b->spec->inlined);
		r = r ? r : assemble(b, tree, path.buf, n, diag);
		argv_add(&a, "tree_%u.o", n++);
	}
	if (!r && !n)
		r = -ENODATA;
	if (!r)
		r = process_run(&a, b->dir, "ld", NULL, diag);
	argv_release(&a);
	if (!r) {
		argv_add(&a, "%snm", b->spec->cross);
		argv_split(&a, "--defined-only -f posix tree.o");
		r = process_run(&a, b->dir, "nm", &symbols, diag);
	}
	if (!r)
		r = text_size(b, diag);
	if (!r)
		find_routines(b, symbols.buf);
	if (!r && !b->npresent)
		r = -ENODATA;
	argv_release(&words);
	strbuf_release(&path);
	strbuf_release(&symbols);
	return r;
}

/* dir/tree_constants.h: what the guest must know of the tree's tables. */
static int constants(const struct lab_build *b, const char *tree, struct strbuf *diag)
{
	static const char *const headers[] = {
		"asm-extable.h", "extable_fixup_types.h", "cpufeatures.h", "alternative.h",
		"cputable.h",
	};
	static const char *const names[] = { "EX_", "X86_FEATURE_", "CPU_FTR_", "ALT_FLAGS_" };
	struct strbuf text = STRBUF_INIT, sb = STRBUF_INIT, path = STRBUF_INIT;
	char *line, *save = NULL;
	int r = 0;

	for (size_t i = 0; !r && tree && i < sizeof(headers) / sizeof(headers[0]); i++) {
		struct argv a = { 0 };

		strbuf_reset(&path);
		r = strbuf_printf(&path, "%s/arch/%s/include/asm/%s", tree, b->spec->arch, headers[i]);
		if (r || access(path.buf, F_OK))
			continue;
		argv_add(&a, "%sgcc", b->spec->cross);
		argv_split(&a, "-E -dM");
		lab_tree_flags(&a, b, tree, false);
		argv_add(&a, "%s", path.buf);
		r = process_run(&a, b->dir, "constants", &text, diag);
	}
	for (line = strtok_r(text.buf, "\n", &save); !r && line; line = strtok_r(NULL, "\n", &save))
		for (size_t i = 0; !r && i < sizeof(names) / sizeof(names[0]); i++)
			if (!strncmp(line, "#define ", 8) &&
			    !strncmp(line + 8, names[i], strlen(names[i])))
				r = strbuf_printf(&sb, "%s\n", line);
	strbuf_reset(&path);
	if (!r)
		r = strbuf_printf(&path, "%s/tree_constants.h", b->dir);
	if (!r)
		r = file_write(path.buf, sb.buf);
	strbuf_release(&text);
	strbuf_release(&sb);
	strbuf_release(&path);
	return r;
}

/* With the headers that Kbuild makes; where it cannot, diag says both why not. */
static int again_by_kbuild(struct lab_build *b, const char *tree, struct strbuf *diag)
{
	struct strbuf why = STRBUF_INIT;
	int r = lab_kbuild(b->spec, tree, b->dir, &why);

	if (r == -EINVAL)
		strbuf_printf(diag, "; nor does the tree's own Kbuild make it: %s", why.buf);
	strbuf_release(&why);
	if (r)
		return r;
	strbuf_reset(diag);
	b->kbuild = true;
	return assemble_all(b, tree, diag);
}

int lab_build(struct lab_build *b, const struct lab_spec *spec, const char *tree,
	      const char *guest_dir, const char *shared, const char *dir, struct strbuf *diag)
{
	struct lab_guest guest = { .object = STRBUF_INIT };
	int r = 0;

	b->spec = spec;
	b->dir = strdup(dir);
	if (!b->dir)
		return -ENOMEM;
	if (tree)
		r = release_of(b, tree, diag);
	else if (!(b->release = strdup("")))
		r = -ENOMEM;
	if (!r)
		r = lab_stubs(spec, tree, dir, diag);
	if (!r)
		r = lab_guest_start(&guest, spec, guest_dir, shared);
	if (!r)
		r = assemble_all(b, tree, diag);
	if (r == -EAGAIN)
		r = again_by_kbuild(b, tree, diag);
	if (!r)
		r = constants(b, tree, diag);
	if (!r)
		r = lab_routines_write(b);
	if (!r)
		r = lab_guest_finish(&guest, diag);
	if (!r)
		r = lab_link(b, &guest, guest_dir, diag);
	lab_guest_release(&guest);
	return r;
}
