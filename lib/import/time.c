// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What `time` prints: the shells' word (bash, ksh, BusyBox, zsh), and GNU time by
 * default, with -p and with -v. What was timed is known from a prompt before it,
 * "$ time ./work", from -v and from zsh.
 */
#include <errno.h>
#include <string.h>

#include "importer.h"

static const char *const marks[] = { "real", "elapsed", "Command being timed", "% cpu ",
				     "$ time ", "# time ", NULL };

/* "0m5.389s", "0m 5.38s", "5.38", alone at the end of the line, with all its decimals. */
static bool take_shell_time(const char *p, double *ret_ns)
{
	const char *s = p;
	int64_t minutes;
	double seconds;

	if (!take_clock(&s, ret_ns) &&
	    (eat(&s, "s") || (s - p > 3 && (s[-3] == '.' || s[-3] == ','))) && at_end(s))
		return true;
	s = p;
	if (take_whole(&s, &minutes) || minutes > 1000000 || !eat(&s, "m ") ||
	    take_number(&s, NUMBER_DECIMAL, &seconds) || seconds >= 60 || !eat(&s, "s") ||
	    !at_end(s))
		return false;
	*ret_ns = (minutes * 60 + seconds) * 1e9;
	return true;
}

/* "root@board:~# time ./work 1 2": the command, or NULL. */
static const char *find_command(const char *line)
{
	const char *p = strstr(line, "# time ");

	if (!p)
		p = strstr(line, "$ time ");
	if (!p)
		return NULL;
	p += strlen("# time ");
	skip_blanks(&p);
	return *p ? p : NULL;
}

static bool is_shell_line(const char *p, const char *word, double *ret_ns)
{
	return eat(&p, word) && *p == ' ' && take_shell_time(p, ret_ns);
}

/* What comes next was another command's, unless its own text says. */
static int end_block(struct import *im)
{
	int r = import_end_run(im);

	return r ? r : import_subject(im, "", 0);
}

static int parse_shell(struct import *im)
{
	static const char *const words[] = { "user", "sys" };
	static const char *const names[] = { "time.user", "time.sys" };
	double ns;
	int r = import_end_run(im);

	if (!r && is_shell_line(import_line(im)->text, "real", &ns))
		r = import_value(im, "time.real", "ns", ns);
	for (int i = 0; !r && i < 2; i++) {
		const struct import_line *next = import_peek(im);

		if (!next || !is_shell_line(next->text, words[i], &ns))
			break;
		import_next(im);
		r = import_value(im, names[i], "ns", ns);
	}
	return r ? r : end_block(im);
}

/* "0.01user 5.36system 0:05.38elapsed": the three, and what stands behind. */
static bool scan_gnu(const char **p, double ns[3])
{
	return !take_clock(p, &ns[1]) && eat(p, "user ") && !take_clock(p, &ns[2]) &&
		eat(p, "system ") && !take_clock(p, &ns[0]) && eat(p, "elapsed");
}

static int put_times(struct import *im, const double ns[3])
{
	int r = import_end_run(im);

	if (!r)
		r = import_value(im, "time.real", "ns", ns[0]);
	if (!r)
		r = import_value(im, "time.user", "ns", ns[1]);
	return r ? r : import_value(im, "time.sys", "ns", ns[2]);
}

/* "(0avgtext+0avgdata 2048maxresident)k 0inputs+0outputs (0major+19681minor)pagefaults" */
static int parse_gnu(struct import *im)
{
	const char *p, *kb, *major;
	int64_t v, minor;
	double ns[3];
	int r;

	for (int i = 0; i < 3 && !strstr(import_line(im)->text, "swaps"); i++) {
		const struct import_line *next = import_peek(im);

		if (!next || !(strstr(next->text, "maxresident") ||
			       strstr(next->text, "pagefaults") || strstr(next->text, "swaps")) ||
		    !import_join(im))
			break;
	}
	p = import_line(im)->text;
	if (!scan_gnu(&p, ns))
		return import_fail(im, "not as GNU time prints it");
	r = put_times(im, ns);
	kb = strstr(p, "maxresident)k");
	while (kb && kb > p && is_digit(kb[-1]))
		kb--;
	if (!r && kb && !take_whole(&kb, &v))
		r = import_value(im, "time.max_rss", "B", v * 1024.0);
	major = strstr(p, "major+");
	while (major && major > p && is_digit(major[-1]))
		major--;
	if (!r && major && !take_whole(&major, &v) && eat(&major, "major+") &&
	    !take_whole(&major, &minor) && eat(&major, "minor)pagefaults")) {
		r = import_value(im, "time.major_faults", "count", v);
		if (!r)
			r = import_value(im, "time.minor_faults", "count", minor);
	}
	return r ? r : end_block(im);
}

enum kind { CLOCK, COUNT, KBYTES, STATUS };

