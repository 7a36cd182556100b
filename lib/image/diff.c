// SPDX-License-Identifier: GPL-2.0-or-later
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "diff.h"
#include "grow.h"

static bool bloat_o_meter_counts(const struct obj *o, const struct obj_symbol *sym)
{
	static const char *const generated[] = { "__mod_", "__se_sys", "__se_compat_sys",
						 "__addressable_" };
	const char c = symbol_class(o, sym);

	if (!strchr("tTdDbBrR", c) || strchr(sym->name, ':'))
		return false;
	for (size_t i = 0; i < sizeof(generated) / sizeof(generated[0]); i++)
		if (!strncmp(sym->name, generated[i], strlen(generated[i])))
			return false;
	return strcmp(sym->name, "linux_banner") && strcmp(sym->name, "vermagic");
}

static bool in_memory(const struct obj *o, const struct obj_symbol *sym)
{
	if (sym->section == OBJ_NO_SECTION)
		return sym->common;
	return o->sections[sym->section].flags & SHF_ALLOC;
}

/* Of names for the same bytes the first counts, which is a global one if there is any. */
static bool is_alias(const struct obj *o, size_t i)
{
	const struct obj_symbol *sym = &o->symbols[i];

	return i && sym->section != OBJ_NO_SECTION && sym[-1].section == sym->section &&
	       sym[-1].addr == sym->addr && sym[-1].size == sym->size;
}

static int add(struct diff *d, int side, size_t i, const char *name, size_t len)
{
	const struct obj_symbol *sym = &d->obj[side]->symbols[i];
	struct diff_half *half;
	struct diff_name *v;
	uint32_t id;
	int r = intern_add(&d->names, name, len, &id);

	if (r)
		return r;
	v = grow(d->v, &d->alloc, id + 1, sizeof(*v));
	if (!v)
		return -ENOMEM;
	d->v = v;
	half = &v[id].side[side];
	if (sym->size > INT64_MAX || half->size + sym->size > INT64_MAX)
		return -EOVERFLOW;
	if (!half->n || sym->size > d->obj[side]->symbols[half->largest].size)
		half->largest = i;
	half->size += sym->size;
	half->n++;
	return 0;
}

static int add_side(struct diff *d, int side, const struct diff_opts *opts)
{
	const struct obj *o = d->obj[side];
	char *buf = NULL;
	size_t alloc = 0;
	int r = 0;

	for (size_t i = 0; !r && i < o->nsymbols; i++) {
		const struct obj_symbol *sym = &o->symbols[i];
		size_t len = strlen(sym->name);

		if (!sym->size)
			continue;
		if (opts->fold == NAMES_BLOAT_O_METER ? !bloat_o_meter_counts(o, sym) :
		    !in_memory(o, sym) || is_alias(o, i))
			continue;
		if (len + 1 > alloc) {
			char *p = grow(buf, &alloc, len + 1, 1);

			if (!p) {
				r = -ENOMEM;
				break;
			}
			buf = p;
		}
		len = names_fold(sym->name, opts->fold, buf);
		if (!opts->wanted || opts->wanted(opts->arg, buf))
			r = add(d, side, i, buf, len);
	}
	free(buf);
	return r;
}

static int by_change(const void *a, const void *b)
{
	const struct diff_name *x = a, *y = b;
	const int c = change_order(diff_change(x), diff_change(y));

	return c ? c : strcmp(x->name, y->name);
}

/* The totals of all; leaves those that have changed. */
static int count(struct diff *d)
{
	struct diff_totals *t = &d->totals;
	size_t kept = 0;

	for (size_t i = 0; i < d->n; i++) {
		const struct diff_half *a = &d->v[i].side[0], *b = &d->v[i].side[1];

		if (!a->n)
			t->add++;
		else if (!b->n)
			t->remove++;
		else if (b->size > a->size)
			t->grow++;
		else if (b->size < a->size)
			t->shrink++;
		if (b->size > a->size)
			t->up += b->size - a->size;
		else
			t->down += a->size - b->size;
		t->before += a->size;
		t->after += b->size;
		if (t->before > INT64_MAX || t->after > INT64_MAX)
			return -EOVERFLOW;
		if (a->size != b->size) {
			d->v[kept] = d->v[i];
			d->v[kept++].name = intern_text(&d->names, i);
		}
	}
	d->n = kept;
	return 0;
}

int diff_make(struct diff *d, const struct obj *base, const struct obj *new,
	      const struct diff_opts *opts)
{
	int r = 0;

	memset(d, 0, sizeof(*d));
	d->obj[0] = base;
	d->obj[1] = new;
	intern_init(&d->names);
	for (int side = 0; !r && side < 2; side++)
		r = add_side(d, side, opts);
	if (r)
		return r;
	d->n = d->names.n;
	r = count(d);
	if (!r && d->n)
		qsort(d->v, d->n, sizeof(*d->v), by_change);
	return r;
}

void diff_release(struct diff *d)
{
	intern_release(&d->names);
	free(d->v);
	memset(d, 0, sizeof(*d));
}
