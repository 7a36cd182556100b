// SPDX-License-Identifier: GPL-2.0-or-later
/* Help and the man page, made from the tables of commands and options. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cmd.h"

static int option_line(const struct opt *o, struct strbuf *sb)
{
	char left[64];

	snprintf(left, sizeof(left), "%s%s%s", o->name, o->arg ? " " : "", o->arg ? o->arg : "");
	if (o->c < 256)
		return strbuf_printf(sb, "  -%c, --%-20s %s\n", o->c, left, o->help);
	return strbuf_printf(sb, "      --%-20s %s\n", left, o->help);
}

int help_command(const struct command *cmd, struct strbuf *sb)
{
	const char *name, *summary;
	int r = strbuf_printf(sb, "usage: uabench %s%s%s%s\n\n%s\n", cmd->name,
			      cmd->opts ? " [options]" : "", *cmd->args ? " " : "", cmd->args,
			      cmd->about);

	if (!r && cmd->opts)
		r = strbuf_addc(sb, '\n');
	for (const struct opt *o = cmd->opts; !r && o && o->name; o++)
		r = option_line(o, sb);
	if (!r && cmd->subs)
		r = strbuf_adds(sb, "\nsubcommands:\n");
	for (const struct command *const *c = cmd->subs; !r && c && *c; c++)
		r = strbuf_printf(sb, "  %-9s %s\n", (*c)->name + strlen(cmd->name) + 1,
				  (*c)->summary);
	if (!r && cmd->list)
		r = strbuf_printf(sb, "\n%s:\n", cmd->list_title);
	for (size_t i = 0; !r && cmd->list && (name = cmd->list(i, &summary)); i++)
		r = strbuf_printf(sb, "  %-9s %s\n", name, summary);
	return r;
}

int help_all(struct strbuf *sb)
{
	int r = strbuf_adds(sb,
		"usage: uabench COMMAND [options] [operands]\n\n"
		"What a change to the user/kernel memory boundary costs, and how sure that is.\n\n");

	for (const struct command *const *c = commands; !r && *c; c++)
		r = strbuf_printf(sb, "  %-9s %s\n", (*c)->name, (*c)->summary);
	return r ? r : strbuf_adds(sb,
		"\n'uabench COMMAND --help' tells more. Start with 'uabench run'.\n");
}

/* roff: a leading dot or quote, backslashes and hyphens mean something. */
static int roff(const char *s, struct strbuf *sb)
{
	bool line_start = true;
	int r = 0;

	for (; !r && *s; s++) {
		if (line_start && (*s == '.' || *s == '\''))
			r = strbuf_adds(sb, "\\&");
		if (!r && (*s == '-' || *s == '\\'))
			r = strbuf_adds(sb, *s == '-' ? "\\-" : "\\e");
		else if (!r)
			r = strbuf_addc(sb, *s);
		line_start = *s == '\n';
	}
	return r;
}

static int man_option(const struct opt *o, struct strbuf *sb)
{
	int r = strbuf_adds(sb, ".TP\n");

	if (!r && o->c < 256)
		r = strbuf_printf(sb, ".BR \\-%c \", \" ", o->c);
	else if (!r)
		r = strbuf_adds(sb, ".BR ");
	if (!r)
		r = strbuf_adds(sb, "\\-\\-");
	if (!r)
		r = roff(o->name, sb);
	if (!r && o->arg)
		r = strbuf_printf(sb, " \" \\fI%s\\fR\"", o->arg);
	if (!r)
		r = strbuf_addc(sb, '\n');
	if (!r)
		r = roff(o->help, sb);
	return r ? r : strbuf_addc(sb, '\n');
}

static int man_item(const char *name, const char *summary, struct strbuf *sb)
{
	int r = strbuf_adds(sb, ".TP\n.B ");

	if (!r)
		r = roff(name, sb);
	if (!r)
		r = strbuf_addc(sb, '\n');
	if (!r)
		r = roff(summary, sb);
	return r ? r : strbuf_addc(sb, '\n');
}

