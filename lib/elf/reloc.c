// SPDX-License-Identifier: GPL-2.0-or-later
/* The static relocations that DWARF, frame tables and descriptors of a .o or .ko have. */
#include <errno.h>
#include <string.h>

#include "obj_dwarf.h"

enum op {
	OP_IGNORE,
	OP_ABS,		/* S + A */
	OP_PC,		/* S + A - P */
	OP_ADD,		/* what is there + S + A */
	OP_SUB,		/* what is there - S - A */
	OP_SET6, OP_SUB6,	/* the lower six bits */
	OP_SET_LEB, OP_SUB_LEB,	/* a ULEB128, whose length stays */
};

struct how {
	uint16_t machine;
	uint16_t type;
	uint8_t op;
	uint8_t width;		/* bytes */
};

static const struct how hows[] = {
	{ EM_X86_64, R_X86_64_64, OP_ABS, 8 },
	{ EM_X86_64, R_X86_64_32, OP_ABS, 4 },
	{ EM_X86_64, R_X86_64_32S, OP_ABS, 4 },
	{ EM_X86_64, R_X86_64_PC32, OP_PC, 4 },
	{ EM_X86_64, R_X86_64_PLT32, OP_PC, 4 },
	{ EM_X86_64, R_X86_64_PC64, OP_PC, 8 },
	{ EM_X86_64, R_X86_64_DTPOFF64, OP_IGNORE, 8 },
	{ EM_X86_64, R_X86_64_DTPOFF32, OP_IGNORE, 4 },
	{ EM_386, R_386_32, OP_ABS, 4 },
	{ EM_386, R_386_PC32, OP_PC, 4 },
	{ EM_386, R_386_TLS_LDO_32, OP_IGNORE, 4 },
	{ EM_ARM, R_ARM_ABS32, OP_ABS, 4 },
	{ EM_ARM, R_ARM_REL32, OP_PC, 4 },
	{ EM_ARM, R_ARM_TLS_LDO32, OP_IGNORE, 4 },
	{ EM_AARCH64, R_AARCH64_ABS64, OP_ABS, 8 },
	{ EM_AARCH64, R_AARCH64_ABS32, OP_ABS, 4 },
	{ EM_AARCH64, R_AARCH64_PREL64, OP_PC, 8 },
	{ EM_AARCH64, R_AARCH64_PREL32, OP_PC, 4 },
	{ EM_AARCH64, R_AARCH64_TLS_DTPREL, OP_IGNORE, 8 },
	{ EM_PPC, R_PPC_ADDR32, OP_ABS, 4 },
	{ EM_PPC, R_PPC_UADDR32, OP_ABS, 4 },
	{ EM_PPC, R_PPC_REL32, OP_PC, 4 },
	{ EM_PPC, R_PPC_DTPREL32, OP_IGNORE, 4 },
	{ EM_PPC64, R_PPC64_ADDR64, OP_ABS, 8 },
	{ EM_PPC64, R_PPC64_UADDR64, OP_ABS, 8 },
	{ EM_PPC64, R_PPC64_ADDR32, OP_ABS, 4 },
	{ EM_PPC64, R_PPC64_REL32, OP_PC, 4 },
	{ EM_PPC64, R_PPC64_REL64, OP_PC, 8 },
	{ EM_PPC64, R_PPC64_TOC, OP_IGNORE, 8 },
	{ EM_PPC64, R_PPC64_DTPREL64, OP_IGNORE, 8 },
	{ EM_S390, R_390_32, OP_ABS, 4 },
	{ EM_S390, R_390_64, OP_ABS, 8 },
	{ EM_S390, R_390_PC32, OP_PC, 4 },
	{ EM_S390, R_390_PC64, OP_PC, 8 },
	{ EM_S390, R_390_TLS_LDO32, OP_IGNORE, 4 },
	{ EM_S390, R_390_TLS_LDO64, OP_IGNORE, 8 },
	{ EM_RISCV, R_RISCV_32, OP_ABS, 4 },
	{ EM_RISCV, R_RISCV_64, OP_ABS, 8 },
	{ EM_RISCV, R_RISCV_ADD8, OP_ADD, 1 },
	{ EM_RISCV, R_RISCV_ADD16, OP_ADD, 2 },
	{ EM_RISCV, R_RISCV_ADD32, OP_ADD, 4 },
	{ EM_RISCV, R_RISCV_ADD64, OP_ADD, 8 },
	{ EM_RISCV, R_RISCV_SUB8, OP_SUB, 1 },
	{ EM_RISCV, R_RISCV_SUB16, OP_SUB, 2 },
	{ EM_RISCV, R_RISCV_SUB32, OP_SUB, 4 },
	{ EM_RISCV, R_RISCV_SUB64, OP_SUB, 8 },
	{ EM_RISCV, R_RISCV_SET6, OP_SET6, 1 },
	{ EM_RISCV, R_RISCV_SUB6, OP_SUB6, 1 },
	{ EM_RISCV, R_RISCV_SET8, OP_ABS, 1 },
	{ EM_RISCV, R_RISCV_SET16, OP_ABS, 2 },
	{ EM_RISCV, R_RISCV_SET32, OP_ABS, 4 },
	{ EM_RISCV, R_RISCV_32_PCREL, OP_PC, 4 },
	{ EM_RISCV, 60 /* R_RISCV_SET_ULEB128 */, OP_SET_LEB, 1 },
	{ EM_RISCV, 61 /* R_RISCV_SUB_ULEB128 */, OP_SUB_LEB, 1 },
	{ EM_RISCV, R_RISCV_RELAX, OP_IGNORE, 0 },
	{ EM_RISCV, R_RISCV_ALIGN, OP_IGNORE, 0 },
	{ EM_RISCV, R_RISCV_TLS_DTPREL32, OP_IGNORE, 4 },
	{ EM_RISCV, R_RISCV_TLS_DTPREL64, OP_IGNORE, 8 },
	{ EM_MIPS, R_MIPS_32, OP_ABS, 4 },
	{ EM_MIPS, R_MIPS_64, OP_ABS, 8 },
	{ EM_MIPS, 248 /* R_MIPS_PC32 */, OP_PC, 4 },
	{ EM_MIPS, R_MIPS_TLS_DTPREL32, OP_IGNORE, 4 },
	{ EM_MIPS, R_MIPS_TLS_DTPREL64, OP_IGNORE, 8 },
	{ EM_ARC_COMPACT, 4 /* R_ARC_32 */, OP_ABS, 4 },
	{ EM_ARCV2, 4 /* R_ARC_32 */, OP_ABS, 4 },
	{ EM_ARC_COMPACT, 0x31 /* R_ARC_32_PCREL */, OP_PC, 4 },
	{ EM_ARCV2, 0x31 /* R_ARC_32_PCREL */, OP_PC, 4 },
};

