// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf stat as it prints for people, with and without -r:
 *	 Performance counter stats for './fault 500' (10 runs):
 *
 *	         683033312      cpu-cycles      #    1.2 GHz     ( +-  0.03% )  (83.33%)
 *	   <not supported>      dTLB-loads
 *
 *	       5.38974 +- 0.00323 seconds time elapsed  ( +-  0.06% )
 *	       0.010000000 seconds user
 * What stands behind +- is the standard error of the mean over the runs, in percent of
 * it (tools/perf/util/stat.c: stddev_stats, rel_stddev_stats).
 */
#include <errno.h>
#include <string.h>

#include "perf_stat.h"

#define HEADER		"Performance counter stats for"
#define INTERVALS	"counts unit events"

static const char *const marks[] = { HEADER, INTERVALS, "( +-", NULL };

enum kind { NOTHING, METRIC, COUNTER, ELAPSED, USER, SYS };

struct scanned {
	struct perf_counter counter;
	double se;		/* of the time elapsed, in seconds; 0: not printed */
};

/* "( +-  0.03% )" anywhere in the rest of a line: percent or -1. False where it is broken. */
static bool scan_error(const char *rest, double *ret_percent)
{
	const char *p = strstr(rest, "( +-");

	*ret_percent = -1;
	if (!p)
		return !strstr(rest, "+-");
	p += 4;
	return !take_number(&p, NUMBER_DECIMAL, ret_percent) && eat(&p, "%") && eat(&p, ")");
}

/* Behind the event nothing comes, or a metric, the error, or the share of time counted. */
static bool is_rest(const char *p)
{
	double share;

	skip_blanks(&p);
	if (!*p || *p == '#' || eat(&p, "( +-"))
		return true;
	return eat(&p, "(") && !take_number(&p, NUMBER_DECIMAL, &share) && eat(&p, "%)");
}

static enum kind scan_seconds(const char *p, struct scanned *s)
{
	enum kind kind = NOTHING;

	if (take_number(&p, NUMBER_DECIMAL, &s->counter.value))
		return NOTHING;
	if (eat(&p, "+-") && take_number(&p, NUMBER_DECIMAL, &s->se))
		return NOTHING;
	if (!eat_word(&p, "seconds"))
		return NOTHING;
	if (eat_word(&p, "time") && eat_word(&p, "elapsed"))
		kind = ELAPSED;
	else if (eat_word(&p, "user"))
		kind = USER;
	else if (eat_word(&p, "sys"))
		kind = SYS;
	return is_rest(p) && scan_error(p, &s->counter.percent) ? kind : NOTHING;
}

static enum kind scan(const char *p, struct scanned *s)
{
	struct perf_counter *c = &s->counter;
	enum kind kind;
	const char *word;
	size_t len;

	*s = (struct scanned){ .counter.percent = -1 };
	skip_blanks(&p);
	if (*p == '#')
		return METRIC;
	kind = scan_seconds(p, s);
	if (kind != NOTHING)
		return kind;
	*s = (struct scanned){ .counter.percent = -1 };
	c->missing = perf_stat_missing(&p);
	if (!c->missing && take_number(&p, NUMBER_GROUPED, &c->value))
		return NOTHING;
	if (*p != ' ')
		return NOTHING;
	/* --table: "0.001302 (-0.000725) ####" */
	if (eat(&p, "(") && (*p == '+' || *p == '-'))
		return METRIC;
	len = take_word(&p, &word);
	if (perf_stat_is_unit(word, len) && !is_rest(p)) {
		c->unit = word;
		c->unit_len = len;
		len = take_word(&p, &word);
	}
	c->event = word;
	c->event_len = len;
	if (!len || *word == '#' || *word == '(')
		return NOTHING;
	/* perf before 4.18 */
	if (eat(&p, "(msec)")) {
		c->unit = "msec";
		c->unit_len = 4;
	}
	return is_rest(p) && scan_error(p, &c->percent) ? COUNTER : NOTHING;
}

static bool detect(const char *line)
{
	struct scanned s;

	return strstr(line, HEADER) || (strstr(line, INTERVALS) && eat(&line, "#")) ||
		(strstr(line, "( +-") && scan(line, &s) > METRIC);
}

static bool is_balanced(const char *s)
{
	int open = 0;

	for (; *s; s++)
		open += (*s == '(') - (*s == ')');
	return open <= 0;
}