static int man_command(const struct command *cmd, struct strbuf *sb)
{
	const char *name, *summary;
	int r = strbuf_printf(sb, ".SS uabench %s%s%s%s\n", cmd->name,
			      cmd->opts ? " [options]" : "", *cmd->args ? " " : "", cmd->args);

	if (!r)
		r = roff(cmd->about, sb);
	if (!r)
		r = strbuf_addc(sb, '\n');
	for (const struct opt *o = cmd->opts; !r && o && o->name; o++)
		r = man_option(o, sb);
	if (!r && cmd->list)
		r = strbuf_printf(sb, ".P\nThe %s:\n", cmd->list_title);
	for (size_t i = 0; !r && cmd->list && (name = cmd->list(i, &summary)); i++)
		r = man_item(name, summary, sb);
	return r;
}

int help_man(struct strbuf *sb)
{
	int r = strbuf_adds(sb,
		".TH UABENCH 1 \"\" \"uabench " UABENCH_VERSION "\" \"User Commands\"\n"
		".SH NAME\n"
		"uabench \\- what a change to the user/kernel memory boundary costs\n"
		".SH SYNOPSIS\n"
		".B uabench\n"
		".I COMMAND\n"
		"[options] [operands]\n"
		".SH DESCRIPTION\n"
		"uabench measures what crossing the boundary between user and kernel memory costs on "
		"the running kernel, keeps each run as a file of JSON Lines, and compares sets of runs: "
		"faster, slower, same or undecided, by how much, and how sure that is. It needs no "
		"root.\n"
		".SH COMMANDS\n");

	for (const struct command *const *c = commands; !r && *c; c++) {
		r = man_command(*c, sb);
		for (const struct command *const *s = (*c)->subs; !r && s && *s; s++)
			r = man_command(*s, sb);
	}
	return r ? r : strbuf_adds(sb,
		".SH ENVIRONMENT\n"
		".TP\n.B UABENCH_RUNNER\n"
		"Path of the uabench\\-runner to use.\n"
		".TP\n.B TMPDIR\n"
		"File system for the file cases, where it is set.\n"
		".SH EXIT STATUS\n"
		"0: done; 1: not all of it could be done, or, from\n.BR gate ,\n"
		"a regression; 2: usage or input; 125, from\n.BR gate :\n"
		"undecided; 130: interrupted.\n");
}

static bool man;

static const struct opt opts[] = {
	{ 256, "man", NULL, "print the man page instead, as roff", OPT_FLAG, &man },
	{ 0 }
};

static int help_run(int argc, char **argv)
{
	struct strbuf sb = STRBUF_INIT;
	int r = EXIT_USAGE;

	if (argc == 2 && command_find(argv[0]) && command_sub(command_find(argv[0]), argv[1])) {
		r = help_command(command_sub(command_find(argv[0]), argv[1]), &sb);
		r = r ? complain(EXIT_FAILED, "out of memory") : put_stdout(&sb);
		strbuf_release(&sb);
		return r;
	}
	if (argc > 1)
		return complain(EXIT_USAGE, "help: one command at a time");
	if (argc && man)
		return complain(EXIT_USAGE, "help: --man prints the page of all commands");
	if (argc) {
		for (const struct command *const *c = commands; *c; c++)
			if (!strcmp((*c)->name, argv[0]))
				r = help_command(*c, &sb);
		if (r == EXIT_USAGE)
			return complain(r, "no command '%s': see 'uabench help'", argv[0]);
	} else {
		r = man ? help_man(&sb) : help_all(&sb);
	}
	r = r ? complain(EXIT_FAILED, "out of memory") : put_stdout(&sb);
	strbuf_release(&sb);
	return r;
}

const struct command cmd_help = {
	.name = "help",
	.args = "[COMMAND [SUBCOMMAND]]",
	.summary = "explain a command",
	.about = "Explain a command, or list them all.",
	.opts = opts,
	.run = help_run,
};
