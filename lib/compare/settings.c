// SPDX-License-Identifier: GPL-2.0-or-later
/* What differs between the sides besides the kernel. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "counts.h"
#include "intern.h"
#include "record.h"

#define VALUES_SHOWN		4
#define REF_CHANGE_WORTH_SAYING	0.02

struct setting {
	const char *key, *inner;	/* of the run line, and of an object there */
	const char *name;
};

static const struct setting settings[] = {
	{ REC_CLOCK, NULL, "clock" },
	{ REC_RUNNER, NULL, "runner version" },
	{ REC_RUNNER_ARCH, NULL, "runner architecture" },
	{ REC_ARCH, NULL, "architecture" },
	{ REC_CPU, NULL, "CPU" },
	{ REC_VIRT, NULL, "virtualisation" },
	{ REC_MACHINE, NULL, "emulated machine" },
	{ REC_GOVERNOR, NULL, "governor" },
	{ REC_THP, NULL, "transparent huge pages" },
	{ REC_PAGE_SIZE, NULL, "page size" },
	{ REC_LSM, NULL, "LSMs" },
	{ REC_AUDIT, NULL, "audit" },
	{ REC_SECCOMP, NULL, "seccomp" },
	{ REC_PINNED, NULL, "CPU measured on" },
	{ REC_DIR_FS, NULL, "file system" },
	{ REC_SETTINGS, "batch_ms", "batch length" },
	{ REC_SETTINGS, "ref_ms", "reference loop length" },
	{ REC_SETTINGS, "iters", "iterations a batch" },
	{ REC_SETTINGS, "device", "device read" },
};

/* The value as text; "unknown" where the run does not say. Caller frees; NULL: no memory. */
static char *text_of(json_t *v)
{
	if (!v || json_is_null(v))
		return strdup("unknown");
	if (json_is_string(v))
		return strdup(json_string_value(v));
	return json_dumps(v, JSON_ENCODE_ANY | JSON_SORT_KEYS | JSON_COMPACT);
}

/* The different values that a side's runs have, sorted. */
struct values {
	struct intern table;
	const char **text;	/* of table.n */
};

