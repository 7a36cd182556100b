// SPDX-License-Identifier: GPL-2.0-or-later
#include <elf.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "expansions.h"
#include "grow.h"
#include "names.h"
#include "scan.h"
#include "sites.h"

/* Of all architectures; get_user and put_user have their size, or how, appended. */
static const char *const primitives[] = {
	"raw_copy_*", "__raw_copy_*", "_copy_to_user", "_copy_from_user", "_copy_to_iter*",
	"_copy_from_iter*", "_copy_mc_to_iter", "__copy_to_user*", "__copy_from_user*",
	"__copy_tofrom_user*", "__copy_in_user", "__copy_user*", "asm_copy_*", "__asm_copy_*",
	"__arch_copy_*", "arm_copy_*", "copy_to_user*", "copy_from_user*", "copy_in_user",
	"copy_user_generic*", "copy_user_enhanced*", "copy_user_short_string",
	"get_user", "__get_user", "__get_user_[0-9]*", "__get_user_nocheck_*", "__get_user_fn",
	"put_user", "__put_user", "__put_user_[0-9]*", "__put_user_nocheck_*", "__put_user_fn",
	"clear_user", "__clear_user*", "raw_clear_user", "__arch_clear_user", "arm_clear_user",
};

bool sites_primitive(const char *name)
{
	for (size_t i = 0; i < sizeof(primitives) / sizeof(primitives[0]); i++)
		if (!fnmatch(primitives[i], name, 0))
			return true;
	return false;
}

/* One place. */
struct place {
	const char *primitive, *caller;		/* borrowed */
	uint64_t bytes;
	const struct expansion *expansion;	/* NULL: a call */
};

struct target {
	uint64_t addr;
	const char *name;
};

struct reader {
	struct sites *s;
	struct obj *o;
	const char *filter;
	/* names of primitives that were inlined, by the numbers of their expansions */
	const char **names;
	size_t nnames, names_alloc;
	struct place *places;
	size_t nplaces, places_alloc;
	struct target *targets;			/* functions that are primitives, by address */
	size_t ntargets, targets_alloc;
	struct obj_reference *refs;		/* all relocations of the code of a .o */
	size_t nrefs;
	/* of the function being scanned */
	const char *caller;
	const struct obj_reference *pending;	/* of the instruction before, which was no branch */
	unsigned int pending_len;
	int error;
};

/* Not a section, nor a label within a function. */
static bool is_wanted(const struct reader *r, const char *name)
{
	if (!*name || !strncmp(name, ".L", 2))
		return false;
	return r->filter ? !fnmatch(r->filter, name, 0) : sites_primitive(name);
}

static int want(void *arg, const char *name)
{
	struct reader *r = arg;
	void *p;

	if (r->error || !is_wanted(r, name))
		return -1;
	p = grow(r->names, &r->names_alloc, r->nnames + 1, sizeof(*r->names));
	if (!p) {
		r->error = -ENOMEM;
		return -1;
	}
	r->names = p;
	r->names[r->nnames] = name;
	return r->nnames++;
}

static int add_place(struct reader *r, const char *primitive, const char *caller, uint64_t bytes,
		     const struct expansion *x)
{
	void *p = grow(r->places, &r->places_alloc, r->nplaces + 1, sizeof(*r->places));

	if (!p)
		return -ENOMEM;
	r->places = p;
	r->places[r->nplaces++] = (struct place){ primitive, caller, bytes, x };
	return 0;
}

/* The primitive that an instruction at pc goes to or names, or NULL. */
static const char *destination(struct reader *r, uint64_t pc, const struct insn *i)
{
	bool branch = i->flags & (INSN_CALL | INSN_JUMP | INSN_END);
	size_t k = r->nrefs ? obj_reference_from(r->refs, r->nrefs, pc) : 0;
	const struct obj_reference *ref = NULL;
	size_t lo = 0, hi = r->ntargets;

	if (k < r->nrefs && r->refs[k].addr < pc + i->len)
		ref = &r->refs[k];
	if (!branch) {
		r->pending = ref;
		r->pending_len = i->len;
		return NULL;
	}
	if (!ref && r->pending && i->flags & INSN_TARGET)
		ref = r->pending;	/* riscv: auipc has the relocation, jalr follows */
	else
		r->pending_len = 0;
	r->pending = NULL;
	if (ref)
		return is_wanted(r, ref->name) ? ref->name : NULL;
	if (!(i->flags & INSN_TARGET))
		return NULL;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (r->targets[mid].addr < i->target)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < r->ntargets && r->targets[lo].addr == i->target ? r->targets[lo].name : NULL;
}

static void on_insn(void *arg, uint64_t pc, const struct insn *i)
{
	struct reader *r = arg;
	const char *name = destination(r, pc, i);

	/* a loop within the primitive itself is no use of it */
	if (name && !r->error && names_compare(name, r->caller))
		r->error = add_place(r, name, r->caller, i->len + r->pending_len, NULL);
	if (i->flags & (INSN_CALL | INSN_JUMP | INSN_END))
		r->pending_len = 0;
}

static bool is_function(const struct obj *o, const struct obj_symbol *s)
{
	return s->section != OBJ_NO_SECTION && o->sections[s->section].flags & SHF_EXECINSTR &&
	       (s->kind == OBJ_FUNC || s->kind == OBJ_NOTYPE);
}

