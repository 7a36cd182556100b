// SPDX-License-Identifier: GPL-2.0-or-later
#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "obj_dwarf.h"
#include "units.h"

/* How much of name is a directory that comp_dir is in, with its slash. */
static size_t common_root(const char *name, const char *comp_dir)
{
	size_t root = 0;

	for (size_t i = 0; name[i] && name[i] == comp_dir[i]; i++)
		if (name[i] == '/')
			root = i + 1;
	return root;
}

static char *source_path(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	const char *name = dwarf_diename(die);
	const char *dir = dwarf_formstring(dwarf_attr(die, DW_AT_comp_dir, &attr));

	if (!name)
		return strdup("?");
	if (name[0] == '/' && dir)
		name += common_root(name, dir);
	for (;;) {
		if (!strncmp(name, "./", 2))
			name += 2;
		else if (!strncmp(name, "../", 3))
			name += 3;
		else
			return strdup(name);
	}
}

static int add_range(struct units *u, uint64_t low, uint64_t high, uint32_t unit)
{
	struct unit_range *r = grow(u->ranges, &u->ranges_alloc, u->nranges + 1, sizeof(*r));

	if (!r)
		return -ENOMEM;
	u->ranges = r;
	r[u->nranges++] = (struct unit_range){ low, high, unit };
	return 0;
}

static int add_unit(struct units *u, Dwarf_Die *die, const struct obj *o, struct strbuf *diag)
{
	struct unit *v = grow(u->units, &u->units_alloc, u->nunits + 1, sizeof(*v));
	Dwarf_Addr base, low, high;
	ptrdiff_t off = 0;
	int r = 0;

	if (!v)
		return -ENOMEM;
	u->units = v;
	v[u->nunits].die = dwarf_dieoffset(die);
	v[u->nunits].path = source_path(die);
	if (!v[u->nunits++].path)
		return -ENOMEM;
	while (!r && (off = dwarf_ranges(die, off, &base, &low, &high)) > 0)
		if (low < high)
			r = add_range(u, low, high, u->nunits - 1);
	if (off < 0)
		return obj_fail(o, diag, -EINVAL, "damaged DWARF: ranges of unit %s: %s",
				v[u->nunits - 1].path, dwarf_errmsg(-1));
	return r;
}

static int by_low(const void *a, const void *b)
{
	const struct unit_range *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->unit < y->unit ? -1 : x->unit > y->unit;
}

int units_read(struct units *u, struct obj *o, struct strbuf *diag)
{
	Dwarf_CU *cu = NULL;
	Dwarf *dwarf;
	uint8_t type;
	Dwarf_Die die;
	int r, more = 0;

	memset(u, 0, sizeof(*u));
	r = obj_dwarf(o, &dwarf, diag);
	while (!r && !(more = dwarf_get_units(dwarf, cu, &cu, NULL, &type, &die, NULL)))
		if (type == DW_UT_compile)
			r = add_unit(u, &die, o, diag);
	if (!r && more < 0)
		r = obj_fail(o, diag, -EINVAL, "damaged DWARF: unit %zu: %s", u->nunits,
			     dwarf_errmsg(-1));
	if (!r && u->nranges)
		qsort(u->ranges, u->nranges, sizeof(*u->ranges), by_low);
	return r;
}

void units_release(struct units *u)
{
	for (size_t i = 0; i < u->nunits; i++)
		free(u->units[i].path);
	free(u->units);
	free(u->ranges);
	memset(u, 0, sizeof(*u));
}

const struct unit *units_at(const struct units *u, uint64_t addr)
{
	size_t lo = 0, hi = u->nranges;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (u->ranges[mid].low <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo || addr >= u->ranges[lo - 1].high)
		return NULL;
	return &u->units[u->ranges[lo - 1].unit];
}
