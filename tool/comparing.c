// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "comparing.h"
#include "load.h"
#include "output.h"

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
static int compare_one(struct comparisons *all, double margin, const char *base, char *new)
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

static int put_command(double margin, char *const *paths, struct strbuf *sb)
{
	int r = strbuf_adds(sb, "uabench compare");

	if (!r && margin >= 0)
		r = strbuf_printf(sb, " --margin %.6g%%", 100 * margin);
	return r ? r : put_operands(paths, sb);
}

/* In the format, to stdout, and the figures to their file. Exit status. */
static int put_all(const struct comparing *what, const struct comparisons *all,
		   const struct writer *w, char *const *argv)
{
	struct strbuf sb = STRBUF_INIT, json = STRBUF_INIT, command = STRBUF_INIT;
	struct write_context context = { .figures = what->figures, .base = argv[0], .news = argv + 1 };
	int status = EXIT_DONE, r = put_command(what->margin, argv, &command);

	context.command = command.buf;
	if (!r)
		r = w->compare(all->cs, all->n, &context, &sb);
	if (!r && what->figures)
		r = write_json.compare(all->cs, all->n, &context, &json);
	if (r)
		status = complain(EXIT_FAILED, "out of memory");
	if (status == EXIT_DONE && what->figures)
		status = put_file(what->figures, &json);
	if (status == EXIT_DONE)
		status = put_stdout(&sb);
	strbuf_release(&sb);
	strbuf_release(&json);
	strbuf_release(&command);
	return status;
}

int compare_paths(const struct comparing *what, int argc, char **argv)
{
	const struct writer *w = format_find(what->command, what->format);
	struct comparisons all = { 0 };
	int status = EXIT_DONE;

	if (!w || !figures_allowed(what->command, what->figures))
		return EXIT_USAGE;
	all.sets = calloc(argc, sizeof(*all.sets));
	all.cs = calloc(argc, sizeof(*all.cs));
	if (!all.sets || !all.cs)
		status = complain(EXIT_FAILED, "out of memory");
	for (int i = 1; status == EXIT_DONE && i < argc; i++)
		status = compare_one(&all, what->margin, argv[0], argv[i]);
	if (status == EXIT_DONE)
		status = put_all(what, &all, w, argv);
	comparisons_release(&all);
	return status;
}
