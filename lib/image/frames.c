// SPDX-License-Identifier: GPL-2.0-or-later
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfi.h"
#include "frames_more.h"
#include "grow.h"

#define FAIL	"__stack_chk_fail"

struct reader {
	struct frames *f;
	struct frames_more *m;
	struct obj *o;
	struct cfi cfi;
	struct obj_reference *refs;	/* where FAIL is branched to, as far as known at first */
	size_t nrefs, refs_alloc;
	size_t alloc;
	size_t cfi_at, refs_at;	/* functions come by address: where the last one was found */
};

/* Also __stack_chk_fail_local of i386, and the linker's stubs for it. */
static bool is_fail(const char *name)
{
	static const char *const ends[] = { FAIL, FAIL "_local", FAIL "_veneer" };
	size_t len = strlen(name);

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		size_t n = strlen(ends[i]);

		if (len >= n && !memcmp(name + len - n, ends[i], n))
			return strncmp(name, "__ksym", 6) && strncmp(name, "__kstr", 6);
	}
	return false;
}

static bool is_away(const char *name)
{
	return strncmp(name, ".L", 2) != 0;
}

static bool is_code(const struct obj *o, const struct obj_symbol *s)
{
	return s->section != OBJ_NO_SECTION && o->sections[s->section].flags & SHF_EXECINSTR;
}

static int found(void *arg, uint64_t pc)
{
	struct reader *r = arg;
	void *p = grow(r->refs, &r->refs_alloc, r->nrefs + 1, sizeof(*r->refs));

	if (!p)
		return -ENOMEM;
	r->refs = p;
	r->refs[r->nrefs++] = (struct obj_reference){ .addr = pc, .name = FAIL };
	return 0;
}

