// SPDX-License-Identifier: GPL-2.0-or-later
#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "obj_dwarf.h"
#include "units.h"

#define DEPTH	128	/* of nested DIEs; a compiler's are below 40 */

static int damaged(const struct obj *o, struct strbuf *diag, Dwarf_Die *die)
{
	return obj_fail(o, diag, -EINVAL, "damaged DWARF: DIE at %#llx: %s",
			(unsigned long long)dwarf_dieoffset(die), dwarf_errmsg(-1));
}

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
		return damaged(o, diag, die);
	*ret_bytes = sum;
	return 0;
}

/* Under die: inlined subroutines; *inner grows by the bytes of the outermost of them. */
static int walk(struct inlines *in, const struct obj *o, Dwarf_Die *die, int depth, uint64_t *inner,
		struct strbuf *diag)
{
	Dwarf_Die child;
	int r = 0, end = dwarf_child(die, &child);

	if (depth > DEPTH)
		return obj_fail(o, diag, -EINVAL, "damaged DWARF: DIEs are nested too deep at %#llx",
				(unsigned long long)dwarf_dieoffset(die));
	for (; !r && !end; end = dwarf_siblingof(&child, &child)) {
		int tag = dwarf_tag(&child);
		uint64_t bytes = 0, below = 0;

		if (tag == DW_TAG_lexical_block) {
			r = walk(in, o, &child, depth + 1, inner, diag);
		} else if (tag == DW_TAG_inlined_subroutine) {
			const char *name = dwarf_diename(&child);
			struct inlined *v;

			r = size_of(o, &child, &bytes, diag);
			if (!r)
				r = walk(in, o, &child, depth + 1, &below, diag);
			if (r)
				break;
			v = find(in, name ? name : "?");
			if (!v)
				return -ENOMEM;
			v->count++;
			v->bytes += bytes > below ? bytes - below : 0;
			*inner += bytes;
		}
	}
	return !r && end < 0 ? damaged(o, diag, die) : r;
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
	for (end = dwarf_child(&cu, &die); !end; end = dwarf_siblingof(&die, &die)) {
		Dwarf_Addr entry;

		if (dwarf_tag(&die) == DW_TAG_subprogram && !dwarf_entrypc(&die, &entry) &&
		    entry == addr)
			return walk(in, o, &die, 0, &inner, diag);
	}
	return end < 0 ? damaged(o, diag, &cu) : 0;
}

void inlines_release(struct inlines *in)
{
	for (size_t i = 0; i < in->n; i++)
		free(in->v[i].name);
	free(in->v);
	memset(in, 0, sizeof(*in));
}
