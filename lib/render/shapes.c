// SPDX-License-Identifier: GPL-2.0-or-later
/* Samples of a run's processes that are not plain, by what they look like. */
#include <errno.h>
#include <stdlib.h>

#include "fold.h"
#include "sample.h"
#include "shape.h"
#include "shapes.h"

int shapes_names(unsigned int flags, struct strbuf *sb)
{
	size_t before = sb->len;
	int r = 0;

	flags &= SHAPES_WORTH;
	for (unsigned int bit = 1; !r && bit <= flags; bit <<= 1)
		if (flags & bit)
			r = strbuf_printf(sb, "%s%s", sb->len > before ? ", " : "",
					  stats_shape_name(bit));
	return r;
}

int show_shape(const struct show *s, size_t i, unsigned int *ret_flags)
{
	struct process_values pv = { 0 };
	int r = process_values(s->series[i], s->mode[i], &s->scale, &pv);

	if (!r)
		r = sample_shape(pv.median, pv.n, s->n, ret_flags);
	process_values_release(&pv);
	return r;
}

/* One line: the shapes, and the cases from the first on that have just these. */
static int shapes_line(const struct show *s, const unsigned int *flags, size_t first,
		       struct strbuf *sb)
{
	struct strbuf line = STRBUF_INIT;
	size_t n = 0;
	int r = shapes_names(flags[first], &line);

	if (!r)
		r = strbuf_addc(&line, ':');
	for (size_t i = first; !r && i < s->n; i++)
		if (flags[i] == flags[first] && n++ < SHAPES_CASES)
			r = strbuf_printf(&line, "%s %s", n > 1 ? "," : "", s->keys[i]->name);
	if (!r && n > SHAPES_CASES)
		r = strbuf_printf(&line, " and %zu more", n - SHAPES_CASES);
	if (!r)
		r = fold_at(sb, s->width, "  ", 4, line.buf);
	strbuf_release(&line);
	return r;
}

int show_shapes(const struct show *s, struct strbuf *sb)
{
	unsigned int *flags = calloc(s->n + 1, sizeof(*flags)), said = 0;
	/* by flags: whether their line was written; there are 2^4 of them */
	bool written[SHAPES_WORTH + 1] = { false };
	int r = flags ? 0 : -ENOMEM;

	for (size_t i = 0; !r && i < s->n; i++) {
		r = show_shape(s, i, &flags[i]);
		flags[i] &= SHAPES_WORTH;
	}
	for (size_t i = 0; !r && i < s->n; i++) {
		if (!flags[i] || written[flags[i]])
			continue;
		if (!said++)
			r = strbuf_adds(sb, "\nnot plain samples, from process to process:\n");
		written[flags[i]] = true;
		if (!r)
			r = shapes_line(s, flags, i, sb);
	}
	free(flags);
	return r;
}
