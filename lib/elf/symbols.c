// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "obj_dwarf.h"
#include "order.h"

struct table {
	Elf_Data *syms, *xindex;	/* xindex may be NULL */
	const char *names;
	size_t names_len;
	size_t n;
};

static const struct obj_section *find_table(const struct obj *o, uint32_t type)
{
	for (size_t i = 1; i < o->nsections; i++)
		if (o->sections[i].type == type)
			return &o->sections[i];
	return NULL;
}

static int open_table(struct obj *o, const struct obj_section *s, struct table *t,
		      struct strbuf *diag)
{
	const size_t index = s - o->sections;
	const size_t entry = gelf_fsize(o->elf, ELF_T_SYM, 1, EV_CURRENT);
	Elf_Data *names;

	if (s->link >= o->nsections || o->sections[s->link].type != SHT_STRTAB)
		return obj_fail(o, diag, -EINVAL, "section %zu (%s): no string table", index, s->name);
	if (s->entsize != entry || s->size % entry)
		return obj_fail(o, diag, -EINVAL, "section %zu (%s): %llu bytes of symbols of %llu each, "
				"not of %zu", index, s->name, (unsigned long long)s->size,
				(unsigned long long)s->entsize, entry);
	names = elf_rawdata(elf_getscn(o->elf, s->link), NULL);
	t->syms = elf_getdata(elf_getscn(o->elf, index), NULL);
	if (!names || !t->syms)
		return obj_fail(o, diag, -EINVAL, "section %zu (%s): %s", index, s->name,
				elf_errmsg(-1));
	t->names = names->d_buf;
	t->names_len = names->d_size;
	t->n = t->syms->d_size / entry;
	if (t->n > INT32_MAX || (t->n && (!t->names_len || t->names[t->names_len - 1])))
		return obj_fail(o, diag, -EINVAL, "section %u (%s): the string table does not end",
				s->link, o->sections[s->link].name);
	for (size_t i = 1; i < o->nsections; i++)
		if (o->sections[i].type == SHT_SYMTAB_SHNDX && o->sections[i].link == index)
			t->xindex = elf_getdata(elf_getscn(o->elf, i), NULL);
	return 0;
}

/* $a, $d, $t, $x, with or without a suffix, and .L labels: marks, not symbols. */
static bool is_mark(const struct obj *o, const char *name)
{
	if (name[0] == '.' && name[1] == 'L')
		return true;
	if (o->machine != EM_ARM && o->machine != EM_AARCH64 && o->machine != EM_RISCV)
		return false;
	return name[0] == '$' && name[1] && strchr("adtx", name[1]) &&
	       (!name[2] || name[2] == '.' || (o->machine == EM_RISCV && name[1] == 'x'));
}

/* A PowerPC ELFv1 function symbol names a descriptor, whose first word is the code. */
static void resolve_descriptor(const struct obj *o, struct obj_symbol *sym)
{
	const struct obj_section *opd = &o->sections[sym->section];
	const uint8_t *p;

	if (o->machine != EM_PPC64 || strcmp(opd->name, ".opd") || sym->addr < opd->addr)
		return;
	p = obj_bytes(o, opd, sym->addr - opd->addr, 8);
	if (!p)
		return;
	sym->addr = obj_get64(o, p);
	for (size_t i = 1; i < o->nsections; i++) {
		const struct obj_section *s = &o->sections[i];

		if (s->flags & SHF_EXECINSTR && sym->addr >= s->addr &&
		    sym->addr - s->addr < s->size)
			sym->section = i;
	}
}

static enum obj_kind kind_of(unsigned char type)
{
	switch (type) {
	case STT_NOTYPE:
		return OBJ_NOTYPE;
	case STT_FUNC:
	case STT_GNU_IFUNC:
		return OBJ_FUNC;
	case STT_OBJECT:
	case STT_COMMON:
	case STT_TLS:
		return OBJ_DATA;
	default:
		return OBJ_OTHER;
	}
}

static enum obj_bind bind_of(unsigned char bind)
{
	switch (bind) {
	case STB_LOCAL:
		return OBJ_LOCAL;
	case STB_WEAK:
		return OBJ_WEAK;
	case STB_GNU_UNIQUE:
		return OBJ_UNIQUE;
	default:
		return OBJ_GLOBAL;
	}
}

