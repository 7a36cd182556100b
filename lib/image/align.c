// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "insns.h"
#include "intern.h"

#define CELLS	(16ul << 20)	/* of the table: 4000 x 4000 instructions, 32 MiB */

/* Targets within the function move with what is before them, and do not tell apart. */
static size_t key_len(const char *text)
{
	const char *target = strstr(text, "+0x");
	size_t len = target ? (size_t)(target - text) : strlen(text);

	if (!target || !len || !strchr(" ,;", text[len - 1]))
		return strlen(text);
	/* ARC's have the distance and the address before it: "48 ;" */
	while (len && strchr(" ;0123456789abcdef", text[len - 1]) &&
	       (text[len - 1] != ' ' || strchr(text, ';')))
		len--;
	return len;
}

static int set_ids(struct insns *in, struct intern *texts)
{
	int r = 0;

	for (size_t i = 0; !r && i < in->n; i++)
		r = intern_add(texts, in->v[i].text, key_len(in->v[i].text), &in->v[i].id);
	return r;
}

static int put(struct insns_rows *rows, size_t base, size_t new, char mark)
{
	struct insns_row *v = grow(rows->v, &rows->alloc, rows->n + 1, sizeof(*v));

	if (!v)
		return -ENOMEM;
	rows->v = v;
	v[rows->n++] = (struct insns_row){ base, new, mark };
	rows->equal += mark == ' ';
	return 0;
}

/* What differs: beside each other, as far as both have any. */
static int put_gap(struct insns_rows *rows, size_t i, size_t i_end, size_t j, size_t j_end)
{
	int r = 0;

	while (!r && (i < i_end || j < j_end)) {
		bool a = i < i_end, b = j < j_end;

		r = put(rows, a ? i : INSNS_NONE, b ? j : INSNS_NONE, a && b ? '|' : a ? '<' : '>');
		i += a;
		j += b;
	}
	return r;
}

/* a[i..na) against b[j..nb), by the table of lengths of common subsequences from there on. */
static int put_middle(struct insns_rows *rows, const struct insns_line *a, const struct insns_line *b,
		      size_t from, size_t na, size_t nb)
{
	const size_t n = na - from, m = nb - from, w = m + 1;
	size_t i = 0, j = 0, gi = 0, gj = 0;
	uint16_t *len;
	int r = 0;

	if (n && m > CELLS / n) {
		rows->whole = false;
		return put_gap(rows, from, na, from, nb);
	}
	len = calloc((n + 1) * w, sizeof(*len));
	if (!len)
		return -ENOMEM;
	for (size_t x = n; x--; )
		for (size_t y = m; y--; ) {
			uint16_t down = len[(x + 1) * w + y], right = len[x * w + y + 1];

			if (a[from + x].id == b[from + y].id)
				len[x * w + y] = len[(x + 1) * w + y + 1] + 1;
			else
				len[x * w + y] = down > right ? down : right;
		}
	while (!r && i < n && j < m) {
		if (a[from + i].id == b[from + j].id) {
			r = put_gap(rows, from + gi, from + i, from + gj, from + j);
			if (!r)
				r = put(rows, from + i, from + j, ' ');
			gi = ++i;
			gj = ++j;
		} else if (len[(i + 1) * w + j] >= len[i * w + j + 1]) {
			i++;
		} else {
			j++;
		}
	}
	free(len);
	return r ? r : put_gap(rows, from + gi, na, from + gj, nb);
}

int insns_align(struct insns_rows *rows, struct insns *base, struct insns *new)
{
	size_t start = 0, end = 0, most = base->n < new->n ? base->n : new->n;
	struct intern texts;
	int r;

	memset(rows, 0, sizeof(*rows));
	rows->whole = true;
	intern_init(&texts);
	r = set_ids(base, &texts);
	if (!r)
		r = set_ids(new, &texts);
	intern_release(&texts);
	if (r)
		return r;
	while (start < most && base->v[start].id == new->v[start].id)
		start++;
	while (end < most - start && base->v[base->n - 1 - end].id == new->v[new->n - 1 - end].id)
		end++;
	for (size_t i = 0; !r && i < start; i++)
		r = put(rows, i, i, ' ');
	if (!r)
		r = put_middle(rows, base->v, new->v, start, base->n - end, new->n - end);
	for (size_t i = end; !r && i; i--)
		r = put(rows, base->n - i, new->n - i, ' ');
	return r;
}

void insns_rows_release(struct insns_rows *rows)
{
	free(rows->v);
	memset(rows, 0, sizeof(*rows));
}
