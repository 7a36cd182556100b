// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proc.h"

/* "PID (NAME) STATE ..."; utime and stime are the fields 14 and 15. proc_pid_stat(5) */
static int read_stat(const char *path, char *ret_state, uint64_t *ret_ticks)
{
	unsigned long long utime, stime;
	char text[1024], *s;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -errno;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	s = strrchr(text, ')');
	if (!s || sscanf(s, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", ret_state,
			 &utime, &stime) != 3)
		return -EIO;
	*ret_ticks = utime + stime;
	return 0;
}

int vm_proc_state(pid_t pid, uint64_t *ret_cpu_ms, bool *ret_busy)
{
	uint64_t ticks = 0, ignored;
	char path[300], state = 0;
	struct dirent *e;
	bool busy = false;
	DIR *dir;
	int r;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	r = read_stat(path, &state, &ticks);
	if (r)
		return r;
	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	if (!dir)
		return -errno;
	while ((e = readdir(dir))) {
		snprintf(path, sizeof(path), "/proc/%d/task/%s/stat", (int)pid, e->d_name);
		if (*e->d_name != '.' && !read_stat(path, &state, &ignored))
			busy |= state == 'R' || state == 'D';
	}
	closedir(dir);
	*ret_cpu_ms = ticks * 1000 / sysconf(_SC_CLK_TCK);
	*ret_busy = busy;
	return 0;
}
