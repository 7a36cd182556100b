// SPDX-License-Identifier: GPL-2.0-or-later
/* Plain text that a mailing list takes as it is: at most 72 columns, ASCII. */
#include <errno.h>
#include <string.h>

#include "compare_text.h"
#include "fmt.h"
#include "fold.h"
#include "provenance.h"
#include "shapes.h"
#include "writer.h"

#define WIDTH		72
#define INDENT_MOST	12

/* '?' for each character that is not ASCII, and for control characters but the newline. */
static void to_ascii(struct strbuf *sb)
{
	size_t to = 0;

	for (size_t i = 0; i < sb->len; i++) {
		unsigned char c = sb->buf[i];

		if ((c & 0xc0) != 0x80)		/* continues no character */
			sb->buf[to++] = c == '\n' || (c >= 0x20 && c < 0x7f) ? c : '?';
	}
	strbuf_truncate(sb, to);
}

/* A line of n bytes, broken between words, or within one that is too long by itself. */
static int put_line(struct strbuf *sb, const char *line, size_t n)
{
	size_t indent = strspn(line, " "), before = 0;
	int r = 0;

	if (indent > INDENT_MOST)
		indent = INDENT_MOST;
	while (!r && before + n > WIDTH) {
		size_t room = WIDTH - before, cut = room, next;

		while (cut && line[cut] != ' ')
			cut--;
		if (!cut || strspn(line, " ") >= cut)
			cut = room;
		next = cut;
		while (next < n && line[next] == ' ')
			next++;
		while (cut && line[cut - 1] == ' ')
			cut--;
		r = strbuf_add(sb, line, cut);
		if (!r)
			r = strbuf_addc(sb, '\n');
		line += next;
		n -= next;
		before = n ? indent + 2 : 0;
		if (!r)
			r = strbuf_fill(sb, ' ', before);
	}
	while (n && line[n - 1] == ' ')
		n--;
	if (!r)
		r = strbuf_add(sb, line, n);
	return r ? r : strbuf_addc(sb, '\n');
}

static int put_lines(struct strbuf *sb, struct strbuf *text)
{
	const char *line = text->buf;
	int r = 0;

	to_ascii(text);
	while (!r && *line) {
		size_t n = strcspn(line, "\n");

		r = put_line(sb, line, n);
		line += n + (line[n] == '\n');
	}
	return r;
}

/* As a shell takes it, also where it is folded. */
static int put_command(const char *command, struct strbuf *sb)
{
	struct strbuf folded = STRBUF_INIT;
	int r = fold_at(&folded, WIDTH - 2, "$ ", 4, command);

	for (const char *p = folded.buf; !r && *p; p++) {
		if (*p == '\n' && p[1])
			r = strbuf_adds(sb, " \\");
		if (!r)
			r = strbuf_addc(sb, *p);
	}
	strbuf_release(&folded);
	return r;
}

/* --- compare */

static int put_counts(const struct compare *c, struct strbuf *sb)
{
	struct compare_counts n;

	compare_count(c, &n);
	return strbuf_printf(sb, "\n%zu faster, %zu slower, %zu same, %zu undecided of %zu\n",
			     n.verdict[STATS_FASTER], n.verdict[STATS_SLOWER],
			     n.verdict[STATS_SAME], n.verdict[STATS_UNDECIDED], c->ncases);
}

static int put_method(const struct compare *c, struct strbuf *sb)
{
	const char *tool = result_run_imported(&c->set->runs[c->base.first]);
	struct strbuf line = STRBUF_INIT, margin = STRBUF_INIT;
	struct compare_counts n;
	int r = compare_margin(c, &margin);

	if (!r && tool)
		r = strbuf_printf(&line, "ratio of the %s, as %s printed their figures",
				  compare_unit_name(c->unit, true), tool);
	else if (!r && c->unit == UNIT_SEED)
		r = strbuf_adds(&line, "ratio of the medians over seeds, each the median of batches");
	else if (!r)
		r = strbuf_printf(&line, "ratio of the %s, each the " VALUE_QUANTILE_NAME " over processes "
				  "of the median of batches", compare_unit_name(c->unit, true));
	if (!r)
		r = strbuf_printf(&line, "; %.4g %% intervals; verdicts beyond a margin of %s, "
				  "%s-corrected for %zu cases", 100 * c->opts.confidence,
				  margin.buf, c->unit == UNIT_SEED ? "Bonferroni" : "Holm", c->ncases);
	strbuf_release(&margin);
	compare_count(c, &n);
	if (!r && n.referenced)
		r = strbuf_printf(&line, "; %zu relative to reference loops", n.referenced);
	if (!r)
		r = fold_at(sb, WIDTH, "method: ", 2, line.buf);
	strbuf_release(&line);
	return r;
}

