/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A subcommand: a const descriptor beside its implementation, in cmd-<name>.c,
 * and a line in the table of main.c. Help and the man page are made from these.
 */
#ifndef UABENCH_CMD_H
#define UABENCH_CMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strbuf.h"

enum exit_status {
	EXIT_DONE = 0,
	EXIT_FAILED = 1,	/* could not do all of it; gate: a regression */
	EXIT_USAGE = 2,		/* usage or input */
	EXIT_SKIP = 125,	/* gate: undecided, as `git bisect run` skips */
};

enum opt_kind {
	OPT_FLAG,		/* bool *: true */
	OPT_TEXT,		/* const char ** */
	OPT_SHARE,		/* double *: "1%" or 0.01 */
	OPT_COUNT,		/* uint64_t *: a whole number */
	OPT_WORDS,		/* struct words *: may be given more than once */
	OPT_PASS,		/* struct pass *: handed on to another program as it is */
};

struct words {
	const char *v[32];
	int n;
};

struct pass {
	const char *argv[128];
	int n;
};

struct opt {
	int c;			/* letter, or a number from 256 on */
	const char *name;	/* without the dashes; NULL ends the table */
	const char *arg;	/* NULL: takes none */
	const char *help;
	enum opt_kind kind;
	void *to;
};

struct command {
	const char *name;
	const char *args;	/* "FILE..." */
	const char *summary;
	const char *about;	/* a paragraph for --help and the man page */
	const struct opt *opts;
	const char *list_title;	/* of what the help ends with, a name and a summary a line; */
	const char *(*list)(size_t i, const char **ret_summary);	/* NULL: nothing, the end */
	/*
	 * Those that this one has, each named "command sub", ended by NULL; then the first
	 * operand is one, options go with it, and run complains of its absence.
	 */
	const struct command *const *subs;
	/* argv are the operands alone. Exit status. */
	int (*run)(int argc, char **argv);
};

extern const struct command cmd_list, cmd_run, cmd_show, cmd_compare, cmd_gate, cmd_boot,
			    cmd_import, cmd_image, cmd_lab, cmd_help;

/* All, ended by NULL. */
extern const struct command *const commands[];

/* The command of that name; the subcommand of that last word. NULL: none. */
const struct command *command_find(const char *name);
const struct command *command_sub(const struct command *cmd, const char *word);

/* Say on stderr what was wrong and what to do; gives the status back. */
int complain(int status, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * Parse the options of a command and move its operands to the front of argv.
 * 0; 1: --help was answered; -EINVAL: complained; -EIO: the answer could not be written.
 */
int opts_parse(const struct command *cmd, int *argc, char **argv);

/* The help text of a command, and of all. 0 or -ENOMEM. */
int help_command(const struct command *cmd, struct strbuf *sb);
int help_all(struct strbuf *sb);
int help_man(struct strbuf *sb);	/* the man page, roff */

/* Write all of sb to stdout; EXIT_DONE or, complained, EXIT_FAILED. */
int put_stdout(const struct strbuf *sb);

#endif
