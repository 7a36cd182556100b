// SPDX-License-Identifier: GPL-2.0-or-later
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "frames_more.h"

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

static size_t hash(const char *name, size_t len)
{
	uint64_t h = 14695981039346656037ull;

	for (size_t i = 0; i < len; i++)
		h = (h ^ (uint8_t)name[i]) * 1099511628211ull;
	return h >> 32;
}

static int by_frame(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;

	return x->frame < y->frame ? -1 : x->frame > y->frame;
}

/* The pieces out of f->v into m->pieces, each in the slot of its function's name. */
static int take_pieces(struct frames *f, struct frames_more *m, size_t **ret_slots,
		       size_t *ret_nslots, struct frame **ret_taken)
{
	size_t n = 0, nslots = 16, kept = 0;
	struct frame *taken;
	size_t *slots;

	for (size_t i = 0; i < f->n; i++)
		n += cold(f->v[i].name) != NULL;
	while (nslots < 2 * n)
		nslots *= 2;
	slots = calloc(nslots, sizeof(*slots));
	taken = calloc(n + 1, sizeof(*taken));
	m->pieces = calloc(n + 1, sizeof(*m->pieces));
	m->npieces = 0;
	*ret_slots = slots;
	*ret_taken = taken;
	*ret_nslots = nslots;
	if (!slots || !taken || !m->pieces)
		return -ENOMEM;
	/* backwards, so that a slot has them by address */
	for (size_t i = f->n; i--; ) {
		const char *name = f->v[i].name, *dot = cold(name);
		size_t *slot;

		if (!dot)
			continue;
		slot = &slots[hash(name, dot - name) & (nslots - 1)];
		taken[m->npieces] = f->v[i];
		m->pieces[m->npieces++] = (struct piece){
			.addr = f->v[i].addr, .size = f->v[i].size, .name = name,
			.frame = SIZE_MAX, .next = *slot,
		};
		*slot = m->npieces;
	}
	for (size_t i = 0; i < f->n; i++)
		if (!cold(f->v[i].name))
			f->v[kept++] = f->v[i];
	f->n = kept;
	return 0;
}

/* Each piece to its function; of several of one name, the first to the first. */
int frames_fold_pieces(struct frames *f, struct frames_more *m)
{
	struct frame *taken = NULL;
	size_t *slots = NULL, nslots, n = 0;
	int e = take_pieces(f, m, &slots, &nslots, &taken);

	for (size_t i = 0; !e && i < f->n; i++) {
		const char *name = f->v[i].name, *last = NULL;
		size_t len = strlen(name), k;

		for (k = slots[hash(name, len) & (nslots - 1)]; k; k = m->pieces[k - 1].next) {
			struct piece *p = &m->pieces[k - 1];

			if (p->frame != SIZE_MAX || strncmp(p->name, name, len) ||
			    cold(p->name) != p->name + len || (last && !strcmp(last, p->name)))
				continue;
			last = p->name;
			p->frame = i;
			join(&f->v[i], &taken[k - 1]);
		}
	}
	if (!e) {	/* those without one stay as they are */
		for (size_t i = 0; i < m->npieces; i++)
			if (m->pieces[i].frame == SIZE_MAX)
				f->v[f->n++] = taken[i];
			else
				m->pieces[n++] = m->pieces[i];
		m->npieces = n;
		qsort(m->pieces, n, sizeof(*m->pieces), by_frame);
	}
	free(slots);
	free(taken);
	return e;
}

int frames_count(const struct frames *f, struct frame *frame)
{
	struct frames_more *m = f->more;
	size_t index = frame - f->v, lo = 0, hi = m->npieces;
	uint64_t size = frame->size;
	struct scan s;
	int e;

	if (frame->insns)
		return 0;
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