struct job {
	struct obj *o;
	const struct obj_section *target;
	Elf_Data *data, *syms, *xindex;
};

static const struct how *how_of(const struct obj *o, uint32_t type)
{
	static const struct how none = { .op = OP_IGNORE };

	if (!type)
		return &none;
	for (size_t i = 0; i < sizeof(hows) / sizeof(hows[0]); i++)
		if (hows[i].machine == o->machine && hows[i].type == type)
			return &hows[i];
	return NULL;
}

static uint64_t load(const struct obj *o, const uint8_t *p, int width)
{
	switch (width) {
	case 1:
		return *p;
	case 2:
		return obj_get16(o, p);
	case 4:
		return obj_get32(o, p);
	default:
		return obj_get64(o, p);
	}
}

static void store(const struct obj *o, uint8_t *p, int width, uint64_t v)
{
	for (int i = 0; i < width; i++)
		p[o->big_endian ? width - 1 - i : i] = v >> (8 * i);
}

/* The length stays as the assembler has made it. False: it does not end in the section. */
static bool leb(uint8_t *p, const uint8_t *end, bool sub, uint64_t value)
{
	uint8_t *q = p;
	uint64_t old = 0;

	for (int shift = 0; ; q++, shift += 7) {
		if (q == end || shift > 56)
			return false;
		old |= (uint64_t)(*q & 0x7f) << shift;
		if (!(*q & 0x80))
			break;
	}
	value = sub ? old - value : value;
	for (; p <= q; p++, value >>= 7)
		*p = (value & 0x7f) | (p < q ? 0x80 : 0);
	return true;
}

/* v: S + A. False: not within the section. */
static bool apply(const struct job *j, const struct how *how, uint64_t off, uint64_t v)
{
	uint8_t *p;

	if (off > j->data->d_size || how->width > j->data->d_size - off)
		return false;
	p = (uint8_t *)j->data->d_buf + off;
	switch (how->op) {
	case OP_ABS:
		store(j->o, p, how->width, v);
		break;
	case OP_PC:
		store(j->o, p, how->width, v - (j->target->addr + off));
		break;
	case OP_ADD:
		store(j->o, p, how->width, load(j->o, p, how->width) + v);
		break;
	case OP_SUB:
		store(j->o, p, how->width, load(j->o, p, how->width) - v);
		break;
	case OP_SET6:
		*p = (*p & 0xc0) | (v & 0x3f);
		break;
	case OP_SUB6:
		*p = (*p & 0xc0) | ((*p - v) & 0x3f);
		break;
	case OP_SET_LEB:
	case OP_SUB_LEB:
		return leb(p, (uint8_t *)j->data->d_buf + j->data->d_size, how->op == OP_SUB_LEB, v);
	default:
		break;
	}
	return true;
}

/* The symbol's number and the type, from r_info. */
static void parts(const struct obj *o, uint64_t info, uint64_t *ret_sym, uint32_t *ret_type)
{
	*ret_sym = GELF_R_SYM(info);
	*ret_type = GELF_R_TYPE(info);
	if (o->machine == EM_MIPS && o->is64) {	/* three types, of which the first counts here */
		if (!o->big_endian) {
			*ret_sym = info & UINT32_MAX;
			*ret_type = info >> 56;
		}
		*ret_type &= 0xff;
	}
}

