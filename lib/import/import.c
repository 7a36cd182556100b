// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

const char *importer_name(const struct importer *im)
{
	return im->name;
}

const char *importer_summary(const struct importer *im)
{
	return im->summary;
}

const struct importer *importer_find(const char *name)
{
	for (const struct importer *const *im = importers; *im; im++)
		if (!strcmp((*im)->name, name))
			return *im;
	return NULL;
}

/* --- lines */

const struct import_line *import_line(const struct import *im)
{
	return &im->current->line;
}

const struct import_line *import_peek(struct import *im)
{
	size_t len;
	char *raw;
	bool whole;
	int r;

	if (im->have_ahead)
		return &im->ahead->line;
	if (im->ended || im->err)
		return NULL;
	r = lines_next(&im->lines, &raw, &len, &whole);
	if (r > 0)
		r = slot_fill(im->ahead, raw, len, im->lines.nr, whole) ? : 1;
	if (r <= 0) {
		im->ended = true;
		im->err = r;
		return NULL;
	}
	im->have_ahead = true;
	im->counts.lines = im->lines.nr;
	return &im->ahead->line;
}

bool import_next(struct import *im)
{
	struct slot *used = im->current;

	if (!import_peek(im))
		return false;
	im->current = im->ahead;
	im->ahead = used;
	im->have_ahead = false;
	return true;
}

bool import_join(struct import *im)
{
	const struct import_line *next = import_peek(im);
	struct slot *to = im->current;
	const char *s;

	if (!next || is_blank(next->text) || to->sb.len + next->len > 2 * IMPORT_LINE_MAX)
		return false;
	s = next->text;
	skip_blanks(&s);
	if (strbuf_printf(&to->sb, " %s", s))
		return false;
	to->line.text = to->sb.buf;
	to->line.len = to->sb.len;
	to->line.whole = next->whole;
	im->have_ahead = false;
	return true;
}

static long find_importer(struct import *im, const struct import_line *line, uint64_t allowed)
{
	uint64_t found = marks_find(&im->marks, line->text, line->len) & allowed;

	for (; found; found &= found - 1) {
		int i = __builtin_ctzll(found);

		if (importers[i]->detect(line->text))
			return i;
	}
	return -1;
}

bool import_is_foreign(struct import *im, const char *line)
{
	const struct import_line l = { .text = line, .len = strlen(line) };

	return find_importer(im, &l, ~(1ull << im->at)) >= 0;
}

struct strbuf *import_memo(struct import *im, int i)
{
	return &im->memo[im->at][i];
}

/* --- the whole */

static int read_error(struct import *im)
{
	/* the line that could not be read, not the one before */
	im->current->line.nr = im->lines.nr;
	if (im->err == -EFBIG)
		return import_error(im, -EINVAL, "longer than %d bytes: no text of a tool",
				    IMPORT_LINE_MAX);
	if (im->err == -EBADMSG)
		return import_error(im, -EINVAL, "a NUL byte: binary, no text");
	return import_error(im, im->err, "%s", strerror(-im->err));
}

static int nothing_found(struct import *im)
{
	im->current->line.nr = 0;
	if (!im->counts.lines)
		return import_error(im, -ENODATA, "the input is empty");
	if (im->opts->only)
		return import_error(im, -ENODATA, "nothing recognised as %s in %zu lines",
				    im->opts->only->name, im->counts.lines);
	return import_error(im, -ENODATA, "nothing recognised in %zu lines", im->counts.lines);
}

#define HEADING_MAX	40
#define HEADING_WORDS	3

