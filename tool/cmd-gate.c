// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fnmatch.h>

#include "cmd.h"
#include "compare.h"
#include "fmt.h"
#include "load.h"

static double max_regress = 0.01;
static const char *bench = "*";

static const struct opt opts[] = {
	{ 256, "max-regress", "SHARE", "the largest regression that passes (default 1%)", OPT_SHARE,
	  &max_regress },
	{ 'b', "bench", "GLOB", "judge only cases whose name matches", OPT_TEXT, &bench },
	{ 0 }
};

/* New is worse by more than the limit, for sure: all of its interval lies beyond it. */
static bool regressed(const struct compare_case *cc, double limit)
{
	if (cc->verdict != STATS_SLOWER)
		return false;
	return cc->lower_is_better ? cc->effect.lo > 1 + limit : cc->effect.hi < 1 / (1 + limit);
}

/* New is within the limit for sure: its interval does not reach beyond it. */
static bool passed(const struct compare_case *cc, double limit)
{
	if (cc->effect.method == STATS_METHOD_NONE)
		return false;
	return cc->lower_is_better ? cc->effect.hi <= 1 + limit : cc->effect.lo >= 1 / (1 + limit);
}

static int report(const struct compare *c, struct strbuf *sb, size_t count[3])
{
	char buf[FMT_LEN];
	int r = 0;

	for (size_t i = 0; !r && i < c->ncases; i++) {
		const struct compare_case *cc = &c->cases[i];
		int kind;

		if (cc->neither || fnmatch(bench, cc->key->case_name, 0))
			continue;
		kind = regressed(cc, c->margin) ? 1 : passed(cc, c->margin) ? 0 : 2;
		count[kind]++;
		if (kind == 1)
			r = strbuf_printf(sb, "regression: %s %s\n", cc->key->name,
					  fmt_change(buf, cc->effect.ratio - 1));
	}
	return r ? r : strbuf_printf(sb, "%zu within %s, %zu beyond, %zu undecided; sampling unit: "
				     "the %s (%zu against %zu)\n", count[0], fmt_share(buf, c->margin),
				     count[1], count[2], compare_unit_name(c->unit, false),
				     c->base.units, c->new.units);
}

/* EXIT_DONE, EXIT_FAILED for a regression, EXIT_SKIP. */
static int judge(const struct compare *c)
{
	struct strbuf sb = STRBUF_INIT;
	size_t count[3] = { 0 };
	int status;

	if (report(c, &sb, count))
		status = complain(EXIT_USAGE, "out of memory");
	else if (!(count[0] + count[1] + count[2]))
		status = complain(EXIT_USAGE, "gate: no case matches '%s'", bench);
	else if (put_stdout(&sb))
		status = EXIT_USAGE;
	else
		status = count[1] ? EXIT_FAILED : count[2] ? EXIT_SKIP : EXIT_DONE;
	strbuf_release(&sb);
	return status;
}

static int gate_run(int argc, char **argv)
{
	struct compare_opts o = { .margin = max_regress, .confidence = 0.95 };
	struct strbuf diag = STRBUF_INIT;
	struct result_set set;
	struct compare c;
	size_t nbase;
	int r, status = EXIT_USAGE;

	if (argc != 2)
		return complain(EXIT_USAGE, "gate: want BASE and NEW, files or directories of runs");
	result_set_init(&set);
	compare_init(&c);
	if (!load_sides(&set, argv[0], 1, argv + 1, &nbase)) {
		r = compare_run(&c, &set, nbase, &o, &diag);
		if (!r)
			status = judge(&c);
		else	/* sound records that cannot be compared are no reason to stop a bisection */
			status = complain(r == -ENOMEM ? EXIT_USAGE : EXIT_SKIP, "%s", diag.buf);
	}
	compare_release(&c);
	result_set_release(&set);
	strbuf_release(&diag);
	return status;
}

const struct command cmd_gate = {
	.name = "gate",
	.args = "BASE NEW",
	.summary = "an exit status for CI and git bisect run",
	.about = "Exit with 0 where no case of NEW can be worse than BASE by more than --max-regress\n"
		 "(its 95 % interval ends within it), 1 where a case is shown to be worse by more (all\n"
		 "of its interval lies beyond, and the verdict is slower), 125\n"
		 "where that is undecided or the runs cannot be compared, which 'git bisect run' takes\n"
		 "for a skip, and 2 for a usage or input error.",
	.opts = opts,
	.run = gate_run,
};
