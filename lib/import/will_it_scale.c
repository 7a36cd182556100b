// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The CSV of will-it-scale's runtest.py:
 *	tasks,processes,processes_idle,threads,threads_idle,linear
 *	1,315890,95.82,317633,95.83,317633
 * processes and threads are operations a second of all tasks together (runtest.py takes
 * "average:"), the idle columns percent of the machine; "linear" is no measurement.
 */
#include <errno.h>
#include <string.h>

#include "formats.h"

static const char *const marks[] = { "tasks,processes,", "runtest.py ", NULL };

static bool is_header(const char *p)
{
	return eat(&p, "tasks,processes,processes_idle,threads,threads_idle,linear") && at_end(p);
}

static const char *find_test(const char *line, size_t *ret_len)
{
	const char *p = strstr(line, "runtest.py "), *word;
	size_t len;

	if (!p)
		return NULL;
	p += strlen("runtest.py ");
	len = take_word(&p, &word);
	if (!len || strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789_") < len)
		return NULL;
	*ret_len = len;
	return word;
}

static bool detect(const char *line)
{
	size_t len;

	return is_header(line) || find_test(line, &len);
}

/* ",95.68"; the comma behind it is no decimal one */
static bool eat_share(const char **p)
{
	int64_t percent;

	if (!eat(p, ",") || take_whole(p, &percent) || percent > 100)
		return false;
	if (**p == '.')
		*p += 1 + strspn(*p + 1, "0123456789");
	return true;
}

/* A column of one row; runtest.py writes -1 where the test did not run. */
static int column(struct import *im, const char **p, const char *name, int64_t tasks)
{
	struct import_figure figure = {
		.name = name, .unit = "op/s", .params = { { "tasks", tasks } },
	};
	int64_t count;

	if (!eat(p, ","))
		return import_fail(im, "the row is cut before %s", name);
	if (eat(p, "-1")) {
		import_note(im, "%s of %lld tasks is -1: it did not run", name, (long long)tasks);
		return eat_share(p) ? 0 : import_fail(im, "the row is cut");
	}
	if (take_whole(p, &count) || !eat_share(p))
		return import_fail(im, "no row as runtest.py prints it, at '%.20s'", *p);
	figure.value = count;
	return tasks ? import_put(im, &figure) : 0;
}

static int row(struct import *im)
{
	const char *p = import_line(im)->text;
	int64_t tasks, linear;
	int r;

	take_whole(&p, &tasks);
	r = column(im, &p, "will-it-scale.processes", tasks);
	if (!r)
		r = column(im, &p, "will-it-scale.threads", tasks);
	if (r)
		return r;
	/* behind the last column people write what they think of it */
	if (!eat(&p, ",") || (eat(&p, "-"), take_whole(&p, &linear)) || (*p && *p != ' '))
		return import_fail(im, "the row is cut, or not as runtest.py prints it");
	return 0;
}

static bool is_row(const char *p)
{
	int64_t tasks;

	return !take_whole(&p, &tasks) && *p == ',';
}

/* "..." where somebody left out rows, a blank line */
static bool is_gap(const char *p)
{
	skip_blanks(&p);
	p += strspn(p, ".[]");
	return at_end(p);
}

static int parse(struct import *im)
{
	const struct import_line *next;
	const char *test;
	size_t len = 0;
	int r = 0;

	if (!is_header(import_line(im)->text)) {
		test = find_test(import_line(im)->text, &len);
		r = import_end_run(im);
		return r ? r : import_subject(im, test, len);
	}
	r = import_end_run(im);
	while (!r && (next = import_peek(im)) && (is_row(next->text) || is_gap(next->text))) {
		import_next(im);
		if (is_row(import_line(im)->text))
			r = row(im);
	}
	return r ? r : import_end_run(im);
}

const struct importer import_will_it_scale = {
	.name = "will-it-scale",
	.summary = "will-it-scale, the CSV of runtest.py",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
