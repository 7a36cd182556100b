// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What LMBench's programs print one by one:
 *	Simple syscall: 0.1234 microseconds
 *	Pipe bandwidth: 1234.56 MB/sec
 *	$ bw_mem 8m cp
 *	8.39 12345.67
 * Its MB is 10^6 bytes (lib_timing.c).
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "importer.h"

static const char *const marks[] = {
	"Simple ", "Select on ", "Signal handler ", "Protection fault:", "Pipe ", "AF_UNIX sock",
	"Process fork+", "latency using", "connection cost", "Pagefaults on", "bandwidth using",
	"bw_mem ", NULL
};

/* "Select on %d fd's": the number is the parameter, "Pagefaults on %s" any word. */
static const struct line {
	const char *before, *after, *name, *param;
} lines[] = {
	{ "Simple syscall:", NULL, "null", NULL },
	{ "Simple read:", NULL, "read", NULL },
	{ "Simple write:", NULL, "write", NULL },
	{ "Simple stat:", NULL, "stat", NULL },
	{ "Simple fstat:", NULL, "fstat", NULL },
	{ "Simple open/close:", NULL, "open_close", NULL },
	{ "Select on ", "fd's:", "select", "fds" },
	{ "Select on ", "tcp fd's:", "select_tcp", "fds" },
	{ "Signal handler installation:", NULL, "sig_inst", NULL },
	{ "Signal handler overhead:", NULL, "sig_hndl", NULL },
	{ "Protection fault:", NULL, "prot_fault", NULL },
	{ "Pipe latency:", NULL, "lat_pipe", NULL },
	{ "Pipe bandwidth:", NULL, "bw_pipe", NULL },
	{ "AF_UNIX sock stream latency:", NULL, "lat_unix", NULL },
	{ "AF_UNIX sock stream bandwidth:", NULL, "bw_unix", NULL },
	{ "Process fork+exit:", NULL, "fork_exit", NULL },
	{ "Process fork+execve:", NULL, "fork_execve", NULL },
	{ "Process fork+/bin/sh -c:", NULL, "fork_sh", NULL },
	{ "UDP latency using localhost:", NULL, "lat_udp", NULL },
	{ "TCP latency using localhost:", NULL, "lat_tcp", NULL },
	{ "RPC/udp latency using localhost:", NULL, "lat_rpc_udp", NULL },
	{ "RPC/tcp latency using localhost:", NULL, "lat_rpc_tcp", NULL },
	{ "TCP/IP connection cost to localhost:", NULL, "tcp_connect", NULL },
	{ "Pagefaults on ", ":", "page_fault", NULL },
};

/* The line's kind; *p behind its colon. */
static const struct line *find(const char **p, int64_t *ret_param)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		const char *s = *p, *colon;

		if (!eat(&s, lines[i].before))
			continue;
		*ret_param = 0;
		if (lines[i].param && take_whole(&s, ret_param))
			continue;
		if (lines[i].after && !lines[i].param) {
			colon = strstr(s, ": ");
			if (!colon)
				continue;
			s = colon;
		}
		if (lines[i].after && !eat(&s, lines[i].after))
			continue;
		skip_blanks(&s);
		if (!is_digit(*s))
			continue;
		*p = s;
		return &lines[i];
	}
	return NULL;
}

/* "$ bw_mem 8m cp": size in bytes and the operation. */
static bool scan_command(const char *line, int64_t *ret_size, const char **ret_op, size_t *ret_len)
{
	const char *p = strstr(line, "bw_mem ");
	int64_t size;

	if (!p)
		return false;
	p += strlen("bw_mem ");
	while (eat(&p, "-")) {	/* -P 1 -W 1 -N 1 */
		if (!strchr("PWN", *p) || !*p || p[1] != ' ')
			return false;
		p++;
		if (take_whole(&p, &size))
			return false;
	}
	if (take_whole(&p, &size))
		return false;
	if (*p == 'k' || *p == 'K')
		size = size < INT64_MAX >> 10 ? size << 10 : 0;
	else if (*p == 'm' || *p == 'M')
		size = size < INT64_MAX >> 20 ? size << 20 : 0;
	else if (*p != ' ')
		return false;
	p += *p != ' ';
	*ret_len = take_word(&p, ret_op);
	*ret_size = size;
	return size > 0 && *ret_len && *ret_len < 30 && at_end(p);
}

static bool detect(const char *line)
{
	int64_t v;
	const char *op;
	size_t len;

	return find(&line, &v) || scan_command(line, &v, &op, &len);
}

static int parse_bw_mem(struct import *im)
{
	struct import_figure f = { .unit = "B/s" };
	const struct import_line *next = import_peek(im);
	const char *p = next ? next->text : "", *op;
	double mb, rate;
	int64_t size;
	char name[64];
	size_t len;

	if (!next || !scan_command(import_line(im)->text, &size, &op, &len) ||
	    take_number(&p, NUMBER_DECIMAL, &mb) || *p != ' ' ||
	    take_number(&p, NUMBER_DECIMAL, &rate) || !at_end(p))
		return 0;	/* a command, and not its output */
	if (!next->whole && (p - next->text < 3 || p[-3] != '.'))
		return import_fail(im, "the input ends within a figure");
	/* it prints the size with two decimals, or as many digits as it takes */
	if (mb > size / 1e6 * 1.01 + 0.01 || mb < size / 1e6 * 0.99 - 0.01) {
		import_next(im);
		return import_fail(im, "%.2f MB, where the command says %lld bytes", mb,
				   (long long)size);
	}
	snprintf(name, sizeof(name), "lmbench_raw.bw_mem.%.*s", (int)len, op);
	f.name = name;
	f.value = rate * 1e6;
	f.params[0] = (struct import_param){ "size", size };
	import_next(im);
	return import_put(im, &f);
}

static int parse(struct import *im)
{
	struct import_figure f = { 0 };
	const char *p = import_line(im)->text, *unit;
	const struct line *l;
	char name[64];
	int64_t param;
	double v, ns, rate;
	size_t len;

	l = find(&p, &param);
	if (!l)
		return parse_bw_mem(im);
	if (take_number(&p, NUMBER_DECIMAL, &v) || *p != ' ')
		return import_fail(im, "no figure behind '%s'", l->before);
	len = take_word(&p, &unit);
	ns = unit_ns(unit, len);
	rate = unit_rate(unit, len, MEGA_DECIMAL);
	if (unit_is_ambiguous(unit, len))
		return import_fail(im, "'%.*s' may be bits or bytes", (int)len, unit);
	if (!ns && !rate)
		return import_fail(im, "no unit that LMBench prints: '%.*s'", (int)len, unit);
	if (!at_end(p))
		return import_fail(im, "text behind the figure: '%.20s'", p);
	snprintf(name, sizeof(name), "lmbench_raw.%s", l->name);
	f.name = name;
	f.unit = ns ? "ns" : "B/s";
	f.value = v * (ns ? ns : rate);
	if (l->param)
		f.params[0] = (struct import_param){ l->param, param };
	return import_put(im, &f);
}

const struct importer import_lmbench_raw = {
	.name = "lmbench-raw",
	.summary = "lines of LMBench's lat_* and bw_*",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
