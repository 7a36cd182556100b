// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "json_out.h"
#include "record.h"
#include "show.h"

#define CONFIDENCE	0.95

static json_t *counters_json(const struct result_series *series)
{
	json_t *o = json_object();
	size_t n = 0;

	for (uint32_t j = 0; j < series->ncounters; j++) {
		const struct result_sum *c = &series->counters[j];

		if (c->iters > 0 && !json_object_get(o, c->name)) {
			json_object_set_new(o, c->name, json_figure(c->value / c->iters));
			n++;
		}
	}
	if (json_object_size(o) == n)
		return o;
	json_decref(o);
	return NULL;
}

static json_t *case_json(const struct show *s, size_t i)
{
	const struct result_series *series = s->series[i];
	struct show_cost c;

	if (show_cost(s, i, &c))
		return NULL;
	return json_pack("{s:s, s:O, s:s, s:o, s:o, s:o, s:o, s:i, s:s, s:o}",
			 "case", s->keys[i]->case_name, "params", s->keys[i]->params,
			 "unit", series->unit, "value", json_figure(c.value),
			 "spread", json_figure(c.spread), "aa_floor", json_figure(c.floor),
			 "mb_per_s", json_figure(c.rate), "processes", (int)c.procs,
			 "reference", ref_mode_name(s->mode[i]),
			 "counters", counters_json(series));
}

static json_t *cases_json(const struct show *s)
{
	json_t *a = json_array();

	for (size_t i = 0; i < s->n; i++)
		json_array_append_new(a, case_json(s, i));
	return json_whole(a, s->n);
}

static json_t *estimate_json(const struct stats_estimate *e)
{
	return json_pack("{s:o, s:o, s:o}", "value", json_figure(e->value),
			 "low", json_figure(e->lo), "high", json_figure(e->hi));
}

struct fits {
	const struct show *s;
	json_t *array;
};

static int fit_json(void *arg, size_t i, const struct stats_affine *fit)
{
	const struct fits *fits = arg;
	const struct result_key *key = fits->s->keys[i];
	json_t *params = json_copy(key->params);

	json_object_del(params, "size");
	/* a copy that lacks something is no copy */
	if (json_object_size(params) + 1 != json_object_size(key->params)) {
		json_decref(params);
		return -ENOMEM;
	}
	return json_array_append_new(fits->array,
		json_pack("{s:s, s:o, s:f, s:o, s:o, s:o}", "case", key->case_name,
			  "params", params, "confidence", CONFIDENCE,
			  "ns_per_call", estimate_json(&fit->a),
			  "ns_per_byte", estimate_json(&fit->b),
			  "misfit", json_figure(fit->misfit))) ? -ENOMEM : 0;
}

static json_t *fits_json(const struct show *s)
{
	struct fits fits = { s, json_array() };

	if (!show_fit_each(s, CONFIDENCE, fit_json, &fits))
		return fits.array;
	json_decref(fits.array);
	return NULL;
}

static json_t *skips_json(const struct show *s)
{
	json_t *a = json_array();

	for (size_t i = 0; i < s->run->nskips; i++) {
		const struct result_skip *k = &s->run->skips[i];

		json_array_append_new(a,
			json_pack("{s:s, s:O, s:o, s:o, s:i}", "case", k->key->case_name,
				  "params", k->key->params, "reason", json_text(k->reason),
				  "errno", json_text_or_null(k->errno_name),
				  "count", (int)k->count));
	}
	return json_whole(a, s->run->nskips);
}

static json_t *notes_json(const struct result_run *run)
{
	struct strbuf notes = STRBUF_INIT;
	json_t *v = result_run_notes(run, &notes) ? NULL : json_text(notes.buf);

	strbuf_release(&notes);
	return v;
}

/* The run line's texts that are of use beside the figures. */
static int put_meta(const struct result_run *run, json_t *root)
{
	static const char *const keys[] = {
		REC_LABEL, REC_KERNEL, REC_KERNEL_VERSION, REC_BUILD_ID, REC_ARCH, REC_CPU,
		REC_VIRT, REC_CLOCK, REC_BOOT_ID, REC_STARTED, REC_IMPORTED,
	};
	int r = 0;

	for (size_t i = 0; !r && i < sizeof(keys) / sizeof(keys[0]); i++)
		r = json_object_set_new(root, keys[i],
					json_text_or_null(result_run_str(run, keys[i])));
	return r;
}

int show_json(const struct show *s, struct strbuf *sb)
{
	const struct result_run *run = s->run;
	json_t *root = json_pack("{s:o}", "path", json_text(run->path)), *rest;

	if (!root || put_meta(run, root)) {
		json_decref(root);
		return -ENOMEM;
	}
	rest = json_pack("{s:s, s:o, s:i, s:I, s:o, s:o, s:o, s:o}",
			 "status", result_status_name(run->status), "notes", notes_json(run),
			 "processes", (int)run->nprocs, "batches", (json_int_t)run->batches,
			 "duration_ns", json_figure(run->duration_ns), "cases", cases_json(s),
			 "fit", fits_json(s), "skipped", skips_json(s));
	if (!rest || json_object_update(root, rest)) {
		json_decref(rest);
		json_decref(root);
		return -ENOMEM;
	}
	json_decref(rest);
	return json_put(root, sb);
}
