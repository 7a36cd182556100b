// SPDX-License-Identifier: GPL-2.0-or-later
/* Runs of the same tool and subject, and the text of their records. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "record.h"

#define SUBJECT_MAX	200

static void group_free(struct group *g)
{
	if (!g)
		return;
	free(g->subject);
	free(g->name);
	free(g->last_run);
	intern_release(&g->cases);
	strbuf_release(&g->text);
	free(g);
}

void groups_release(struct groups *g)
{
	for (size_t i = 0; i < g->n; i++)
		group_free(g->v[i]);
	g->n = 0;
}

int engine_put_json(struct strbuf *sb, const char *s)
{
	int r = strbuf_addc(sb, '"');

	for (; !r && *s; s++) {
		if (*s == '"' || *s == '\\')
			r = strbuf_addc(sb, '\\');
		if (!r)
			r = strbuf_addc(sb, plain_char(*s));
	}
	return r ? r : strbuf_addc(sb, '"');
}

/* Letters, digits and ".-_" of the subject, others as one '-', at most 64. */
static int put_file_name(struct strbuf *sb, const char *s)
{
	size_t start = sb->len;
	int r = 0;

	for (; !r && *s && sb->len < start + 64; s++) {
		bool plain = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || is_digit(*s) ||
			*s == '.' || *s == '_';

		if (plain)
			r = strbuf_addc(sb, *s);
		else if (sb->len > start && sb->buf[sb->len - 1] != '-')
			r = strbuf_addc(sb, '-');
	}
	if (sb->len > start && sb->buf[sb->len - 1] == '-')
		strbuf_truncate(sb, sb->len - 1);
	return r;
}

static bool name_taken(const struct groups *groups, const char *name)
{
	for (size_t i = 0; i < groups->n; i++)
		if (!strcmp(groups->v[i]->name, name))
			return true;
	return false;
}

/* "hdparm", "hdparm-dev.sda", "hdparm-dev.sda-2" where that is taken. */
static int make_name(struct import *im, const char *subject, char **ret_name)
{
	struct strbuf sb = STRBUF_INIT;
	size_t len;
	int r = strbuf_adds(&sb, importers[im->at]->name);

	len = sb.len;
	if (!r)
		r = strbuf_addc(&sb, '-');
	if (!r)
		r = put_file_name(&sb, subject);
	if (!r && sb.len == len + 1)
		strbuf_truncate(&sb, len);
	len = sb.len;
	for (unsigned int i = 2; !r && name_taken(&im->groups, sb.buf); i++) {
		strbuf_truncate(&sb, len);
		r = strbuf_printf(&sb, "-%u", i);
	}
	if (!r)
		r = strbuf_detach(&sb, ret_name);
	strbuf_release(&sb);
	return r;
}

static int group_new(struct import *im, const char *subject, struct group **ret_g)
{
	struct group *g;

	if (im->groups.n == IMPORT_GROUPS_MAX)
		return import_error(im, -E2BIG, "more than %d different tools and subjects: split "
				    "the file", IMPORT_GROUPS_MAX);
	g = calloc(1, sizeof(*g));
	if (!g)
		return import_nomem(im);
	intern_init(&g->cases);
	strbuf_init(&g->text);
	g->importer = im->at;
	g->subject = strdup(subject);
	if (!g->subject || make_name(im, subject, &g->name)) {
		group_free(g);
		return import_nomem(im);
	}
	im->groups.v[im->groups.n++] = g;
	im->counts.groups = im->groups.n;
	*ret_g = g;
	return 0;
}

int group_current(struct import *im, struct group **ret_g)
{
	struct strbuf *full = &im->full;
	const char *subject = im->subject[im->at].buf;
	int r = 0;

	/* "Before /dev/sda" */
	if (!im->open[im->at] && im->heading.len) {
		strbuf_reset(full);
		if (strbuf_printf(full, "%s%s%s", im->heading.buf, *subject ? " " : "", subject))
			return import_nomem(im);
		subject = full->buf;
	}
	for (size_t i = 0; !im->open[im->at] && i < im->groups.n; i++)
		if (im->groups.v[i]->importer == im->at &&
		    !strcmp(im->groups.v[i]->subject, subject))
			im->open[im->at] = im->groups.v[i];
	if (!im->open[im->at])
		r = group_new(im, subject, &im->open[im->at]);
	*ret_g = im->open[im->at];
	return r;
}

static size_t group_number(const struct import *im, const struct group *g)
{
	size_t i = 0;

	while (im->groups.v[i] != g)
		i++;
	return i;
}

int group_begin_run(struct import *im, struct group *g)
{
	int r;

	if (g->batches || g->skips)
		return 0;
	g->run++;
	strbuf_reset(&g->text);
	r = strbuf_printf(&g->text, "{\"" REC_TYPE "\":\"" REC_TYPE_RUN "\",\"" REC_SCHEMA_KEY
			  "\":%d,\"" REC_LABEL "\":", REC_SCHEMA);
	if (!r && im->label.len)
		r = strbuf_adds(&g->text, im->label.buf);
	else if (!r)
		r = *g->subject ? engine_put_json(&g->text, g->subject) :
			strbuf_adds(&g->text, "null");
	if (!r)
		r = strbuf_adds(&g->text, ",\"" REC_CLOCK "\":\"time\",\"" REC_IMPORTED "\":");
	if (!r)
		r = engine_put_json(&g->text, importers[g->importer]->name);
	return r || strbuf_adds(&g->text, "}\n") ? import_nomem(im) : 0;
}

int group_end_run(struct import *im, struct group *g)
{
	int r;

	if (!g->batches && !g->skips)
		return 0;
	if (strbuf_printf(&g->text, "{\"" REC_TYPE "\":\"" REC_TYPE_END "\",\"" REC_BATCHES
			  "\":%zu,\"" REC_SKIPS "\":%zu,\"" REC_STATUS "\":\"complete\"}\n",
			  g->batches, g->skips))
		return import_nomem(im);
	g->batches = 0;
	g->skips = 0;
	im->counts.runs++;
	r = im->sink->put(im->sink->to, group_number(im, g), g->name, g->text.buf, g->text.len);
	if (g->text.alloc > 1024 * 1024)
		strbuf_release(&g->text);
	return r ? import_error(im, r, "cannot write: %s", strerror(-r)) : 0;
}

int groups_flush(struct import *im)
{
	int r = 0;

	for (size_t i = 0; !r && i < im->groups.n; i++)
		r = group_end_run(im, im->groups.v[i]);
	return r;
}

int import_end_run(struct import *im)
{
	struct group *g = im->open[im->at];

	return g ? group_end_run(im, g) : 0;
}

int import_subject(struct import *im, const char *text, size_t len)
{
	struct strbuf *sb = &im->subject[im->at], *new = &im->key;

	strbuf_reset(new);
	if (strbuf_add(new, text, len < SUBJECT_MAX ? len : SUBJECT_MAX))
		return import_nomem(im);
	for (size_t i = 0; i < new->len; i++)
		new->buf[i] = plain_char(new->buf[i]);
	if (!strcmp(new->buf, sb->buf))
		return 0;
	im->open[im->at] = NULL;
	strbuf_reset(sb);
	return strbuf_adds(sb, new->buf) ? import_nomem(im) : 0;
}
