// SPDX-License-Identifier: GPL-2.0-or-later
/* Figures into the lines of the open run. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "engine.h"
#include "grow.h"
#include "record.h"

#define NAME_MAX_LEN	300

/* The case and its parameters as they stand in a line, into im->key. */
static int put_key(struct import *im, const char *name, const struct import_param *params)
{
	struct strbuf *sb = &im->key;
	int r;

	strbuf_reset(sb);
	if (!*name || strlen(name) > NAME_MAX_LEN)
		return import_fail(im, "no name of a case: '%.40s'", name);
	r = strbuf_adds(sb, "\"" REC_CASE "\":\"");
	for (const char *s = name; !r && *s; s++) {
		char c = *s == ' ' ? '_' : *s == '=' ? ':' : plain_char(*s);

		if (c == '"' || c == '\\')
			r = strbuf_addc(sb, '\\');
		if (!r)
			r = strbuf_addc(sb, c);
	}
	if (!r)
		r = strbuf_adds(sb, "\",\"" REC_PARAMS "\":{");
	for (int i = 0; !r && params && i < IMPORT_PARAMS_MAX && params[i].name; i++)
		r = strbuf_printf(sb, "%s\"%s\":%" PRId64, i ? "," : "", params[i].name,
				  params[i].value);
	return r || strbuf_addc(sb, '}') ? import_nomem(im) : 0;
}

/* The group of im->key's figure, with a run open that has no such case yet; or NULL, said. */
static struct group *open_run(struct import *im, int *err)
{
	struct group *g = NULL;
	uint32_t id, *last;

	*err = group_current(im, &g);
	if (*err || !g)
		return NULL;
	if (intern_add(&g->cases, im->key.buf, im->key.len, &id)) {
		*err = import_nomem(im);
		return NULL;
	}
	if (id >= IMPORT_CASES_MAX) {
		*err = import_error(im, -E2BIG, "more than %d different cases", IMPORT_CASES_MAX);
		return NULL;
	}
	last = grow(g->last_run, &g->last_run_alloc, (size_t)id + 1, sizeof(*last));
	if (!last) {
		*err = import_nomem(im);
		return NULL;
	}
	g->last_run = last;
	if (last[id] == g->run)
		*err = group_end_run(im, g);
	if (!*err)
		*err = group_begin_run(im, g);
	last[id] = g->run;
	return *err ? NULL : g;
}

/* 15 digits: 0.1234 us become 123.4 ns, and nothing that was printed is lost. */
static int put_number(struct strbuf *sb, double v)
{
	if (v < 1e15 && v == (double)(uint64_t)v)
		return strbuf_printf(sb, "%" PRIu64, (uint64_t)v);
	return strbuf_printf(sb, "%.15g", v);
}

/* The figure of im->key is not there. */
static int put_skip(struct import *im, struct group *g, const char *reason)
{
	int r = strbuf_adds(&g->text, "{\"" REC_TYPE "\":\"" REC_TYPE_SKIP "\",");

	g->skips++;
	im->counts.skips++;
	if (!r)
		r = strbuf_printf(&g->text, "%s,\"" REC_REASON "\":", im->key.buf);
	if (!r)
		r = engine_put_json(&g->text, reason);
	return r || strbuf_adds(&g->text, "}\n") ? import_nomem(im) : 0;
}

int import_put(struct import *im, const struct import_figure *f)
{
	struct group *g;
	int r;

	if (!isfinite(f->value) || f->value < 0 || !isfinite(f->se) || f->se < 0)
		return import_fail(im, "%s: a figure out of range", f->name);
	r = put_key(im, f->name, f->params);
	g = r ? NULL : open_run(im, &r);
	if (!g)
		return r;
	if (!(f->value > 0))
		return put_skip(im, g, "printed as 0");
	g->batches++;
	im->counts.figures++;
	r = strbuf_printf(&g->text, "{\"" REC_TYPE "\":\"" REC_TYPE_BATCH "\",%s,\"" REC_UNIT
			  "\":", im->key.buf);
	if (!r)
		r = engine_put_json(&g->text, f->unit);
	if (!r)
		r = strbuf_adds(&g->text, ",\"" REC_ITERS "\":1,\"" REC_ELAPSED "\":");
	if (!r)
		r = put_number(&g->text, f->value);
	if (!r && f->se > 0 && f->n > 1) {
		r = strbuf_adds(&g->text, ",\"" REC_SE "\":");
		if (!r)
			r = put_number(&g->text, f->se);
	}
	if (!r && f->n)
		r = strbuf_printf(&g->text, ",\"" REC_N "\":%" PRIu32, f->n);
	if (!r)
		r = strbuf_adds(&g->text, ",\"" REC_ROUND "\":0,\"" REC_PROC "\":0}\n");
	return r ? import_nomem(im) : 0;
}

int import_value(struct import *im, const char *name, const char *unit, double value)
{
	const struct import_figure figure = { .name = name, .unit = unit, .value = value };

	return import_put(im, &figure);
}

int import_skip(struct import *im, const char *name, const char *reason)
{
	int r = put_key(im, name, NULL);
	struct group *g = r ? NULL : open_run(im, &r);

	return g ? put_skip(im, g, reason) : r;
}
