// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"
#include "output.h"

static const char *format = "text", *figures;
static double margin = -1;

static const struct opt opts[] = {
	{ 'f', "format", "FORMAT", "how to print it, as below", OPT_TEXT, &format },
	{ 256, "figures", "FILE", "also write the figures to FILE, as JSON", OPT_TEXT, &figures },
	{ 'm', "margin", "SHARE", "what counts as the same (default 1%; 0.1% for counts)",
	  OPT_SHARE, &margin },
	{ 0 }
};

/* Base against each other side. */
struct comparisons {
	struct result_set *sets;
	struct compare *cs;
	size_t n;
};

static void comparisons_release(struct comparisons *all)
{
	for (size_t i = 0; i < all->n; i++) {
		compare_release(&all->cs[i]);
		result_set_release(&all->sets[i]);
	}
	free(all->cs);
	free(all->sets);
}

/* Base against one other side. Exit status. */
static int compare_one(struct comparisons *all, const char *base, char *new)
{
	const struct compare_opts o = { .margin = margin, .confidence = 0.95 };
	struct result_set *set = &all->sets[all->n];
	struct compare *c = &all->cs[all->n];
	struct strbuf diag = STRBUF_INIT;
	int r, status = EXIT_DONE;
	size_t nbase;

	result_set_init(set);
	compare_init(c);
	all->n++;
	if (load_sides(set, base, 1, &new, &nbase))
		return EXIT_USAGE;
	r = compare_run(c, set, nbase, &o, &diag);
	if (r)
		status = complain(r == -ENOMEM ? EXIT_FAILED : EXIT_USAGE, "%s", diag.buf);
	strbuf_release(&diag);
	return status;
}

static int put_command(char *const *paths, struct strbuf *sb)
{
	int r = strbuf_adds(sb, "uabench compare");

	if (!r && margin >= 0)
		r = strbuf_printf(sb, " --margin %.6g%%", 100 * margin);
	return r ? r : put_operands(paths, sb);
}

/* In the format, to stdout, and the figures to their file. Exit status. */
static int put_all(const struct comparisons *all, const struct writer *w, char *const *argv)
{
	struct strbuf sb = STRBUF_INIT, json = STRBUF_INIT, command = STRBUF_INIT;
	struct write_context context = { .figures = figures, .base = argv[0], .news = argv + 1 };
	int status = EXIT_DONE, r = put_command(argv, &command);

	context.command = command.buf;
	if (!r)
		r = w->compare(all->cs, all->n, &context, &sb);
	if (!r && figures)
		r = write_json.compare(all->cs, all->n, &context, &json);
	if (r)
		status = complain(EXIT_FAILED, "out of memory");
	if (status == EXIT_DONE && figures)
		status = put_file(figures, &json);
	if (status == EXIT_DONE)
		status = put_stdout(&sb);
	strbuf_release(&sb);
	strbuf_release(&json);
	strbuf_release(&command);
	return status;
}

static int cmd_compare_run(int argc, char **argv)
{
	const struct writer *w = format_find("compare", format);
	struct comparisons all = { 0 };
	int status = EXIT_DONE;

	if (!w || !figures_allowed("compare", figures))
		return EXIT_USAGE;
	if (argc < 2)
		return complain(EXIT_USAGE, "compare: want BASE and NEW, files or directories of runs");
	all.sets = calloc(argc, sizeof(*all.sets));
	all.cs = calloc(argc, sizeof(*all.cs));
	if (!all.sets || !all.cs)
		status = complain(EXIT_FAILED, "out of memory");
	for (int i = 1; status == EXIT_DONE && i < argc; i++)
		status = compare_one(&all, argv[0], argv[i]);
	if (status == EXIT_DONE)
		status = put_all(&all, w, argv);
	comparisons_release(&all);
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
	.list_title = "formats",
	.list = format_item,
	.opts = opts,
	.run = cmd_compare_run,
};