/* 1: ret_sym is set; 0: not to be had; -EINVAL. */
static int read_symbol(struct obj *o, const struct table *t, size_t i, struct obj_symbol *ret_sym,
		       struct strbuf *diag)
{
	Elf32_Word section = 0;
	GElf_Sym sym;
	const char *name;

	if (!gelf_getsymshndx(t->syms, t->xindex, i, &sym, &section))
		return obj_fail(o, diag, -EINVAL, "symbol %zu: %s", i, elf_errmsg(-1));
	if (sym.st_shndx != SHN_XINDEX)
		section = sym.st_shndx;
	if (section == SHN_UNDEF || GELF_ST_TYPE(sym.st_info) == STT_SECTION ||
	    GELF_ST_TYPE(sym.st_info) == STT_FILE)
		return 0;
	if (sym.st_name >= t->names_len)
		return obj_fail(o, diag, -EINVAL, "symbol %zu: its name is not in the string table", i);
	name = t->names + sym.st_name;
	if (!*name || is_mark(o, name))
		return 0;
	*ret_sym = (struct obj_symbol){
		.name = name, .addr = sym.st_value, .size = sym.st_size, .section = section,
		.kind = kind_of(GELF_ST_TYPE(sym.st_info)),
		.bind = bind_of(GELF_ST_BIND(sym.st_info)),
	};
	if (sym.st_shndx >= SHN_LORESERVE && sym.st_shndx != SHN_XINDEX) {
		ret_sym->section = OBJ_NO_SECTION;
		ret_sym->common = sym.st_shndx == SHN_COMMON;
		return 1;
	}
	if (section >= o->nsections)
		return obj_fail(o, diag, -EINVAL, "symbol %zu (%.80s) is in section %u, of %zu", i, name,
				section, o->nsections);
	if (o->machine == EM_ARM && ret_sym->kind == OBJ_FUNC && ret_sym->addr & 1) {
		ret_sym->thumb = true;
		ret_sym->addr--;
	}
	if (o->relocatable)
		ret_sym->addr += o->sections[section].addr;
	resolve_descriptor(o, ret_sym);
	return 1;
}

static int by_address(const void *a, const void *b)
{
	const struct obj_symbol *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	if ((x->bind == OBJ_GLOBAL) != (y->bind == OBJ_GLOBAL))
		return x->bind == OBJ_GLOBAL ? -1 : 1;
	return strcmp(x->name, y->name);
}

int obj_read_symbols(struct obj *o, struct strbuf *diag)
{
	const struct obj_section *s = find_table(o, SHT_SYMTAB);
	struct table t = { 0 };
	int r;

	if (!s) {
		s = find_table(o, SHT_DYNSYM);
		o->dynamic_symbols = s;
	}
	if (!s)
		return 0;
	r = open_table(o, s, &t, diag);
	if (r)
		return r;
	o->symbols = malloc((t.n + 1) * sizeof(*o->symbols));
	if (!o->symbols)
		return -ENOMEM;
	for (size_t i = 1; i < t.n; i++) {
		r = read_symbol(o, &t, i, &o->symbols[o->nsymbols], diag);
		if (r < 0)
			return r;
		o->nsymbols += r;
	}
	return order_by_address(o->symbols, o->nsymbols, sizeof(*o->symbols),
				offsetof(struct obj_symbol, addr), by_address);
}

size_t obj_symbol_from(const struct obj *o, uint64_t addr)
{
	size_t lo = 0, hi = o->nsymbols;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (o->symbols[mid].addr < addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Of two that begin at one address. */
static bool better(const struct obj_symbol *a, const struct obj_symbol *b)
{
	if ((a->kind == OBJ_FUNC) != (b->kind == OBJ_FUNC))
		return a->kind == OBJ_FUNC;
	return a->bind == OBJ_GLOBAL && b->bind != OBJ_GLOBAL;
}

const struct obj_symbol *obj_symbol_at(const struct obj *o, uint64_t addr)
{
	const struct obj_symbol *best = NULL;
	size_t i = addr == UINT64_MAX ? o->nsymbols : obj_symbol_from(o, addr + 1);

	/* symbols nest no deeper than this in any kernel; bounded, for hostile ones do */
	for (int n = 0; i-- && n < 64; n++) {
		const struct obj_symbol *sym = &o->symbols[i];

		if (best && sym->addr != best->addr)
			break;
		if (sym->section == OBJ_NO_SECTION || addr - sym->addr >= sym->size)
			continue;
		if (!best || better(sym, best))
			best = sym;
	}
	return best;
}
