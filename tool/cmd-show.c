// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"
#include "output.h"
#include "show_run.h"

static bool lmbench, counters;
static const char *format = "text", *figures;

static const struct opt opts[] = {
	{ 'f', "format", "FORMAT", "how to print it, as below", OPT_TEXT, &format },
	{ 256, "figures", "FILE", "also write the figures to FILE, as JSON", OPT_TEXT, &figures },
	{ 257, "lmbench", NULL, "the LMBench file & VM table, a row a run", OPT_FLAG, &lmbench },
	{ 258, "counters", NULL, "the perf counters an operation", OPT_FLAG, &counters },
	{ 0 }
};

int show_run(const struct result_set *set, const struct result_run *run, struct strbuf *sb)
{
	struct show s;
	int r = show_init(&s, set, run);

	if (r)
		return r;
	r = show_text(&s, false, sb);
	show_release(&s);
	return r;
}

static int put_command(char *const *paths, struct strbuf *sb)
{
	int r = strbuf_adds(sb, counters ? "uabench show --counters" : "uabench show");

	return r ? r : put_operands(paths, sb);
}

/* All runs in the format, and the figures. 0 or -ENOMEM. */
static int put_runs(const struct result_set *set, const struct writer *w, char *const *paths,
		    struct strbuf *sb, struct strbuf *json)
{
	struct show *runs = calloc(set->nruns + 1, sizeof(*runs));
	struct strbuf command = STRBUF_INIT;
	struct write_context context = { .figures = figures, .counters = counters };
	int r = runs ? put_command(paths, &command) : -ENOMEM;
	size_t n = 0;

	for (; !r && n < set->nruns; n++) {
		r = show_init(&runs[n], set, &set->runs[n]);
		if (r)
			break;
	}
	context.command = command.buf;
	if (!r)
		r = w->show(runs, n, &context, sb);
	if (!r && figures)
		r = write_json.show(runs, n, &context, json);
	while (n--)
		show_release(&runs[n]);
	free(runs);
	strbuf_release(&command);
	return r;
}

/* Whether the options can be had together; else complained. */
static bool agree(const struct writer *w)
{
	const char *why = NULL;

	if (lmbench && counters)
		why = "--lmbench and --counters are different tables: choose one";
	else if (lmbench && w != &write_text)
		why = "--lmbench has a form of its own: leave out --format";
	else if (lmbench && figures)
		why = "--figures go with the costs: leave out --lmbench";
	if (why) {
		complain(0, "show: %s", why);
		return false;
	}
	if (!figures_allowed("show", figures))
		return false;
	if (counters && !w->counters)
		complain(0, "show: --format %s has no counters: leave out one of them", w->name);
	return !counters || w->counters;
}

static int cmd_show_run(int argc, char **argv)
{
	const struct writer *w = format_find("show", format);
	struct strbuf sb = STRBUF_INIT, json = STRBUF_INIT;
	struct result_set set;
	int status = EXIT_DONE, r;

	if (!w || !agree(w))
		return EXIT_USAGE;
	if (!argc)
		return complain(EXIT_USAGE, "show: which record? see 'uabench show --help'");
	result_set_init(&set);
	if (load_paths(&set, argc, argv)) {
		result_set_release(&set);
		return EXIT_USAGE;
	}
	r = lmbench ? show_lmbench(&set, &sb) : put_runs(&set, w, argv, &sb, &json);
	if (r == -ENODATA)
		status = complain(EXIT_USAGE, "show: no case of LMBench's table is in these records: "
				  "run with -b 'lmbench.*'");
	else if (r)
		status = complain(EXIT_FAILED, "show: %s", strerror(-r));
	result_set_release(&set);
	if (status == EXIT_DONE && figures)
		status = put_file(figures, &json);
	if (status == EXIT_DONE)
		status = put_stdout(&sb);
	strbuf_release(&sb);
	strbuf_release(&json);
	return status;
}

const struct command cmd_show = {
	.name = "show",
	.args = "FILE|DIR|-...",
	.summary = "print the figures of runs that were kept",
	.about = "Print each run: kernel and machine, the cost of each case with its spread and A/A\n"
		 "floor, cost = a + b x size, the throughput in the units of the usual tools, and\n"
		 "what could not be measured. A directory stands for all *.jsonl in it.",
	.list_title = "formats",
	.list = format_item,
	.opts = opts,
	.run = cmd_show_run,
};
