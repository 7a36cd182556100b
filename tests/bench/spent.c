// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * spent COMMAND [ARG...]: runs it with its stdout thrown away and prints what it took:
 * seconds on the clock, seconds of CPU, MiB at its peak. Exit status as the command's.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
	return t.tv_sec + t.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
	struct timespec from, to;
	struct rusage usage;
	int status, null;
	pid_t child;

	if (argc < 2)
		return 2;
	clock_gettime(CLOCK_MONOTONIC, &from);
	child = fork();
	if (child < 0)
		return 1;
	if (!child) {
		null = open("/dev/null", O_WRONLY);
		if (null >= 0)
			dup2(null, STDOUT_FILENO);
		execvp(argv[1], argv + 1);
		perror(argv[1]);
		_exit(127);
	}
	if (wait4(child, &status, 0, &usage) < 0)
		return 1;
	clock_gettime(CLOCK_MONOTONIC, &to);
	printf("%.3f s, %.3f s of CPU, %.0f MiB\n",
	       to.tv_sec - from.tv_sec + (to.tv_nsec - from.tv_nsec) / 1e9,
	       seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss / 1024.0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
