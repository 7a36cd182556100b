// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "obj_dwarf.h"

int obj_dwarf(struct obj *o, Dwarf **ret_dwarf, struct strbuf *diag)
{
	if (!o->dwarf_tried && o->elf && obj_section(o, ".debug_info")) {
		o->dwarf = dwarf_begin_elf(o->elf, DWARF_C_READ, NULL);
		if (!o->dwarf)
			return obj_fail(o, diag, -EINVAL, "damaged DWARF: %s", dwarf_errmsg(-1));
	}
	o->dwarf_tried = true;
	*ret_dwarf = o->dwarf;
	return o->dwarf ? 0 : -ENODATA;
}
