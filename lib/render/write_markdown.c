// SPDX-License-Identifier: GPL-2.0-or-later
/* Tables as Markdown, and what stands around them in code blocks, where nothing needs escaping. */
#include <string.h>

#include "compare_text.h"
#include "fold.h"
#include "shapes.h"
#include "utf8.h"
#include "writer.h"

/* In a fence of more backquotes than the text has in a row. */
static int put_block(struct strbuf *text, struct strbuf *sb)
{
	size_t ticks = 3, skip = strspn(text->buf, "\n");
	int r;

	for (const char *p = text->buf; *p; p++)
		if (strspn(p, "`") >= ticks)
			ticks = strspn(p, "`") + 1;
	if (!text->buf[skip])
		return 0;
	r = strbuf_fill(sb, '`', ticks);
	if (!r)
		r = strbuf_printf(sb, "text\n%s", text->buf + skip);
	if (!r && sb->buf[sb->len - 1] == '\n' && sb->buf[sb->len - 2] == '\n')
		strbuf_truncate(sb, sb->len - 1);
	if (!r)
		r = strbuf_fill(sb, '`', ticks);
	return r ? r : strbuf_adds(sb, "\n\n");
}

static int put_table(const struct table *t, struct strbuf *sb)
{
	int r = table_markdown(t, sb);

	return r ? r : strbuf_addc(sb, '\n');
}

static int put_title(const char *before, const char *name, struct strbuf *sb)
{
	struct strbuf plain = STRBUF_INIT;
	int r = strbuf_adds(&plain, name);

	utf8_plain(&plain, 0);
	if (!r)
		r = strbuf_adds(sb, before);
	if (!r)
		r = markdown_escape(plain.buf, sb);
	strbuf_release(&plain);
	return r;
}

/* --- compare */

static int one_comparison(const struct compare *c, struct strbuf *sb)
{
	struct strbuf head = STRBUF_INIT, notes = STRBUF_INIT;
	struct table t;
	int r = compare_table(c, &t);

	if (!r)
		r = compare_head(c, FOLD_WIDTH, &head);
	if (!r)
		r = compare_notes(c, &notes);
	if (!r)
		r = put_block(&head, sb);
	if (!r)
		r = put_table(&t, sb);
	if (!r)
		r = put_block(&notes, sb);
	table_release(&t);
	strbuf_release(&head);
	strbuf_release(&notes);
	return r;
}

static int compare(const struct compare *cs, size_t n, const struct write_context *context,
		   struct strbuf *sb)
{
	int r = 0;

	for (size_t i = 0; !r && i < n; i++) {
		if (n > 1)
			r = put_title("## ", context->news[i], sb);
		if (!r && n > 1)
			r = put_title(" against ", context->base, sb);
		if (!r && n > 1)
			r = strbuf_adds(sb, "\n\n");
		if (!r)
			r = one_comparison(&cs[i], sb);
	}
	if (!r)		/* a block ends in an empty line, for the next */
		strbuf_truncate(sb, sb->len - 1);
	return r;
}

/* --- show */

/* A table of a run, and its legend. */
static int put_part(const struct show *s, int (*make)(const struct show *s, struct table *t),
		    const char *legend, struct strbuf *sb)
{
	struct strbuf text = STRBUF_INIT;
	struct table t;
	int r = make(s, &t);

	if (!r && t.nrows)
		r = put_table(&t, sb);
	if (!r && t.nrows)
		r = strbuf_adds(&text, legend);
	if (!r)
		r = put_block(&text, sb);
	table_release(&t);
	strbuf_release(&text);
	return r;
}

static int one_run(const struct show *s, bool counters, struct strbuf *sb)
{
	struct strbuf head = STRBUF_INIT, notes = STRBUF_INIT;
	int r = show_head(s, &head);

	if (!r)
		r = put_block(&head, sb);
	if (!r && counters)
		r = put_part(s, show_counters_table, "", sb);
	if (!r && !counters)
		r = put_part(s, show_costs_table, show_costs_legend, sb);
	if (!r && !counters)
		r = put_part(s, show_fit_table, show_fit_legend, sb);
	if (!r && !counters)
		r = show_tools(s, &notes);
	if (!r && !counters)
		r = show_shapes(s, &notes);
	if (!r && !counters)
		r = show_skips(s, &notes);
	if (!r)
		r = put_block(&notes, sb);
	strbuf_release(&head);
	strbuf_release(&notes);
	return r;
}

static int show(const struct show *runs, size_t n, const struct write_context *context,
		struct strbuf *sb)
{
	int r = 0;

	for (size_t i = 0; !r && i < n; i++) {
		if (n > 1)
			r = put_title("## ", runs[i].run->path, sb);
		if (!r && n > 1)
			r = strbuf_adds(sb, "\n\n");
		if (!r)
			r = one_run(&runs[i], context->counters, sb);
	}
	if (!r)
		strbuf_truncate(sb, sb->len - 1);
	return r;
}

const struct writer write_markdown = {
	.name = "markdown",
	.summary = "tables for a wiki or an issue",
	.counters = true,
	.show = show,
	.compare = compare,
};
