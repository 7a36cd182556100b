// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd.h"
#include "load.h"
#include "show.h"
#include "show_run.h"

static bool lmbench, counters;

static const struct opt opts[] = {
	{ 256, "lmbench", NULL, "the LMBench file & VM table, a row a run", OPT_FLAG, &lmbench },
	{ 257, "counters", NULL, "the perf counters an operation", OPT_FLAG, &counters },
	{ 0 }
};

int show_run(const struct result_set *set, const struct result_run *run, struct strbuf *sb)
{
	struct show s;
	int r = show_init(&s, set, run);

	if (r)
		return r;
	r = show_head(&s, sb);
	if (!r)
		r = show_costs(&s, sb);
	if (!r)
		r = show_fit(&s, sb);
	if (!r)
		r = show_tools(&s, sb);
	if (!r)
		r = show_skips(&s, sb);
	show_release(&s);
	return r;
}

static int show_one(const struct result_set *set, const struct result_run *run, struct strbuf *sb)
{
	struct show s;
	int r;

	if (!counters)
		return show_run(set, run, sb);
	r = show_init(&s, set, run);
	if (r)
		return r;
	r = show_head(&s, sb);
	if (!r)
		r = show_counters(&s, sb);
	show_release(&s);
	return r;
}

static int cmd_show_run(int argc, char **argv)
{
	struct strbuf sb = STRBUF_INIT;
	struct result_set set;
	int r = 0;

	if (!argc)
		return complain(EXIT_USAGE, "show: which record? see 'uabench show --help'");
	result_set_init(&set);
	if (load_paths(&set, argc, argv)) {
		result_set_release(&set);
		return EXIT_USAGE;
	}
	if (lmbench)
		r = show_lmbench(&set, &sb);
	for (size_t i = 0; !r && !lmbench && i < set.nruns; i++) {
		if (set.nruns > 1)
			r = strbuf_printf(&sb, "%s== %s\n", i ? "\n" : "", set.runs[i].path);
		if (!r)
			r = show_one(&set, &set.runs[i], &sb);
	}
	result_set_release(&set);
	r = r ? complain(EXIT_FAILED, "out of memory") : put_stdout(&sb);
	strbuf_release(&sb);
	return r;
}

const struct command cmd_show = {
	.name = "show",
	.args = "FILE|DIR|-...",
	.summary = "print the figures of runs that were kept",
	.about = "Print each run: kernel and machine, the cost of each case with its spread and A/A\n"
		 "floor, cost = a + b x size, the throughput in the units of the usual tools, and\n"
		 "what could not be measured. A directory stands for all *.jsonl in it.",
	.opts = opts,
	.run = cmd_show_run,
};
