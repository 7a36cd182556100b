// SPDX-License-Identifier: GPL-2.0-or-later
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfi.h"
#include "frames.h"
#include "grow.h"
#include "scan.h"

#define FAIL	"__stack_chk_fail"

struct reader {
	struct frames *f;
	struct obj *o;
	struct cfi cfi;
	struct scanner scanner;
	struct obj_reference *references;	/* relocations against FAIL */
	size_t nreferences;
	uint64_t *targets;
	struct obj_mark *marks;
	size_t alloc;
};

/* __stack_chk_fail_local of i386, and the linker's stubs for it. */
static bool is_fail(const char *name)
{
	const char *at = strstr(name, FAIL);

	return at && strncmp(name, "__ksymtab", 9) && strncmp(name, "__kstrtab", 9) &&
	       strncmp(name, "__crc", 5) && strncmp(name, "__export", 8);
}

static bool is_code(const struct obj *o, const struct obj_symbol *s)
{
	return s->section != OBJ_NO_SECTION && o->sections[s->section].flags & SHF_EXECINSTR;
}

/* Where a linked object has FAIL. */
static int find_targets(struct reader *r)
{
	size_t alloc = 0, n = 0;

	if (r->o->relocatable)
		return 0;
	for (size_t i = 0; i < r->o->nsymbols; i++) {
		const struct obj_symbol *s = &r->o->symbols[i];
		void *p;

		if (!is_code(r->o, s) || !is_fail(s->name))
			continue;
		if (n && r->targets[n - 1] == s->addr)
			continue;
		p = grow(r->targets, &alloc, n + 2, sizeof(*r->targets));
		if (!p)
			return -ENOMEM;
		r->targets = p;
		r->targets[n++] = s->addr;
		if (r->o->machine == EM_PPC64)	/* the local entry, behind the load of r2 */
			r->targets[n++] = s->addr + 8;
	}
	r->scanner.targets = r->targets;
	r->scanner.ntargets = n;
	return 0;
}

static int by_name(const void *a, const void *b)
{
	const struct frame *x = a, *y = b;
	int r = strcmp(x->name, y->name);

	return r ? r : x->addr < y->addr ? -1 : x->addr > y->addr;
}

static size_t count_references(const struct reader *r, uint64_t addr, uint64_t size)
{
	return obj_reference_from(r->references, r->nreferences, addr + size) -
	       obj_reference_from(r->references, r->nreferences, addr);
}

/* NAME.cold is a piece of NAME: it begins with a frame that is there. */
static bool is_piece(const char *name)
{
	const char *dot = strstr(name, ".cold");

	return dot && dot != name && (!dot[5] || dot[5] == '.');
}

static int add(struct reader *r, const char *name, const struct obj_section *section,
	       uint64_t addr, uint64_t size, bool thumb)
{
	const struct cfi_frame *cfi = cfi_find(&r->cfi, addr);
	const uint8_t *code = obj_bytes(r->o, section, addr - section->addr, size);
	const struct insn_arch *arch = r->scanner.arch;
	struct frame *f;
	struct scan scan;
	bool piece = is_piece(name);
	void *p = grow(r->f->v, &r->alloc, r->f->n + 1, sizeof(*r->f->v));
	int e;

	if (!p)
		return -ENOMEM;
	r->f->v = p;
	if (!code)
		return 0;
	e = scan_function(&r->scanner, code, size, addr, thumb, &scan);
	if (e)
		return e;
	f = &r->f->v[r->f->n++];
	*f = (struct frame){
		.name = name, .addr = addr, .size = size, .insns = scan.insns,
		.calls = scan.calls, .checks = scan.references, .dynamic = scan.dynamic,
		.source = cfi ? FRAME_CFI : FRAME_CODE,
	};
	if (r->o->relocatable)
		f->checks = count_references(r, addr, size);
	if (cfi)
		f->bytes = cfi->cfa > arch->bias ? cfi->cfa - arch->bias : 0;
	if ((!cfi || cfi->other) && scan.deepest > f->bytes) {
		f->bytes = scan.deepest;
		f->source = FRAME_CODE;
	}
	f->has = f->bytes > (uint64_t)arch->entry || scan.dynamic;
	f->idle = f->has && !scan.uses && !scan.calls && !scan.dynamic && !f->checks && !piece;
	return 0;
}

