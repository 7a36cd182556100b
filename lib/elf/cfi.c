// SPDX-License-Identifier: GPL-2.0-or-later
#include <dwarf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cfi_run.h"
#include "grow.h"
#include "obj_dwarf.h"
#include "order.h"

/* What the frames of one section have in common. */
struct section {
	struct obj *o;
	const struct obj_section *s;
	const uint8_t *bytes;
	Elf_Data data;
	bool eh;
	unsigned int sp;
	/* the CIE in use */
	Dwarf_Off cie_at;
	bool cie_valid, cie_signal;
	Dwarf_CIE cie;
	unsigned int encoding;
	bool sized;		/* its frames have augmentation data */
	struct cfi_run run;
};

static int damaged(const struct section *s, uint64_t at, struct strbuf *diag)
{
	return obj_fail(s->o, diag, -EINVAL, "%s: damaged call frame information at %#llx",
			s->s->name, (unsigned long long)at);
}

/* How the addresses of a CIE's frames are written: DW_EH_PE_*. */
static int read_encoding(struct section *s)
{
	const char *a = s->cie.augmentation;
	const uint8_t *p = s->cie.augmentation_data;

	s->encoding = DW_EH_PE_absptr;
	s->sized = a[0] == 'z';
	s->cie_signal = false;
	if (!s->sized)
		return 0;
	for (a++; *a; a++) {
		size_t left = s->cie.augmentation_data_size - (p - s->cie.augmentation_data);

		switch (*a) {
		case 'R':
			if (!left)
				return -EINVAL;
			s->encoding = *p++;
			break;
		case 'L':
			if (!left)
				return -EINVAL;
			p++;
			break;
		case 'P':	/* a routine for exceptions, which no kernel has, and what follows is unknown */
			return strchr(a, 'R') ? -EINVAL : 0;
		case 'S':
			s->cie_signal = true;
			break;
		}
	}
	return 0;
}

static int use_cie(struct section *s, Dwarf_Off at, struct strbuf *diag)
{
	unsigned char *ident = (unsigned char *)elf_getident(s->o->elf, NULL);
	Dwarf_CFI_Entry entry;
	Dwarf_Off next;

	if (s->cie_valid && s->cie_at == at)
		return 0;
	s->cie_valid = false;
	if (at >= s->data.d_size ||
	    dwarf_next_cfi(ident, &s->data, s->eh, at, &next, &entry) ||
	    !dwarf_cfi_cie_p(&entry))
		return damaged(s, at, diag);
	s->cie = entry.cie;
	if (read_encoding(s))
		return damaged(s, at, diag);
	s->run = (struct cfi_run){
		.o = s->o, .sp = s->sp, .data_align = s->cie.data_alignment_factor,
		.pointer = s->o->is64 ? 8 : 4,
	};
	if (cfi_run(&s->run, s->cie.initial_instructions, s->cie.initial_instructions_end))
		return damaged(s, at, diag);
	s->run.initial = s->run.now;
	s->cie_at = at;
	s->cie_valid = true;
	return 0;
}

/* An encoded number of ->encoding; its base is added where base. */
static int read_address(const struct section *s, const uint8_t **p, const uint8_t *end,
			bool base, uint64_t *ret_value)
{
	unsigned int size = s->o->is64 ? 8 : 4;
	bool is_signed = s->encoding & DW_EH_PE_signed;
	uint64_t at = s->s->addr + (*p - s->bytes), v;

	switch (s->encoding & 7) {
	case DW_EH_PE_absptr:
		break;
	case DW_EH_PE_udata2:
		size = 2;
		break;
	case DW_EH_PE_udata4:
		size = 4;
		break;
	case DW_EH_PE_udata8:
		size = 8;
		break;
	default:
		return -EINVAL;
	}
	if (end - *p < size)
		return -EINVAL;
	v = size == 2 ? obj_get16(s->o, *p) : size == 4 ? obj_get32(s->o, *p)
						      : obj_get64(s->o, *p);
	*p += size;
	if (is_signed && size < 8)
		v = (int64_t)(v << (64 - 8 * size)) >> (64 - 8 * size);
	if (base && (s->encoding & 0x70) == DW_EH_PE_pcrel)
		v += at;
	else if (base && (s->encoding & 0x70))
		return -EINVAL;
	*ret_value = s->o->is64 ? v : (uint32_t)v;
	return 0;
}

