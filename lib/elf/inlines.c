// SPDX-License-Identifier: GPL-2.0-or-later
#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "die.h"
#include "grow.h"
#include "units.h"

static struct inlined *find(struct inlines *in, const char *name)
{
	size_t lo = 0, hi = in->n;
	struct inlined *v;
	char *copy;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int c = strcmp(in->v[mid].name, name);

		if (!c)
			return &in->v[mid];
		if (c < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	copy = strdup(name);
	v = copy ? grow(in->v, &in->alloc, in->n + 1, sizeof(*v)) : NULL;
	if (!v) {
		free(copy);
		return NULL;
	}
	in->v = v;
	memmove(&v[lo + 1], &v[lo], (in->n++ - lo) * sizeof(*v));
	v[lo] = (struct inlined){ .name = copy };
	return &v[lo];
}

/* Bytes of a DIE's ranges; *ret_low the lowest of them. */
static int size_of(const struct obj *o, Dwarf_Die *die, uint64_t *ret_bytes, struct strbuf *diag)
{
	Dwarf_Addr base, low, high;
	ptrdiff_t off = 0;
	uint64_t sum = 0;

	while ((off = dwarf_ranges(die, off, &base, &low, &high)) > 0)
		if (low < high)
			sum += high - low;
	if (off < 0)
		return die_damaged(o, die, dwarf_errmsg(-1), diag);
	*ret_bytes = sum;
	return 0;
}

/* Under die: inlined subroutines; *inner grows by the bytes of the outermost of them. */
static int walk(struct inlines *in, const struct obj *o, Dwarf_Die *die, int depth, uint64_t *inner,
		struct strbuf *diag)
{
	Dwarf_Die child;
	int end = dwarf_child(die, &child);

	if (depth > DIE_DEPTH)
		return die_damaged(o, die, "nested too deep", diag);
	if (end < 0)
		return die_damaged(o, die, dwarf_errmsg(-1), diag);
	for (; !end; end = die_next(o, &child, diag)) {
		const int tag = dwarf_tag(&child);
		uint64_t bytes = 0, below = 0;
		int r = 0;

		if (tag == DW_TAG_lexical_block) {
			r = walk(in, o, &child, depth + 1, inner, diag);
		} else if (tag == DW_TAG_inlined_subroutine) {
			const char *name = dwarf_diename(&child);
			struct inlined *v;

			r = size_of(o, &child, &bytes, diag);
			if (!r)
				r = walk(in, o, &child, depth + 1, &below, diag);
			v = r ? NULL : find(in, name ? name : "?");
			if (!r && !v)
				r = -ENOMEM;
			if (!r) {
				v->count++;
				v->bytes += bytes > below ? bytes - below : 0;
				*inner += bytes;
			}
		}
		if (r)
			return r;
	}
	return end < 0 ? end : 0;
}

int inlines_of(struct inlines *in, struct obj *o, const struct units *u, uint64_t addr,
	       struct strbuf *diag)
{
	const struct unit *unit = units_at(u, addr);
	Dwarf_Die die, cu;
	uint64_t inner = 0;
	Dwarf *dwarf;
	int r, end;

	memset(in, 0, sizeof(*in));
	if (!unit)
		return 0;
	r = obj_dwarf(o, &dwarf, diag);
	if (r)
		return r;
	if (!dwarf_offdie(dwarf, unit->die, &cu))
		return obj_fail(o, diag, -EINVAL, "damaged DWARF: %s", dwarf_errmsg(-1));
	end = dwarf_child(&cu, &die);
	if (end < 0)
		return die_damaged(o, &cu, dwarf_errmsg(-1), diag);
	for (; !end; end = die_next(o, &die, diag)) {
		Dwarf_Addr entry;

		if (dwarf_tag(&die) == DW_TAG_subprogram && !dwarf_entrypc(&die, &entry) &&
		    entry == addr)
			return walk(in, o, &die, 0, &inner, diag);
	}
	return end < 0 ? end : 0;
}

void inlines_release(struct inlines *in)
{
	for (size_t i = 0; i < in->n; i++)
		free(in->v[i].name);
	free(in->v);
	memset(in, 0, sizeof(*in));
}
