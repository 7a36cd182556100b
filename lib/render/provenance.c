// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "provenance.h"
#include "record.h"
#include "runner_options.h"

/* Options of `uabench run` by their keys in the settings, unless at their default. */
static const struct number {
	const char *key, *option;
	double otherwise;
} numbers[] = {
	{ "time_s", "-t", RUNNER_TIME_S },
	{ "procs", "--procs", 0 },
	{ "rounds", "--rounds", RUNNER_ROUNDS },
	{ "batch_ms", "--batch", RUNNER_BATCH_MS },
	{ "ref_ms", "--ref", RUNNER_REF_MS },
	{ "iters", "--iters", 0 },
};

int shell_word(const char *word, struct strbuf *sb)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-+=.,/:@%";
	int r;

	if (*word && !word[strspn(word, plain)])
		return strbuf_adds(sb, word);
	r = strbuf_addc(sb, '\'');
	for (; !r && *word; word++)
		r = *word == '\'' ? strbuf_adds(sb, "'\\''") : strbuf_addc(sb, *word);
	return r ? r : strbuf_addc(sb, '\'');
}

int provenance_command(const struct result_run *run, struct strbuf *sb)
{
	json_t *settings = json_object_get(run->meta, REC_SETTINGS), *v;
	const char *bench = json_string_value(json_object_get(settings, "bench")), *name;
	const char *device = json_string_value(json_object_get(settings, "device"));
	int r;

	if (result_run_imported(run) || !json_is_object(settings) ||
	    !result_run_str(run, REC_RUNNER))
		return 0;
	r = strbuf_adds(sb, "uabench run");
	for (size_t i = 0; !r && i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		const struct number *n = &numbers[i];

		v = json_object_get(settings, n->key);
		if (json_is_number(v) && json_number_value(v) != n->otherwise)
			r = strbuf_printf(sb, " %s %.6g", n->option, json_number_value(v));
	}
	if (!r && device) {
		r = strbuf_adds(sb, " --device ");
		if (!r)
			r = shell_word(device, sb);
	}
	if (!r && bench && *bench) {
		r = strbuf_adds(sb, " -b ");
		if (!r)
			r = shell_word(bench, sb);
	}
	json_object_foreach(json_object_get(settings, "param"), name, v)
		if (!r && json_is_string(v))
			r = strbuf_printf(sb, " -p %s=%s", name, json_string_value(v));
	return r;
}

static bool has_word(const char *line, const char *word, size_t len)
{
	while (*line) {
		size_t n = strcspn(line, " ");

		if (n == len && !memcmp(line, word, len))
			return true;
		line += n + strspn(line + n, " ");
	}
	return false;
}

/* The words of line that are not in other. */
static int put_missing(const char *name, const char *line, const char *other, struct strbuf *sb)
{
	bool any = false;
	int r = 0;

	line += strspn(line, " ");
	while (!r && *line) {
		size_t n = strcspn(line, " ");

		if (!has_word(other, line, n)) {
			if (!any)
				r = strbuf_printf(sb, "%s%s", sb->len ? "; " : "", name);
			if (!r)
				r = strbuf_printf(sb, " %.*s", (int)n, line);
			any = true;
		}
		line += n + strspn(line + n, " ");
	}
	return r;
}

int provenance_boot(const struct result_run *base, const struct result_run *new,
		    struct strbuf *sb)
{
	const char *a = result_run_str(base, REC_CMDLINE), *b = result_run_str(new, REC_CMDLINE);
	int r;

	if (!a || !b)
		return 0;
	r = put_missing("base", a, b, sb);
	return r ? r : put_missing("new", b, a, sb);
}
