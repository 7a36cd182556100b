// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Go's benchmark format (go.dev/design/14313-benchmark-format):
 *	goos: linux
 *	pkg: example.org/copy
 *	BenchmarkCopy/4K-8   1000000    1234 ns/op   3319.3 MB/s   16 B/op   1 allocs/op
 * Each line is a run of its benchmark. MB are 10^6 bytes (testing: mbPerSec). A unit
 * of the program's own is a rate where it ends in "/s", else a cost, unless a line
 * "Unit NAME better=higher" says that it is neither.
 */
#include <errno.h>
#include <string.h>

#include "formats.h"
#include "named.h"

static const char *const marks[] = { "Benchmark", "pkg: ", "Unit ", NULL };

static const struct unit {
	const char *printed, *unit, *suffix;
	double factor;
} units[] = {
	{ "ns/op", "ns", "", 1 },
	{ "MB/s", "B/s", ".rate", 1e6 },
	{ "B/op", "B", ".bytes", 1 },
	{ "allocs/op", "count", ".allocs", 1 },
	{ "sec/op", "ns", "", 1e9 },
	{ "B/s", "B/s", ".rate", 1 },
};

/* "BenchmarkName", not "Benchmarking": what follows is no small letter. */
static size_t take_name(const char **p, const char **ret_name)
{
	size_t len;

	if (!eat(p, "Benchmark") || (**p >= 'a' && **p <= 'z'))
		return 0;
	*ret_name = *p;
	len = strcspn(*p, " ");
	*p += len;
	return len;
}

/* A value, and its unit, which has no blank and begins with no digit. */
static bool take_result(const char **p, double *ret_value, const char **ret_unit,
			size_t *ret_len)
{
	if (take_number(p, NUMBER_DECIMAL, ret_value) || **p != ' ')
		return false;
	*ret_len = take_word(p, ret_unit);
	return *ret_len && !is_digit(**ret_unit);
}

static bool scan_start(const char **p, const char **ret_name, size_t *ret_len)
{
	int64_t iterations;

	*ret_len = take_name(p, ret_name);
	return *ret_len && !take_whole(p, &iterations) && iterations > 0 && **p == ' ';
}

static bool detect(const char *line)
{
	const char *p = line, *name, *unit;
	size_t len;
	double v;

	if (eat(&p, "pkg: ") || (eat(&p, "Unit ") && strstr(p, " better=higher")))
		return true;
	return scan_start(&p, &name, &len) && take_result(&p, &v, &unit, &len);
}

/* The memo holds " NAME " for each unit of which more is better. */
static bool is_higher_better(struct import *im, const char *unit, size_t len)
{
	const char *p = import_memo(im, 0)->buf;

	for (; (p = strchr(p, ' ')); p++)
		if (!strncmp(p + 1, unit, len) && (!p[1 + len] || p[1 + len] == ' '))
			return true;
	return false;
}

static int put(struct import *im, const char *name, size_t name_len, double value,
	       const char *unit, size_t len)
{
	char own[40];
	int r;

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (word_is(unit, len, units[i].printed))
			return import_valuef(im, units[i].unit, value * units[i].factor,
					     "go.%.*s%s", (int)name_len, name, units[i].suffix);
	if (len >= sizeof(own) || strcspn(unit, "\"\\") < len ||
	    strspn(unit, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
		   "/-_.%:") < len) {
		import_note(im, "%.*s: the unit '%.*s' is left out", (int)name_len, name,
			    (int)len, unit);
		return 0;
	}
	r = !unit[len] ? import_whole_line(im) : 0;
	if (r)
		return r;
	memcpy(own, unit, len);
	own[len] = '\0';
	if (len > 2 && !strcmp(own + len - 2, "/s"))
		return import_valuef(im, own, value, "go.%.*s.%s", (int)name_len, name, own);
	if (is_higher_better(im, unit, len)) {
		import_note(im, "%.*s: of '%s' more is better, but it is no rate: left out",
			    (int)name_len, name, own);
		return 0;
	}
	import_note(im, "%.*s: of '%s' less is taken to be better", (int)name_len, name, own);
	return import_valuef(im, own, value, "go.%.*s.%s", (int)name_len, name, own);
}

static int unit_line(struct import *im, const char *p)
{
	struct strbuf *memo = import_memo(im, 0);
	const char *unit;
	size_t len = take_word(&p, &unit);

	if (is_higher_better(im, unit, len))
		return 0;
	if (memo->len > 4096)
		return import_fail(im, "too many units");
	return strbuf_addc(memo, ' ') || strbuf_add(memo, unit, len) ? import_nomem(im) : 0;
}

static int parse(struct import *im)
{
	const char *p = import_line(im)->text, *name = p, *unit;
	size_t name_len = 0, len;
	double v;
	int r = 0;

	if (eat(&p, "pkg: ")) {
		len = take_word(&p, &name);
		return import_subject(im, name, len);
	}
	if (eat(&p, "Unit "))
		return unit_line(im, p);
	/* "1 allocs/op" alone on the next line: wrapped */
	if (import_peek(im)) {
		const char *next = import_peek(im)->text;

		if (take_result(&next, &v, &unit, &len) && memchr(unit, '/', len) &&
		    !import_join(im))
			return import_nomem(im);
	}
	p = import_line(im)->text;
	scan_start(&p, &name, &name_len);
	while (!r && !at_end(p)) {
		if (!take_result(&p, &v, &unit, &len))
			return import_fail(im, "a value without its unit, at '%.20s'", p);
		r = put(im, name, name_len, v, unit, len);
	}
	return r;
}

const struct importer import_go_bench = {
	.name = "go-bench",
	.summary = "Go's benchmark format",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
