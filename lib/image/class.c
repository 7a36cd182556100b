// SPDX-License-Identifier: GPL-2.0-or-later
/* As bfd_decode_symclass() of binutils has it for ELF. */
#include <ctype.h>
#include <elf.h>

#include "diff.h"

static char by_section(const struct obj_section *s)
{
	if (s->flags & SHF_EXECINSTR)
		return 't';
	if (s->type == SHT_NOBITS)
		return 'b';
	if (s->flags & SHF_ALLOC)
		return s->flags & SHF_WRITE ? 'd' : 'r';
	return s->flags & SHF_WRITE ? '?' : 'n';
}

char symbol_class(const struct obj *o, const struct obj_symbol *sym)
{
	char c;

	if (sym->common)
		return 'C';
	if (sym->bind == OBJ_WEAK)
		return sym->kind == OBJ_DATA ? 'V' : 'W';
	if (sym->bind == OBJ_UNIQUE)
		return 'u';
	c = sym->section == OBJ_NO_SECTION ? 'a' : by_section(&o->sections[sym->section]);
	return sym->bind == OBJ_GLOBAL ? (char)toupper(c) : c;
}
