// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

static uint16_t *step(const struct marks *m, uint16_t state, size_t class)
{
	return &m->next[state * m->nclasses + class];
}

/* Bytes that stand in no mark are all of class 0. Gives the characters of all marks. */
static size_t sort_bytes(struct marks *m)
{
	size_t total = 0;

	m->nclasses = 1;
	for (size_t i = 0; importers[i]; i++)
		for (const char *const *mark = importers[i]->marks; *mark; mark++)
			for (const char *c = *mark; *c; c++, total++)
				if (!m->class_of[(unsigned char)*c])
					m->class_of[(unsigned char)*c] = m->nclasses++;
	return total;
}

static void add_mark(struct marks *m, const char *mark, uint64_t bit)
{
	uint16_t state = 0, *to;

	for (; *mark; mark++) {
		to = step(m, state, m->class_of[(unsigned char)*mark]);
		if (!*to)
			*to = m->nstates++;
		state = *to;
	}
	m->found[state] |= bit;
}

/* Breadth first: each missing step becomes that of the longest proper suffix. */
static int link_states(struct marks *m)
{
	uint16_t *queue = calloc(m->nstates, sizeof(*queue));
	uint16_t *fail = calloc(m->nstates, sizeof(*fail));
	size_t head = 0, tail = 1;

	if (!queue || !fail) {
		free(queue);
		free(fail);
		return -ENOMEM;
	}
	while (head < tail) {
		uint16_t state = queue[head++];

		for (size_t c = 0; c < m->nclasses; c++) {
			uint16_t *to = step(m, state, c);
			uint16_t back = state ? *step(m, fail[state], c) : 0;

			if (!*to) {
				*to = back;
				continue;
			}
			fail[*to] = back;
			m->found[*to] |= m->found[back];
			queue[tail++] = *to;
		}
	}
	free(queue);
	free(fail);
	return 0;
}

int marks_init(struct marks *m)
{
	size_t most;
	int r;

	*m = (struct marks){ .nstates = 1 };
	most = sort_bytes(m) + 1;
	if (most > UINT16_MAX)
		return -ENOMEM;
	m->next = calloc(most * m->nclasses, sizeof(*m->next));
	m->found = calloc(most, sizeof(*m->found));
	if (!m->next || !m->found) {
		marks_release(m);
		return -ENOMEM;
	}
	for (size_t i = 0; importers[i]; i++)
		for (const char *const *mark = importers[i]->marks; *mark; mark++)
			add_mark(m, *mark, 1ull << i);
	r = link_states(m);
	if (r)
		marks_release(m);
	return r;
}

void marks_release(struct marks *m)
{
	free(m->next);
	free(m->found);
	*m = (struct marks){ 0 };
}

uint64_t marks_find(const struct marks *m, const char *text, size_t len)
{
	uint64_t found = 0;
	uint16_t state = 0;

	for (size_t i = 0; i < len; i++) {
		state = *step(m, state, m->class_of[(unsigned char)text[i]]);
		found |= m->found[state];
	}
	return found;
}
