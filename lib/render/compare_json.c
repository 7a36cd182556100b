// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdint.h>
#include <string.h>

#include "compare_text.h"
#include "json_out.h"
#include "shape.h"

static json_t *side_json(const struct compare *c, const struct compare_side *side)
{
	json_t *paths = json_array();
	const char *label = result_run_label(&c->set->runs[side->first]);

	for (size_t i = side->first; i < side->first + side->nruns; i++)
		json_array_append_new(paths, json_text(c->set->runs[i].path));
	return json_pack("{s:s?, s:i, s:i, s:i, s:o}", "label", label, "runs", (int)side->nruns,
			 "boots", (int)side->boots, "builds", (int)side->builds,
			 "paths", json_whole(paths, side->nruns));
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
	return json_whole(a, n);
}

static json_t *case_json(const struct compare_case *cc)
{
	bool known = cc->effect.method != STATS_METHOD_NONE;

	return json_pack("{s:s, s:O, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:s, "
			 "s:i, s:i, s:o, s:o}",
			 "case", cc->key->case_name, "params", cc->key->params, "unit", cc->unit,
			 "better", compare_better_name(cc),
			 "base", json_figure(cc->base), "new", json_figure(cc->new),
			 "ratio", json_figure(cc->effect.ratio),
			 "ci_low", known ? json_figure(cc->effect.lo) : json_null(),
			 "ci_high", known ? json_figure(cc->effect.hi) : json_null(),
			 "p", json_figure(cc->effect.p), "p_adjusted", json_figure(cc->p_adjusted),
			 "margin", json_figure(cc->margin),
			 "verdict", compare_verdict_name(cc),
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
			json_array_append_new(a, json_text(line));
	strbuf_release(&w);
	return json_whole(a, n);
}

static json_t *lonely_json(const struct compare *c)
{
	json_t *a = json_array();

	for (size_t i = 0; i < c->nlonely; i++)
		json_array_append_new(a, json_string(c->lonely[i]->name));
	return json_whole(a, c->nlonely);
}

static json_t *cases_json(const struct compare *c)
{
	json_t *a = json_array();

	for (size_t i = 0; i < c->ncases; i++)
		json_array_append_new(a, case_json(&c->cases[i]));
	return json_whole(a, c->ncases);
}

int compare_json(const struct compare *c, struct strbuf *sb)
{
	return json_put(json_pack("{s:s, s:i, s:i, s:f, s:f, s:o, s:o, s:o, s:o, s:o}",
				  "sampling_unit", compare_unit_name(c->unit, false),
				  "base_units", (int)c->base.units,
				  "new_units", (int)c->new.units,
				  "margin", c->margin, "confidence", c->opts.confidence,
				  "base", side_json(c, &c->base), "new", side_json(c, &c->new),
				  "warnings", warnings_json(c),
				  "not_on_both_sides", lonely_json(c),
				  "cases", cases_json(c)), sb);
}
