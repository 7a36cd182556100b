// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grow.h"
#include "process.h"

volatile sig_atomic_t process_stop;

void argv_release(struct argv *a)
{
	for (size_t i = 0; i < a->n; i++)
		free(a->word[i]);
	free(a->word);
	*a = (struct argv){ 0 };
}

static void put(struct argv *a, char *word)
{
	char **p = grow(a->word, &a->alloc, a->n + 2, sizeof(*p));

	if (!p) {
		free(word);
		a->err = -ENOMEM;
		return;
	}
	a->word = p;
	a->word[a->n++] = word;
	a->word[a->n] = NULL;
}

void argv_add(struct argv *a, const char *fmt, ...)
{
	va_list ap;
	char *word;
	int n;

	if (a->err)
		return;
	va_start(ap, fmt);
	n = vasprintf(&word, fmt, ap);
	va_end(ap);
	if (n < 0)
		a->err = -ENOMEM;
	else
		put(a, word);
}

void argv_split(struct argv *a, const char *words)
{
	while (words && *(words += strspn(words, " \t"))) {
		size_t len = strcspn(words, " \t");

		argv_add(a, "%.*s", (int)len, words);
		words += len;
	}
}

static int redirect(const char *dir, const char *name, const char *kind, int to)
{
	char path[4096];
	int fd;

	if (snprintf(path, sizeof(path), "%s/%s.%s", dir, name, kind) >= (int)sizeof(path))
		return -1;
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	return fd < 0 ? -1 : dup2(fd, to);
}

pid_t process_start(const struct argv *a, const char *dir, const char *name)
{
	pid_t parent = getpid(), pid;
	int null;

	if (process_stop)
		return -EINTR;
	if (a->err)
		return a->err;
	pid = fork();
	if (pid < 0)
		return -errno;
	if (pid > 0)
		setpgid(pid, pid);	/* as the child does: whoever is first */
	if (pid)
		return pid;
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_DFL);
	setenv("LC_ALL", "C", 1);
	setenv("TMPDIR", dir, 1);
	null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (getppid() != parent || null < 0 || dup2(null, STDIN_FILENO) < 0 ||
	    redirect(dir, name, "out", STDOUT_FILENO) < 0 ||
	    redirect(dir, name, "err", STDERR_FILENO) < 0 || chdir(dir))
		_exit(126);
	execvp(a->word[0], a->word);
	dprintf(STDERR_FILENO, "cannot be started: %s\n", errno == ENOENT ?
		"not found: install the package that has it, as docs/lab.md says" :
		strerror(errno));
	_exit(127);
}

/* The file dir/name.kind, appended; nothing where it cannot be read. */
static void said_in(const char *dir, const char *name, const char *kind, struct strbuf *said)
{
	struct strbuf path = STRBUF_INIT;

	if (!strbuf_printf(&path, "%s/%s.%s", dir, name, kind))
		file_read(path.buf, said);
	strbuf_release(&path);
}

/* The first line with mark in it, or NULL. */
static const char *line_with(const char *text, const char *mark)
{
	const char *at = strstr(text, mark);

	while (at && at > text && at[-1] != '\n')
		at--;
	return at;
}

/*
 * "NAME failed: " and the line that tells most: the first with one of the marks, in their
 * order; else the first.
 */
static int blame(const struct argv *a, const char *dir, const char *name, int status,
		 struct strbuf *diag)
{
	struct strbuf said = STRBUF_INIT;
	static const char *const marks[] = {
		"undefined reference", "rror: ", "die ",	/* the last of a program of the lab */
	};
	const char *line = NULL;
	int r;

	said_in(dir, name, "err", &said);
	said_in(dir, name, "out", &said);
	for (size_t i = 0; !line && i < sizeof(marks) / sizeof(marks[0]); i++)
		line = line_with(said.buf, marks[i]);
	if (!line)
		line = said.buf;
	if (WIFSIGNALED(status))
		r = strbuf_printf(diag, "%s was killed by signal %d", a->word[0], WTERMSIG(status));
	else
		r = strbuf_printf(diag, "%s failed: %.*s", a->word[0],
				  (int)strcspn(line, "\n"), *line ? line : "it did not say why");
	strbuf_release(&said);
	return r ? r : -EINVAL;
}

int process_wait(pid_t pid, const struct argv *a, const char *dir, const char *name,
		 struct strbuf *diag)
{
	int status;

	if (process_stop)
		kill(-pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -errno;
		if (process_stop)
			kill(-pid, SIGKILL);
	}
	if (process_stop)
		return -EINTR;
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return 0;
	if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM))
		return -EINTR;
	return blame(a, dir, name, status, diag);
}

void process_cancel(pid_t pid)
{
	if (pid <= 0)
		return;
	kill(-pid, SIGKILL);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

int process_run(struct argv *a, const char *dir, const char *name, struct strbuf *out,
		struct strbuf *diag)
{
	struct strbuf path = STRBUF_INIT;
	pid_t pid = process_start(a, dir, name);
	int r = pid < 0 ? (int)pid : process_wait(pid, a, dir, name, diag);

	if (!r && out)
		r = strbuf_printf(&path, "%s/%s.out", dir, name);
	if (!r && out)
		r = file_read(path.buf, out);
	strbuf_release(&path);
	argv_release(a);
	return r;
}

int file_read(const char *path, struct strbuf *sb)
{
	char buf[16384];
	size_t before = sb->len;
	int r = 0, fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -errno;
	while (!r && (n = read(fd, buf, sizeof(buf))) != 0) {
		if (n < 0 && errno != EINTR)
			r = -errno;
		else if (n > 0)
			r = strbuf_add(sb, buf, n);
	}
	close(fd);
	if (r)
		strbuf_truncate(sb, before);
	return r;
}

int file_write(const char *path, const char *text)
{
	FILE *f = fopen(path, "we");
	bool failed;

	if (!f)
		return -errno;
	failed = fputs(text, f) < 0;
	return fclose(f) || failed ? -EIO : 0;
}
