// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * KTAP version 1 (Documentation/dev-tools/ktap.rst of Linux): a subtest for each run, or
 * each NEW, with a result line for each case.
 *
 * A subtest's name begins with two words without "=", which no case's name does: the
 * kernel's parser takes a result of the subtest's own name for its end.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_text.h"
#include "fmt.h"
#include "utf8.h"
#include "writer.h"

/* A '#' would begin a directive. */
static int put_plain(const char *s, struct strbuf *sb)
{
	size_t before = sb->len;
	int r = strbuf_adds(sb, s);

	utf8_plain(sb, before);
	for (char *p = sb->buf + before; *p; p++)
		if (*p == '#')
			*p = '_';
	return r;
}

/* A parser may cut a line's last spaces, but would miss them in a name before a SKIP. */
static void trim(struct strbuf *name)
{
	while (name->len && name->buf[name->len - 1] == ' ')
		strbuf_truncate(name, name->len - 1);
}

/* Each line as a diagnostic of the subtest. */
static int put_diagnostics(const char *text, struct strbuf *sb)
{
	int r = 0;

	while (!r && *text) {
		size_t n = strcspn(text, "\n");

		if (n)
			r = strbuf_printf(sb, "  # %.*s\n", (int)n, text);
		text += n + (text[n] == '\n');
	}
	return r;
}

static int put_start(size_t n, const struct write_context *context, struct strbuf *sb)
{
	int r = strbuf_printf(sb, "KTAP version 1\n1..%zu\n", n);

	if (r || !context->figures)
		return r;
	r = strbuf_adds(sb, "# figures: ");
	if (!r)
		r = put_plain(context->figures, sb);
	return r ? r : strbuf_addc(sb, '\n');
}

static int put_subtest(const char *name, size_t n, struct strbuf *sb)
{
	return strbuf_printf(sb, "  KTAP version 1\n  # Subtest: %s\n  1..%zu\n", name, n);
}

/* reason: NULL, or of a SKIP. */
static int put_result(const char *indent, bool ok, size_t number, const char *name,
		      const char *reason, struct strbuf *sb)
{
	int r = strbuf_printf(sb, "%s%s %zu ", indent, ok ? "ok" : "not ok", number);

	if (!r)
		r = put_plain(name, sb);
	if (!r && reason)
		r = strbuf_adds(sb, " # SKIP ");
	if (!r && reason)
		r = put_plain(reason, sb);
	return r ? r : strbuf_addc(sb, '\n');
}

/* --- compare */

static int put_reason(const struct compare *c, const struct compare_case *cc, struct strbuf *sb)
{
	const char *unit = compare_unit_name(c->unit, true);
	char buf[FMT_LEN];

	if (cc->effect.method == STATS_METHOD_NONE)
		return strbuf_printf(sb, "undecided: fewer than 2 %s on a side", unit);
	if (cc->runs_needed > 0)
		return strbuf_printf(sb, "undecided: about %ld more %s a side would decide",
				     cc->runs_needed, unit);
	return strbuf_printf(sb, "undecided at a margin of %s: how many more %s it takes cannot "
			     "be told", fmt_share(buf, cc->margin), unit);
}

/* Row by row of the table, of which headings are no cases. */
static int put_case(const struct compare *c, size_t i, const struct table *t, size_t row,
		    struct strbuf *sb)
{
	const struct compare_case *cc = &c->cases[i];
	char *const *cell = t->rows[row].cell;
	struct strbuf reason = STRBUF_INIT;
	int r = strbuf_adds(sb, "  # ");

	if (!r)
		r = put_plain(cc->key->name, sb);
	if (!r)
		r = strbuf_printf(sb, ": %s -> %s, %s, %.4g %% interval in %%: %s; %s\n", cell[1],
				  cell[2], cell[3], 100 * c->opts.confidence, cell[4],
				  compare_verdict_name(cc));
	if (!r && cc->verdict == STATS_UNDECIDED)
		r = put_reason(c, cc, &reason);
	if (!r)
		r = put_result("  ", cc->verdict != STATS_SLOWER, i + 1, cc->key->name,
			       reason.len ? reason.buf : NULL, sb);
	strbuf_release(&reason);
	return r;
}

static int put_cases(const struct compare *c, struct strbuf *sb)
{
	struct table t;
	size_t i = 0;
	int r = compare_table(c, &t);

	for (size_t row = 0; !r && row < t.nrows; row++)
		if (!t.rows[row].heading)
			r = put_case(c, i++, &t, row, sb);
	for (size_t j = 0; !r && j < c->nlonely; j++)
		r = put_result("  ", true, ++i, c->lonely[j]->name, "not on both sides", sb);
	table_release(&t);
	return r;
}

