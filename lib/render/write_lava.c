// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Calls of lava-test-case, which LAVA has in the PATH of a device under test: pipe them
 * to sh. What an id may hold is narrower than LAVA's documents say: its dispatcher
 * splits "TEST_CASE_ID=..." at each '=' and space, and ends at '>'.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_text.h"
#include "utf8.h"
#include "writer.h"

/* Also nothing that a shell would look at. */
static int put_safe(const char *s, const char *allowed, struct strbuf *sb)
{
	size_t before = sb->len;
	int r = strbuf_adds(sb, s);

	for (char *p = sb->buf + before; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr(allowed, *p))
			*p = *p == ' ' ? '_' : '-';
	return r;
}

/* value NaN: no measurement. */
static int put_case(const char *name, const char *result, double value, const char *unit,
		    struct strbuf *sb)
{
	int r = strbuf_adds(sb, "lava-test-case ");

	if (!r && *name == '-')		/* no option */
		r = strbuf_addc(sb, '_');
	if (!r)
		r = put_safe(name, "._-", sb);
	if (!r)
		r = strbuf_printf(sb, " --result %s", result);
	if (!r && isfinite(value)) {
		r = strbuf_printf(sb, " --measurement %.10g", value);
		if (!r && *unit)
			r = strbuf_adds(sb, " --units ");
		if (!r && *unit)
			r = put_safe(unit, "._-/%", sb);
	}
	return r ? r : strbuf_addc(sb, '\n');
}

static int put_set(const char *name, struct strbuf *sb)
{
	int r;

	if (!name)
		return strbuf_adds(sb, "lava-test-set stop\n");
	r = strbuf_adds(sb, *name == '-' ? "lava-test-set start _" : "lava-test-set start ");
	if (!r)
		r = put_safe(name, "._-", sb);
	return r ? r : strbuf_addc(sb, '\n');
}

static int show_one(const struct show *s, struct strbuf *sb)
{
	const struct result_skip **skips;
	struct show_cost c;
	size_t n;
	int r = show_unmeasured(s, &skips, &n);

	if (r)
		return r;
	for (size_t i = 0; !r && i < s->n; i++) {
		r = show_cost(s, i, &c);
		if (!r)
			r = put_case(s->keys[i]->name, "pass", c.value, s->series[i]->unit, sb);
	}
	for (size_t i = 0; !r && i < n; i++)
		r = put_case(skips[i]->key->name, "skip", NAN, "", sb);
	free(skips);
	return r;
}

static int show(const struct show *runs, size_t n, const struct write_context *context,
		struct strbuf *sb)
{
	int r = 0;

	for (size_t i = 0; !r && i < n; i++) {
		if (n > 1)
			r = put_set(runs[i].run->path, sb);
		if (!r)
			r = show_one(&runs[i], sb);
		if (!r && n > 1)
			r = put_set(NULL, sb);
	}
	return r;
}

static int compare_one(const struct compare *c, struct strbuf *sb)
{
	static const char *const results[] = {
		[STATS_UNDECIDED] = "skip", [STATS_SAME] = "pass", [STATS_FASTER] = "pass",
		[STATS_SLOWER] = "fail",
	};
	int r = 0;

	for (size_t i = 0; !r && i < c->ncases; i++)
		r = put_case(c->cases[i].key->name, results[c->cases[i].verdict], c->cases[i].new,
			     c->cases[i].unit, sb);
	for (size_t i = 0; !r && i < c->nlonely; i++)
		r = put_case(c->lonely[i]->name, "skip", NAN, "", sb);
	return r;
}

static int compare(const struct compare *cs, size_t n, const struct write_context *context,
		   struct strbuf *sb)
{
	int r = 0;

	for (size_t i = 0; !r && i < n; i++) {
		if (n > 1)
			r = put_set(context->news[i], sb);
		if (!r)
			r = compare_one(&cs[i], sb);
		if (!r && n > 1)
			r = put_set(NULL, sb);
	}
	return r;
}

const struct writer write_lava = {
	.name = "lava",
	.summary = "calls of lava-test-case with NEW's figures: slower is fail, undecided skip",
	.show = show,
	.compare = compare,
};
