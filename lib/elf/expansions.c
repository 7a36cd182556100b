// SPDX-License-Identifier: GPL-2.0-or-later
#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "die.h"
#include "expansions.h"
#include "grow.h"

/* What want() said of a function, by the offset of its DIE. */
struct known {
	uint64_t off;		/* + 1; 0: free */
	int32_t what;
};

struct walk {
	struct expansions *e;
	struct obj *o;
	int (*want)(void *arg, const char *name);
	void *arg;
	struct strbuf *diag;
	struct known *known;	/* 1 << bits of them */
	unsigned int bits;
	size_t nknown;
	uint64_t unit;
};

static int damaged(struct walk *w, Dwarf_Die *die, const char *what)
{
	return die_damaged(w->o, die, what, w->diag);
}

static struct known *slot_of(struct known *known, unsigned int bits, uint64_t off)
{
	size_t i = (off * 0x9e3779b97f4a7c15ull) >> (64 - bits);

	while (known[i].off && known[i].off != off + 1)
		i = (i + 1) & ((1ull << bits) - 1);
	return &known[i];
}

static int enlarge(struct walk *w)
{
	unsigned int bits = w->bits ? w->bits + 1 : 12;
	struct known *new = calloc(1ull << bits, sizeof(*new));

	if (!new)
		return -ENOMEM;
	for (size_t i = 0; w->bits && i < 1ull << w->bits; i++)
		if (w->known[i].off)
			*slot_of(new, bits, w->known[i].off - 1) = w->known[i];
	free(w->known);
	w->known = new;
	w->bits = bits;
	return 0;
}

/* What an inlined subroutine is one of, or -1. */
static int identify(struct walk *w, Dwarf_Die *die, int *ret_what)
{
	Dwarf_Attribute attr;
	struct known *k;
	Dwarf_Die origin;
	const char *name;

	if (!dwarf_attr(die, DW_AT_abstract_origin, &attr) || !dwarf_formref_die(&attr, &origin)) {
		*ret_what = -1;
		return 0;
	}
	if ((!w->bits || w->nknown >= 1ull << (w->bits - 1)) && enlarge(w))
		return -ENOMEM;
	k = slot_of(w->known, w->bits, dwarf_dieoffset(&origin));
	if (!k->off) {
		name = dwarf_diename(&origin);
		*k = (struct known){ .off = dwarf_dieoffset(&origin) + 1,
				     .what = name ? w->want(w->arg, name) : -1 };
		w->nknown++;
	}
	*ret_what = k->what;
	return 0;
}

static uint32_t number(Dwarf_Die *die, unsigned int name)
{
	Dwarf_Attribute attr;
	Dwarf_Word value;

	if (!dwarf_attr(die, name, &attr) || dwarf_formudata(&attr, &value) || value > UINT32_MAX)
		return 0;
	return value;
}

static int add(struct walk *w, Dwarf_Die *die, int what, const char *caller)
{
	struct expansion x = { .what = what, .caller = caller, .addr = UINT64_MAX,
			       .unit = w->unit };
	struct expansions *e = w->e;
	Dwarf_Addr base, low, high;
	ptrdiff_t off = 0;
	void *p;

	while ((off = dwarf_ranges(die, off, &base, &low, &high)) > 0) {
		if (low >= high)
			continue;
		x.bytes += high - low;
		if (low < x.addr)
			x.addr = low;
	}
	if (off < 0)
		return damaged(w, die, dwarf_errmsg(-1));
	if (!x.bytes)
		return 0;
	x.file = number(die, DW_AT_call_file);
	x.line = number(die, DW_AT_call_line);
	p = grow(e->v, &e->alloc, e->n + 1, sizeof(*e->v));
	if (!p)
		return -ENOMEM;
	e->v = p;
	e->v[e->n++] = x;
	return 0;
}

/* What is in a function: blocks, and inlined subroutines in one another. */
static int walk_code(struct walk *w, Dwarf_Die *parent, const char *caller, int depth)
{
	Dwarf_Die die;
	int end = dwarf_child(parent, &die), r = 0, what;

	if (depth > DIE_DEPTH)
		return damaged(w, parent, "nested too deep");
	if (end < 0)
		return damaged(w, parent, dwarf_errmsg(-1));
	for (; !end; end = die_next(w->o, &die, w->diag)) {
		switch (dwarf_tag(&die)) {
		case DW_TAG_inlined_subroutine:
			w->e->seen++;
			r = identify(w, &die, &what);
			if (!r && what >= 0)
				r = add(w, &die, what, caller);
			break;
		case DW_TAG_lexical_block:
			break;
		default:
			continue;
		}
		if (!r && dwarf_haschildren(&die) > 0)
			r = walk_code(w, &die, caller, depth + 1);
		if (r)
			return r;
	}
	return end < 0 ? end : 0;
}

/* A function that has code of its own. */
static int walk_function(struct walk *w, Dwarf_Die *die)
{
	const struct obj_symbol *sym;
	const char *name;
	Dwarf_Addr entry;

	if (dwarf_haschildren(die) <= 0 || (!dwarf_hasattr(die, DW_AT_low_pc) &&
					    !dwarf_hasattr(die, DW_AT_ranges)))
		return 0;
	name = dwarf_diename(die);
	if (!name && !dwarf_entrypc(die, &entry)) {
		sym = obj_symbol_at(w->o, entry);
		name = sym ? sym->name : NULL;
	}
	return walk_code(w, die, name ? name : "?", 0);
}

static int walk_unit(struct walk *w, Dwarf_Die *unit)
{
	Dwarf_Die die;
	int end = dwarf_child(unit, &die), r;

	if (end < 0)
		return damaged(w, unit, dwarf_errmsg(-1));
	w->unit = dwarf_dieoffset(unit);
	for (; !end; end = die_next(w->o, &die, w->diag)) {
		if (dwarf_tag(&die) != DW_TAG_subprogram)
			continue;
		r = walk_function(w, &die);
		if (r)
			return r;
	}
	return end < 0 ? end : 0;
}

int expansions_read(struct expansions *e, struct obj *o,
		    int (*want)(void *arg, const char *name), void *arg, struct strbuf *diag)
{
	struct walk w = { .e = e, .o = o, .want = want, .arg = arg, .diag = diag };
	Dwarf_CU *cu = NULL;
	Dwarf *dwarf;
	Dwarf_Die die;
	uint8_t type;
	int r, end = 0;

	memset(e, 0, sizeof(*e));
	r = obj_dwarf(o, &dwarf, diag);
	while (!r && !(end = dwarf_get_units(dwarf, cu, &cu, NULL, &type, &die, NULL)))
		if (type == DW_UT_compile)
			r = walk_unit(&w, &die);
	if (!r && end < 0)
		r = obj_fail(o, diag, -EINVAL, "damaged DWARF: %s", dwarf_errmsg(-1));
	free(w.known);
	return r;
}

void expansions_release(struct expansions *e)
{
	free(e->v);
	memset(e, 0, sizeof(*e));
}

const char *expansion_file(struct obj *o, const struct expansion *e)
{
	Dwarf_Files *files;
	Dwarf_Die unit;
	size_t n;

	if (!o->dwarf || !e->file || !dwarf_offdie(o->dwarf, e->unit, &unit) ||
	    dwarf_getsrcfiles(&unit, &files, &n) || e->file >= n)
		return NULL;
	return dwarf_filesrc(files, e->file, NULL, NULL);
}
