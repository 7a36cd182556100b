/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Object files: vmlinux, .o, .ko of any class, endianness and machine, and the kernel
 * inside a packed one. Everything is read through elfutils, in lib/elf alone; none of its
 * headers is needed to use this one.
 *
 * What is wrong with a file is found when it is opened: section headers or contents past
 * the end, names outside their string table, symbols in sections that there are not. What
 * an open object offers can be relied on.
 */
#ifndef UABENCH_ELF_OBJ_H
#define UABENCH_ELF_OBJ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strbuf.h"

struct Elf;		/* libelf's */
struct Dwarf;		/* libdw's */

struct obj_section {
	const char *name;
	uint32_t type;		/* SHT_* */
	uint32_t link, info;
	uint64_t flags;		/* SHF_* */
	uint64_t addr;		/* relocatable files: assigned, see obj.relocatable */
	uint64_t offset, size, align, entsize;
};

enum obj_kind { OBJ_NOTYPE, OBJ_FUNC, OBJ_DATA, OBJ_OTHER };
enum obj_bind { OBJ_LOCAL, OBJ_GLOBAL, OBJ_WEAK, OBJ_UNIQUE };

#define OBJ_NO_SECTION	UINT32_MAX	/* of an absolute or a common symbol */

struct obj_symbol {
	const char *name;	/* never empty */
	uint64_t addr;		/* of its first byte: Thumb's bit and descriptors (.opd) are resolved */
	uint64_t size;		/* 0 where the file does not say, as of most assembly */
	uint32_t section;	/* index into obj.sections, or OBJ_NO_SECTION */
	uint8_t kind, bind;	/* enum obj_kind, obj_bind */
	bool thumb, common;
};

struct obj {
	char *path;		/* as it was named */
	const char *packed;	/* "gzip", "zstd", ... of a packed kernel; else NULL */
	char *note;		/* what it cannot tell and why, a sentence; mostly NULL */
	bool raw;		/* no ELF file but a bare image: no sections, no symbols */
	bool is64, big_endian;
	/*
	 * A .o or .ko. Its sections, which all have the address 0, are given addresses one
	 * after the other, so that an address tells its section; obj_dwarf() agrees.
	 */
	bool relocatable;
	uint16_t machine;	/* EM_* */
	uint32_t flags;		/* e_flags */
	uint64_t entry;
	uint64_t image_size;	/* bytes of the file, or of what was unpacked from it */

	struct obj_section *sections;	/* by the file's index; [0] is empty */
	size_t nsections;
	/*
	 * Those that are defined, by address, then larger ones first, by section, global ones
	 * first, by name; without section and file symbols, and without mapping symbols ($a, $d,
	 * $x, .L).
	 */
	struct obj_symbol *symbols;
	size_t nsymbols;
	bool dynamic_symbols;	/* .symtab was stripped, these are from .dynsym */

	/* lib/elf's own */
	struct Elf *elf;
	struct Dwarf *dwarf;
	unsigned char *map;
	size_t map_len;
	bool mapped, dwarf_tried;
};

/*
 * Open a file; a packed kernel is unpacked into memory. 0; -ENOMEM; the -errno of opening
 * or reading; -ENOEXEC: neither an object file nor a kernel; -EINVAL: it is damaged. Then
 * diag has "PATH: what is wrong". To be released in any case.
 */
int obj_open(struct obj *o, const char *path, struct strbuf *diag);

/* The same of bytes, which are copied; path only names them. */
int obj_open_memory(struct obj *o, const char *path, const void *data, size_t len,
		    struct strbuf *diag);
void obj_release(struct obj *o);

/* "x86_64", "arm64", "powerpc", ... as the kernel calls it; "machine 123" is NULL. */
const char *obj_arch(const struct obj *o);

/* The section of that name, or NULL. */
const struct obj_section *obj_section(const struct obj *o, const char *name);

/*
 * The len bytes of a section from off on, in the file's endianness, for as long as the
 * object is open. NULL: not within the section, or it has none (.bss).
 */
const uint8_t *obj_bytes(const struct obj *o, const struct obj_section *s, uint64_t off,
			 uint64_t len);

/*
 * The bytes of a symbol, sym->size of them. NULL where it has no section, no bytes, or is
 * not within its section.
 */
const uint8_t *obj_symbol_bytes(const struct obj *o, const struct obj_symbol *sym);

/* The first symbol, in their order, whose addr is not below this; o->nsymbols: none. */
size_t obj_symbol_from(const struct obj *o, uint64_t addr);

/*
 * The symbol whose bytes are at this address: of those that begin there or before and
 * reach beyond it, the one that begins last; functions and global ones first. NULL: none.
 */
const struct obj_symbol *obj_symbol_at(const struct obj *o, uint64_t addr);

/* Numbers in the file's endianness. */
uint16_t obj_get16(const struct obj *o, const uint8_t *p);
uint32_t obj_get32(const struct obj *o, const uint8_t *p);
uint64_t obj_get64(const struct obj *o, const uint8_t *p);

#endif
