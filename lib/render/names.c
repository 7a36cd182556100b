// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "fmt.h"
#include "names.h"

static bool same_case(const struct result_key *a, const struct result_key *b)
{
	return !strcmp(a->case_name, b->case_name);
}

/* The rows of keys[i]'s case: [*first, *end). */
static void case_span(const struct result_key *const *keys, size_t n, size_t i, size_t *first,
		      size_t *end)
{
	*first = i;
	*end = i + 1;
	while (*first && same_case(keys[*first - 1], keys[i]))
		(*first)--;
	while (*end < n && same_case(keys[*end], keys[i]))
		(*end)++;
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
		char buf[FMT_LEN];

		if (r || !worth_showing(keys, first, end, name))
			continue;
		r = strbuf_printf(sb, "%s%s=%s", sb->len > before ? " " : "", name,
				  fmt_size(buf, json_integer_value(value)));
	}
	return r;
}

int names_row(struct table *t, const struct result_key *const *keys, size_t n, size_t i)
{
	struct strbuf sb = STRBUF_INIT;
	size_t first, end;
	int r = 0;

	case_span(keys, n, i, &first, &end);
	if (end - first > 1 && i == first)
		r = table_heading(t, keys[i]->case_name);
	if (!r)
		r = table_row(t);
	if (!r)
		r = names_params(keys, n, i, &sb);
	if (!r && end - first > 1)
		r = table_cell(t, 0, "  %s", sb.buf);
	else if (!r)
		r = table_cell(t, 0, "%s%s%s", keys[i]->case_name, sb.len ? " " : "", sb.buf);
	strbuf_release(&sb);
	return r;
}
