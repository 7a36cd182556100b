// SPDX-License-Identifier: GPL-2.0-or-later
#include "comparing.h"
#include "output.h"

static struct comparing what = { .command = "compare", .format = "text", .margin = -1 };

static const struct opt opts[] = {
	{ 'f', "format", "FORMAT", "how to print it, as below", OPT_TEXT, &what.format },
	{ 256, "figures", "FILE", "also write the figures to FILE, as JSON", OPT_TEXT,
	  &what.figures },
	{ 'm', "margin", "SHARE", "what counts as the same (default 1%; 0.1% for counts)",
	  OPT_SHARE, &what.margin },
	{ 0 }
};

static int cmd_compare_run(int argc, char **argv)
{
	if (!format_find("compare", what.format) || !figures_allowed("compare", what.figures))
		return EXIT_USAGE;
	if (argc < 2)
		return complain(EXIT_USAGE, "compare: want BASE and NEW, files or directories of runs");
	return compare_paths(&what, argc, argv);
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
	.list_title = "formats",
	.list = format_item,
	.opts = opts,
	.run = cmd_compare_run,
};