static void values_release(struct values *v)
{
	free(v->text);
	intern_release(&v->table);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Always to be released. */
static int values_init(struct values *v, const struct compare *c, const struct compare_side *side,
		       const char *key, const char *inner)
{
	int r = 0;

	v->text = NULL;
	intern_init(&v->table);
	for (size_t i = side->first; !r && i < side->first + side->nruns; i++) {
		json_t *value = json_object_get(c->set->runs[i].meta, key);
		char *text = text_of(inner ? json_object_get(value, inner) : value);
		uint32_t id;

		for (char *p = text; p && (p = strchr(p, '\n')); )	/* a line is a warning */
			*p = ' ';
		r = text ? intern_add(&v->table, text, strlen(text), &id) : -ENOMEM;
		free(text);
	}
	if (r)
		return -ENOMEM;
	v->text = calloc(v->table.n + 1, sizeof(*v->text));
	if (!v->text)
		return -ENOMEM;
	for (uint32_t i = 0; i < v->table.n; i++)
		v->text[i] = intern_text(&v->table, i);
	qsort(v->text, v->table.n, sizeof(*v->text), by_text);
	return 0;
}

static bool values_equal(const struct values *a, const struct values *b)
{
	if (a->table.n != b->table.n)
		return false;
	for (uint32_t i = 0; i < a->table.n; i++)
		if (strcmp(a->text[i], b->text[i]))
			return false;
	return true;
}

/* "a, b", or "a, b, c and 97 more" */
static int values_put(const struct values *v, struct strbuf *sb)
{
	uint32_t show = v->table.n > VALUES_SHOWN + 1 ? VALUES_SHOWN : v->table.n;
	int r = 0;

	for (uint32_t i = 0; !r && i < show; i++)
		r = strbuf_printf(sb, "%s%s", i ? ", " : "", v->text[i]);
	if (!r && v->table.n > show)
		r = strbuf_printf(sb, " and %u more", v->table.n - show);
	return r;
}

static int warn(const struct compare *c, const char *key, const char *inner, const char *name,
		struct strbuf *out)
{
	struct values base = { 0 }, new = { 0 };
	int r = values_init(&base, c, &c->base, key, inner);

	if (!r)
		r = values_init(&new, c, &c->new, key, inner);
	if (!r && !values_equal(&base, &new)) {
		r = strbuf_printf(out, "%s differs: base ", name);
		if (!r)
			r = values_put(&base, out);
		if (!r)
			r = strbuf_adds(out, "; new ");
		if (!r)
			r = values_put(&new, out);
		if (!r)
			r = strbuf_addc(out, '\n');
	}
	values_release(&base);
	values_release(&new);
	return r;
}

/* The kernel or the label is what is compared, but each side should be one. */
static int warn_mixed(const struct compare *c, const struct compare_side *side, const char *name,
		      const char *key, const char *what, struct strbuf *out)
{
	struct values v;
	int r = values_init(&v, c, side, key, NULL);

	if (!r && v.table.n > 1) {
		r = strbuf_printf(out, "%s has runs of several %s: ", name, what);
		if (!r)
			r = values_put(&v, out);
		if (!r)
			r = strbuf_addc(out, '\n');
	}
	values_release(&v);
	return r;
}

/* Each mitigation by its own name: the whole object would be unreadable. */
static int warn_mitigations(const struct compare *c, struct strbuf *out)
{
	json_t *names = json_object(), *v;
	const char *name;
	int r = names ? 0 : -ENOMEM;

	for (size_t i = 0; !r && i < c->set->nruns; i++)
		json_object_foreach(json_object_get(c->set->runs[i].meta, REC_MITIGATIONS), name, v)
			if (json_object_set_new(names, name, json_true()))
				r = -ENOMEM;
	json_object_foreach(names, name, v) {
		char label[128];

		if (r)
			break;
		snprintf(label, sizeof(label), "mitigation %.100s", name);
		r = warn(c, REC_MITIGATIONS, name, label, out);
	}
	json_decref(names);
	return r;
}

static bool same_costs(const struct result_series *a, const struct result_series *b)
{
	if (a->key != b->key || a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (a->batch[i].cost != b->batch[i].cost)
			return false;
	return true;
}

static bool same_figures(const struct result_run *a, const struct result_run *b)
{
	if (a->nseries != b->nseries || !a->nseries)
		return false;
	for (size_t i = 0; i < a->nseries; i++)
		if (!same_costs(&a->series[i], &b->series[i]))
			return false;
	return true;
}

/* Boot, start and seed: what two runs of a side cannot share. *ret_known: it says any. */
static int identity(const struct result_run *run, struct strbuf *sb, bool *ret_known)
{
	const char *boot = result_run_boot_id(run), *started = result_run_str(run, REC_STARTED);
	int64_t seed = -1;

	result_run_int(run, REC_SEED, &seed);
	*ret_known = boot || started || seed >= 0;
	strbuf_reset(sb);
	return strbuf_printf(sb, "%s\n%s\n%lld", boot ? boot : "", started ? started : "",
			     (long long)seed);
}

/* A file that was copied is no further run. */
static int warn_copies(const struct compare *c, const struct compare_side *side,
		       struct strbuf *out)
{
	const struct result_run *runs = c->set->runs + side->first;
	size_t *first = calloc(side->nruns + 1, sizeof(*first));	/* run of each identity */
	struct strbuf id = STRBUF_INIT;
	struct intern seen;
	int r = first ? 0 : -ENOMEM;

	intern_init(&seen);
	for (size_t i = 0; !r && i < side->nruns; i++) {
		uint32_t before = seen.n, n;
		bool known;

		r = identity(&runs[i], &id, &known);
		if (r || !known)
			continue;
		r = intern_add(&seen, id.buf, id.len, &n) ? -ENOMEM : 0;
		if (r)
			break;
		if (seen.n > before)
			first[n] = i;
		else if (same_figures(&runs[first[n]], &runs[i]))
			r = strbuf_printf(out, "%s is a copy of %s: it counts as a run of its "
					  "own\n", runs[i].path, runs[first[n]].path);
	}
	intern_release(&seen);
	strbuf_release(&id);
	free(first);
	return r;
}

/* Nothing can differ where the same run stands on both sides. */
static int warn_shared(const struct compare *c, struct strbuf *out)
{
	const struct result_run *base = &c->set->runs[c->base.first];
	const struct result_run *new = &c->set->runs[c->new.first];
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;
	bool known_a, known_b;
	int r = identity(base, &a, &known_a);

	if (!r)
		r = identity(new, &b, &known_b);
	if (!r && ((known_a && known_b && !strcmp(a.buf, b.buf) && same_figures(base, new)) ||
		   (strcmp(base->path, "-") && !strcmp(base->path, new->path) &&
		    base->line == new->line)))
		r = strbuf_printf(out, "%s is on both sides\n", base->path);
	strbuf_release(&a);
	strbuf_release(&b);
	return r;
}

/* What is not as boots by seeds should be. */
static int warn_seeds(const struct compare *c, struct strbuf *out)
{
	size_t differ = 0;
	int r = 0;

	for (size_t i = 0; i < c->ncases; i++)
		differ += c->cases[i].differs;
	if (differ)
		r = strbuf_printf(out, "boots of one seed and arm of a side have different "
				  "figures in %zu case%s, which get no verdict: they are not "
				  "boots of one input\n", differ, differ == 1 ? "" : "s");
	if (!r && c->new_control)
		r = strbuf_printf(out, "%zu boot%s of a control arm among new's: left out\n",
				  c->new_control, c->new_control == 1 ? "" : "s");
	return r;
}

static int warn_disturbed(const struct compare *c, struct strbuf *out)
{
	size_t nruns = c->set->nruns;
	int r = 0;

	for (size_t i = 0; !r && c->disturbed && i < nruns; i++) {
		size_t n = 0;

		for (size_t k = 0; k < c->set->nkeys; k++)
			n += c->left_out[k * nruns + i];
		if (c->disturbed[i] > 0)
			r = strbuf_printf(out, "%s was disturbed throughout: most cases cost %.1f %% more "
					  "than in the other runs of its side; it is left out of %zu\n",
					  c->set->runs[i].path, 100 * c->disturbed[i], n);
	}
	return r;
}

static int warn_emulated(const struct compare *c, struct strbuf *out)
{
	for (size_t i = 0; i < c->set->nruns; i++) {
		const char *virt = result_run_str(&c->set->runs[i], REC_VIRT);

		if (counts_is_emulated(&c->set->runs[i]) && !strcmp(virt, "tcg"))
			return strbuf_adds(out, "times under QEMU's TCG, which does not count "
					   "instructions here: no verdict is given\n");
	}
	return !c->emulated ? 0 : strbuf_adds(out, "times in a QEMU guest which cannot tell TCG "
					      "from KVM: no verdict is given, unless the run is "
					      "told --virt=kvm\n");
}

int compare_settings(const struct compare *c, struct strbuf *out)
{
	int r = warn_emulated(c, out);

	for (size_t i = 0; !r && i < sizeof(settings) / sizeof(settings[0]); i++)
		r = warn(c, settings[i].key, settings[i].inner, settings[i].name, out);
	if (!r)
		r = warn_mitigations(c, out);
	if (!r)
		r = warn_mixed(c, &c->base, "base", REC_KERNEL, "kernels", out);
	if (!r)
		r = warn_mixed(c, &c->new, "new", REC_KERNEL, "kernels", out);
	if (!r)
		r = warn_mixed(c, &c->base, "base", REC_LABEL, "labels", out);
	if (!r)
		r = warn_mixed(c, &c->new, "new", REC_LABEL, "labels", out);
	if (!r)
		r = warn_disturbed(c, out);
	if (!r)
		r = warn_seeds(c, out);
	if (!r && c->unit != UNIT_SEED)	/* boots of equal kernels may well be equal */
		r = warn_shared(c, out);
	if (!r && c->unit != UNIT_SEED)	/* there they are twins, and left out */
		r = warn_copies(c, &c->base, out);
	if (!r && c->unit != UNIT_SEED)
		r = warn_copies(c, &c->new, out);
	if (!r && c->clocks_apart)
		r = strbuf_printf(out, "base and new had different clocks (the runs' best arithmetic loops "
				  "differ by up to %.1f %%): a verdict must hold relative to the clock, "
				  "too; more runs in turns tell\n", 100 * c->clock_range);
	else if (!r && c->clock_range > REF_CHANGE_WORTH_SAYING)
		r = strbuf_printf(out, "the CPU's clock changed: the runs' best arithmetic loops differ "
				  "by up to %.1f %%\n", 100 * c->clock_range);
	if (!r && fabs(c->ref_change - 1) > REF_CHANGE_WORTH_SAYING)
		r = strbuf_printf(out, "the user-space reference loops differ by %+.1f %%: "
				  "the machine was not the same\n", 100 * (c->ref_change - 1));
	for (size_t i = 0; !r && i < c->set->nruns; i++) {
		struct strbuf note = STRBUF_INIT;

		r = result_run_notes(&c->set->runs[i], &note);
		if (!r && note.len)
			r = strbuf_printf(out, "%s: %s\n", c->set->runs[i].path, note.buf);
		strbuf_release(&note);
	}
	return r;
}
