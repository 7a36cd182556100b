// SPDX-License-Identifier: GPL-2.0-or-later
#include <elf.h>
#include <errno.h>

#include "elf_head.h"

#ifndef EM_RISCV
#define EM_RISCV	243
#endif
#define XEN_PHYS32_ENTRY	18	/* include/xen/interface/elfnote.h */

static const struct {
	unsigned int e_machine;
	unsigned char class, data;
	const struct vm_machine *machine;
} known[] = {
	{ EM_X86_64, ELFCLASS64, ELFDATA2LSB, &vm_amd64 },
	{ EM_386, ELFCLASS32, ELFDATA2LSB, &vm_i386 },
	{ EM_AARCH64, ELFCLASS64, ELFDATA2LSB, &vm_arm64 },
	{ EM_ARM, ELFCLASS32, ELFDATA2LSB, &vm_armhf },
	{ EM_PPC64, ELFCLASS64, ELFDATA2LSB, &vm_ppc64el },
	{ EM_S390, ELFCLASS64, ELFDATA2MSB, &vm_s390x },
	{ EM_RISCV, ELFCLASS64, ELFDATA2LSB, &vm_riscv64 },
};

static uint64_t align4(uint64_t n)
{
	return (n + 3) & ~(uint64_t)3;
}

/* A note is namesz, descsz, type, name, desc, both filled up to words. */
static bool notes_have_pvh(const struct bytes *b, uint64_t at, uint64_t size)
{
	while (size >= 12 && at < b->len) {
		uint64_t name = bytes_at(b, at, 4), desc = bytes_at(b, at + 4, 4);
		uint64_t whole = 12 + align4(name) + align4(desc);

		if (name == 4 && bytes_at(b, at + 8, 4) == XEN_PHYS32_ENTRY &&
		    bytes_are(b, at + 12, "Xen", 4))
			return true;
		if (whole > size)
			break;
		at += whole;
		size -= whole;
	}
	return false;
}

int elf_head(struct bytes *b, struct elf_head *ret)
{
	struct elf_head h = { 0 };
	unsigned int type, n, each, wide;
	uint64_t table;

	if (!bytes_are(b, 0, ELFMAG, SELFMAG) || b->len < sizeof(Elf64_Ehdr))
		return -ENOEXEC;
	b->big = b->p[EI_DATA] == ELFDATA2MSB;
	wide = b->p[EI_CLASS] == ELFCLASS64;
	type = bytes_at(b, 16, 2);
	h.e_machine = bytes_at(b, 18, 2);
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (known[i].e_machine == h.e_machine && known[i].class == b->p[EI_CLASS] &&
		    known[i].data == b->p[EI_DATA])
			h.machine = known[i].machine;
	table = wide ? bytes_at(b, 32, 8) : bytes_at(b, 28, 4);
	each = bytes_at(b, wide ? 54 : 42, 2);
	n = bytes_at(b, wide ? 56 : 44, 2);
	if (n && (each < (wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr)) || table > b->len ||
		  (b->len - table) / each < n))
		return -ENOEXEC;
	for (unsigned int i = 0; i < n; i++) {
		uint64_t at = table + (uint64_t)i * each;
		unsigned int what = bytes_at(b, at, 4);
		uint64_t offset = wide ? bytes_at(b, at + 8, 8) : bytes_at(b, at + 4, 4);
		uint64_t size = wide ? bytes_at(b, at + 32, 8) : bytes_at(b, at + 16, 4);

		if (what == PT_INTERP)
			h.interpreter = true;
		if (what == PT_NOTE && notes_have_pvh(b, offset, size))
			h.pvh = true;
		if (size > UINT64_MAX - offset)
			return -ENOEXEC;
		if (size && offset + size > h.end)
			h.end = offset + size;
	}
	h.object = type == ET_REL;
	h.program = n && (type == ET_EXEC || type == ET_DYN);
	*ret = h;
	return 0;
}