/* The piece's own symbol is gone; what it does is the function's. */
static void join(struct frame *f, const struct frame *piece)
{
	f->size += piece->size;
	f->insns += piece->insns;
	f->calls += piece->calls;
	f->checks += piece->checks;
	f->dynamic |= piece->dynamic;
	f->has |= piece->has;
	if (piece->bytes > f->bytes)
		f->bytes = piece->bytes;
	f->idle = f->idle && !piece->checks && !piece->calls;
}

static int is_whole(const void *key, const void *element)
{
	const struct frame *piece = key, *f = element;
	size_t len = strstr(piece->name, ".cold") - piece->name;
	int r = strncmp(piece->name, f->name, len);

	return r ? r : f->name[len] ? -1 : 0;
}

/* Pieces into their functions: of several of that name, the k-th piece into the k-th. */
static void fold_pieces(struct frames *f)
{
	size_t n = 0, kth = 0;

	for (size_t i = 0; i < f->n; i++) {
		struct frame *piece = &f->v[i], *whole;

		if (!is_piece(piece->name))
			continue;
		kth = i && !strcmp(f->v[i - 1].name, piece->name) ? kth + 1 : 0;
		whole = bsearch(piece, f->v, f->n, sizeof(*f->v), is_whole);
		if (!whole)
			continue;
		while (whole > f->v && !strcmp(whole[-1].name, whole->name))
			whole--;
		for (size_t k = kth; k && whole + 1 < f->v + f->n &&
		     !strcmp(whole[1].name, whole->name); k--)
			whole++;
		join(whole, piece);
		piece->addr = UINT64_MAX;	/* goes */
	}
	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].addr != UINT64_MAX)
			f->v[n++] = f->v[i];
	f->n = n;
}

/* Of the symbols at one address the one to name it by. */
static bool better(const struct obj_symbol *a, const struct obj_symbol *b)
{
	if (a->bind != b->bind && (a->bind == OBJ_GLOBAL || b->bind == OBJ_GLOBAL))
		return a->bind == OBJ_GLOBAL;
	return strcmp(a->name, b->name) < 0;
}

static int add_symbols(struct reader *r)
{
	const struct obj *o = r->o;

	for (size_t i = 0; i < o->nsymbols; ) {
		const struct obj_symbol *best = NULL;
		uint64_t addr = o->symbols[i].addr, size = 0;
		int e;

		for (; i < o->nsymbols && o->symbols[i].addr == addr; i++) {
			const struct obj_symbol *s = &o->symbols[i];

			if (!s->size || !is_code(o, s) || s->kind != OBJ_FUNC)
				continue;
			if (!best || better(s, best))
				best = s;
			if (s->size > size)
				size = s->size;
		}
		if (!best)
			continue;
		e = add(r, best->name, &o->sections[best->section], addr, size, best->thumb);
		if (e)
			return e;
	}
	return 0;
}

static const struct obj_section *code_at(const struct obj *o, uint64_t addr, uint64_t size)
{
	for (size_t i = 1; i < o->nsections; i++) {
		const struct obj_section *s = &o->sections[i];

		if (s->flags & SHF_EXECINSTR && addr >= s->addr && addr - s->addr < s->size &&
		    size <= s->size - (addr - s->addr))
			return s;
	}
	return NULL;
}

