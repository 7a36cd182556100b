// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cmd.h"
#include "load.h"
#include "runner.h"
#include "runner_options.h"
#include "show_run.h"

static const char *output;
static struct pass pass;

#define PASS_OPTION(c, name, arg, help) { c, name, arg, help, OPT_PASS, &pass },

static const struct opt opts[] = {
	{ 'o', "output", "DIR|FILE.jsonl", "keep the record: a new file in DIR, or FILE", OPT_TEXT,
	  &output },
	RUNNER_OPTIONS(PASS_OPTION)
	{ 0 }
};

static bool is_file_name(const char *s)
{
	size_t n = strlen(s);

	return n > 6 && !strcmp(s + n - 6, ".jsonl");
}

/* Make dir and its parents, as mkdir -p. */
static int make_dirs(const char *dir)
{
	char path[4096];

	if (snprintf(path, sizeof(path), "%s", dir) >= (int)sizeof(path))
		return -ENAMETOOLONG;
	for (char *s = path + 1; *s; s++)
		if (*s == '/') {
			*s = '\0';
			if (mkdir(path, 0777) && errno != EEXIST)
				return -errno;
			*s = '/';
		}
	return mkdir(path, 0777) && errno != EEXIST ? -errno : 0;
}

/* A name that sorts by time and is new. fd or -errno. */
static int open_in_dir(const char *dir, char *path, size_t len)
{
	char when[32];
	struct tm tm;
	time_t now = time(NULL);
	int r = make_dirs(dir);

	if (r)
		return r;
	strftime(when, sizeof(when), "%Y%m%dT%H%M%S", gmtime_r(&now, &tm));
	for (int i = 0; i < 1000; i++) {
		int fd;

		if (snprintf(path, len, "%s/%s-%03d.jsonl", dir, when, i) >= (int)len)
			return -ENAMETOOLONG;
		fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0 || errno != EEXIST)
			return fd < 0 ? -errno : fd;
	}
	return -EEXIST;
}

/* Where nobody asked for the record to be kept; removed when it has been printed. */
static int open_unnamed(char *path, size_t len)
{
	const char *tmp = getenv("TMPDIR");
	int fd;

	snprintf(path, len, "%s/uabench-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0 && errno != ENOSPC) {
		snprintf(path, len, "/tmp/uabench-XXXXXX");
		fd = mkostemp(path, O_CLOEXEC);
	}
	return fd < 0 ? -errno : fd;
}

static int open_output(char *path, size_t len)
{
	int fd;

	if (!output)
		return open_unnamed(path, len);
	if (!is_file_name(output))
		return open_in_dir(output, path, len);
	snprintf(path, len, "%s", output);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	return fd < 0 ? -errno : fd;
}

/* Names that would make a directory that nobody wants. 0 or the exit status. */
static int check_output(void)
{
	const char *dot = output ? strrchr(output, '.') : NULL;

	if (!output)
		return 0;
	if (!*output || !strcmp(output, "-"))
		return complain(EXIT_USAGE, "run: -o wants a directory, or a file named *.jsonl; "
				"for a record on stdout run uabench-runner");
	if (dot && !strcmp(dot, ".json"))
		return complain(EXIT_USAGE, "run: -o %s: a record's name ends in .jsonl", output);
	return 0;
}

/* Print what was measured, be it whole or not. */
static int print_record(char *path)
{
	struct strbuf sb = STRBUF_INIT;
	struct result_set set;
	int r = EXIT_FAILED;

	result_set_init(&set);
	if (!load_paths(&set, 1, &path))
		r = show_run(&set, &set.runs[0], &sb) ? complain(EXIT_FAILED, "out of memory") :
			EXIT_DONE;
	if (r == EXIT_DONE && output && strbuf_printf(&sb, "\nrecord: %s\n", path))
		r = complain(EXIT_FAILED, "out of memory");
	if (r == EXIT_DONE)
		r = put_stdout(&sb);
	result_set_release(&set);
	strbuf_release(&sb);
	return r;
}

/* Nothing was written: leave no empty file behind. */
static bool empty(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && !st.st_size;
}

static int run_run(int argc, char **argv)
{
	char path[4096], *args[130] = { NULL };
	int fd, status, printed;

	if (argc)
		return complain(EXIT_USAGE, "run: unexpected '%s': see 'uabench run --help'", argv[0]);
	if (check_output())
		return EXIT_USAGE;
	for (int i = 0; i < pass.n; i++)
		args[i + 1] = (char *)pass.argv[i];
	fd = open_output(path, sizeof(path));
	if (fd == -EEXIST)
		return complain(EXIT_USAGE, "%s is there already: one run a file; name a directory to "
				"collect runs", path);
	if (fd < 0)
		return complain(EXIT_USAGE, "cannot write to %s: %s", output ? output : path,
				strerror(-fd));
	status = runner_run(args, fd);
	if (status < 0) {
		if (status != -ENOENT)
			complain(0, "cannot start the runner: %s", strerror(-status));
		status = EXIT_FAILED;
	}
	if (empty(fd)) {
		unlink(path);
		close(fd);
		return status ? status : complain(EXIT_FAILED, "the runner wrote no record");
	}
	close(fd);
	printed = print_record(path);
	if (!output)
		unlink(path);
	if (printed == EXIT_DONE && !output)
		fputs("\nThe record was not kept: 'uabench run -o DIR' keeps it for compare.\n", stderr);
	return status ? status : printed;
}

const struct command cmd_run = {
	.name = "run",
	.args = "",
	.summary = "what the boundary costs on this kernel, in under a minute",
	.about = "Measure this kernel and print the table. With -o DIR the record is kept as a new\n"
		 "file in that directory, which collects the runs of one kernel: run again after each\n"
		 "reboot, for the code and memory layout of a boot is part of what it costs.\n"
		 "Interrupting it keeps and prints what was measured.",
	.opts = opts,
	.run = run_run,
};
