// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "grow.h"
#include "scan.h"

#define UNSET		INT32_MIN
#define DEEPEST		(1 << 28)	/* bytes; beyond it something else was decoded than code */

struct pass {
	struct scanner *s;
	uint64_t addr;
	size_t len;
	int32_t depth;		/* here */
	int32_t deepest, body;	/* so far, and at any branch: in between, arguments are pushed */
	bool ended, ends;	/* nothing gets here; nothing gets behind the next one */
	struct scan *scan;
};

size_t scan_from(const uint64_t *v, size_t n, uint64_t value)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (v[mid] < value)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static size_t mark_from(const struct scanner *s, uint64_t addr)
{
	size_t lo = 0, hi = s->nmarks;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (s->marks[mid].addr < addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void move(struct pass *p, const struct insn *i)
{
	int64_t depth = p->depth;
	bool grows = i->grow > 0;

	p->scan->moves = true;
	if (i->grow >= -DEEPEST && i->grow <= DEEPEST)
		depth += i->grow;
	if (depth < 0 || depth > DEEPEST)
		depth = p->depth;
	if (grows && (uint64_t)depth > p->scan->deepest)
		p->scan->deepest = depth;
	if (i->flags & INSN_COND)
		return;
	p->depth = depth;
	if (grows && depth > p->deepest)
		p->deepest = depth;
}

/* Before it is linked, a branch to elsewhere looks like one to somewhere near. */
static bool goes_away(const struct scanner *s, uint64_t pc, unsigned int len)
{
	size_t i = s->naway ? obj_reference_from(s->away, s->naway, pc) : 0;

	return i < s->naway && s->away[i].addr - pc < len;
}

static void go(struct pass *p, const struct insn *i, size_t at)
{
	struct scanner *s = p->s;
	uint64_t to = i->target - p->addr;
	size_t slot;

	if (s->ntargets) {
		size_t k = scan_from(s->targets, s->ntargets, i->target);

		if (k < s->ntargets && s->targets[k] == i->target)
			p->scan->references++;
	}
	if (!(i->flags & INSN_JUMP) || to >= p->len || to <= at || goes_away(s, p->addr + at, i->len))
		return;
	slot = to / s->arch->align;
	if (s->depths[slot] == UNSET)
		s->depths[slot] = p->depth;
}

static void one(struct pass *p, const struct insn *i, size_t at)
{
	struct scan *scan = p->scan;
	int32_t known = p->s->depths[at / p->s->arch->align];

	if (known != UNSET && (p->ended || known > p->depth))
		p->depth = known;
	else if (p->ended)	/* by what is not seen, such as a static key's jump */
		p->depth = p->body ? p->body : p->deepest;
	p->ended = p->ends;
	p->ends = false;
	scan->insns++;
	if (i->flags & INSN_CALL)
		scan->calls++;
	if (i->flags & INSN_DYNAMIC)
		scan->dynamic = scan->moves = true;
	if (i->flags & INSN_USE)
		scan->uses = true;
	if (i->flags & INSN_SP)
		move(p, i);
	if (i->flags & INSN_RESTORE && !(i->flags & INSN_COND))
		p->depth = 0;
	if (i->flags & INSN_JUMP && p->depth > p->body)
		p->body = p->depth;
	if (i->flags & INSN_TARGET)
		go(p, i, at);
	if (i->flags & INSN_END)
		*(i->flags & INSN_DELAY ? &p->ends : &p->ended) = true;
}

int scan_function(struct scanner *s, const uint8_t *code, size_t len, uint64_t addr, bool thumb,
		  struct scan *ret_scan)
{
	size_t slots = len / s->arch->align + 1, mark = mark_from(s, addr);
	struct scan scan = { .deepest = s->arch->entry };
	struct pass p = { .s = s, .addr = addr, .len = len, .depth = s->arch->entry,
			  .deepest = s->arch->entry, .scan = &scan };
	void *room = grow(s->depths, &s->alloc, slots, sizeof(*s->depths));
	bool data = false;

	if (!room)
		return -ENOMEM;
	s->depths = room;
	for (size_t i = 0; i < slots; i++)
		s->depths[i] = UNSET;
	s->state.thumb = thumb;
	insn_forget(&s->state);
	for (size_t at = 0; at < len; ) {
		struct insn i;

		for (; mark < s->nmarks && s->marks[mark].addr <= addr + at; mark++) {
			data = s->marks[mark].kind == 'd';
			if (!data && s->marks[mark].kind != 'x')
				s->state.thumb = s->marks[mark].kind == 't';
		}
		if (data) {
			uint64_t next = mark < s->nmarks ? s->marks[mark].addr - addr : len;

			at = next > at && next < len ? next : len;
			continue;
		}
		s->arch->decode(&s->state, code + at, len - at, addr + at, &i);
		if (!i.len || i.len > len - at)
			break;
		one(&p, &i, at);
		if (s->each)
			s->each(s->arg, addr + at, &i);
		at += i.len;
	}
	*ret_scan = scan;
	return 0;
}

void scan_release(struct scanner *s)
{
	free(s->depths);
	s->depths = NULL;
	s->alloc = 0;
}