/* The value of a symbol; sections have the addresses that were assigned. */
static bool value_of(const struct job *j, uint64_t index, uint64_t *ret_value)
{
	Elf32_Word section = 0;
	GElf_Sym sym;

	*ret_value = 0;
	if (!index)
		return true;
	if (index > INT32_MAX || !gelf_getsymshndx(j->syms, j->xindex, (int)index, &sym, &section))
		return false;
	*ret_value = sym.st_value;
	if (sym.st_shndx != SHN_XINDEX)
		section = sym.st_shndx;
	if (sym.st_shndx < SHN_LORESERVE || sym.st_shndx == SHN_XINDEX) {
		if (section >= j->o->nsections)
			return false;
		*ret_value += j->o->sections[section].addr;
	}
	return true;
}

static int one(const struct job *j, Elf_Data *rels, size_t i, bool rela, const char *name,
	       struct strbuf *diag)
{
	uint64_t value, index, addend = 0;
	const struct how *how;
	GElf_Rela r;
	uint32_t type;

	if (rela) {
		if (!gelf_getrela(rels, (int)i, &r))
			return obj_fail(j->o, diag, -EINVAL, "%s: relocation %zu: %s", name, i,
					elf_errmsg(-1));
		addend = r.r_addend;
	} else {
		GElf_Rel rel;

		if (!gelf_getrel(rels, (int)i, &rel))
			return obj_fail(j->o, diag, -EINVAL, "%s: relocation %zu: %s", name, i,
					elf_errmsg(-1));
		r.r_offset = rel.r_offset;
		r.r_info = rel.r_info;
	}
	parts(j->o, r.r_info, &index, &type);
	how = how_of(j->o, type);
	if (!how)
		return obj_fail(j->o, diag, -EINVAL, "%s: relocation %zu is of type %u, which is not "
				"known here", name, i, type);
	if (how->op == OP_IGNORE)
		return 0;
	if (!rela && r.r_offset <= j->data->d_size && how->width <= j->data->d_size - r.r_offset) {
		addend = load(j->o, (uint8_t *)j->data->d_buf + r.r_offset, how->width);
		if (how->width == 4)
			addend = (uint64_t)(int32_t)addend;
	}
	if (!value_of(j, index, &value) || !apply(j, how, r.r_offset, value + addend))
		return obj_fail(j->o, diag, -EINVAL, "%s: relocation %zu is damaged", name, i);
	return 0;
}

static int one_section(struct obj *o, const struct obj_section *s, struct strbuf *diag)
{
	struct job j = { .o = o, .target = &o->sections[s->info] };
	const bool rela = s->type == SHT_RELA;
	Elf_Scn *target = elf_getscn(o->elf, s->info);
	Elf_Data *rels = elf_getdata(elf_getscn(o->elf, s - o->sections), NULL);
	size_t n;
	int r = 0;

	if (j.target->flags & SHF_COMPRESSED && elf_compress(target, 0, 0) < 0)
		return obj_fail(o, diag, -EINVAL, "section %s: cannot be decompressed: %s",
				j.target->name, elf_errmsg(-1));
	j.data = elf_getdata(target, NULL);
	j.syms = elf_getdata(elf_getscn(o->elf, s->link), NULL);
	for (size_t i = 1; i < o->nsections; i++)
		if (o->sections[i].type == SHT_SYMTAB_SHNDX && o->sections[i].link == s->link)
			j.xindex = elf_getdata(elf_getscn(o->elf, i), NULL);
	if (!rels || !j.data || !j.data->d_buf || !j.syms || o->sections[s->link].type != SHT_SYMTAB)
		return obj_fail(o, diag, -EINVAL, "section %s: damaged: %s", s->name, elf_errmsg(-1));
	n = rels->d_size / gelf_fsize(o->elf, rela ? ELF_T_RELA : ELF_T_REL, 1, EV_CURRENT);
	for (size_t i = 0; !r && i < n; i++)
		r = one(&j, rels, i, rela, s->name, diag);
	return r;
}

int obj_relocate(struct obj *o, const char *prefix, struct strbuf *diag)
{
	int r = 0;

	for (size_t i = 1; !r && o->relocatable && i < o->nsections; i++) {
		const struct obj_section *s = &o->sections[i];

		if ((s->type != SHT_RELA && s->type != SHT_REL) || !s->size || !s->info ||
		    s->info >= o->nsections || !s->link || s->link >= o->nsections ||
		    strncmp(o->sections[s->info].name, prefix, strlen(prefix)))
			continue;
		if (o->sections[s->info].type == SHT_NOBITS)
			return obj_fail(o, diag, -EINVAL, "section %s: relocates what has no contents",
					s->name);
		r = one_section(o, s, diag);
	}
	return r;
}
