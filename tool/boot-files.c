// SPDX-License-Identifier: GPL-2.0-or-later
/* Files and programs that a boot is made of. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "boot.h"

extern char **environ;

#define FILE_MAX	(1 << 30)

uint64_t boot_hash(const void *data, size_t len)
{
	const unsigned char *p = data;
	uint64_t h = 0xcbf29ce484222325u;

	while (len--)
		h = (h ^ *p++) * 0x100000001b3u;
	return h;
}

static int read_all(int fd, struct strbuf *ret)
{
	static char block[1 << 16];
	ssize_t n;

	while ((n = read(fd, block, sizeof(block))) != 0) {
		int r = n < 0 ? -errno : strbuf_add(ret, block, n);

		if (r && r != -EINTR)
			return r;
		if (ret->len > FILE_MAX)
			return -EFBIG;
	}
	return 0;
}

int boot_read(const char *path, struct strbuf *ret)
{
	struct stat st;
	int fd, r;

	/* a pipe or a device would keep us waiting */
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return complain(-errno, "boot: cannot read %s: %s", path, strerror(errno));
	r = fstat(fd, &st) ? -errno : S_ISDIR(st.st_mode) ? -EISDIR :
		!S_ISREG(st.st_mode) ? -EINVAL : read_all(fd, ret);
	close(fd);
	return r ? complain(r, "boot: cannot read %s: %s", path,
			    r == -EINVAL ? "no regular file" : strerror(-r)) : 0;
}

int boot_make_dirs(const char *dir)
{
	char path[4096];

	if (snprintf(path, sizeof(path), "%s", dir) >= (int)sizeof(path))
		return complain(-ENAMETOOLONG, "boot: cannot make %s: too long", dir);
	for (char *s = path + 1; ; s++)
		if (*s == '/' || !*s) {
			char c = *s;

			*s = '\0';
			if (mkdir(path, 0777) && errno != EEXIST)
				return complain(-errno, "boot: cannot make %s: %s", path,
						strerror(errno));
			if (!c)
				return 0;
			*s = c;
		}
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	remove(path);
	return 0;
}

void boot_remove(const char *dir)
{
	nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

int boot_capture(char *const argv[], char *line, size_t len)
{
	posix_spawn_file_actions_t fa;
	int p[2], r, status;
	size_t n = 0;
	ssize_t got;
	pid_t pid;

	if (pipe2(p, O_CLOEXEC))
		return -errno;
	r = posix_spawn_file_actions_init(&fa);
	if (!r) {
		r = posix_spawn_file_actions_adddup2(&fa, p[1], STDOUT_FILENO);
		if (!r)
			r = posix_spawnp(&pid, argv[0], &fa, NULL, argv, environ);
		posix_spawn_file_actions_destroy(&fa);
	}
	close(p[1]);
	while (!r && n < len - 1 && (got = read(p[0], line + n, len - 1 - n)) != 0)
		if (got > 0)
			n += got;
		else if (errno != EINTR)
			break;
	close(p[0]);
	if (r)
		return -r;
	line[n] = '\0';
	line[strcspn(line, "\n")] = '\0';
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return WIFEXITED(status) && !WEXITSTATUS(status) && *line ? 0 : -EIO;
}