/* A mailer broke the line before or within "( +- 0.03% )". */
static void join_rest(struct import *im)
{
	for (int i = 0; i < 3; i++) {
		const struct import_line *next = import_peek(im);
		const char *p = next ? next->text : "";

		if (is_balanced(import_line(im)->text) && !eat(&p, "( +-") &&
		    !(eat(&p, "(") && is_digit(*p)))
			return;
		if (!import_join(im))
			return;
	}
}

static int put(struct import *im, enum kind kind, struct scanned *s, uint32_t runs)
{
	static const char *const names[] = {
		[ELAPSED] = "time_elapsed", [USER] = "time_user", [SYS] = "time_sys",
	};
	struct perf_counter *c = &s->counter;

	c->runs = runs;
	if (kind != COUNTER) {
		c->event = names[kind];
		c->event_len = strlen(c->event);
		c->unit = "s";
		c->unit_len = 1;
		/* the absolute one has more digits */
		if (s->se > 0 && c->value > 0)
			c->percent = 100 * s->se / c->value;
	}
	return perf_stat_put(im, c);
}

/* Subject and runs of "... stats for './fault 500' (10 runs):". */
static int header(struct import *im, uint32_t *ret_runs)
{
	const char *p, *end, *runs;
	int64_t n = 0;

	for (int i = 0; i < 4; i++) {
		p = import_line(im)->text;
		if (p[strlen(p) - 1] == ':')
			break;
		if (!import_join(im))
			return import_fail(im, "the header of the block is cut");
	}
	p = strstr(import_line(im)->text, HEADER);
	if (!p)
		return import_fail(im, "the header of the block is cut");
	p += strlen(HEADER);
	skip_blanks(&p);
	end = p + strlen(p);
	if (end == p || end[-1] != ':')
		return import_fail(im, "the header of the block is cut");
	end--;
	for (runs = end; runs > p && strncmp(runs, " (", 2); runs--)
		;
	if (runs > p) {
		const char *s = runs + 2;

		if (!take_whole(&s, &n) && eat(&s, "runs)") && s == end)
			end = runs;
		else
			n = 0;
	}
	if (n < 0 || n > 1000000000)
		return import_fail(im, "%lld runs", (long long)n);
	if (end - p > 1 && *p == '\'' && end[-1] == '\'') {
		p++;
		end--;
	}
	*ret_runs = n;
	return import_subject(im, p, end - p);
}

static int block(struct import *im, uint32_t runs)
{
	size_t counters = 0, times = 0;
	const struct import_line *next;
	struct scanned s;
	int r = 0;

	while (!r && (next = import_peek(im))) {
		enum kind kind = scan(next->text, &s);

		if (is_blank(next->text) || kind == METRIC) {
			import_next(im);
			continue;
		}
		/* a wrapped error is not seen before the lines are joined */
		if (kind == NOTHING && is_balanced(next->text))
			break;
		import_next(im);
		join_rest(im);
		kind = scan(import_line(im)->text, &s);
		if (kind <= METRIC)
			return import_fail(im, "not understood in a block: '%.60s'",
					   import_line(im)->text);
		if (kind == COUNTER && times)
			return import_fail(im, "a counter behind the time: two blocks mixed?");
		counters += kind == COUNTER;
		times += kind == ELAPSED;
		r = put(im, kind, &s, runs);
	}
	if (r || times)
		return r;
	if (next && import_is_foreign(im, next->text))
		return import_fail(im, "output of another tool within the block");
	if (!counters)
		return import_fail(im, "a header without counters (--per-core, -A are not read)");
	if (next ? !next->whole : !import_line(im)->whole)
		return import_fail(im, "the input ends within the block");
	import_note(im, "the block ends before its time elapsed: all above was taken");
	return 0;
}

static int parse(struct import *im)
{
	uint32_t runs = 0;
	int r;

	if (strstr(import_line(im)->text, INTERVALS))
		return import_fail(im, "intervals (-I) are no repetitions: want a summary");
	if (!strstr(import_line(im)->text, HEADER))
		return import_fail(im, "a counter outside of a block: its header is missing");
	r = import_end_run(im);
	if (!r)
		r = header(im, &runs);
	if (!r)
		r = block(im, runs);
	return r ? r : import_end_run(im);
}

const struct importer import_perf_stat = {
	.name = "perf-stat",
	.summary = "perf stat, with and without -r",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
