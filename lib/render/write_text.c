// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare_text.h"
#include "shapes.h"
#include "writer.h"

int show_text(const struct show *s, bool counters, struct strbuf *sb)
{
	int r = show_head(s, sb);

	if (r)
		return r;
	if (counters)
		return show_counters(s, sb);
	r = show_costs(s, sb);
	if (!r)
		r = show_fit(s, sb);
	if (!r)
		r = show_tools(s, sb);
	if (!r)
		r = show_shapes(s, sb);
	return r ? r : show_skips(s, sb);
}

static int show(const struct show *runs, size_t n, const struct write_context *context,
		struct strbuf *sb)
{
	int r = 0;

	for (size_t i = 0; !r && i < n; i++) {
		if (n > 1)
			r = strbuf_printf(sb, "%s== %s\n", i ? "\n" : "", runs[i].run->path);
		if (!r)
			r = show_text(&runs[i], context->counters, sb);
	}
	return r;
}

static int compare(const struct compare *cs, size_t n, const struct write_context *context,
		   struct strbuf *sb)
{
	int r = 0;

	for (size_t i = 0; !r && i < n; i++) {
		if (n > 1)
			r = strbuf_printf(sb, "%s== %s against %s\n", i ? "\n" : "",
					  context->news[i], context->base);
		if (!r)
			r = compare_text(&cs[i], sb);
	}
	return r;
}

const struct writer write_text = {
	.name = "text",
	.summary = "for a terminal of 80 columns (the default)",
	.counters = true,
	.show = show,
	.compare = compare,
};
