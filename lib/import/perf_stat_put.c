// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <string.h>

#include "perf_stat.h"

/* perf prints two decimals: what is printed as 0.00 % may be up to this. */
#define LEAST_PERCENT	0.005

bool perf_stat_is_unit(const char *word, size_t len)
{
	return unit_ns(word, len) > 0 || unit_bytes(word, len, MEGA_DECIMAL) > 0 ||
		word_is(word, len, "Joules");
}

const char *perf_stat_missing(const char **p)
{
	if (eat(p, "<not counted>"))
		return "not counted";
	return eat(p, "<not supported>") ? "not supported" : NULL;
}

int perf_stat_put(struct import *im, const struct perf_counter *c)
{
	struct import_figure f = { .unit = "count", .value = c->value, .n = c->runs };
	double percent = c->percent, factor = 1;
	char name[300], unit[32];

	if ((size_t)snprintf(name, sizeof(name), "perf.stat.%.*s", (int)c->event_len, c->event) >=
	    sizeof(name))
		return import_fail(im, "an event with a name of %zu bytes", c->event_len);
	if (c->missing)
		return import_skip(im, name, c->missing);
	f.name = name;
	if (unit_ns(c->unit, c->unit_len) > 0) {
		factor = unit_ns(c->unit, c->unit_len);
		f.unit = "ns";
	} else if (unit_bytes(c->unit, c->unit_len, MEGA_DECIMAL) > 0) {
		factor = unit_bytes(c->unit, c->unit_len, MEGA_DECIMAL);
		f.unit = "B";
	} else if (word_is(c->unit, c->unit_len, "Joules")) {
		f.unit = "J";
	} else if (c->unit_len) {
		snprintf(unit, sizeof(unit), "%.*s", (int)c->unit_len, c->unit);
		return import_fail(im, "a unit that perf is not known to print: '%s'", unit);
	}
	f.value *= factor;
	if (percent >= 0 && c->runs < 2) {
		import_note(im, "%s: +- left out, for the text does not say of how many runs",
			    name);
	} else if (percent >= 0) {
		if (percent < LEAST_PERCENT) {
			import_note(im, "%s: +- 0.00 %% is rounded, taken as %.3f %%", name,
				    LEAST_PERCENT);
			percent = LEAST_PERCENT;
		}
		f.se = f.value * percent / 100;
	}
	return import_put(im, &f);
}
