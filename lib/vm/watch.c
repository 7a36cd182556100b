// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "follow.h"
#include "proc.h"
#include "record.h"
#include "watch.h"

#define AFTER_PANIC_MS	2000	/* for the rest of what it prints, where it does not reboot */

struct vm_watch {
	struct vm_boot *b;
	pid_t pid;		/* 0: has ended */
	int pidfd;		/* -1: this kernel has none */
	int log;		/* what QEMU says on stderr; -1: lost */
	struct follow console, record;
	enum vm_fault fault;	/* the worst */
	char line[200];		/* and its first line */
	bool done, complete, killed;
	int done_status;
	uint64_t end_batches;
	uint64_t seen_bytes;	/* of both files, when it was last alive: */
	uint64_t seen_ms, seen_cpu_ms, idle_since_ms;
	char hang[120];		/* why it was killed */
};

/* In the child: never returns. */
static void become(char **argv, int log)
{
	sigset_t none;
	int null = open("/dev/null", O_RDWR);

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	setpgid(0, 0);		/* out of reach of the terminal's ^C, which stops the pool */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	dup2(log >= 0 ? log : null, STDERR_FILENO);
	execvp(argv[0], argv);
}

/* fork and exec; the errno of exec comes back by a pipe that it closes. */
static int spawn(struct vm_watch *w)
{
	int p[2], err = 0;

	if (pipe2(p, O_CLOEXEC))
		return -errno;
	w->pid = fork();
	if (!w->pid) {
		become(w->b->argv, w->log);
		err = errno;
		_exit(write(p[1], &err, sizeof(err)) == sizeof(err) ? 127 : 126);
	}
	close(p[1]);
	if (w->pid < 0)
		err = errno;
	else
		while (read(p[0], &err, sizeof(err)) < 0 && errno == EINTR)
			;
	close(p[0]);
	if (err && w->pid > 0)
		waitpid(w->pid, NULL, 0);
	if (err)
		w->pid = 0;
	return -err;
}

int vm_watch_start(struct vm_boot *b, struct vm_watch **ret_watch)
{
	struct vm_watch *w = calloc(1, sizeof(*w));
	int r;

	if (!w)
		return -ENOMEM;
	w->b = b;
	w->seen_ms = w->idle_since_ms = b->started_ms;
	w->log = memfd_create("qemu", MFD_CLOEXEC);
	follow_init(&w->console, b->console);
	follow_init(&w->record, b->record);
	unlink(b->console);
	unlink(b->record);
	r = spawn(w);
	if (r) {
		w->pidfd = -1;
		vm_watch_free(w);
		return r;
	}
	w->pidfd = syscall(SYS_pidfd_open, w->pid, 0);
	*ret_watch = w;
	return 0;
}

int vm_watch_fd(const struct vm_watch *w)
{
	return w->pidfd;
}

void vm_watch_kill(struct vm_watch *w)
{
	/* its group, or before it has one, itself */
	if (w->pid > 0 && kill(-w->pid, SIGKILL))
		kill(w->pid, SIGKILL);
	w->killed = true;
}

void vm_watch_free(struct vm_watch *w)
{
	if (!w)
		return;
	if (w->pid > 0) {
		vm_watch_kill(w);
		waitpid(w->pid, NULL, 0);
	}
	if (w->pidfd >= 0)
		close(w->pidfd);
	if (w->log >= 0)
		close(w->log);
	follow_release(&w->console);
	follow_release(&w->record);
	free(w);
}

static void take_console(void *data, const char *line)
{
	enum vm_fault fault = vm_console_fault(line);
	struct vm_watch *w = data;

	if (fault > w->fault) {
		w->fault = fault;
		snprintf(w->line, sizeof(w->line), "%s", line);
	}
	if (vm_console_done(line, &w->done_status))
		w->done = true;
}

/* The number after "key":, in a line of our own making; 0: none. */
static uint64_t number(const char *line, const char *key)
{
	const char *s = strstr(line, key);

	return s ? strtoull(s + strlen(key), NULL, 10) : 0;
}

