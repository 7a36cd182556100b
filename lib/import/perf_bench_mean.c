// SPDX-License-Identifier: GPL-2.0-or-later
/* The lines of means, with a spread or without, as tools/perf/bench/ prints them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "named.h"
#include "perf_bench.h"

/* "Averaged 2959360 operations/sec (+- 4.91%), total secs = 1" */
static int averaged(struct import *im, struct perf_bench *b, const char *p, bool *ret_found)
{
	double v;

	if (!eat(&p, "Averaged ") || take_number(&p, NUMBER_GROUPED, &v))
		return 0;
	*ret_found = true;
	if (eat_word(&p, "operations/sec"))
		return perf_bench_put(im, b, "op/s", v, "", 0);
	import_note(im, "%s: operations without the time they took, left out", b->name);
	b->said_nothing = true;
	return 0;
}

/* "Average synthesis took: 116.950 usec (+- 13.487 usec)": named by its words */
static int average(struct import *im, struct perf_bench *b, const char *p, bool *ret_found)
{
	const char *what, *took, *unit;
	size_t len;
	double v;

	if (!eat(&p, "Average "))
		return 0;
	what = p;
	*ret_found = eat(&p, "num. events:") || eat(&p, "time per event") ||
		eat(&p, "memory usage:");
	if (*ret_found)
		return 0;
	took = strstr(p, " took:");
	if (!took || took - what > 64)
		return 0;
	*ret_found = true;
	p = took + strlen(" took:");
	if (take_number(&p, NUMBER_DECIMAL, &v))
		return import_fail(im, "no time: '%.20s'", p);
	len = take_word(&p, &unit);
	if (!unit_ns(unit, len))
		return import_fail(im, "no unit of time: '%.*s'", (int)len, unit);
	return perf_bench_put(im, b, "ns", v * unit_ns(unit, len), what, took - what);
}

/*
 * "Wokeup 4 of 4 threads in 0.1082 ms (+-8.20%)": the mean of the runs before it, whose
 * standard error perf prints as a share (rel_stddev_stats of stddev_stats).
 */
static int futex_mean(struct import *im, struct perf_bench *b, const char *p, bool *ret_found)
{
	struct import_figure figure = { .unit = "ns", .n = b->runs > 1 ? b->runs : 0 };
	const char *in = strstr(p, " in "), *unit;
	double share;
	size_t len;

	if (!eat(&p, "Wokeup ") && !eat(&p, "Requeued ") && !eat(&p, "Avg per-thread latency"))
		return 0;
	*ret_found = true;
	p = in ? in + 4 : p;
	if (!in || take_number(&p, NUMBER_DECIMAL, &figure.value) ||
	    !(len = take_word(&p, &unit)) || !unit_ns(unit, len) || !eat(&p, "(+-") ||
	    take_number(&p, NUMBER_DECIMAL, &share) || !eat(&p, "%)"))
		return import_fail(im, "%s: the mean is cut", b->name);
	figure.value *= unit_ns(unit, len);
	figure.se = figure.n ? figure.value * share / 100 : 0;
	b->figures++;
	b->runs = 0;
	return import_putf(im, &figure, "perf-bench.%s", b->name);
}

/* " main,   10.598, GB/sec,  thread-speed" of numa, whose GB are 10^9 (numa.c: print_res) */
static int numa(struct import *im, struct perf_bench *b, const char *p, bool *ret_found)
{
	const char *what = p, *unit, *name;
	size_t what_len = strcspn(p, ", "), len;
	char full[100];
	double v, factor;
	int r;

	p += what_len;
	if (strncmp(b->name, "numa/", 5) || !eat(&p, ",") ||
	    take_number(&p, NUMBER_DECIMAL, &v) || !eat(&p, ","))
		return 0;
	skip_blanks(&p);
	unit = p;
	len = strcspn(p, ", ");
	p += len;
	if (!eat(&p, ","))
		return 0;
	*ret_found = true;
	skip_blanks(&p);
	name = p;
	factor = unit_rate(unit, len, MEGA_DECIMAL);
	if (!factor && !unit_ns(unit, len))
		return 0;
	if ((size_t)snprintf(full, sizeof(full), "%.*s.%s", (int)what_len, what, name) >=
	    sizeof(full))
		return import_fail(im, "numa: a name too long");
	r = import_whole_line(im);
	if (r)
		return r;
	return perf_bench_put(im, b, factor ? "B/s" : "ns",
			      v * (factor ? factor : unit_ns(unit, len)), full, strlen(full));
}

int perf_bench_mean(struct import *im, struct perf_bench *b, const char *line,
		    enum perf_bench_line *ret_line)
{
	bool found = false;
	int r = averaged(im, b, line, &found);

	if (!r && !found)
		r = average(im, b, line, &found);
	if (!r && !found)
		r = futex_mean(im, b, line, &found);
	if (!r && !found)
		r = numa(im, b, line, &found);
	*ret_line = found ? PERF_BENCH_USED : PERF_BENCH_FOREIGN;
	return r;
}
