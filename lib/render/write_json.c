// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare_text.h"
#include "writer.h"

static int show(const struct show *runs, size_t n, const struct write_context *context,
		struct strbuf *sb)
{
	int r = 0;

	for (size_t i = 0; !r && i < n; i++)
		r = show_json(&runs[i], sb);
	return r;
}

static int compare(const struct compare *cs, size_t n, const struct write_context *context,
		   struct strbuf *sb)
{
	int r = 0;

	for (size_t i = 0; !r && i < n; i++)
		r = compare_json(&cs[i], sb);
	return r;
}

const struct writer write_json = {
	.name = "json",
	.summary = "an object for each run, or each NEW",
	.counters = true,
	.show = show,
	.compare = compare,
};
