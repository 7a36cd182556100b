// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "fmt.h"
#include "names.h"

#define NAME_WIDTH	25	/* a name and its parameters share a line up to here */
#define SHORTEN_FROM	4096	/* 1024 segments are no "1K" */

static bool same_case(const struct result_key *a, const struct result_key *b)
{
	return !strcmp(a->case_name, b->case_name);
}

/* How many of the `room` keys from `key` on, in steps of 1 or -1, are of its case. */
static size_t same_cases(const struct result_key *const *key, ptrdiff_t step, size_t room)
{
	size_t low = 0, high = 1;

	/* low is of it; the first that is not, or none, is at most at high */
	while (high < room && same_case(key[step * (ptrdiff_t)high], *key)) {
		low = high;
		high *= 2;
	}
	if (high > room)
		high = room;
	while (high - low > 1) {
		size_t mid = low + (high - low) / 2;

		if (same_case(key[step * (ptrdiff_t)mid], *key))
			low = mid;
		else
			high = mid;
	}
	return low + 1;
}

/* The rows of keys[i]'s case: [*first, *end). */
static void case_span(const struct result_key *const *keys, size_t n, size_t i, size_t *first,
		      size_t *end)
{
	*first = i + 1 - same_cases(keys + i, -1, i + 1);
	*end = i + same_cases(keys + i, 1, n - i);
}

static bool worth_showing(const struct result_key *const *keys, size_t first, size_t end,
			  const char *name)
{
	for (size_t i = first; i < end; i++) {
		int64_t v = 0;

		if (!result_key_param(keys[i], name, &v) && v)
			return true;
	}
	return false;
}

int names_params(const struct result_key *const *keys, size_t n, size_t i, struct strbuf *sb)
{
	size_t first, end, before = sb->len;
	const char *name;
	json_t *value;
	int r = 0;

	case_span(keys, n, i, &first, &end);
	json_object_foreach(keys[i]->params, name, value) {
		json_int_t v = json_integer_value(value);
		const char *gap = sb->len > before ? " " : "";
		char buf[FMT_LEN];

		if (r || (!v && !worth_showing(keys, first, end, name)))
			continue;
		if (v < SHORTEN_FROM)
			r = strbuf_printf(sb, "%s%s=%lld", gap, name, (long long)v);
		else
			r = strbuf_printf(sb, "%s%s=%s", gap, name, fmt_size(buf, v));
	}
	return r;
}

int names_row(struct table *t, const struct result_key *const *keys, size_t n, size_t i)
{
	struct strbuf sb = STRBUF_INIT;
	size_t first, end;
	bool heading;
	int r;

	case_span(keys, n, i, &first, &end);
	r = names_params(keys, n, i, &sb);
	heading = end - first > 1 ||
		(sb.len && strlen(keys[i]->case_name) + 1 + sb.len > NAME_WIDTH);
	if (!r && heading && i == first)
		r = table_heading(t, keys[i]->case_name);
	if (!r)
		r = table_row(t);
	if (!r && heading)
		r = table_cell(t, 0, "  %s", sb.buf);
	else if (!r)
		r = table_cell(t, 0, "%s%s%s", keys[i]->case_name, sb.len ? " " : "", sb.buf);
	strbuf_release(&sb);
	return r;
}
