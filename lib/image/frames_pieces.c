// SPDX-License-Identifier: GPL-2.0-or-later
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "frames_more.h"
#include "intern.h"

int frames_scan(struct frames_more *m, uint64_t addr, uint64_t size, bool thumb,
		struct scan *ret_scan)
{
	const struct obj_section *s = NULL;
	const uint8_t *code;

	memset(ret_scan, 0, sizeof(*ret_scan));
	for (size_t i = 1; !s && i < m->o->nsections; i++)
		if (m->o->sections[i].flags & SHF_EXECINSTR && addr >= m->o->sections[i].addr &&
		    addr - m->o->sections[i].addr < m->o->sections[i].size)
			s = &m->o->sections[i];
	code = s ? obj_bytes(m->o, s, addr - s->addr, size) : NULL;
	return code ? scan_function(&m->scanner, code, size, addr, thumb, ret_scan) : 0;
}

/* Where ".cold" begins in the name of a piece: NAME.cold, NAME.cold.1; else NULL. */
static const char *cold(const char *name)
{
	const char *dot = strchr(name, '.');

	dot = dot ? strstr(dot, ".cold") : NULL;
	return dot && dot != name && (!dot[5] || dot[5] == '.') ? dot : NULL;
}

/* What a piece does, its function does. */
static void join(struct frame *f, const struct frame *piece)
{
	f->size += piece->size;
	f->checks += piece->checks;
	f->dynamic |= piece->dynamic;
	f->has |= piece->has;
	if (piece->bytes > f->bytes)
		f->bytes = piece->bytes;
	f->idle = false;
}

static int by_frame(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;

	return x->frame < y->frame ? -1 : x->frame > y->frame;
}

/* By the name of the function that pieces are of: its pieces, by address. */
struct lists {
	struct intern names;
	size_t *first;		/* by the number of the name: index of the piece + 1 */
};

/* The pieces out of f->v into m->pieces, and what was said of them into taken. */
static int take_pieces(struct frames *f, struct frames_more *m, struct lists *lists,
		       struct frame *taken)
{
	size_t kept = 0;

	/* backwards, so that a list has them by address */
	for (size_t i = f->n; i--; ) {
		const char *name = f->v[i].name, *dot = cold(name);
		uint32_t id;
		int e;

		if (!dot)
			continue;
		e = intern_add(&lists->names, name, dot - name, &id);
		if (e)
			return e;
		taken[m->npieces] = f->v[i];
		m->pieces[m->npieces++] = (struct piece){
			.addr = f->v[i].addr, .size = f->v[i].size, .name = name,
			.frame = SIZE_MAX, .next = lists->first[id],
		};
		lists->first[id] = m->npieces;
	}
	for (size_t i = 0; i < f->n; i++)
		if (!cold(f->v[i].name))
			f->v[kept++] = f->v[i];
	f->n = kept;
	return 0;
}

/* To a function the first piece of each name that has none yet. */
static void give_pieces(struct frames *f, struct frames_more *m, const struct lists *lists,
			const struct frame *taken, size_t i)
{
	const char *name = f->v[i].name, *last = NULL;
	uint32_t id;

	if (intern_find(&lists->names, name, strlen(name), &id))
		return;
	for (size_t k = lists->first[id]; k; k = m->pieces[k - 1].next) {
		struct piece *p = &m->pieces[k - 1];

		if (p->frame != SIZE_MAX || (last && !strcmp(last, p->name)))
			continue;
		last = p->name;
		p->frame = i;
		join(&f->v[i], &taken[k - 1]);
	}
}

/* Each piece to its function; of several of one name, the first to the first. */
int frames_fold_pieces(struct frames *f, struct frames_more *m)
{
	struct lists lists = { 0 };
	struct frame *taken;
	size_t n = 0, functions;
	int e = -ENOMEM;

	for (size_t i = 0; i < f->n; i++)
		n += cold(f->v[i].name) != NULL;
	intern_init(&lists.names);
	lists.first = calloc(n + 1, sizeof(*lists.first));
	taken = calloc(n + 1, sizeof(*taken));
	m->pieces = calloc(n + 1, sizeof(*m->pieces));
	if (lists.first && taken && m->pieces)
		e = take_pieces(f, m, &lists, taken);
	functions = f->n;
	for (size_t i = 0; !e && n && i < functions; i++)
		give_pieces(f, m, &lists, taken, i);
	if (!e) {	/* those without one stay as they are */
		size_t kept = 0;

		for (size_t i = 0; i < m->npieces; i++)
			if (m->pieces[i].frame == SIZE_MAX)
				f->v[f->n++] = taken[i];
			else
				m->pieces[kept++] = m->pieces[i];
		m->npieces = kept;
		if (kept)
			qsort(m->pieces, kept, sizeof(*m->pieces), by_frame);
	}
	intern_release(&lists.names);
	free(lists.first);
	free(taken);
	return e;
}

int frames_count(const struct frames *f, struct frame *frame)
{
	struct frames_more *m = f->more;
	size_t index = frame - f->v, lo = 0, hi;
	uint64_t size = frame->size;
	struct scan s;
	int e;

	if (frame->insns)
		return 0;
	hi = m->npieces;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (m->pieces[mid].frame < index)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (size_t i = lo; i < m->npieces && m->pieces[i].frame == index; i++)
		size -= m->pieces[i].size;
	e = frames_scan(m, frame->addr, size, frame->thumb, &s);
	frame->insns = s.insns;
	for (; !e && lo < m->npieces && m->pieces[lo].frame == index; lo++) {
		e = frames_scan(m, m->pieces[lo].addr, m->pieces[lo].size, frame->thumb, &s);
		frame->insns += s.insns;
	}
	return e;
}
