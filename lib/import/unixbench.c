// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The report of UnixBench 4 and 5:
 *	4 CPUs in system; running 1 parallel copy of tests
 *	Execl Throughput                               4840.7 lps   (30.0 s, 2 samples)
 *	File Copy 1024 bufsize 2000 maxblocks       1170330.5 KBps  (30.0 s, 2 samples)
 * and, where only that was pasted, its table of "BASELINE RESULT INDEX", whose RESULT
 * is the same figure with its unit left out: the tests of the index have one each.
 * KB are 2^10 bytes (fstime.c: count_per_k). The index itself is no measurement.
 */
#include <errno.h>
#include <string.h>

#include "formats.h"
#include "named.h"

static const char *const marks[] = {
	" samples)", "parallel cop", "BASELINE", NULL
};

static const struct unit {
	const char *name, *unit;
	double factor;
} units[] = {
	{ "lps", "loop/s", 1 },
	{ "lpm", "loop/s", 1 / 60. },
	{ "MWIPS", "whetstone/s", 1e6 },
	{ "KBps", "B/s", 1024 },
	{ "MFLOPS", "flop/s", 1e6 },
};

static const struct {
	const char *test, *unit;
} index_units[] = {
	{ "Dhrystone 2 using register variables", "lps" },
	{ "Double-Precision Whetstone", "MWIPS" },
	{ "Execl Throughput", "lps" },
	{ "File Copy ", "KBps" },
	{ "File Read ", "KBps" },
	{ "File Write ", "KBps" },
	{ "Pipe Throughput", "lps" },
	{ "Pipe-based Context Switching", "lps" },
	{ "Process Creation", "lps" },
	{ "Shell Scripts (", "lpm" },
	{ "System Call Overhead", "lps" },
};

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))

static const struct unit *find_unit(const char *name, size_t len)
{
	for (size_t i = 0; i < COUNT(units); i++)
		if (word_is(name, len, units[i].name))
			return &units[i];
	return NULL;
}

struct row {
	const char *test;
	size_t test_len;
	double value;
	const char *unit;
	size_t unit_len;
};

/* The last of the blanks before @p; the start of the word there. */
static const char *word_before(const char *line, const char *p)
{
	while (p > line && p[-1] == ' ')
		p--;
	while (p > line && p[-1] != ' ')
		p--;
	return p;
}

static size_t trimmed(const char *from, const char *to)
{
	while (to > from && to[-1] == ' ')
		to--;
	return to - from;
}

/* "Test   123.4 lps   (10.0 s, 7 samples)" */
static bool scan_raw(const char *line, struct row *row)
{
	const char *paren, *number, *p;
	int64_t samples;
	double seconds;

	skip_blanks(&line);
	paren = strrchr(line, '(');
	p = paren ? paren + 1 : line;
	if (!paren || take_number(&p, NUMBER_DECIMAL, &seconds) ||
	    (!eat_word(&p, "s") && !eat_word(&p, "secs")) || !eat(&p, ",") ||
	    take_whole(&p, &samples) || !eat(&p, "samples)") || !at_end(p))
		return false;
	row->unit = word_before(line, paren);
	row->unit_len = trimmed(row->unit, paren);
	number = word_before(line, row->unit);
	row->test = line;
	row->test_len = trimmed(line, number);
	p = number;
	return row->test_len && !take_number(&p, NUMBER_DECIMAL, &row->value) && *p == ' ';
}

/* "Test   BASELINE RESULT INDEX", three numbers, or "---" for those that are not known */
static bool scan_index(const char *line, struct row *row)
{
	const char *score, *result, *baseline, *p;
	double v;

	skip_blanks(&line);
	score = word_before(line, line + strlen(line));
	result = word_before(line, score);
	baseline = word_before(line, result);
	row->test = line;
	row->test_len = trimmed(line, baseline);
	if (!row->test_len || (!is_digit(*score) && strncmp(score, "---", 3)) ||
	    (!is_digit(*baseline) && strncmp(baseline, "---", 3)))
		return false;
	p = baseline;
	if (is_digit(*p) && (take_number(&p, NUMBER_DECIMAL, &v) || *p != ' '))
		return false;
	p = result;
	return !take_number(&p, NUMBER_DECIMAL, &row->value) && *p == ' ';
}

static bool is_index(const char *line)
{
	return strstr(line, "BASELINE") && strstr(line, "RESULT") && strstr(line, "INDEX");
}

/* "8 CPUs in system; running 4 parallel copies of tests" */
static bool scan_copies(const char *line, int64_t *ret_copies)
{
	const char *p = strstr(line, "; running ");

	if (!p)
		return false;
	p += strlen("; running ");
	return !take_whole(&p, ret_copies) && eat(&p, "parallel cop");
}

static bool detect(const char *line)
{
	int64_t copies;
	struct row row;

	return scan_copies(line, &copies) || is_index(line) || scan_raw(line, &row);
}

/* The memo holds the number of copies, and a '+' once a figure of them was taken. */
static int put(struct import *im, const struct row *row)
{
	const struct unit *unit = find_unit(row->unit, row->unit_len);
	struct strbuf *memo = import_memo(im, 0);
	struct import_figure figure = { 0 };
	const char *p = memo->buf;

	if (!unit) {
		import_note(im, "%.*s: the unit '%.*s' does not say which way is better, left out",
			    (int)row->test_len, row->test, (int)row->unit_len, row->unit);
		return 0;
	}
	if (!take_whole(&p, &figure.params[0].value))
		figure.params[0].name = "copies";
	if (!strchr(memo->buf, '+') && strbuf_addc(memo, '+'))
		return import_nomem(im);
	figure.unit = unit->unit;
	figure.value = row->value * unit->factor;
	return import_putf(im, &figure, "unixbench.%.*s", (int)row->test_len, row->test);
}

static int index_row(struct import *im, struct row *row)
{
	for (size_t i = 0; i < COUNT(index_units); i++) {
		size_t len = strlen(index_units[i].test);

		if (row->test_len >= len && !memcmp(row->test, index_units[i].test, len)) {
			row->unit = index_units[i].unit;
			row->unit_len = strlen(row->unit);
			return put(im, row);
		}
	}
	import_note(im, "%.*s: no unit is printed and none is known, left out",
		    (int)row->test_len, row->test);
	return 0;
}

static int index_table(struct import *im)
{
	bool seen = strchr(import_memo(im, 0)->buf, '+');
	const struct import_line *next;
	struct row row;
	int r = 0;

	if (!seen)
		import_note(im, "only the table of the index: each test's usual unit is taken");
	while (!r && (next = import_peek(im)) && scan_index(next->text, &row)) {
		import_next(im);
		if (!seen)
			r = index_row(im, &row);
	}
	strbuf_reset(import_memo(im, 0));
	return r;
}

static int parse(struct import *im)
{
	const char *line = import_line(im)->text;
	struct strbuf *memo = import_memo(im, 0);
	int64_t copies;
	struct row row;

	if (scan_copies(line, &copies)) {
		strbuf_reset(memo);
		return strbuf_printf(memo, "%lld", (long long)copies) ? import_nomem(im) : 0;
	}
	if (is_index(line))
		return index_table(im);
	return scan_raw(line, &row) ? put(im, &row) : 0;
}

const struct importer import_unixbench = {
	.name = "unixbench",
	.summary = "UnixBench's report",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
