// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "obj_dwarf.h"

/* The name of section i, from the string table `strtab`, which may be 0: none. */
static const char *name_of(struct obj *o, size_t strtab, size_t off)
{
	return strtab ? elf_strptr(o->elf, strtab, off) : "";
}

static int read_section(struct obj *o, size_t i, size_t strtab, struct strbuf *diag)
{
	struct obj_section *s = &o->sections[i];
	Elf_Scn *scn = elf_getscn(o->elf, i);
	GElf_Shdr shdr;

	if (!scn || !gelf_getshdr(scn, &shdr))
		return obj_fail(o, diag, -EINVAL, "section %zu: damaged header: %s", i,
				elf_errmsg(-1));
	*s = (struct obj_section){
		.type = shdr.sh_type, .link = shdr.sh_link, .info = shdr.sh_info,
		.flags = shdr.sh_flags, .addr = shdr.sh_addr, .offset = shdr.sh_offset,
		.size = shdr.sh_size, .align = shdr.sh_addralign, .entsize = shdr.sh_entsize,
	};
	if (shdr.sh_type == SHT_NULL) {
		s->name = "";
		s->size = 0;
		return 0;
	}
	s->name = name_of(o, strtab, shdr.sh_name);
	if (!s->name)
		return obj_fail(o, diag, -EINVAL, "section %zu: its name is not in the string table", i);
	if (shdr.sh_type != SHT_NOBITS &&
	    (s->offset > o->map_len || s->size > o->map_len - s->offset))
		return obj_fail(o, diag, -EINVAL, "section %zu (%s) ends at %#llx, past the end of "
				"the file at %#zx: is it cut?", i, s->name,
				(unsigned long long)s->offset + s->size, o->map_len);
	return 0;
}

/* Relocatable: addresses one after the other, in libelf's headers too. */
static int assign(struct obj *o, struct strbuf *diag)
{
	uint64_t at = 0;

	for (size_t i = 1; i < o->nsections; i++) {
		struct obj_section *s = &o->sections[i];
		uint64_t align = s->align ? s->align : 1;
		Elf_Scn *scn = elf_getscn(o->elf, i);
		GElf_Shdr shdr;

		if (!(s->flags & SHF_ALLOC))
			continue;
		if (align & (align - 1) || align > 1ull << 31)
			return obj_fail(o, diag, -EINVAL, "section %zu (%s): impossible alignment %#llx",
					i, s->name, (unsigned long long)align);
		at = (at + align - 1) & -align;
		if (s->size > UINT32_MAX || at + s->size > (o->is64 ? 1ull << 40 : UINT32_MAX))
			return obj_fail(o, diag, -EINVAL, "section %zu (%s): impossible size %#llx",
					i, s->name, (unsigned long long)s->size);
		s->addr = at;
		at += s->size;
		if (!gelf_getshdr(scn, &shdr))
			return obj_fail(o, diag, -EINVAL, "section %zu: %s", i, elf_errmsg(-1));
		shdr.sh_addr = s->addr;
		if (!gelf_update_shdr(scn, &shdr))
			return obj_fail(o, diag, -EINVAL, "section %zu: %s", i, elf_errmsg(-1));
	}
	return 0;
}

/* libelf takes section headers that are not in the file for none. */
static int check_headers(const struct obj *o, struct strbuf *diag)
{
	GElf_Ehdr ehdr;
	uint64_t size;

	if (!gelf_getehdr(o->elf, &ehdr))
		return obj_fail(o, diag, -EINVAL, "a damaged ELF header: %s", elf_errmsg(-1));
	size = (uint64_t)ehdr.e_shnum * ehdr.e_shentsize;
	if (ehdr.e_shoff > o->map_len || size > o->map_len - ehdr.e_shoff)
		return obj_fail(o, diag, -EINVAL, "the section headers, %llu bytes at %#llx, are not "
				"within the file, which ends at %#zx: is it cut?",
				(unsigned long long)size, (unsigned long long)ehdr.e_shoff, o->map_len);
	return 0;
}

int obj_read_sections(struct obj *o, struct strbuf *diag)
{
	size_t strtab = 0;
	int r = check_headers(o, diag);

	if (r)
		return r;
	if (elf_getshdrnum(o->elf, &o->nsections))
		return obj_fail(o, diag, -EINVAL, "the section headers are damaged: %s", elf_errmsg(-1));
	if (!o->nsections)
		return obj_fail(o, diag, -EINVAL, "it has no section headers: "
				"take the file it was made from");
	if (elf_getshdrstrndx(o->elf, &strtab))
		return obj_fail(o, diag, -EINVAL, "the section headers are damaged: %s", elf_errmsg(-1));
	o->sections = calloc(o->nsections, sizeof(*o->sections));
	if (!o->sections)
		return -ENOMEM;
	o->sections[0].name = "";
	for (size_t i = 1; !r && i < o->nsections; i++)
		r = read_section(o, i, strtab, diag);
	if (!r && o->relocatable)
		r = assign(o, diag);
	return r;
}

const struct obj_section *obj_section(const struct obj *o, const char *name)
{
	for (size_t i = 1; i < o->nsections; i++)
		if (!strcmp(o->sections[i].name, name))
			return &o->sections[i];
	return NULL;
}

const uint8_t *obj_bytes(const struct obj *o, const struct obj_section *s, uint64_t off,
			 uint64_t len)
{
	if (s->type == SHT_NOBITS || s->type == SHT_NULL || s->flags & SHF_COMPRESSED ||
	    off > s->size || len > s->size - off)
		return NULL;
	return o->map + s->offset + off;
}

const uint8_t *obj_symbol_bytes(const struct obj *o, const struct obj_symbol *sym)
{
	const struct obj_section *s;

	if (sym->section == OBJ_NO_SECTION)
		return NULL;
	s = &o->sections[sym->section];
	if (sym->addr < s->addr)
		return NULL;
	return obj_bytes(o, s, sym->addr - s->addr, sym->size);
}
