// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf stat -j, an object a line:
 *	{"counter-value" : "683033312.000000", "unit" : "", "event" : "cpu-cycles",
 *	 "variance" : 0.03, "event-runtime" : 5381342641, "pcnt-running" : 100.00}
 */
#include <errno.h>
#include <jansson.h>
#include <string.h>

#include "perf_stat.h"

static const char *const marks[] = { "\"counter-value\"", NULL };

static bool detect(const char *line)
{
	skip_blanks(&line);
	return *line == '{';
}

/* Keys of lines that are a part of the machine or of the time, not the whole. */
static const char *const parts[] = {
	"interval", "cpu", "core", "socket", "die", "node", "thread", "aggregate-number", "cgroup",
};

static int put(struct import *im, const json_t *root)
{
	const char *value = json_string_value(json_object_get(root, "counter-value"));
	const char *event = json_string_value(json_object_get(root, "event"));
	const char *unit = json_string_value(json_object_get(root, "unit"));
	const json_t *variance = json_object_get(root, "variance");
	struct perf_counter c = { .percent = -1 };
	const char *p = value;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (json_object_get(root, parts[i]))
			return import_fail(im, "\"%s\": figures of parts are not read: want a "
					   "summary", parts[i]);
	if (!value || !event || !*event)
		return import_fail(im, "no \"counter-value\" text or no \"event\"");
	c.missing = perf_stat_missing(&p);
	if ((!c.missing && take_number(&p, NUMBER_DECIMAL, &c.value)) || !at_end(p))
		return import_fail(im, "no number: '%.40s'", value);
	c.event = event;
	c.event_len = strlen(event);
	c.unit = unit ? unit : "";
	c.unit_len = strlen(c.unit);
	if (json_is_number(variance))
		c.percent = json_number_value(variance);
	return perf_stat_put(im, &c);
}

static int parse(struct import *im)
{
	json_error_t error;
	json_t *root;
	int r;

	for (int i = 0; i < 6 && !strchr(import_line(im)->text, '}'); i++)
		if (!import_join(im))
			break;
	root = json_loadb(import_line(im)->text, import_line(im)->len, JSON_REJECT_DUPLICATES,
			  &error);
	if (!root)
		return import_fail(im, "broken JSON: %.100s", error.text);
	r = put(im, root);
	json_decref(root);
	return r;
}

const struct importer import_perf_stat_json = {
	.name = "perf-stat-json",
	.summary = "perf stat -j",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
