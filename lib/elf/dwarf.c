// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <string.h>

#include "obj_dwarf.h"

#define MIB	(1ull << 20)

/* No compiler's DWARF packs better than this, whatever a header may claim. */
static int check_compressed(struct obj *o, struct strbuf *diag)
{
	uint64_t sum = 0;

	for (size_t i = 1; i < o->nsections; i++) {
		const struct obj_section *s = &o->sections[i];
		GElf_Chdr chdr;

		if (!strncmp(s->name, ".zdebug", 7))
			return obj_fail(o, diag, -EINVAL, "section %s: DWARF in an old compressed form: use "
					"objcopy --decompress-debug-sections", s->name);
		if (!(s->flags & SHF_COMPRESSED))
			continue;
		if (!gelf_getchdr(elf_getscn(o->elf, i), &chdr))
			return obj_fail(o, diag, -EINVAL, "section %s: damaged compression header: %s",
					s->name, elf_errmsg(-1));
		if (chdr.ch_type != ELFCOMPRESS_ZLIB)
			return obj_fail(o, diag, -EINVAL, "section %s: compressed in form %u, which elfutils "
					"does not know: use objcopy --decompress-debug-sections",
					s->name, chdr.ch_type);
		sum = chdr.ch_size > UINT64_MAX - sum ? UINT64_MAX : sum + chdr.ch_size;
		if (sum > 64 * o->image_size + 64 * MIB)
			return obj_fail(o, diag, -EINVAL, "section %s: claims %llu bytes of the %llu that are "
					"in the file", s->name, (unsigned long long)chdr.ch_size,
					(unsigned long long)s->size);
	}
	return 0;
}

static int open_dwarf(struct obj *o, struct strbuf *diag)
{
	int r = check_compressed(o, diag);

	if (!r && !obj_section(o, ".debug_info"))
		return 0;
	if (!r)
		r = obj_relocate(o, ".debug_", diag);
	if (r)
		return r;
	o->dwarf = dwarf_begin_elf(o->elf, DWARF_C_READ, NULL);
	if (!o->dwarf)
		return obj_fail(o, diag, -EINVAL, "damaged DWARF: %s", dwarf_errmsg(-1));
	return 0;
}

int obj_dwarf(struct obj *o, Dwarf **ret_dwarf, struct strbuf *diag)
{
	if (!o->dwarf_tried && o->elf) {
		int r;

		o->dwarf_tried = true;
		r = open_dwarf(o, diag);
		if (r)
			return r;
	}
	*ret_dwarf = o->dwarf;
	return o->dwarf ? 0 : -ENODATA;
}
