// SPDX-License-Identifier: GPL-2.0-or-later
/* The lines of one benchmark, as tools/perf/bench/ prints them. */
#include <errno.h>
#include <string.h>

#include "named.h"
#include "perf_bench.h"

int perf_bench_put(struct import *im, struct perf_bench *b, const char *unit, double value,
		   const char *what, size_t what_len)
{
	struct import_figure figure = { .unit = unit, .value = value };

	memcpy(figure.params, b->params, sizeof(figure.params));
	b->figures++;
	return import_putf(im, &figure, "perf-bench.%s%s%s%s%.*s", b->name, *b->function ? "." : "",
			   b->function, what_len ? "." : "", (int)what_len, what);
}

int perf_bench_flush(struct import *im, struct perf_bench *b)
{
	double op = b->op_ns, ops = b->ops_s, total = b->total_ns;

	b->op_ns = b->ops_s = b->total_ns = -1;
	/* ops/sec is cut to a whole number, usecs/op to six digits behind the point */
	if (op > 0 && ops > 0 && ((ops + 1) * (op + 0.001) < 1e9 || (ops - 1) * (op - 0.001) > 1e9))
		return import_fail(im, "%s: usecs/op and ops/sec contradict one another", b->name);
	if (op >= 0)
		return perf_bench_put(im, b, "ns", op, "", 0);
	if (ops >= 0)
		return perf_bench_put(im, b, "op/s", ops, "rate", 4);
	if (total >= 0)
		return perf_bench_put(im, b, "ns", total, "total", 5);
	return 0;
}

static void set_param(struct perf_bench *b, int i, const char *name, int64_t value)
{
	b->params[i] = (struct import_param){ name, value };
}

/* "# function 'default' (...)", "# Copying 1MB bytes ...", "# 10 groups == 400 processes run" */
static int comment(struct import *im, struct perf_bench *b, const char *p)
{
	int64_t n;
	int r;

	if (eat(&p, "function '")) {
		size_t len = strcspn(p, "'");

		if (len >= sizeof(b->function))
			return import_fail(im, "a name longer than a function's");
		r = perf_bench_flush(im, b);
		memcpy(b->function, p, len);
		b->function[len] = '\0';
		return r;
	}
	if (eat(&p, "Copying ")) {
		const char *unit;
		size_t len;
		double factor;

		if (take_whole(&p, &n) || n > INT32_MAX)
			return import_fail(im, "no size: '%.20s'", p);
		len = take_word(&p, &unit);
		factor = len ? unit_bytes(unit, len, MEGA_BINARY) : 0;
		if (!factor)
			return import_fail(im, "no unit of size: '%.*s'", (int)len, unit);
		set_param(b, 0, "size", n * (int64_t)factor);
	} else if (!take_whole(&p, &n) && eat(&p, "groups ==")) {
		set_param(b, 0, "groups", n);
	}
	return 0;
}

/* A rate of mem: K is 1024 and "d KB/sec" a slip of perf's (mem-functions.c: print_bps). */
static int memory_rate(struct import *im, struct perf_bench *b, double v, const char *unit,
		       size_t len)
{
	const char *what = "cycles.thread";
	bool threads = len > 7 && !memcmp(unit + len - 7, "/thread", 7);
	double factor;

	/* only mmap has threads, and says so last of all */
	if (!threads && !unit[len] && !strcmp(b->name, "mem/mmap") &&
	    import_whole_line(im))
		return -EINVAL;
	len -= threads ? 7 : 0;
	if (word_is(unit, len, "cycles/byte"))
		return perf_bench_put(im, b, "cycles/byte", v, what, threads ? 13 : 6);
	factor = len > 4 && !memcmp(unit + len - 4, "/sec", 4) ?
		unit_rate(unit, len, MEGA_BINARY) : 0;
	if (!factor)
		return import_fail(im, "no unit that perf bench prints: '%.*s'", (int)len, unit);
	return perf_bench_put(im, b, "B/s", v * factor, what + 7, threads ? 6 : 0);
}

/* "24.880850 usecs/op", "40191 ops/sec", "24.944125 GB/sec", and in simple form a number */
static int value_line(struct import *im, struct perf_bench *b, const char *p,
		      enum perf_bench_line *ret_line)
{
	const char *s = p, *unit;
	bool mem = !strncmp(b->name, "mem/", 4), wide;
	size_t len;
	double v, grouped;

	*ret_line = PERF_BENCH_USED;
	if (take_number(&s, NUMBER_DECIMAL, &v))
		v = -1;
	wide = take_number(&p, NUMBER_GROUPED, &grouped) == 0;
	if (v >= 0 && at_end(s) && b->simple) {
		if (import_whole_line(im))
			return -EINVAL;
		if (mem)
			return perf_bench_put(im, b, b->cycles ? "cycles/byte" : "B/s", v,
					      "cycles", b->cycles ? 6 : 0);
		if (strncmp(b->name, "sched/", 6) && strncmp(b->name, "syscall/", 8) &&
		    strncmp(b->name, "breakpoint/", 11))
			return import_fail(im, "%s: the number has no unit and none is known",
					   b->name);
		return perf_bench_put(im, b, "ns", v * 1e9, "total", 5);
	}
	if (wide) {
		/* "%'d": digits may be grouped */
		len = take_word(&p, &unit);
		if (word_is(unit, len, "ops/sec") && at_end(p)) {
			b->ops_s = grouped;
			return 0;
		}
	}
	if (v < 0) {
		*ret_line = PERF_BENCH_FOREIGN;
		return 0;
	}
	if (*s == 'd')
		s++;
	len = take_word(&s, &unit);
	if (word_is(unit, len, "usecs/op") && at_end(s))
		b->op_ns = v * 1e3;
	else if (mem && memchr(unit, '/', len) && (at_end(s) || eat(&s, "( +-")))
		return memory_rate(im, b, v, unit, len);
	else if (!word_is(unit, len, "usecs/op/cpu"))
		*ret_line = PERF_BENCH_FOREIGN;
	return 0;
}

int perf_bench_line(struct import *im, struct perf_bench *b, const char *line,
		    enum perf_bench_line *ret_line)
{
	enum perf_bench_line used;
	const char *p = line;
	int64_t n, bits;
	int r;

	*ret_line = PERF_BENCH_USED;
	skip_blanks(&p);
	if (is_blank(p))
		return 0;
	if (eat(&p, "#"))
		return comment(im, b, p);
	if (eat(&p, "[Run ")) {
		b->runs++;
		return 0;
	}
	if (eat(&p, "Number of synthesis threads:") && !take_whole(&p, &n)) {
		set_param(b, 0, "threads", n);
		return 0;
	}
	if (eat(&p, "[thread") || eat(&p, "Run summary [PID"))
		return 0;
	r = perf_bench_mean(im, b, p, &used);
	if (r || used == PERF_BENCH_USED)
		return r;
	if (eat(&p, "Total time:")) {
		double seconds;

		if (take_number(&p, NUMBER_DECIMAL, &seconds) || !eat(&p, "[sec]"))
			return import_fail(im, "no total time: '%.20s'", p);
		b->total_ns = seconds * 1e9;
		return 0;
	}
	if (!strcmp(b->name, "mem/find_bit") && strstr(p, " operations ") && !take_whole(&p, &n) &&
	    eat(&p, "operations") && !take_whole(&p, &n) && eat(&p, "bits set of") &&
	    !take_whole(&p, &bits)) {
		set_param(b, 0, "set", n);
		set_param(b, 1, "bits", bits);
		return 0;
	}
	return value_line(im, b, p, ret_line);
}