static int put_sides(const struct compare *c, struct strbuf *sb)
{
	const struct result_run *base = &c->set->runs[c->base.first];
	const struct result_run *new = &c->set->runs[c->new.first];
	struct strbuf line = STRBUF_INIT, other = STRBUF_INIT;
	int r = provenance_boot(base, new, &line);

	if (!r && line.len)
		r = fold_at(sb, WIDTH, "booted with: ", 2, line.buf);
	strbuf_reset(&line);
	if (!r)
		r = provenance_command(base, &line);
	if (!r)
		r = provenance_command(new, &other);
	if (!r && line.len)
		r = put_command(line.buf, sb);
	if (!r && other.len && strcmp(line.buf, other.buf))
		r = put_command(other.buf, sb);
	strbuf_release(&line);
	strbuf_release(&other);
	return r;
}

static int one_comparison(const struct compare *c, struct strbuf *sb)
{
	struct table t;
	int r = compare_table(c, &t);

	if (!r)
		r = table_text_at(&t, WIDTH, sb);
	table_release(&t);
	if (!r)
		r = compare_shapes(c, WIDTH, sb);
	if (!r)
		r = put_counts(c, sb);
	if (!r)
		r = compare_blind(c, sb);
	if (!r)
		r = compare_undecided(c, sb);
	if (!r)
		r = compare_lonely(c, WIDTH, sb);
	if (!r)
		r = strbuf_addc(sb, '\n');
	if (!r)
		r = compare_head(c, WIDTH, sb);
	if (!r)
		r = put_method(c, sb);
	return r ? r : put_sides(c, sb);
}

static int compare(const struct compare *cs, size_t n, const struct write_context *context,
		   struct strbuf *sb)
{
	struct strbuf text = STRBUF_INIT;
	int r = 0;

	for (size_t i = 0; !r && i < n; i++) {
		if (n > 1)
			r = strbuf_printf(&text, "%s== %s against %s\n", i ? "\n" : "",
					  context->news[i], context->base);
		if (!r)
			r = one_comparison(&cs[i], &text);
	}
	if (!r)
		r = put_command(context->command, &text);
	if (!r)
		r = put_lines(sb, &text);
	strbuf_release(&text);
	return r;
}

/* --- show */

static int put_costs(const struct show *s, struct strbuf *sb)
{
	struct table t;
	int r = show_costs_table(s, &t);

	if (!r && t.nrows)
		r = table_text_at(&t, WIDTH, sb);
	table_release(&t);
	return r;
}

static int put_fit(const struct show *s, struct strbuf *sb)
{
	struct table t;
	int r = show_fit_table(s, &t);

	if (!r && t.nrows)
		r = strbuf_addc(sb, '\n');
	if (!r && t.nrows)
		r = table_text_at(&t, WIDTH, sb);
	if (!r && t.nrows)
		r = strbuf_adds(sb, show_fit_legend);
	table_release(&t);
	return r;
}

static int put_counters(const struct show *s, struct strbuf *sb)
{
	struct table t;
	int r = show_counters_table(s, &t);

	if (!r && t.nrows)
		r = table_text_at(&t, WIDTH, sb);
	else if (!r)
		r = strbuf_adds(sb, "no counter counted anything\n");
	table_release(&t);
	return r;
}

static int one_run(const struct show *run, bool counters, struct strbuf *sb)
{
	struct show s = *run;
	struct strbuf line = STRBUF_INIT;
	int r;

	s.width = WIDTH;
	r = counters ? put_counters(&s, sb) : put_costs(&s, sb);
	if (!r && !counters)
		r = put_fit(&s, sb);
	if (!r && !counters)
		r = show_tools(&s, sb);
	if (!r && !counters)
		r = show_shapes(&s, sb);
	if (!r && !counters)
		r = show_skips(&s, sb);
	if (!r)
		r = strbuf_addc(sb, '\n');
	if (!r)
		r = show_head(&s, sb);
	if (!r && !counters && s.n)
		r = strbuf_printf(sb, "%s\n", show_costs_legend);
	if (!r)
		r = provenance_command(s.run, &line);
	if (!r && line.len)
		r = put_command(line.buf, sb);
	strbuf_release(&line);
	return r;
}

static int show(const struct show *runs, size_t n, const struct write_context *context,
		struct strbuf *sb)
{
	struct strbuf text = STRBUF_INIT;
	int r = 0;

	for (size_t i = 0; !r && i < n; i++) {
		if (n > 1)
			r = strbuf_printf(&text, "%s== %s\n", i ? "\n" : "", runs[i].run->path);
		if (!r)
			r = one_run(&runs[i], context->counters, &text);
	}
	if (!r)
		r = put_command(context->command, &text);
	if (!r)
		r = put_lines(sb, &text);
	strbuf_release(&text);
	return r;
}

const struct writer write_mail = {
	.name = "mail",
	.summary = "plain ASCII of 72 columns with its method in a footer, for a mailing list",
	.counters = true,
	.show = show,
	.compare = compare,
};
