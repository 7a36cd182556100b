// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "image-inlining.h"

enum { ISYMBOL, IINLINED, IBASE_N, INEW_N, IBASE, INEW, ICHANGE };

const struct sheet_column image_inlining_columns[IMAGE_INLINING_COLUMNS] = {
	{ "symbol", "symbol", SHEET_TEXT },
	{ "inlined", "inlined", SHEET_TEXT },
	{ "base_copies", "base n", SHEET_COUNT },
	{ "new_copies", "new n", SHEET_COUNT },
	{ "base", "base", SHEET_COUNT },
	{ "new", "new", SHEET_COUNT },
	{ "change", "change", SHEET_CHANGE },
};

static int put_inlined(struct sheet *s, const char *symbol, const struct inlined *base,
		       const struct inlined *new)
{
	int r = sheet_row(s);

	if (!r)
		r = sheet_text(s, ISYMBOL, symbol);
	if (!r)
		r = sheet_text(s, IINLINED, base ? base->name : new->name);
	if (r)
		return r;
	sheet_count(s, IBASE_N, base ? (int64_t)base->count : 0);
	sheet_count(s, INEW_N, new ? (int64_t)new->count : 0);
	sheet_count(s, IBASE, base ? (int64_t)base->bytes : 0);
	sheet_count(s, INEW, new ? (int64_t)new->bytes : 0);
	sheet_count(s, ICHANGE, (int64_t)((new ? new->bytes : 0) - (base ? base->bytes : 0)));
	return 0;
}

struct pair {
	const struct inlined *base, *new;
	int64_t change;
};

static int by_size(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;
	const int c = change_order(x->change, y->change);

	return c ? c : strcmp((x->base ? x->base : x->new)->name, (y->base ? y->base : y->new)->name);
}

int image_put_inlining(struct sheet *s, const char *symbol, const struct inlines *a,
		       const struct inlines *b, size_t most)
{
	struct pair *pairs = calloc(a->n + b->n + 1, sizeof(*pairs));
	size_t n = 0, i = 0, j = 0;
	int r = 0;

	if (!pairs)
		return -ENOMEM;
	while (i < a->n || j < b->n) {
		int c = i == a->n ? 1 : j == b->n ? -1 : strcmp(a->v[i].name, b->v[j].name);
		struct pair *p = &pairs[n];

		p->base = c <= 0 ? &a->v[i++] : NULL;
		p->new = c >= 0 ? &b->v[j++] : NULL;
		p->change = (int64_t)((p->new ? p->new->bytes : 0) - (p->base ? p->base->bytes : 0));
		n += p->change != 0;
	}
	qsort(pairs, n, sizeof(*pairs), by_size);
	for (i = 0; !r && i < n && i < most; i++)
		r = put_inlined(s, symbol, pairs[i].base, pairs[i].new);
	free(pairs);
	return r;
}