static int find_targets(struct reader *r)
{
	for (size_t i = 0; i < r->o->nsymbols; i++) {
		const struct obj_symbol *s = &r->o->symbols[i];
		size_t n = r->ntargets;
		bool again = n && (r->targets[n - 1].addr == s->addr ||
				   (n > 1 && r->targets[n - 2].addr == s->addr));
		void *p;

		if (!is_function(r->o, s) || !is_wanted(r, s->name) || again)
			continue;
		p = grow(r->targets, &r->targets_alloc, r->ntargets + 2, sizeof(*r->targets));
		if (!p)
			return -ENOMEM;
		r->targets = p;
		r->targets[r->ntargets++] = (struct target){ s->addr, s->name };
		if (r->o->machine == EM_PPC64)	/* the local entry, behind the load of r2 */
			r->targets[r->ntargets++] = (struct target){ s->addr + 8, s->name };
	}
	return 0;
}

static bool any(const char *name)
{
	return true;
}

static int read_calls(struct reader *r, struct strbuf *diag)
{
	struct scanner scanner = { .each = on_insn, .arg = r };
	struct obj_mark *marks = NULL;
	uint64_t done = 0;
	int e;

	scanner.arch = insn_arch(r->o->machine, r->o->flags, r->o->is64, r->o->big_endian,
				 &scanner.state);
	r->s->decoder = scanner.arch && r->o->nsymbols;
	if (!r->s->decoder)
		return 0;
	e = find_targets(r);
	if (!e)
		e = obj_references(r->o, any, &r->refs, &r->nrefs, diag);
	if (!e)
		e = obj_marks(r->o, &marks, &scanner.nmarks);
	scanner.marks = marks;
	for (size_t i = 0; !e && i < r->o->nsymbols; i++) {
		const struct obj_symbol *s = &r->o->symbols[i];
		const uint8_t *code = s->kind == OBJ_FUNC && s->size && is_function(r->o, s) ?
				      obj_symbol_bytes(r->o, s) : NULL;
		struct scan scan;

		if (!code || s->addr < done)	/* an alias, or within another */
			continue;
		done = s->addr + s->size;
		r->caller = s->name;
		r->pending = NULL;
		e = scan_function(&scanner, code, s->size, s->addr, s->thumb, &scan);
		if (!e)
			e = r->error;
	}
	scan_release(&scanner);
	free(marks);
	return e;
}

static int by_use(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	int r = names_compare(x->primitive, y->primitive);

	return r ? r : names_compare(x->caller, y->caller);
}

static char *own_name(const char *name)
{
	return strndup(name, names_folded(name));
}

static struct site *new_site(struct sites *s, const struct place *p)
{
	void *room = grow(s->v, &s->alloc, s->n + 1, sizeof(*s->v));
	struct site *site;

	if (!room)
		return NULL;
	s->v = room;
	site = &s->v[s->n];
	memset(site, 0, sizeof(*site));
	site->primitive = own_name(p->primitive);
	site->caller = own_name(p->caller);
	s->n++;
	return site->primitive && site->caller ? site : NULL;
}

/* The places of each use, summed. */
static int sum_up(struct reader *r)
{
	struct site *site = NULL;

	if (r->nplaces)
		qsort(r->places, r->nplaces, sizeof(*r->places), by_use);
	for (size_t i = 0; i < r->nplaces; i++) {
		const struct place *p = &r->places[i];
		const struct expansion *x = p->expansion;

		if (!i || by_use(p, p - 1))
			site = new_site(r->s, p);
		if (!site)
			return -ENOMEM;
		if (!x) {
			site->called++;
			site->called_bytes += p->bytes;
			continue;
		}
		site->inlined++;
		site->inlined_bytes += p->bytes;
		if (x->line && (!site->file || x->line < site->line)) {
			const char *file = expansion_file(r->o, x);

			free(site->file);
			site->file = file ? strdup(file) : NULL;
			site->line = x->line;
			if (file && !site->file)
				return -ENOMEM;
		}
	}
	return 0;
}

int sites_read(struct sites *s, struct obj *o, const char *filter, struct strbuf *diag)
{
	struct reader r = { .s = s, .o = o, .filter = filter };
	struct expansions x;
	int e;

	memset(s, 0, sizeof(*s));
	e = expansions_read(&x, o, want, &r, diag);
	s->dwarf = !e;
	s->expansions = x.seen;
	if (e == -ENODATA)
		e = 0;
	if (!e)
		e = r.error;
	for (size_t i = 0; !e && i < x.n; i++)
		e = add_place(&r, r.names[x.v[i].what], x.v[i].caller, x.v[i].bytes, &x.v[i]);
	if (!e)
		e = read_calls(&r, diag);
	if (!e)
		e = sum_up(&r);
	expansions_release(&x);
	free(r.names);
	free(r.places);
	free(r.targets);
	free(r.refs);
	return e;
}

void sites_release(struct sites *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->v[i].primitive);
		free(s->v[i].caller);
		free(s->v[i].file);
	}
	free(s->v);
	memset(s, 0, sizeof(*s));
}

static int compare_sites(const struct site *a, const struct site *b)
{
	int r = strcmp(a->primitive, b->primitive);

	return r ? r : strcmp(a->caller, b->caller);
}

int sites_pair(const struct sites *base, const struct sites *new, struct site_pair **ret_pairs,
	       size_t *ret_n)
{
	struct site_pair *pairs = malloc((base->n + new->n + 1) * sizeof(*pairs));
	size_t i = 0, k = 0, n = 0;

	if (!pairs)
		return -ENOMEM;
	while (i < base->n || k < new->n) {
		int r = i == base->n ? 1 : k == new->n ? -1 :
			compare_sites(&base->v[i], &new->v[k]);

		pairs[n].base = r <= 0 ? &base->v[i++] : NULL;
		pairs[n].new = r >= 0 ? &new->v[k++] : NULL;
		n++;
	}
	*ret_pairs = pairs;
	*ret_n = n;
	return 0;
}
