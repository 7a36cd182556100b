// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <string.h>

#include "perf_bench.h"

static bool is_name(const char *s, size_t len)
{
	return strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789_-/") >= len;
}

static bool set_name(struct perf_bench *b, const char *collection, size_t len, const char *bench,
		     size_t bench_len)
{
	int n;

	if (!len || !is_name(collection, len) || !is_name(bench, bench_len))
		return false;
	n = snprintf(b->name, sizeof(b->name), "%.*s%s%.*s", (int)len, collection,
		     bench_len ? "/" : "", (int)bench_len, bench);
	return n > 0 && (size_t)n < sizeof(b->name);
}

/* "# Running 'sched/pipe' benchmark:", and of `perf bench all` without the quotes */
static bool scan_header(const char *p, struct perf_bench *b)
{
	const char *name;
	size_t len;

	if (!eat(&p, "# Running ") && !eat(&p, "Running "))
		return false;
	eat(&p, "'");
	name = p;
	len = strcspn(p, "' ");
	p += len;
	eat(&p, "'");
	if (!memchr(name, '/', len) || !eat(&p, "benchmark"))
		return false;
	eat(&p, ":");
	eat(&p, "...");
	return at_end(p) && set_name(b, name, len, "", 0);
}

/* The option's value where it is "-f" or "--format", in one word or two. */
static bool eat_format(const char **p, const char **ret_format, size_t *ret_len)
{
	if (!eat(p, "--format=") && !eat(p, "--format ") && !eat(p, "-f"))
		return false;
	*ret_len = take_word(p, ret_format);
	return true;
}

/* "... perf bench -f simple sched pipe ..." */
static bool scan_command(const char *line, struct perf_bench *b)
{
	const char *p = strstr(line, "perf bench "), *word, *format, *bench;
	size_t len, bench_len, format_len;
	bool simple = false;

	/* the head of perf stat's output quotes the command that it counted */
	if (!p || strstr(line, "Performance counter stats"))
		return false;
	p += strlen("perf bench ");
	for (;;) {
		if (eat_format(&p, &format, &format_len)) {
			simple = word_is(format, format_len, "simple");
			continue;
		}
		len = take_word(&p, &word);
		if (!len || *word != '-')
			break;
		if (word_is(word, len, "-r") || word_is(word, len, "--repeat"))
			take_word(&p, &word);
	}
	bench_len = take_word(&p, &bench);
	if (!simple || !bench_len || !set_name(b, word, len, bench, bench_len))
		return false;
	b->simple = true;
	while ((len = take_word(&p, &word)))
		b->cycles |= word_is(word, len, "-c") || word_is(word, len, "--cycles");
	return true;
}

bool perf_bench_begins(const char *line, struct perf_bench *ret_bench)
{
	struct perf_bench b = { .op_ns = -1, .ops_s = -1, .total_ns = -1 };

	if (!scan_header(line, &b) && !scan_command(line, &b))
		return false;
	*ret_bench = b;
	return true;
}
