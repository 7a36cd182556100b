// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "fmt.h"
#include "names.h"

#define NAME_WIDTH	25	/* a name and its parameters share a line up to here */
#define SHORTEN_FROM	4096	/* 1024 segments are no "1K" */

/* How many of the sorted keys are of a case before this one's, or of it as well. */
static size_t count_keys(const struct result_key *const *keys, size_t n,
			 const struct result_key *key, bool of_it)
{
	size_t low = 0;

	while (low < n) {
		size_t mid = low + (n - low) / 2;
		int order = strcmp(keys[mid]->case_name, key->case_name);

		if (order < 0 || (of_it && !order))
			low = mid + 1;
		else
			n = mid;
	}
	return low;
}

/* The rows of keys[i]'s case: [*first, *end). */
static void case_span(const struct result_key *const *keys, size_t n, size_t i, size_t *first,
		      size_t *end)
{
	*first = count_keys(keys, n, keys[i], false);
	*end = count_keys(keys, n, keys[i], true);
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
