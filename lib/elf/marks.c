// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "marks.h"
#include "obj_dwarf.h"

static Elf_Data *symbols(struct obj *o, size_t *ret_index)
{
	for (size_t i = 1; i < o->nsections; i++)
		if (o->sections[i].type == SHT_SYMTAB) {
			*ret_index = i;
			return elf_getdata(elf_getscn(o->elf, i), NULL);
		}
	return NULL;
}

static size_t entries(struct obj *o, const Elf_Data *data, Elf_Type type)
{
	return data->d_size / gelf_fsize(o->elf, type, 1, EV_CURRENT);
}

static int mark_order(const void *a, const void *b)
{
	const struct obj_mark *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->kind - y->kind;
}

int obj_marks(struct obj *o, struct obj_mark **ret_marks, size_t *ret_n)
{
	bool has = o->machine == EM_ARM || o->machine == EM_AARCH64 || o->machine == EM_RISCV;
	size_t alloc = 0, n = 0, index = 0;
	struct obj_mark *marks = NULL;
	Elf_Data *data = has && o->elf ? symbols(o, &index) : NULL;

	for (size_t i = 1; data && i < entries(o, data, ELF_T_SYM); i++) {
		const char *name;
		GElf_Sym sym;
		void *p;

		if (!gelf_getsym(data, i, &sym) || GELF_ST_TYPE(sym.st_info) != STT_NOTYPE)
			continue;
		/* those of debug sections have addresses of their own */
		if (!sym.st_shndx || sym.st_shndx >= o->nsections ||
		    !(o->sections[sym.st_shndx].flags & SHF_ALLOC))
			continue;
		name = elf_strptr(o->elf, o->sections[index].link, sym.st_name);
		if (!name || name[0] != '$' || !name[1] || !strchr("adtx", name[1]) ||
		    (name[2] && name[2] != '.' && name[1] != 'x'))
			continue;
		p = grow(marks, &alloc, n + 1, sizeof(*marks));
		if (!p) {
			free(marks);
			return -ENOMEM;
		}
		marks = p;
		marks[n++] = (struct obj_mark){
			.addr = sym.st_value + (o->relocatable ? o->sections[sym.st_shndx].addr : 0),
			.kind = name[1],
		};
	}
	if (n)
		qsort(marks, n, sizeof(*marks), mark_order);
	*ret_marks = marks;
	*ret_n = n;
	return 0;
}

/* The second half of an address that is made by two instructions or has two names. */
static bool second_half(const struct obj *o, unsigned int type)
{
	switch (o->machine) {
	case EM_ARM:
		return type == R_ARM_MOVT_ABS || type == R_ARM_THM_MOVT_ABS;
	case EM_MIPS:
		return type == R_MIPS_HI16 || type == R_MIPS_JALR;
	case EM_PPC:
	case EM_PPC64:
		return type == R_PPC_ADDR16_HA || type == R_PPC_ADDR16_HI;
	default:
		return false;
	}
}

struct references {
	struct obj *o;
	Elf_Data *syms;
	size_t strtab;
	bool (*match)(const char *name);
	struct obj_reference *v;
	size_t n, alloc;
};

static int add_reference(struct references *f, const struct obj_section *code, uint64_t offset,
			 uint64_t info)
{
	size_t index = GELF_R_SYM(info);
	unsigned int type = GELF_R_TYPE(info);
	const char *name;
	GElf_Sym sym;
	void *p;

	if (f->o->machine == EM_MIPS && f->o->is64) {	/* three types of a byte, and the symbol */
		index = f->o->big_endian ? info >> 32 : info & 0xffffffff;
		type = f->o->big_endian ? info & 0xff : info >> 56;
	}
	if (!index || second_half(f->o, type) || !gelf_getsym(f->syms, index, &sym))
		return 0;
	name = elf_strptr(f->o->elf, f->strtab, sym.st_name);
	if (!name || !f->match(name))
		return 0;
	p = grow(f->v, &f->alloc, f->n + 1, sizeof(*f->v));
	if (!p)
		return -ENOMEM;
	f->v = p;
	f->v[f->n++] = (struct obj_reference){ .addr = code->addr + offset, .name = name };
	return 0;
}

static int read_table(struct references *f, size_t i, const struct obj_section *code,
		      struct strbuf *diag)
{
	bool addends = f->o->sections[i].type == SHT_RELA;
	Elf_Data *data = elf_getdata(elf_getscn(f->o->elf, i), NULL);
	size_t n = data ? entries(f->o, data, addends ? ELF_T_RELA : ELF_T_REL) : 0;
	int r = 0;

	if (!data && f->o->sections[i].size)
		return obj_fail(f->o, diag, -EINVAL, "section %zu (%s): %s", i,
				f->o->sections[i].name, elf_errmsg(-1));
	for (size_t k = 0; !r && k < n; k++) {
		GElf_Rela rela;
		GElf_Rel rel;

		if (addends && gelf_getrela(data, k, &rela))
			r = add_reference(f, code, rela.r_offset, rela.r_info);
		else if (!addends && gelf_getrel(data, k, &rel))
			r = add_reference(f, code, rel.r_offset, rel.r_info);
	}
	return r;
}

static int address_order(const void *a, const void *b)
{
	const struct obj_reference *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

int obj_references(struct obj *o, bool (*match)(const char *name),
		   struct obj_reference **ret_refs, size_t *ret_n, struct strbuf *diag)
{
	struct references f = { .o = o, .match = match };
	size_t index = 0;
	int r = 0;

	f.syms = o->relocatable && o->elf ? symbols(o, &index) : NULL;
	f.strtab = f.syms ? o->sections[index].link : 0;
	for (size_t i = 1; !r && f.syms && i < o->nsections; i++) {
		const struct obj_section *s = &o->sections[i];

		if (s->type != SHT_REL && s->type != SHT_RELA)
			continue;
		if (s->info < o->nsections && o->sections[s->info].flags & SHF_EXECINSTR)
			r = read_table(&f, i, &o->sections[s->info], diag);
	}
	if (r) {
		free(f.v);
		return r;
	}
	if (f.n)
		qsort(f.v, f.n, sizeof(*f.v), address_order);
	*ret_refs = f.v;
	*ret_n = f.n;
	return 0;
}

size_t obj_reference_from(const struct obj_reference *refs, size_t n, uint64_t addr)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (refs[mid].addr < addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}