/* Call frame information that no symbol of a function with a size begins with. */
static int add_nameless(struct reader *r, size_t symbols)
{
	size_t next = 0, alloc = 0;	/* r->f->v[0..symbols) are by address */

	for (size_t i = 0; i < r->cfi.n; i++) {
		const struct cfi_frame *c = &r->cfi.frames[i];
		const struct obj_section *section;
		size_t at = obj_symbol_from(r->o, c->addr);
		const char *name = NULL;
		char *made;
		void *p;
		int e;

		while (next < symbols && r->f->v[next].addr < c->addr)
			next++;
		if (next < symbols && r->f->v[next].addr == c->addr)
			continue;
		section = code_at(r->o, c->addr, c->size);
		if (!section || !c->size)
			continue;
		for (; at < r->o->nsymbols && r->o->symbols[at].addr == c->addr; at++)
			if (!name && is_code(r->o, &r->o->symbols[at]))
				name = r->o->symbols[at].name;
		if (!name) {
			if (asprintf(&made, "0x%llx", (unsigned long long)c->addr) < 0)
				return -ENOMEM;
			p = grow(r->f->made, &alloc, r->f->nmade + 1, sizeof(*r->f->made));
			if (!p) {
				free(made);
				return -ENOMEM;
			}
			r->f->made = p;
			r->f->made[r->f->nmade++] = made;
			name = made;
			r->f->nameless++;
		}
		e = add(r, name, section, c->addr, c->size, false);
		if (e)
			return e;
	}
	return 0;
}

static int read_all(struct reader *r, struct strbuf *diag)
{
	struct obj *o = r->o;
	size_t symbols;
	int e;

	r->scanner.arch = insn_arch(o->machine, o->flags, o->is64, o->big_endian,
				    &r->scanner.state);
	if (!r->scanner.arch)
		return strbuf_printf(diag, "%s: no decoder for its instructions (machine %u)",
				     o->path, o->machine) ? -ENOMEM : -EOPNOTSUPP;
	r->f->arch = r->scanner.arch->name;
	if (!o->nsymbols)
		return strbuf_printf(diag, "%s: no symbols, so no functions: take the file before "
				     "it was stripped", o->path) ? -ENOMEM : -ENODATA;
	e = cfi_read(&r->cfi, o, r->scanner.arch->sp, diag);
	if (!e)
		e = obj_marks(o, &r->marks, &r->scanner.nmarks);
	r->scanner.marks = r->marks;
	if (!e)
		e = obj_references(o, is_fail, &r->references, &r->nreferences, diag);
	if (!e)
		e = find_targets(r);
	if (!e)
		e = add_symbols(r);
	symbols = r->f->n;
	return e ? e : add_nameless(r, symbols);
}

int frames_read(struct frames *f, struct obj *o, struct strbuf *diag)
{
	struct reader r = { .f = f, .o = o };
	int e;

	*f = (struct frames){ 0 };
	e = read_all(&r, diag);
	f->section = r.cfi.section;
	cfi_release(&r.cfi);
	scan_release(&r.scanner);
	free(r.references);
	free(r.targets);
	free(r.marks);
	if (e)
		return e;
	if (f->n)
		qsort(f->v, f->n, sizeof(*f->v), by_name);
	fold_pieces(f);
	for (size_t i = 0; i < f->n; i++)
		(*(f->v[i].source == FRAME_CFI ? &f->by_cfi : &f->by_code))++;
	return 0;
}

void frames_release(struct frames *f)
{
	for (size_t i = 0; i < f->nmade; i++)
		free(f->made[i]);
	free(f->made);
	free(f->v);
	*f = (struct frames){ 0 };
}

void frames_sum(const struct frames *f, struct frames_sum *ret_sum)
{
	struct frames_sum s = { .functions = f->n };

	for (size_t i = 0; i < f->n; i++) {
		s.framed += f->v[i].has;
		s.checked += f->v[i].checks > 0;
		s.idle += f->v[i].idle;
		s.bytes += f->v[i].bytes;
		s.checks += f->v[i].checks;
	}
	*ret_sum = s;
}
