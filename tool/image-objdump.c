// SPDX-License-Identifier: GPL-2.0-or-later
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "image-objdump.h"

extern char **environ;

/* Those of Debian's cross binutils, and what knows several machines. */
static const struct {
	uint16_t machine;
	const char *programs[4];
} objdumps[] = {
	{ EM_X86_64, { "x86_64-linux-gnu-objdump" } },
	{ EM_386, { "i686-linux-gnu-objdump", "x86_64-linux-gnu-objdump" } },
	{ EM_AARCH64, { "aarch64-linux-gnu-objdump" } },
	{ EM_ARM, { "arm-linux-gnueabihf-objdump", "arm-linux-gnueabi-objdump" } },
	{ EM_RISCV, { "riscv64-linux-gnu-objdump" } },
	{ EM_PPC, { "powerpc-linux-gnu-objdump", "powerpc64-linux-gnu-objdump",
		    "powerpc64le-linux-gnu-objdump" } },
	{ EM_PPC64, { "powerpc64le-linux-gnu-objdump", "powerpc64-linux-gnu-objdump",
		      "powerpc-linux-gnu-objdump" } },
	{ EM_S390, { "s390x-linux-gnu-objdump" } },
	{ EM_MIPS, { "mips-linux-gnu-objdump", "mipsel-linux-gnu-objdump",
		     "mips64el-linux-gnuabi64-objdump" } },
	{ EM_ARC_COMPACT, { "arc-linux-gnu-objdump" } },
	{ EM_ARCV2, { "arc-linux-gnu-objdump" } },
};

static int read_all(int fd, struct strbuf *sb)
{
	char buf[65536];
	ssize_t n;
	int r = 0;

	while (!r && (n = read(fd, buf, sizeof(buf)))) {
		if (n < 0 && errno != EINTR)
			return -errno;
		if (n > 0)
			r = strbuf_add(sb, buf, n);
	}
	return r;
}

/* 0; -ENOENT: no such program; -EIO: it failed; -ENOMEM. */
static int run(char **argv, struct strbuf *sb)
{
	posix_spawn_file_actions_t actions;
	int fds[2], r, status;
	pid_t pid;

	if (pipe2(fds, O_CLOEXEC))
		return -errno;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fds[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	r = -posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(fds[1]);
	if (!r) {
		r = read_all(fds[0], sb);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
		if (!r && (!WIFEXITED(status) || WEXITSTATUS(status)))
			r = WIFEXITED(status) && WEXITSTATUS(status) == 127 ? -ENOENT : -EIO;
	}
	close(fds[0]);
	return r;
}

int objdump_run(const struct obj *o, const char *section, uint64_t from, uint64_t size,
		struct strbuf *sb, const char **ret_program)
{
	char start[40], stop[40];
	char *argv[] = { NULL, "-d", o->relocatable ? "-r" : "-d", "--no-show-raw-insn", start,
			 stop, "-j", (char *)section, "--", o->path, NULL };
	const char *const *programs = NULL;
	int r = -ENOENT;

	setenv("LC_ALL", "C", 1);
	snprintf(start, sizeof(start), "--start-address=%#llx", (unsigned long long)from);
	snprintf(stop, sizeof(stop), "--stop-address=%#llx", (unsigned long long)from + size);
	*ret_program = "objdump";
	for (size_t i = 0; i < sizeof(objdumps) / sizeof(objdumps[0]); i++)
		if (objdumps[i].machine == o->machine)
			programs = objdumps[i].programs;
	for (; programs && *programs && r == -ENOENT; programs++) {
		argv[0] = (char *)*programs;
		if (!strcmp(*ret_program, "objdump"))
			*ret_program = *programs;
		r = run(argv, sb);
	}
	/* the system's own, if it knows the machine */
	if (r == -ENOENT) {
		argv[0] = "objdump";
		r = run(argv, sb) ? -ENOENT : 0;
	}
	return r;
}
