// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json_out.h"

/* json_real() refuses what JSON cannot say. */
json_t *json_figure(double v)
{
	return isfinite(v) ? json_real(v) : json_null();
}

/* json_string() refuses what is no UTF-8, and a name of a file may be anything. */
json_t *json_text(const char *s)
{
	json_t *v = json_string(s);
	char *ascii = v ? NULL : strdup(s);

	if (!ascii)
		return v;
	for (char *p = ascii; *p; p++)
		if (*p & 0x80)
			*p = '?';
	v = json_string(ascii);
	free(ascii);
	return v;
}

json_t *json_text_or_null(const char *s)
{
	return s ? json_text(s) : json_null();
}

json_t *json_whole(json_t *array, size_t n)
{
	if (json_array_size(array) == n)
		return array;
	json_decref(array);
	return NULL;
}

struct out {
	struct strbuf *sb;
	int err;
};

/* Keeps the error, for json_dump_callback() ignores that of an object's key. */
static int put(const char *bytes, size_t len, void *data)
{
	struct out *out = data;

	if (!out->err)
		out->err = strbuf_add(out->sb, bytes, len);
	return out->err ? -1 : 0;
}

int json_put(json_t *root, struct strbuf *sb)
{
	struct out out = { .sb = sb };
	size_t before = sb->len;
	int r = root ? json_dump_callback(root, put, &out,
					  JSON_INDENT(1) | JSON_REAL_PRECISION(12)) : -1;

	json_decref(root);
	if (!r)
		r = out.err ? out.err : strbuf_addc(sb, '\n');
	if (!r)
		return 0;
	strbuf_truncate(sb, before);
	return -ENOMEM;
}
