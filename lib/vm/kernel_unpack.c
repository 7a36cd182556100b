// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel_unpack.h"

extern char **environ;

static int run(const char *unpacker, bool part, int in, int out)
{
	/* xz alone would go on to a second stream, which what follows a part is not */
	char *argv[] = { (char *)unpacker, "-dc",
			 part && !strcmp(unpacker, "xz") ? "--single-stream" : NULL, NULL };
	posix_spawn_file_actions_t fa;
	int r, status;
	pid_t pid;

	r = posix_spawn_file_actions_init(&fa);
	if (r)
		return -r;
	r = posix_spawn_file_actions_adddup2(&fa, in, STDIN_FILENO);
	if (!r)
		r = posix_spawn_file_actions_adddup2(&fa, out, STDOUT_FILENO);
	if (!r)
		r = posix_spawn_file_actions_addopen(&fa, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	if (!r)
		r = posix_spawnp(&pid, unpacker, &fa, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&fa);
	if (r)
		return -r;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return part || !status ? 0 : -EBADMSG;
}

int vm_unpack(const char *unpacker, const char *from, uint64_t offset, const char *to)
{
	struct stat st;
	int in, out, r;

	in = open(from, O_RDONLY | O_CLOEXEC);
	if (in < 0)
		return -errno;
	out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	r = out < 0 || lseek(in, offset, SEEK_SET) < 0 ? -errno :
		run(unpacker, offset > 0, in, out);
	if (!r && (fstat(out, &st) || !st.st_size))
		r = -EIO;
	if (out >= 0 && close(out) && !r)
		r = -errno;
	close(in);
	return r;
}