static int by_place(const void *a, const void *b)
{
	const struct obj_reference *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

/* All branches to FAIL, where the architecture lets them be found without decoding. */
static int find_branches(struct reader *r)
{
	const struct insn_arch *arch = r->m->scanner.arch;
	int e = 0;

	for (size_t i = 1; !e && i < r->o->nsections; i++) {
		const struct obj_section *section = &r->o->sections[i];
		const uint8_t *code = section->flags & SHF_EXECINSTR ?
				      obj_bytes(r->o, section, 0, section->size) : NULL;

		for (size_t k = 0; !e && code && k < r->m->ntargets; k++)
			e = arch->branches(code, section->size, section->addr,
					   r->m->targets[k], found, r);
	}
	if (r->nrefs)
		qsort(r->refs, r->nrefs, sizeof(*r->refs), by_place);
	return e;
}

/* Where a linked object has FAIL. */
static int find_targets(struct reader *r)
{
	struct frames_more *m = r->m;
	size_t alloc = 0, n = 0;

	if (r->o->relocatable)
		return 0;
	for (size_t i = 0; i < r->o->nsymbols; i++) {
		const struct obj_symbol *s = &r->o->symbols[i];
		void *p;

		if (!is_code(r->o, s) || !is_fail(s->name))
			continue;
		p = grow(m->targets, &alloc, n + 2, sizeof(*m->targets));
		if (!p)
			return -ENOMEM;
		m->targets = p;
		if (!n || m->targets[n - 1] != s->addr)
			m->targets[n++] = s->addr;
		if (r->o->machine == EM_PPC64)	/* the local entry, behind the load of r2 */
			m->targets[n++] = s->addr + 8;
	}
	m->ntargets = n;
	m->counts = n && !m->scanner.arch->branches;
	if (!m->counts)
		return find_branches(r);
	m->scanner.targets = m->targets;
	m->scanner.ntargets = n;
	return 0;
}

static size_t count_references(struct reader *r, uint64_t addr, uint64_t size)
{
	size_t n = 0;

	while (r->refs_at < r->nrefs && r->refs[r->refs_at].addr < addr)
		r->refs_at++;
	while (r->refs_at + n < r->nrefs && r->refs[r->refs_at + n].addr - addr < size)
		n++;
	return n;
}

static const struct cfi_frame *next_cfi(struct reader *r, uint64_t addr)
{
	while (r->cfi_at < r->cfi.n && r->cfi.frames[r->cfi_at].addr < addr)
		r->cfi_at++;
	return r->cfi_at < r->cfi.n && r->cfi.frames[r->cfi_at].addr == addr ?
	       &r->cfi.frames[r->cfi_at] : NULL;
}

static int add(struct reader *r, const char *name, const struct obj_section *section,
	       uint64_t addr, uint64_t size, bool thumb)
{
	const struct cfi_frame *cfi = next_cfi(r, addr);
	const struct insn_arch *arch = r->m->scanner.arch;
	struct frame *f;
	struct scan s = { 0 };
	void *p = grow(r->f->v, &r->alloc, r->f->n + 1, sizeof(*r->f->v));
	int e = 0;

	if (!p)
		return -ENOMEM;
	r->f->v = p;
	if (!obj_bytes(r->o, section, addr - section->addr, size))
		return 0;
	f = &r->f->v[r->f->n++];
	*f = (struct frame){
		.name = name, .addr = addr, .size = size, .thumb = thumb,
		.source = cfi ? FRAME_CFI : FRAME_CODE,
	};
	f->checks = count_references(r, addr, size);
	if (cfi)
		f->bytes = cfi->cfa > arch->bias ? cfi->cfa - arch->bias : 0;
	f->has = f->bytes > (uint64_t)arch->entry;
	/* most functions are told by the above alone */
	if (cfi && !cfi->other && !r->m->counts && (!f->has || f->checks || cfi->saves))
		return 0;
	e = frames_scan(r->m, addr, size, thumb, &s);
	if (e)
		return e;
	f->checks += s.references;
	if ((!cfi || cfi->other) && s.deepest > f->bytes) {
		f->bytes = s.deepest;
		f->source = FRAME_CODE;
	}
	f->dynamic = s.dynamic;
	f->has = f->bytes > (uint64_t)arch->entry || s.dynamic;
	f->idle = f->has && !s.uses && !s.calls && !s.dynamic && !f->checks;
	return 0;
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

	r->cfi_at = r->refs_at = 0;
	for (size_t i = 0; i < r->cfi.n; i++) {
		const struct cfi_frame *c = &r->cfi.frames[i];
		const struct obj_section *section;
		const char *name = NULL;
		size_t at;
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
		for (at = obj_symbol_from(r->o, c->addr); at < r->o->nsymbols && r->o->symbols[at].addr == c->addr; at++)
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
	struct scanner *s = &r->m->scanner;
	struct obj *o = r->o;
	size_t symbols;
	int e;

	s->arch = insn_arch(o->machine, o->flags, o->is64, o->big_endian, &s->state);
	if (!s->arch)
		return strbuf_printf(diag, "%s: no decoder for its instructions (machine %u)",
				     o->path, o->machine) ? -ENOMEM : -EOPNOTSUPP;
	r->f->arch = s->arch->name;
	if (!o->nsymbols)
		return strbuf_printf(diag, "%s: no symbols, so no functions: take the file before "
				     "it was stripped", o->path) ? -ENOMEM : -ENODATA;
	e = cfi_read(&r->cfi, o, s->arch->sp, diag);
	r->f->section = r->cfi.section;
	if (!e)
		e = obj_marks(o, &r->m->marks, &s->nmarks);
	s->marks = r->m->marks;
	if (!e)
		e = obj_references(o, is_away, &r->m->away, &s->naway, diag);
	s->away = r->m->away;
	if (!e)
		e = obj_references(o, is_fail, &r->refs, &r->nrefs, diag);
	if (!e)
		e = find_targets(r);
	if (!e)
		e = add_symbols(r);
	symbols = r->f->n;
	if (!e)
		e = add_nameless(r, symbols);
	return e ? e : frames_fold_pieces(r->f, r->m);
}

int frames_read(struct frames *f, struct obj *o, struct strbuf *diag)
{
	struct reader r = { .f = f, .o = o };
	int e;

	*f = (struct frames){ 0 };
	f->more = r.m = calloc(1, sizeof(*r.m));
	if (!r.m)
		return -ENOMEM;
	r.m->o = o;
	e = read_all(&r, diag);
	cfi_release(&r.cfi);
	free(r.refs);
	for (size_t i = 0; !e && i < f->n; i++)
		(*(f->v[i].source == FRAME_CFI ? &f->by_cfi : &f->by_code))++;
	return e;
}

void frames_release(struct frames *f)
{
	if (f->more) {
		scan_release(&f->more->scanner);
		free(f->more->marks);
		free(f->more->away);
		free(f->more->targets);
		free(f->more->pieces);
		free(f->more);
	}
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
