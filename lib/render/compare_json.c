// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compare_text.h"
#include "shape.h"

/* json_real() refuses what JSON cannot say. */
static json_t *real(double v)
{
	return isfinite(v) ? json_real(v) : json_null();
}

/* json_string() too, what is no UTF-8: a name of a file may be anything. */
static json_t *text(const char *s)
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

/* The array if it has its n elements; NULL where one of them could not be made. */
static json_t *whole(json_t *array, size_t n)
{
	if (json_array_size(array) == n)
		return array;
	json_decref(array);
	return NULL;
}

static json_t *side_json(const struct compare *c, const struct compare_side *side)
{
	json_t *paths = json_array();
	const char *label = result_run_label(&c->set->runs[side->first]);

	for (size_t i = side->first; i < side->first + side->nruns; i++)
		json_array_append_new(paths, text(c->set->runs[i].path));
	return json_pack("{s:s?, s:i, s:i, s:i, s:o}", "label", label, "runs", (int)side->nruns,
			 "boots", (int)side->boots, "builds", (int)side->builds,
			 "paths", whole(paths, side->nruns));
}

static json_t *shape_json(unsigned int flags)
{
	json_t *a = json_array();
	size_t n = 0;

	for (unsigned int bit = 1; bit <= flags; bit <<= 1)
		if (flags & bit && stats_shape_name(bit)) {
			json_array_append_new(a, json_string(stats_shape_name(bit)));
			n++;
		}
	return whole(a, n);
}

static json_t *case_json(const struct compare_case *cc)
{
	bool known = cc->effect.method != STATS_METHOD_NONE;

	return json_pack("{s:s, s:O, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:s, "
			 "s:i, s:i, s:o, s:o}",
			 "case", cc->key->case_name, "params", cc->key->params, "unit", cc->unit,
			 "better", cc->lower_is_better ? "lower" : "higher",
			 "base", real(cc->base), "new", real(cc->new),
			 "ratio", real(cc->effect.ratio),
			 "ci_low", known ? real(cc->effect.lo) : json_null(),
			 "ci_high", known ? real(cc->effect.hi) : json_null(),
			 "p", real(cc->effect.p), "p_adjusted", real(cc->p_adjusted),
			 "verdict", stats_verdict_name(cc->verdict),
			 "runs_needed", cc->runs_needed < 0 ? json_null() :
				json_integer(cc->runs_needed),
			 "reference", ref_mode_name(cc->mode),
			 "base_units", (int)cc->nbase, "new_units", (int)cc->nnew,
			 "base_shape", shape_json(cc->shape_base),
			 "new_shape", shape_json(cc->shape_new));
}

static json_t *warnings_json(const struct compare *c)
{
	struct strbuf w = STRBUF_INIT;
	json_t *a = json_array();
	char *save, *line;
	size_t n = 0;

	if (compare_settings(c, &w))
		n = SIZE_MAX;
	else
		for (line = strtok_r(w.buf, "\n", &save); line;
		     line = strtok_r(NULL, "\n", &save), n++)
			json_array_append_new(a, text(line));
	strbuf_release(&w);
	return whole(a, n);
}

static json_t *lonely_json(const struct compare *c)
{
	json_t *a = json_array();

	for (size_t i = 0; i < c->nlonely; i++)
		json_array_append_new(a, json_string(c->lonely[i]->name));
	return whole(a, c->nlonely);
}

static json_t *cases_json(const struct compare *c)
{
	json_t *a = json_array();

	for (size_t i = 0; i < c->ncases; i++)
		json_array_append_new(a, case_json(&c->cases[i]));
	return whole(a, c->ncases);
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

int compare_json(const struct compare *c, struct strbuf *sb)
{
	struct out out = { .sb = sb };
	size_t before = sb->len;
	json_t *root = json_pack("{s:s, s:i, s:i, s:f, s:f, s:o, s:o, s:o, s:o, s:o}",
				 "sampling_unit", compare_unit_name(c->unit, false),
				 "base_units", (int)c->base.units,
				 "new_units", (int)c->new.units,
				 "margin", c->margin, "confidence", c->opts.confidence,
				 "base", side_json(c, &c->base), "new", side_json(c, &c->new),
				 "warnings", warnings_json(c),
				 "not_on_both_sides", lonely_json(c),
				 "cases", cases_json(c));
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
