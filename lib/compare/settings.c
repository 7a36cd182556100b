// SPDX-License-Identifier: GPL-2.0-or-later
/* What differs between the sides besides the kernel. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "record.h"

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

/* The values that a side's runs have, "a, b" in the order of appearance. */
static int side_text(const struct compare *c, const struct compare_side *side, const char *key,
		     const char *inner, struct strbuf *sb)
{
	for (size_t i = side->first; i < side->first + side->nruns; i++) {
		json_t *v = json_object_get(c->set->runs[i].meta, key);
		char *text = text_of(inner ? json_object_get(v, inner) : v), *at;
		size_t n;
		int r = 0;

		if (!text)
			return -ENOMEM;
		n = strlen(text);
		/* as a whole entry of the list so far */
		at = sb->len ? strstr(sb->buf, text) : NULL;
		if (!at || (at != sb->buf && at[-1] != ' ') || (at[n] && at[n] != ','))
			r = strbuf_printf(sb, "%s%s", sb->len ? ", " : "", text);
		free(text);
		if (r)
			return r;
	}
	return 0;
}

static int warn(const struct compare *c, const char *key, const char *inner, const char *name,
		struct strbuf *out)
{
	struct strbuf base = STRBUF_INIT, new = STRBUF_INIT;
	int r = side_text(c, &c->base, key, inner, &base);

	if (!r)
		r = side_text(c, &c->new, key, inner, &new);
	if (!r && strcmp(base.buf, new.buf))
		r = strbuf_printf(out, "%s differs: base %s; new %s\n", name, base.buf, new.buf);
	strbuf_release(&base);
	strbuf_release(&new);
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
		snprintf(label, sizeof(label), "mitigation %s", name);
		r = warn(c, REC_MITIGATIONS, name, label, out);
	}
	json_decref(names);
	return r;
}

int compare_settings(const struct compare *c, struct strbuf *out)
{
	int r = 0;

	for (size_t i = 0; !r && i < sizeof(settings) / sizeof(settings[0]); i++)
		r = warn(c, settings[i].key, settings[i].inner, settings[i].name, out);
	if (!r)
		r = warn_mitigations(c, out);
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
