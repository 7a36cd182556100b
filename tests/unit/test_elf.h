/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes small ELF files in memory, of a class, endianness and machine. */
#ifndef UABENCH_TEST_ELF_H
#define UABENCH_TEST_ELF_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <elf.h>

#include "obj.h"

struct elf_section {
	const char *name;
	uint32_t type;
	uint64_t flags, addr;
	const void *bytes;	/* NULL: zeros, or none where SHT_NOBITS */
	uint64_t size;
	uint32_t link, info;
	uint64_t align, entsize;
};

struct elf_symbol {
	const char *name;
	uint64_t value, size;
	uint8_t bind, type;
	uint16_t section;
};

struct elf_file {
	bool is64, big;
	uint16_t type, machine;
	const struct elf_section *sections;	/* from index 1 on */
	size_t nsections;
	const struct elf_symbol *symbols;	/* .symtab and .strtab follow the sections */
	size_t nsymbols;
	/* the file */
	uint8_t *bytes;
	size_t len;
};

static inline void elf_put(struct elf_file *f, size_t at, uint64_t v, int width)
{
	for (int i = 0; i < width; i++)
		f->bytes[at + (f->big ? width - 1 - i : i)] = v >> (8 * i);
}

/* Room for n bytes at the end, zeroed, aligned to 8; where. */
static inline size_t elf_room(struct elf_file *f, size_t n)
{
	size_t at = (f->len + 7) & ~(size_t)7;

	f->bytes = realloc(f->bytes, at + n + 1);
	assert_non_null(f->bytes);
	memset(f->bytes + f->len, 0, at + n - f->len);
	f->len = at + n;
	return at;
}

static inline size_t elf_add(struct elf_file *f, const void *bytes, size_t n)
{
	size_t at = elf_room(f, n);

	if (bytes && n)
		memcpy(f->bytes + at, bytes, n);
	return at;
}

static inline size_t elf_shdr(const struct elf_file *f, size_t shoff, size_t i)
{
	return shoff + i * (f->is64 ? 64 : 40);
}

static inline void elf_put_shdr(struct elf_file *f, size_t at, size_t name, size_t offset,
				const struct elf_section *s)
{
	const int w = f->is64 ? 8 : 4;
	const uint64_t align = s->align ? s->align : 1;

	elf_put(f, at, name, 4);
	elf_put(f, at + 4, s->type, 4);
	elf_put(f, at + 8, s->flags, w);
	elf_put(f, at + 8 + w, s->addr, w);
	elf_put(f, at + 8 + 2 * w, offset, w);
	elf_put(f, at + 8 + 3 * w, s->size, w);
	elf_put(f, at + 8 + 4 * w, s->link, 4);
	elf_put(f, at + 12 + 4 * w, s->info, 4);
	elf_put(f, at + 16 + 4 * w, align, w);
	elf_put(f, at + 16 + 5 * w, s->entsize, w);
}

static inline size_t elf_put_symbols(struct elf_file *f, char *names, size_t *names_len)
{
	const size_t entry = f->is64 ? 24 : 16;
	size_t at = elf_room(f, (f->nsymbols + 1) * entry);

	for (size_t i = 0; i < f->nsymbols; i++) {
		const struct elf_symbol *s = &f->symbols[i];
		size_t p = at + (i + 1) * entry;
		const uint8_t info = s->bind << 4 | s->type;

		elf_put(f, p, *names_len, 4);
		strcpy(names + *names_len, s->name);
		*names_len += strlen(s->name) + 1;
		elf_put(f, p + (f->is64 ? 4 : 12), info, 1);
		elf_put(f, p + (f->is64 ? 6 : 14), s->section, 2);
		elf_put(f, p + (f->is64 ? 8 : 4), s->value, f->is64 ? 8 : 4);
		elf_put(f, p + (f->is64 ? 16 : 8), s->size, f->is64 ? 8 : 4);
	}
	return at;
}

/* Lay it out; to be freed by elf_free(). The section headers are at the end. */
static inline void elf_make(struct elf_file *f)
{
	const size_t ehdr = f->is64 ? 64 : 52, n = f->nsections, w = f->is64 ? 8 : 4;
	char names[8192] = "", symbols[8192] = "";
	size_t names_len = 1, symbols_len = 1, offsets[32], shoff;
	struct elf_section symtab = { .type = SHT_SYMTAB, .link = n + 2, .info = 1, .align = 8,
				      .entsize = f->is64 ? 24 : 16 };
	struct elf_section strtab = { .type = SHT_STRTAB };

	assert_true(n < 30);
	f->bytes = NULL;
	f->len = 0;
	elf_room(f, ehdr);
	for (size_t i = 0; i < n; i++)
		offsets[i] = elf_add(f, f->sections[i].bytes,
				     f->sections[i].type == SHT_NOBITS ? 0 : f->sections[i].size);
	symtab.size = (f->nsymbols + 1) * symtab.entsize;
	offsets[n] = elf_put_symbols(f, symbols, &symbols_len);
	offsets[n + 1] = elf_add(f, symbols, symbols_len);
	shoff = elf_room(f, (n + 4) * (f->is64 ? 64 : 40));
	for (size_t i = 0; i < n; i++) {
		elf_put_shdr(f, elf_shdr(f, shoff, i + 1), names_len, offsets[i], &f->sections[i]);
		strcpy(names + names_len, f->sections[i].name);
		names_len += strlen(f->sections[i].name) + 1;
	}
	strcpy(names + names_len, ".symtab");
	elf_put_shdr(f, elf_shdr(f, shoff, n + 1), names_len, offsets[n], &symtab);
	strtab.size = symbols_len;
	elf_put_shdr(f, elf_shdr(f, shoff, n + 2), 0, offsets[n + 1], &strtab);
	strtab.size = names_len + sizeof(".symtab");
	elf_put_shdr(f, elf_shdr(f, shoff, n + 3), 0, elf_add(f, names, strtab.size), &strtab);
	memcpy(f->bytes, ELFMAG, SELFMAG);
	f->bytes[EI_CLASS] = f->is64 ? ELFCLASS64 : ELFCLASS32;
	f->bytes[EI_DATA] = f->big ? ELFDATA2MSB : ELFDATA2LSB;
	f->bytes[EI_VERSION] = EV_CURRENT;
	elf_put(f, 16, f->type, 2);
	elf_put(f, 18, f->machine, 2);
	elf_put(f, 20, EV_CURRENT, 4);
	elf_put(f, 24 + 2 * w, shoff, w);
	elf_put(f, 28 + 3 * w, ehdr, 2);
	elf_put(f, 34 + 3 * w, f->is64 ? 64 : 40, 2);
	elf_put(f, 36 + 3 * w, n + 4, 2);
	elf_put(f, 38 + 3 * w, n + 3, 2);
}

static inline void elf_free(struct elf_file *f)
{
	free(f->bytes);
	f->bytes = NULL;
}

/* Made, opened, and freed: an object that is known to be whole. */
static inline void elf_open(struct elf_file *f, struct obj *o)
{
	struct strbuf diag = STRBUF_INIT;
	int r;

	elf_make(f);
	r = obj_open_memory(o, "made", f->bytes, f->len, &diag);
	if (r)
		fail_msg("%d: %s", r, diag.buf);
	strbuf_release(&diag);
	elf_free(f);
}

#define ELF_N(v)	(v), sizeof(v) / sizeof((v)[0])

#endif
