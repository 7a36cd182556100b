// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hyperfine --export-json: {"results": [{"command": ..., "times": [seconds, ...], ...}]}.
 * Each of the times is a run; mean, median and the rest are made from them. The CPU
 * times are printed as means only, so they stand in the first run, with their n.
 */
#include <errno.h>

#include "formats.h"
#include "json_block.h"

static const char *const marks[] = { "\"results\"", NULL };

static bool detect(const char *line)
{
	return json_begins(line, "results", '[');
}

static int put_cpu(struct import *im, const json_t *result, const char *key, const char *name,
		   size_t n)
{
	struct import_figure figure = { .name = name, .unit = "ns", .n = n };
	double v;

	if (!json_number_at(result, key, &v))
		return 0;
	figure.value = v * 1e9;
	return import_put(im, &figure);
}

static int put_times(struct import *im, const json_t *result, const json_t *times)
{
	size_t n = json_array_size(times), i;
	json_t *seconds;
	int r = import_end_run(im);

	json_array_foreach(times, i, seconds) {
		if (!json_is_number(seconds))
			return import_fail(im, "a time that is no number");
		if (!r)
			r = import_value(im, "hyperfine.time", "ns",
					 json_number_value(seconds) * 1e9);
		if (!r && !i)
			r = put_cpu(im, result, "user", "hyperfine.user", n);
		if (!r && !i)
			r = put_cpu(im, result, "system", "hyperfine.system", n);
		if (!r)
			r = import_end_run(im);
		if (r)
			return r;
	}
	return r;
}

static bool has_failures(const json_t *result)
{
	const json_t *code;
	size_t i;

	json_array_foreach(json_object_get(result, "exit_codes"), i, code)
		if (!json_is_integer(code) || json_integer_value(code))
			return true;
	return false;
}

static int put_result(struct import *im, const json_t *result)
{
	const json_t *command = json_object_get(result, "command");
	const json_t *times = json_object_get(result, "times");
	int r;

	if (!json_is_string(command))
		return import_fail(im, "a result without its command");
	if (!json_array_size(times))
		return import_fail(im, "'%.60s' has no times[]: its mean alone says nothing of "
				   "the runs", json_string_value(command));
	if (has_failures(result))
		import_note(im, "'%.60s' exited with an error in some runs",
			    json_string_value(command));
	r = import_subject(im, json_string_value(command), json_string_length(command));
	return r ? r : put_times(im, result, times);
}

static int parse(struct import *im)
{
	const json_t *results, *result;
	json_t *json;
	size_t i;
	int r = json_take_block(im, &json);

	if (r)
		return r;
	results = json_object_get(json, "results");
	if (json_object_get(json_array_get(results, 0), "command")) {
		json_array_foreach(results, i, result)
			if ((r = put_result(im, result)))
				break;
	} else {
		import_note(im, "JSON with \"results\" that hyperfine did not write, left out");
	}
	json_decref(json);
	return r;
}

const struct importer import_hyperfine = {
	.name = "hyperfine",
	.summary = "hyperfine --export-json",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