static int read_fde(struct section *s, const Dwarf_FDE *fde, struct cfi_frame *f)
{
	const uint8_t *p = fde->start;
	int e = read_address(s, &p, fde->end, true, &f->addr);

	if (!e)
		e = read_address(s, &p, fde->end, false, &f->size);
	if (!e && s->sized) {
		uint64_t len = 0;
		unsigned int shift = 0;

		do {
			if (p >= fde->end || shift > 28)
				return -EINVAL;
			len |= (uint64_t)(*p & 0x7f) << shift;
			shift += 7;
		} while (*p++ & 0x80);
		if (len > (uint64_t)(fde->end - p))
			return -EINVAL;
		p += len;
	}
	if (e)
		return e;
	s->run.now = s->run.initial;
	s->run.nkept = 0;
	s->run.frame = f;
	e = cfi_run(&s->run, p, fde->end);
	s->run.frame = NULL;
	return e;
}

static int read_section(struct cfi *c, struct section *s, struct strbuf *diag)
{
	unsigned char *ident = (unsigned char *)elf_getident(s->o->elf, NULL);
	size_t alloc = 0;
	Dwarf_Off off = 0;

	while (off < s->data.d_size) {
		Dwarf_CFI_Entry entry;
		Dwarf_Off next = off;
		int r = dwarf_next_cfi(ident, &s->data, s->eh, off, &next, &entry);
		void *p;

		if (r < 0 || (!r && next <= off))
			return damaged(s, off, diag);
		if (r)		/* a terminator */
			break;
		if (!dwarf_cfi_cie_p(&entry)) {
			r = use_cie(s, entry.fde.CIE_pointer, diag);
			if (r)
				return r;
			p = grow(c->frames, &alloc, c->n + 1, sizeof(*c->frames));
			if (!p)
				return -ENOMEM;
			c->frames = p;
			c->frames[c->n] = (struct cfi_frame){ 0 };
			if (read_fde(s, &entry.fde, &c->frames[c->n]))
				return damaged(s, off, diag);
			c->n++;
		}
		off = next;
	}
	return 0;
}

static int by_address(const void *a, const void *b)
{
	const struct cfi_frame *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->size > y->size ? -1 : x->size < y->size;
}

/* Sorted, and of several at an address the largest alone. */
static int order(struct cfi *c)
{
	size_t n = 0;
	int r = order_by_address(c->frames, c->n, sizeof(*c->frames),
				 offsetof(struct cfi_frame, addr), by_address);

	if (r)
		return r;
	for (size_t i = 0; i < c->n; i++)
		if (!n || c->frames[i].addr != c->frames[n - 1].addr)
			c->frames[n++] = c->frames[i];
	c->n = n;
	return 0;
}

/* Decompress and relocate, where it is to be done. */
static int prepare(struct obj *o, const struct obj_section *s, struct strbuf *diag)
{
	Dwarf *dwarf;
	int r;

	if (s->flags & SHF_ALLOC)
		return obj_relocate(o, s->name, diag);
	if (!o->relocatable && !(s->flags & SHF_COMPRESSED))
		return 0;
	r = obj_dwarf(o, &dwarf, diag);
	return r == -ENODATA ? obj_relocate(o, s->name, diag) : r;
}

int cfi_read(struct cfi *c, struct obj *o, unsigned int sp, struct strbuf *diag)
{
	static const char *const names[] = { ".debug_frame", ".eh_frame" };
	int r = 0;

	*c = (struct cfi){ 0 };
	if (!o->elf)
		return 0;
	for (size_t i = 0; !r && !c->n && i < sizeof(names) / sizeof(names[0]); i++) {
		struct section s = { .o = o, .s = obj_section(o, names[i]), .eh = i, .sp = sp };
		Elf_Data *data;

		if (!s.s || s.s->type == SHT_NOBITS)
			continue;
		r = prepare(o, s.s, diag);
		if (r)
			break;
		data = elf_getdata(elf_getscn(o->elf, s.s - o->sections), NULL);
		if (!data || !data->d_buf)
			continue;
		s.data = *data;
		s.bytes = data->d_buf;
		r = read_section(c, &s, diag);
		if (c->n)
			c->section = names[i];
	}
	return r || !c->n ? r : order(c);
}

void cfi_release(struct cfi *c)
{
	free(c->frames);
	*c = (struct cfi){ 0 };
}
