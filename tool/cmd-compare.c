// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <string.h>

#include "cmd.h"
#include "compare_text.h"
#include "load.h"

static const char *format = "text";
static double margin = -1;

static const struct opt opts[] = {
	{ 'f', "format", "text|json", "how to print it", OPT_TEXT, &format },
	{ 'm', "margin", "SHARE", "what counts as the same (default 1%; 0.1% for instructions)",
	  OPT_SHARE, &margin },
	{ 0 }
};

/* Base against one other side. Exit status. */
static int compare_one(const char *base, char *new, struct strbuf *sb)
{
	const struct compare_opts o = { .margin = margin, .confidence = 0.95 };
	struct strbuf diag = STRBUF_INIT;
	struct result_set set;
	struct compare c;
	size_t nbase;
	int r, status = EXIT_USAGE;

	result_set_init(&set);
	compare_init(&c);
	r = load_sides(&set, base, 1, &new, &nbase);
	if (!r) {
		r = compare_run(&c, &set, nbase, &o, &diag);
		if (r)
			status = complain(r == -ENOMEM ? EXIT_FAILED : EXIT_USAGE, "%s", diag.buf);
	}
	if (!r) {
		r = strcmp(format, "json") ? compare_text(&c, sb) : compare_json(&c, sb);
		status = r ? complain(EXIT_FAILED, "out of memory") : EXIT_DONE;
	}
	compare_release(&c);
	result_set_release(&set);
	strbuf_release(&diag);
	return status;
}

static int cmd_compare_run(int argc, char **argv)
{
	struct strbuf sb = STRBUF_INIT;
	int status = EXIT_DONE;

	if (argc < 2)
		return complain(EXIT_USAGE, "compare: want BASE and NEW, files or directories of runs");
	if (strcmp(format, "text") && strcmp(format, "json"))
		return complain(EXIT_USAGE, "compare: no format '%s': text or json", format);
	for (int i = 1; status == EXIT_DONE && i < argc; i++) {
		if (argc > 2 && !strcmp(format, "text") &&
		    strbuf_printf(&sb, "%s== %s against %s\n", i > 1 ? "\n" : "", argv[i], argv[0]))
			status = complain(EXIT_FAILED, "out of memory");
		if (status == EXIT_DONE)
			status = compare_one(argv[0], argv[i], &sb);
	}
	if (status == EXIT_DONE)
		status = put_stdout(&sb);
	strbuf_release(&sb);
	return status;
}

const struct command cmd_compare = {
	.name = "compare",
	.args = "BASE NEW...",
	.summary = "faster, slower, same or undecided, by how much, how sure",
	.about = "Compare the runs of each NEW with those of BASE, case by case. A change is faster or\n"
		 "slower where its 95 % interval excludes no change, also after Holm's correction for\n"
		 "the number of cases, and the estimate is beyond the margin; same where the interval\n"
		 "is wholly within the margin; else undecided, with the number of further runs a side\n"
		 "that would decide. The output says what the sampling unit was: boots, where there\n"
		 "are several, else only runs of one boot. JSON is an object for each NEW, a line end\n"
		 "between them.",
	.opts = opts,
	.run = cmd_compare_run,
};