/* "Before:" or "With the patch:", but not "Somebody wrote:": its length without the colon. */
static size_t heading_len(const char *s)
{
	size_t len = strlen(s), words = 1;

	while (len && s[len - 1] == ' ')
		len--;
	if (len < 2 || len > HEADING_MAX || s[--len] != ':')
		return 0;
	for (size_t i = 0; i < len; i++) {
		bool letter = (s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A' && s[i] <= 'Z');

		words += s[i] == ' ';
		if (!letter && (!i || (!is_digit(s[i]) && !strchr(" .,_+-/()", s[i]))))
			return 0;
	}
	if (words > HEADING_WORDS || (len > 5 && !strncmp(s + len - 5, "wrote", 5)))
		return 0;
	return len;
}

/* A line that is only a heading labels the blocks below it, up to the next one. */
static int take_heading(struct import *im, const char *text)
{
	size_t len;

	skip_blanks(&text);
	len = heading_len(text);
	if (!len)
		return 0;
	strbuf_reset(&im->heading);
	memset(im->open, 0, sizeof(im->open));
	return strbuf_add(&im->heading, text, len) ? import_nomem(im) : 0;
}

static int all_lines(struct import *im, uint64_t allowed)
{
	int r = 0;

	while (!r && import_next(im)) {
		long at = find_importer(im, &im->current->line, allowed);

		if (at < 0) {
			r = take_heading(im, im->current->line.text);
			continue;
		}
		im->at = at;
		r = importers[at]->parse(im);
	}
	if (im->err)
		r = read_error(im);
	if (!r)
		r = groups_flush(im);
	if (!r && !im->counts.runs)
		r = nothing_found(im);
	return r;
}

static int set_label(struct import *im, const char *label)
{
	json_t *json;
	char *text;
	int r = -ENOMEM;

	if (!label)
		return 0;
	json = json_string(label);
	if (!json)
		return import_error(im, -EINVAL, "the label is no UTF-8 text");
	text = json_dumps(json, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
	if (text)
		r = strbuf_adds(&im->label, text);
	free(text);
	json_decref(json);
	return r ? import_nomem(im) : 0;
}

static void import_init(struct import *im)
{
	for (int i = 0; i < IMPORTERS_MAX; i++) {
		strbuf_init(&im->subject[i]);
		for (int j = 0; j < IMPORT_MEMOS; j++)
			strbuf_init(&im->memo[i][j]);
	}
	for (int i = 0; i < 2; i++) {
		strbuf_init(&im->slots[i].sb);
		im->slots[i].line.text = strbuf_empty;
	}
	strbuf_init(&im->heading);
	strbuf_init(&im->full);
	strbuf_init(&im->key);
	strbuf_init(&im->label);
	lines_init(&im->lines, IMPORT_LINE_MAX);
	im->current = &im->slots[0];
	im->ahead = &im->slots[1];
}

static void import_release(struct import *im)
{
	for (int i = 0; i < IMPORTERS_MAX; i++) {
		strbuf_release(&im->subject[i]);
		for (int j = 0; j < IMPORT_MEMOS; j++)
			strbuf_release(&im->memo[i][j]);
	}
	for (int i = 0; i < 2; i++)
		strbuf_release(&im->slots[i].sb);
	strbuf_release(&im->heading);
	strbuf_release(&im->full);
	strbuf_release(&im->key);
	strbuf_release(&im->label);
	lines_release(&im->lines);
	marks_release(&im->marks);
	groups_release(&im->groups);
	free(im);
}

int import_run(int fd, const struct import_opts *opts, const struct import_sink *sink,
	       struct import_counts *ret_counts, struct strbuf *notes, struct strbuf *diag)
{
	struct import *im = calloc(1, sizeof(*im));
	uint64_t allowed = ~0ull;
	int r;

	if (!im)
		return -ENOMEM;
	import_init(im);
	im->opts = opts;
	im->sink = sink;
	im->notes = notes;
	im->diag = diag;
	lines_open(&im->lines, fd);
	for (size_t i = 0; opts->only && importers[i]; i++)
		if (importers[i] == opts->only)
			allowed = 1ull << i;
	r = set_label(im, opts->label);
	if (!r && marks_init(&im->marks))
		r = import_nomem(im);
	if (!r)
		r = all_lines(im, allowed);
	if (im->nnotes > IMPORT_NOTES_MAX)
		strbuf_printf(notes, "note: and %zu notes more\n", im->nnotes - IMPORT_NOTES_MAX);
	if (!r)
		*ret_counts = im->counts;
	import_release(im);
	return r;
}
