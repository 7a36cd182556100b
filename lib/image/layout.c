// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "layout.h"

bool layout_copy_path(const char *name)
{
	static const char *const globs[] = {
		"*copy_to_user*", "*copy_from_user*", "*copy_in_user*", "*copy_user*", "*copyuser*",
		"*copy_tofrom_user*", "*copy_mc*", "*clear_user*", "*get_user_[0-9]*",
		"*put_user_[0-9]*", "*get_user_nocheck_*", "*put_user_nocheck_*", "*get_user_asm*", "*strncpy_from_user*", "*strnlen_user*",
		"copyin", "copyout", "*_copy_to_iter", "*_copy_from_iter", "copy_page_to_iter",
		"copy_page_from_iter", "*memcpy", "*memset", "*memmove", "rep_movs*", "rep_stos*",
		"clear_page", "clear_page_[eor]*", "copy_page", "do_page_fault", "exc_page_fault", "asm_exc_page_fault",
		"do_user_addr_fault", "handle_mm_fault", "__handle_mm_fault", "do_mem_abort",
		"do_DataAbort", "___do_page_fault", "handle_page_fault", "search_exception_tables",
		"fixup_exception", "do_dat_exception",
	};

	for (size_t i = 0; i < sizeof(globs) / sizeof(globs[0]); i++)
		if (!fnmatch(globs[i], name, 0))
			return true;
	return false;
}

struct name {
	const char *name;
	const struct obj_symbol *sym;
};

static int by_name(const void *a, const void *b)
{
	const struct name *x = a, *y = b;
	int c = strcmp(x->name, y->name);

	if (c)
		return c;
	return x->sym < y->sym ? -1 : x->sym > y->sym;
}

/* Functions that no other shares its name with, by name. NULL without memory. */
static struct name *functions(const struct obj *o, const struct layout_opts *opts, size_t *ret_n)
{
	struct name *v = malloc((o->nsymbols + 1) * sizeof(*v));
	size_t n = 0, kept = 0;

	for (size_t i = 0; v && i < o->nsymbols; i++) {
		const struct obj_symbol *sym = &o->symbols[i];

		if (sym->kind == OBJ_FUNC && sym->section != OBJ_NO_SECTION &&
		    (!opts->wanted || opts->wanted(opts->arg, sym->name)))
			v[n++] = (struct name){ sym->name, sym };
	}
	if (n)
		qsort(v, n, sizeof(*v), by_name);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && !strcmp(v[end].name, v[i].name); end++)
			;
		if (end == i + 1)
			v[kept++] = v[i];
	}
	*ret_n = kept;
	return v;
}

static struct layout_place place(const struct obj_symbol *sym, uint64_t line)
{
	struct layout_place p = { .addr = sym->addr, .size = sym->size, .align = 4096 };

	while (p.addr & (p.align - 1))
		p.align >>= 1;
	p.offset = p.addr & (line - 1);
	p.lines = p.size / line + (p.offset + p.size % line + line - 1) / line;
	return p;
}

static int log2_of(uint64_t v)
{
	return v ? 63 - __builtin_clzll(v) : 0;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

static int by_change(const void *a, const void *b)
{
	const struct layout_move *x = a, *y = b;
	const uint64_t lx = distance(x->side[0].lines, x->side[1].lines);
	const uint64_t ly = distance(y->side[0].lines, y->side[1].lines);
	const int ax = abs(log2_of(x->side[0].align) - log2_of(x->side[1].align));
	const int ay = abs(log2_of(y->side[0].align) - log2_of(y->side[1].align));

	if (lx != ly)
		return lx > ly ? -1 : 1;
	if (ax != ay)
		return ay - ax;
	return strcmp(x->name, y->name);
}

static int add(struct layout *l, const struct layout_move *m)
{
	struct layout_move *v;

	l->both++;
	if (m->side[0].align == m->side[1].align && m->side[0].offset == m->side[1].offset &&
	    m->side[0].lines == m->side[1].lines)
		return 0;
	v = grow(l->v, &l->alloc, l->n + 1, sizeof(*v));
	if (!v)
		return -ENOMEM;
	l->v = v;
	v[l->n++] = *m;
	return 0;
}

int layout_compare(struct layout *l, const struct obj *base, const struct obj *new,
		   const struct layout_opts *opts)
{
	size_t na = 0, nb = 0, i = 0, j = 0;
	struct name *a, *b;
	int r;

	memset(l, 0, sizeof(*l));
	a = functions(base, opts, &na);
	b = functions(new, opts, &nb);
	r = a && b ? 0 : -ENOMEM;
	while (!r && i < na && j < nb) {
		int c = strcmp(a[i].name, b[j].name);

		if (!c) {
			const struct layout_move m = { a[i].name, { place(a[i].sym, opts->line),
								    place(b[j].sym, opts->line) } };

			r = add(l, &m);
		}
		i += c <= 0;
		j += c >= 0;
	}
	if (!r && l->n)
		qsort(l->v, l->n, sizeof(*l->v), by_change);
	free(a);
	free(b);
	return r;
}

void layout_release(struct layout *l)
{
	free(l->v);
	memset(l, 0, sizeof(*l));
}