static int put_comparison(const struct compare *c, size_t number, const char *name,
			  struct strbuf *sb)
{
	struct compare_counts n;
	struct strbuf head = STRBUF_INIT;
	int r = put_subtest(name, c->ncases + c->nlonely, sb);

	compare_count(c, &n);
	if (!r)
		r = compare_head(c, 1000, &head);
	if (!r)
		r = put_diagnostics(head.buf, sb);
	strbuf_release(&head);
	if (!r)
		r = put_cases(c, sb);
	return r ? r : put_result("", !n.verdict[STATS_SLOWER], number, name,
				  n.verdict[STATS_UNDECIDED] == c->ncases ?
				  "no case is decided" : NULL, sb);
}

static int compare(const struct compare *cs, size_t n, const struct write_context *context,
		   struct strbuf *sb)
{
	struct strbuf name = STRBUF_INIT;
	int r = put_start(n, context, sb);

	for (size_t i = 0; !r && i < n; i++) {
		strbuf_reset(&name);
		r = strbuf_adds(&name, "comparison of ");
		if (!r)
			r = put_plain(context->news[i], &name);
		if (!r)
			r = strbuf_adds(&name, " with ");
		if (!r)
			r = put_plain(context->base, &name);
		trim(&name);
		if (!r)
			r = put_comparison(&cs[i], i + 1, name.buf, sb);
	}
	strbuf_release(&name);
	return r;
}

/* --- show */

static int put_cost(const struct show *s, size_t i, struct strbuf *sb)
{
	const struct result_series *series = s->series[i];
	struct show_cost c;
	char buf[FMT_LEN];
	int r = show_cost(s, i, &c);

	if (!r)
		r = strbuf_adds(sb, "  # ");
	if (!r)
		r = put_plain(s->keys[i]->name, sb);
	if (!r)
		r = strbuf_printf(sb, ": %s", fmt_value(buf, c.value, series->unit, 4));
	if (!r && !isnan(c.spread))
		r = strbuf_printf(sb, ", spread %s", fmt_share(buf, c.spread));
	if (!r && !isnan(c.floor))
		r = strbuf_printf(sb, ", A/A floor %s", fmt_share(buf, c.floor));
	if (!r && !isnan(c.rate))
		r = strbuf_printf(sb, ", %s MB/s", fmt_sig(buf, c.rate, 4));
	if (!r)
		r = strbuf_addc(sb, '\n');
	return r ? r : put_result("  ", true, i + 1, s->keys[i]->name, NULL, sb);
}

static int put_results(const struct show *s, const struct result_skip *const *skips, size_t n,
		       struct strbuf *sb)
{
	int r = 0;

	for (size_t i = 0; !r && i < s->n; i++)
		r = put_cost(s, i, sb);
	for (size_t i = 0; !r && i < n; i++)
		r = put_result("  ", true, s->n + i + 1, skips[i]->key->name, skips[i]->reason, sb);
	return r;
}

static int put_run(const struct show *run, size_t number, const char *name, struct strbuf *sb)
{
	struct show s = *run;
	const struct result_skip **skips;
	struct strbuf head = STRBUF_INIT;
	size_t n;
	int r = show_unmeasured(&s, &skips, &n);

	if (r)
		return r;
	s.width = 1000;
	if (s.n + n) {
		r = put_subtest(name, s.n + n, sb);
		if (!r)
			r = show_head(&s, &head);
		if (!r)
			r = put_diagnostics(head.buf, sb);
		if (!r)
			r = put_results(&s, skips, n, sb);
	}
	free(skips);
	strbuf_release(&head);
	return r ? r : put_result("", true, number, name, s.n ? NULL : "nothing was measured", sb);
}

static int show(const struct show *runs, size_t n, const struct write_context *context,
		struct strbuf *sb)
{
	struct strbuf name = STRBUF_INIT;
	int r = put_start(n, context, sb);

	for (size_t i = 0; !r && i < n; i++) {
		strbuf_reset(&name);
		r = strbuf_adds(&name, "costs of ");
		if (!r)
			r = put_plain(runs[i].run->path, &name);
		trim(&name);
		if (!r)
			r = put_run(&runs[i], i + 1, name.buf, sb);
	}
	strbuf_release(&name);
	return r;
}

const struct writer write_ktap = {
	.name = "ktap",
	.summary = "KTAP version 1: slower is not ok, undecided and skipped are SKIP",
	.show = show,
	.compare = compare,
};
