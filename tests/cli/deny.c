// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * deny [-k] SYSCALL[,SYSCALL...] COMMAND...: runs the command with these system calls
 * failing with EPERM, as a container's seccomp filter does it, or with -k killing
 * who makes them. Exit 77 where the kernel has no filters.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX	16

static const struct {
	const char *name;
	int nr;
} calls[] = {
	{ "futex", SYS_futex },
	{ "memfd_create", SYS_memfd_create },
	{ "mq_getsetattr", SYS_mq_getsetattr },
	{ "perf_event_open", SYS_perf_event_open },
	{ "process_vm_readv", SYS_process_vm_readv },
	{ "process_vm_writev", SYS_process_vm_writev },
	{ "sched_setaffinity", SYS_sched_setaffinity },
};

static int number(const char *name)
{
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (!strcmp(calls[i].name, name))
			return calls[i].nr;
	return -1;
}

int main(int argc, char **argv)
{
	struct sock_filter code[2 * MAX + 2] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	};
	struct sock_fprog prog = { .len = 1, .filter = code };
	int kills = argc > 1 && !strcmp(argv[1], "-k");
	unsigned int action = kills ? SECCOMP_RET_KILL_PROCESS : SECCOMP_RET_ERRNO | EPERM;

	argv += kills + 1;
	if (argc < kills + 3) {
		fputs("usage: deny [-k] SYSCALL[,SYSCALL...] COMMAND...\n", stderr);
		return 2;
	}
	for (char *s = strtok(argv[0], ","); s; s = strtok(NULL, ",")) {
		if (number(s) < 0 || prog.len > 2 * MAX) {
			fprintf(stderr, "deny: no system call '%s' in my table\n", s);
			return 2;
		}
		code[prog.len++] = (struct sock_filter)
			BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number(s), 0, 1);
		code[prog.len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action);
	}
	code[prog.len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog)) {
		perror("deny: seccomp");
		return 77;
	}
	execvp(argv[1], argv + 1);
	perror(argv[1]);
	return 127;
}
