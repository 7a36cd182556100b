// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "internal.h"
#include "num.h"

static int parse_line(const char *line, struct lab_weight *w)
{
	uint64_t size, user = 0, kernel = 0;
	struct argv words = { 0 };
	int r;

	argv_split(&words, line);
	r = words.err;
	if (!r && words.n != 2 && words.n != 4)
		r = -EINVAL;
	if (!r)
		r = num_parse_u64_in(words.word[0], 0, 8192, &size);
	if (!r)
		r = num_parse_decimal(words.word[1], &w->weight);
	if (!r && words.n == 4)
		r = num_parse_u64_in(words.word[2], 0, 63, &user);
	if (!r && words.n == 4)
		r = num_parse_u64_in(words.word[3], 0, 63, &kernel);
	if (!r && !(w->weight > 0))
		r = -ERANGE;
	if (!r)
		w->call = (struct lab_call){ size, user, kernel };
	argv_release(&words);
	return r;
}

int lab_weights_parse(const char *text, struct lab_weight **ret_weights, size_t *ret_n,
		      struct strbuf *diag)
{
	struct lab_weight *weights = NULL;
	size_t n = 0, alloc = 0, nr = 0;
	int r = 0;

	while (!r && *text) {
		size_t len = strcspn(text, "\n"), used = strcspn(text, "#\n");
		struct lab_weight *p = grow(weights, &alloc, n + 1, sizeof(*p));
		char *line = strndup(text, used);

		nr++;
		weights = p ? p : weights;
		if (!p || !line)
			r = -ENOMEM;
		else if (line[strspn(line, " \t\r")])
			r = parse_line(line, &weights[n++]);
		if (r && r != -ENOMEM)
			strbuf_printf(diag, "line %zu: want SIZE WEIGHT [USER KERNEL]: a size up to "
				      "8192, a weight above 0, alignments 0 to 63", nr);
		free(line);
		text += len;
		text += *text == '\n';
	}
	if (!r && !n) {
		strbuf_adds(diag, "no line with a size and a weight");
		r = -EINVAL;
	}
	if (r) {
		free(weights);
		return r == -ENOMEM ? r : -EINVAL;
	}
	*ret_weights = weights;
	*ret_n = n;
	return 0;
}
