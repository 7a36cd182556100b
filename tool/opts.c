// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "num.h"

#define MAX_OPTS	32

static const struct opt *find(const struct command *cmd, int c)
{
	for (const struct opt *o = cmd->opts; o && o->name; o++)
		if (o->c == c)
			return o;
	return NULL;
}

/* "--name=arg" or "--name", kept for the life of the program. */
static int pass_on(struct pass *p, const struct opt *o, const char *arg)
{
	char *text;

	if (p->n == (int)(sizeof(p->argv) / sizeof(p->argv[0])))
		return -E2BIG;
	if (asprintf(&text, "--%s%s%s", o->name, arg ? "=" : "", arg ? arg : "") < 0)
		return -ENOMEM;
	p->argv[p->n++] = text;
	return 0;
}

static int add_word(struct words *w, const char *arg)
{
	if (w->n == (int)(sizeof(w->v) / sizeof(w->v[0])))
		return -E2BIG;
	w->v[w->n++] = arg;
	return 0;
}

static int take(const struct opt *o, const char *arg)
{
	switch (o->kind) {
	case OPT_FLAG:
		*(bool *)o->to = true;
		return 0;
	case OPT_TEXT:
		*(const char **)o->to = arg;
		return 0;
	case OPT_SHARE:
		return num_parse_share(arg, o->to);
	case OPT_COUNT:
		return num_parse_u64(arg, o->to);
	case OPT_WORDS:
		return add_word(o->to, arg);
	case OPT_PASS:
		return pass_on(o->to, o, arg);
	}
	return -EINVAL;
}

int opts_parse(const struct command *cmd, int *argc, char **argv)
{
	struct option longs[MAX_OPTS + 2] = { { "help", no_argument, NULL, 'h' } };
	char shorts[2 * MAX_OPTS + 3] = "h", *s = shorts + 1;
	int n = 1, c;

	for (const struct opt *o = cmd->opts; o && o->name; o++) {
		longs[n++] = (struct option){ o->name, o->arg ? required_argument : no_argument,
					      NULL, o->c };
		if (o->c >= 256)
			continue;
		*s++ = o->c;
		if (o->arg)
			*s++ = ':';
	}
	opterr = 0;
	while ((c = getopt_long(*argc, argv, shorts, longs, NULL)) != -1) {
		const struct opt *o = find(cmd, c);
		struct strbuf sb = STRBUF_INIT;
		int r;

		if (c == 'h') {
			r = help_command(cmd, &sb) || put_stdout(&sb) ? -EIO : 1;
			strbuf_release(&sb);
			return r;
		}
		if (!o) {
			complain(0, "%s: bad option or missing value at '%s': see 'uabench %s --help'",
				 cmd->name, argv[optind - 1], cmd->name);
			return -EINVAL;
		}
		if (take(o, optarg)) {
			complain(0, "%s: bad value '%s' for --%s: want %s, %s", cmd->name, optarg,
				 o->name, o->arg, o->help);
			return -EINVAL;
		}
	}
	*argc -= optind;
	memmove(argv, argv + optind, *argc * sizeof(*argv));
	argv[*argc] = NULL;
	return 0;
}