/* Only counted here; whoever loads the record reads it. */
static void take_record(void *data, const char *line)
{
	static const char type[] = "{\"" REC_TYPE "\":\"";
	struct vm_watch *w = data;

	if (strncmp(line, type, sizeof(type) - 1))
		return;
	line += sizeof(type) - 1;
	if (!strncmp(line, REC_TYPE_BATCH "\"", sizeof(REC_TYPE_BATCH))) {
		w->b->records++;
	} else if (!strncmp(line, REC_TYPE_RUN "\"", sizeof(REC_TYPE_RUN))) {
		w->b->planned = number(line, "\"batches_planned\":");
	} else if (!strncmp(line, REC_TYPE_END "\"", sizeof(REC_TYPE_END))) {
		w->complete = strstr(line, "\"" REC_STATUS "\":\"complete\"");
		w->end_batches = number(line, "\"" REC_BATCHES "\":");
	}
}

/* What QEMU said, in a line. */
static void qemu_said(struct vm_watch *w, char *text, size_t len)
{
	ssize_t n = w->log < 0 ? -1 : pread(w->log, text, len - 1, 0);

	text[n > 0 ? n : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
}

/* It has ended: was all measured? */
static void judge(struct vm_watch *w, int status)
{
	struct vm_boot *b = w->b;
	char said[240];

	qemu_said(w, said, sizeof(said));
	b->status = w->done ? w->done_status : -1;
	if (w->fault)
		snprintf(b->why, sizeof(b->why), "%s: %s", vm_fault_name(w->fault), w->line);
	else if (*w->hang)
		snprintf(b->why, sizeof(b->why), "hang: %s", w->hang);
	else if (w->killed)
		snprintf(b->why, sizeof(b->why), "stopped");
	else if (!WIFEXITED(status) || WEXITSTATUS(status))
		snprintf(b->why, sizeof(b->why), "%s %s %d%s%s", b->argv[0],
			 WIFEXITED(status) ? "exited with status" : "was killed by signal",
			 WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status),
			 *said ? ": " : "", said);
	else if (w->done && w->done_status)
		snprintf(b->why, sizeof(b->why), "the runner ended with status %d",
			 w->done_status);
	else if (!w->complete || w->end_batches != b->records)
		snprintf(b->why, sizeof(b->why), "short run: %" PRIu64 " batches%s", b->records,
			 w->complete ? ", and its end tells another number" :
			 " and no end that says it is complete");
	else if (!w->done)
		snprintf(b->why, sizeof(b->why), "the guest ended before its init did");
}

static bool read_on(struct vm_watch *w, bool last)
{
	return follow_read(&w->console, last, take_console, w) |
	       follow_read(&w->record, last, take_record, w);
}

/* Whether it gets on; if not for too long, kill it. */
static void watch(struct vm_watch *w, uint64_t now, uint64_t patience)
{
	uint64_t bytes = w->console.size + w->record.size, cpu;
	bool busy;

	if (w->killed || vm_proc_state(w->pid, &cpu, &busy))
		return;
	if (bytes != w->seen_bytes) {
		w->seen_bytes = bytes;
		w->seen_ms = w->idle_since_ms = now;
		w->seen_cpu_ms = cpu;
		return;
	}
	if (busy)
		w->idle_since_ms = now;
	if (w->fault == VM_FAULT_PANIC && now - w->seen_ms > AFTER_PANIC_MS)
		vm_watch_kill(w);
	else if (cpu - w->seen_cpu_ms > patience)
		snprintf(w->hang, sizeof(w->hang), "%" PRIu64 " s of CPU time without a line",
			 (cpu - w->seen_cpu_ms) / 1000);
	else if (now - w->idle_since_ms > patience)
		snprintf(w->hang, sizeof(w->hang), "the guest sleeps, and nothing is left to "
			 "wake it");
	if (*w->hang)
		vm_watch_kill(w);
}

bool vm_watch_look(struct vm_watch *w, uint64_t now, uint64_t patience)
{
	int status;
	pid_t r = waitpid(w->pid, &status, WNOHANG);

	if (read_on(w, r == w->pid) && !*w->hang) {
		snprintf(w->hang, sizeof(w->hang), "cannot read what it writes");
		vm_watch_kill(w);
	}
	if (r != w->pid) {
		watch(w, now, patience);
		return false;
	}
	w->pid = 0;
	judge(w, status);
	return true;
}