/* The lines of GNU time -v that are taken. */
static const struct verbose {
	const char *text, *name;
	enum kind kind;
} verbose[] = {
	{ "User time (seconds):", "time.user", CLOCK },
	{ "System time (seconds):", "time.sys", CLOCK },
	{ "Elapsed (wall clock) time (h:mm:ss or m:ss):", "time.real", CLOCK },
	{ "Maximum resident set size (kbytes):", "time.max_rss", KBYTES },
	{ "Major (requiring I/O) page faults:", "time.major_faults", COUNT },
	{ "Minor (reclaiming a frame) page faults:", "time.minor_faults", COUNT },
	{ "Voluntary context switches:", "time.voluntary_switches", COUNT },
	{ "Involuntary context switches:", "time.involuntary_switches", COUNT },
	{ "Exit status:", NULL, STATUS },
};

static int put_verbose(struct import *im, const struct verbose *v, const char *p)
{
	double ns;
	int64_t n;

	if (v->kind == CLOCK) {
		if (take_clock(&p, &ns) || !at_end(p))
			return import_fail(im, "no time behind '%s'", v->text);
		return import_value(im, v->name, "ns", ns);
	}
	if (take_whole(&p, &n) || !at_end(p))
		return import_fail(im, "no whole number behind '%s'", v->text);
	if (v->kind == STATUS && n)
		import_note(im, "the command timed failed, status %lld", (long long)n);
	if (v->kind == STATUS)
		return 0;
	return v->kind == COUNT ? import_value(im, v->name, "count", n) :
		import_value(im, v->name, "B", n * 1024.0);
}

/* Lines of -v that say nothing of use end in a number, too. */
static bool is_verbose_line(const char *line)
{
	static const char *const others[] = {
		"Percent of CPU this job got:", "Average ", "Swaps:", "File system ",
		"Socket messages ", "Signals delivered:", "Page size (bytes):",
	};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (eat(&line, others[i]))
			return true;
	return false;
}

static int parse_verbose(struct import *im, const char *p)
{
	bool elapsed = false;
	int r = import_end_run(im);
	size_t len;

	skip_blanks(&p);
	len = strlen(p);
	if (len > 1 && *p == '"' && p[len - 1] == '"') {
		p++;
		len -= 2;
	}
	if (!r)
		r = import_subject(im, p, len);
	while (!r && import_peek(im)) {
		const char *s = import_peek(im)->text;
		size_t i;

		for (i = 0; i < sizeof(verbose) / sizeof(verbose[0]); i++)
			if (eat(&s, verbose[i].text))
				break;
		if (i == sizeof(verbose) / sizeof(verbose[0])) {
			if (!is_verbose_line(s))
				break;
			import_next(im);
			continue;
		}
		import_next(im);
		s = import_line(im)->text;
		eat(&s, verbose[i].text);
		elapsed |= verbose[i].name && !strcmp(verbose[i].name, "time.real");
		r = put_verbose(im, &verbose[i], s);
	}
	if (!r && !import_peek(im) && !import_line(im)->whole &&
	    !strstr(import_line(im)->text, "Exit status:"))
		return import_fail(im, "the input ends within the block");
	if (!r && !elapsed)
		return import_fail(im, "the block ends before its elapsed time");
	return r ? r : end_block(im);
}

/* "./fault 500  0.01s user 5.36s system 99% cpu 5.381 total" */
static bool scan_zsh(const char *line, double ns[3], size_t *ret_command)
{
	for (const char *s = strstr(line, "s user "); s; s = strstr(s + 1, "s user ")) {
		const char *p = s;
		double percent;

		while (p > line && (is_digit(p[-1]) || p[-1] == '.' || p[-1] == ','))
			p--;
		*ret_command = p - line;
		if (!take_clock(&p, &ns[1]) && eat(&p, "s user ") && !take_clock(&p, &ns[2]) &&
		    eat(&p, "s system ") && !take_number(&p, NUMBER_DECIMAL, &percent) &&
		    eat(&p, "% cpu ") && !take_clock(&p, &ns[0]) && eat_word(&p, "total") &&
		    at_end(p))
			return true;
	}
	return false;
}

static int parse_zsh(struct import *im, const double ns[3], size_t len)
{
	const char *line = import_line(im)->text;
	int r;

	while (len && line[len - 1] == ' ')
		len--;
	skip_blanks(&line);
	r = import_end_run(im);
	if (!r)
		r = import_subject(im, line, len);
	if (!r)
		r = put_times(im, ns);
	return r ? r : end_block(im);
}

static bool detect(const char *line)
{
	const char *p = line;
	double ns[3];
	size_t len;

	return is_shell_line(line, "real", ns) || scan_gnu(&p, ns) ||
		(p = line, eat(&p, "Command being timed:")) || scan_zsh(line, ns, &len) ||
		find_command(line);
}

static int parse(struct import *im)
{
	const char *line = import_line(im)->text, *p = line;
	double ns[3];
	size_t len;

	if (is_shell_line(line, "real", ns))
		return parse_shell(im);
	if (scan_gnu(&p, ns))
		return parse_gnu(im);
	p = line;
	if (eat(&p, "Command being timed:"))
		return parse_verbose(im, p);
	if (scan_zsh(line, ns, &len))
		return parse_zsh(im, ns, len);
	p = find_command(line);
	return p ? import_subject(im, p, strlen(p)) : 0;
}

const struct importer import_time = {
	.name = "time",
	.summary = "time of bash, zsh, ksh, BusyBox; GNU time, -p and -v",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
