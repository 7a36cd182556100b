// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <string.h>

#include "json_block.h"

#define BLOCK_MAX	(16 * 1024 * 1024)

bool json_begins(const char *line, const char *key, char value)
{
	const char *p = line;

	eat(&p, "{");
	if (!eat(&p, "\"") || strncmp(p, key, strlen(key)))
		return false;
	p += strlen(key);
	if (*p != '"')
		return false;
	p++;
	if (!eat(&p, ":"))
		return false;
	skip_blanks(&p);
	return *p == value;
}

struct scan {
	struct strbuf text;
	size_t depth;
	size_t owed;		/* line breaks left out of a string, put back behind it */
	bool in_string, escaped;
};

/* One line into the text, up to the end of the object; *ret_rest is what is behind. */
static int scan_line(struct scan *s, const char *line, const char **ret_rest)
{
	const char *p = line;

	*ret_rest = NULL;
	for (; *p && !*ret_rest; p++) {
		if (s->escaped) {
			s->escaped = false;
		} else if (s->in_string) {
			s->escaped = *p == '\\';
			s->in_string = *p != '"';
		} else if (*p == '"') {
			s->in_string = true;
		} else if (*p == '{' || *p == '[') {
			s->depth++;
		} else if ((*p == '}' || *p == ']') && --s->depth == 0) {
			*ret_rest = p + 1;
		}
		if (!s->in_string && s->owed) {
			/* behind the quote that ends the string */
			int r = strbuf_add(&s->text, line, p + 1 - line);

			if (!r)
				r = strbuf_fill(&s->text, '\n', s->owed);
			if (r)
				return r;
			s->owed = 0;
			line = p + 1;
		}
	}
	return strbuf_add(&s->text, line, p - line);
}

/* All of the block into s->text. */
static int collect(struct import *im, struct scan *s, size_t first)
{
	const char *line = import_line(im)->text, *p = line, *rest;
	int r = 0;

	if (!eat(&p, "{")) {
		s->depth = 1;
		r = strbuf_addc(&s->text, '{');
	}
	if (!r)
		r = scan_line(s, line, &rest);
	while (!r && !rest) {
		if (s->text.len > BLOCK_MAX)
			return import_fail(im, "the JSON that begins in line %zu is larger than "
					   "%d MiB", first, BLOCK_MAX >> 20);
		if (!import_next(im))
			return import_fail(im, "the JSON that begins in line %zu has no end",
					   first);
		if (s->in_string)
			s->owed++;
		r = strbuf_addc(&s->text, s->in_string ? ' ' : '\n');
		line = import_line(im)->text;
		if (s->in_string)
			skip_blanks(&line);
		if (!r)
			r = scan_line(s, line, &rest);
	}
	if (r)
		return import_nomem(im);
	if (strchr(rest, '{'))
		return import_fail(im, "two JSON objects on a line: part them");
	return 0;
}

static int load(struct import *im, const struct strbuf *text, size_t first, json_t **ret_json)
{
	json_error_t err;
	json_t *json = json_loadb(text->buf, text->len, JSON_REJECT_DUPLICATES, &err);

	if (!json && json_error_code(&err) == json_error_duplicate_key) {
		import_note(im, "line %zu: %s: the last is taken", first + err.line - 1, err.text);
		json = json_loadb(text->buf, text->len, 0, &err);
	}
	if (!json && json_error_code(&err) == json_error_out_of_memory)
		return import_nomem(im);
	if (!json)
		return import_fail(im, "the JSON that begins in line %zu is damaged in line %zu: "
				   "%s", first, first + err.line - 1, err.text);
	*ret_json = json;
	return 0;
}

int json_take_block(struct import *im, json_t **ret_json)
{
	struct scan s = { .text = STRBUF_INIT };
	size_t first = import_line(im)->nr;
	int r = collect(im, &s, first);

	if (!r)
		r = load(im, &s.text, first, ret_json);
	strbuf_release(&s.text);
	return r;
}

json_t *json_at(const json_t *object, const char *path)
{
	json_t *at = (json_t *)object;

	while (at) {
		size_t len = strcspn(path, ".");
		char key[40];

		if (len >= sizeof(key))
			return NULL;
		memcpy(key, path, len);
		key[len] = '\0';
		at = json_object_get(at, key);
		if (!path[len])
			break;
		path += len + 1;
	}
	return at;
}

bool json_number_at(const json_t *object, const char *path, double *ret_value)
{
	const json_t *at = json_at(object, path);

	if (!json_is_number(at))
		return false;
	*ret_value = json_number_value(at);
	return true;
}
