// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd.h"
#include "runner.h"

int runner_find(char *path, size_t len)
{
	const char *env = getenv("UABENCH_RUNNER");
	char self[4096], *slash;
	ssize_t n;

	if (env && *env) {
		snprintf(path, len, "%s", env);
		if (!access(path, X_OK))
			return 0;
		complain(0, "UABENCH_RUNNER=%s: %s", env, strerror(errno));
		return -ENOENT;
	}
	n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	if (n > 0) {
		self[n] = '\0';
		slash = strrchr(self, '/');
		*slash = '\0';
		if (snprintf(path, len, "%s/uabench-runner", self) < (int)len &&
		    !access(path, X_OK))
			return 0;
	}
	snprintf(path, len, "%s", RUNNER_PATH);
	if (!access(path, X_OK))
		return 0;
	complain(0, "cannot find uabench-runner: build it with 'make' or set UABENCH_RUNNER");
	return -ENOENT;
}

static pid_t runner_pid;

static void forward(int sig)
{
	if (runner_pid > 0)
		kill(runner_pid, sig);
}

int runner_run(char **argv, int fd)
{
	struct sigaction sa = { .sa_handler = forward, .sa_flags = SA_RESTART };
	static char path[4096];
	int status;

	if (runner_find(path, sizeof(path)))
		return -ENOENT;
	argv[0] = path;
	runner_pid = fork();
	if (runner_pid < 0)
		return -errno;
	if (!runner_pid) {
		/* out of reach of the terminal's ^C, which is passed on once */
		setpgid(0, 0);
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (dup2(fd, STDOUT_FILENO) < 0)
			_exit(EXIT_FAILED);
		signal(SIGPIPE, SIG_DFL);
		signal(SIGTTOU, SIG_IGN);
		execv(path, argv);
		fprintf(stderr, "uabench: %s: %s\n", path, strerror(errno));
		_exit(EXIT_FAILED);
	}
	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGHUP, &sa, NULL);
	while (waitpid(runner_pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	runner_pid = 0;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
