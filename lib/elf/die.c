// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "die.h"

int die_damaged(const struct obj *o, Dwarf_Die *die, const char *what, struct strbuf *diag)
{
	return obj_fail(o, diag, -EINVAL, "damaged DWARF: DIE at %#llx: %s",
			(unsigned long long)dwarf_dieoffset(die), what);
}

int die_next(const struct obj *o, Dwarf_Die *die, struct strbuf *diag)
{
	const Dwarf_Off before = dwarf_dieoffset(die);
	const int end = dwarf_siblingof(die, die);

	if (end < 0)
		return die_damaged(o, die, dwarf_errmsg(-1), diag);
	if (!end && dwarf_dieoffset(die) <= before)
		return die_damaged(o, die, "its sibling is not after it", diag);
	return end;
}
