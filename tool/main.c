// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <gsl/gsl_errno.h>

#include "cmd.h"

const struct command *const commands[] = {
	&cmd_list,
	&cmd_run,
	&cmd_show,
	&cmd_compare,
	&cmd_gate,
	&cmd_boot,
	&cmd_import,
	&cmd_image,
	&cmd_lab,
	&cmd_help,
	NULL
};

int complain(int status, const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fputs("uabench: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	return status;
}

int put_stdout(const struct strbuf *sb)
{
	size_t done = 0;

	while (done < sb->len) {
		ssize_t n = write(STDOUT_FILENO, sb->buf + done, sb->len - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EPIPE)	/* `| head` has seen enough */
			return EXIT_FAILED;
		if (n < 0)
			return complain(EXIT_FAILED, "cannot write to stdout: %s", strerror(errno));
		done += n;
	}
	return EXIT_DONE;
}

static int finish(int status)
{
	/* a file system may only tell when the file is closed */
	if (close(STDOUT_FILENO) && errno != EBADF && status == EXIT_DONE)
		return complain(EXIT_FAILED, "cannot write to stdout: %s", strerror(errno));
	return status;
}

const struct command *command_find(const char *name)
{
	for (const struct command *const *c = commands; *c; c++)
		if (!strcmp((*c)->name, name))
			return *c;
	return NULL;
}

const struct command *command_sub(const struct command *cmd, const char *word)
{
	for (const struct command *const *c = cmd->subs; c && *c; c++)
		if (!strcmp((*c)->name + strlen(cmd->name) + 1, word))
			return *c;
	return NULL;
}

int main(int argc, char **argv)
{
	const struct command *cmd;
	int r;

	/* a closed stdout must not be the number of the next file opened */
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/", O_RDONLY) != fd)
			return EXIT_FAILED;
	signal(SIGPIPE, SIG_IGN);
	gsl_set_error_handler_off();
	if (argc < 2)
		return complain(EXIT_USAGE, "no command: try 'uabench run' or 'uabench help'");
	if (!strcmp(argv[1], "--version")) {
		struct strbuf sb = STRBUF_INIT;

		r = strbuf_adds(&sb, "uabench " UABENCH_VERSION "\n") ? EXIT_FAILED : put_stdout(&sb);
		strbuf_release(&sb);
		return finish(r);
	}
	cmd = !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") ? &cmd_help :
	      command_find(argv[1]);
	if (!cmd)
		return complain(EXIT_USAGE, "no command '%s': see 'uabench help'", argv[1]);
	argc--;
	argv++;
	if (cmd->subs && argc > 1 && argv[1][0] != '-') {
		const struct command *sub = command_sub(cmd, argv[1]);

		if (!sub)
			return complain(EXIT_USAGE, "%s: no subcommand '%s': see 'uabench %s --help'",
					cmd->name, argv[1], cmd->name);
		cmd = sub;
		argc--;
		argv++;
	}
	r = opts_parse(cmd, &argc, argv);
	if (r)
		return finish(r == -EINVAL ? EXIT_USAGE : r < 0 ? EXIT_FAILED : EXIT_DONE);
	return finish(cmd->run(argc, argv));
}
