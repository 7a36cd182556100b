// SPDX-License-Identifier: GPL-2.0-or-later
/* What cases borrow from the core, and how it is taken back. */
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "counters.h"
#include "cpus.h"
#include "hold.h"

int bench_skip(struct bench *b, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(b->reason, sizeof(b->reason), fmt, ap);
	va_end(ap);
	b->err = -err;
	return b->err;
}

int bench_skip_errno(struct bench *b, const char *what)
{
	int err = errno ? errno : EIO;

	return bench_skip(b, err, "%s: %s", what, strerror(err));
}

void bench_fail(struct bench *b, const char *what)
{
	if (!b->err)
		bench_skip_errno(b, what);
}

/* Full: the case is wrong, not the machine. */
static int hold(struct bench *b, int kind, void *addr, size_t len, int id)
{
	if (b->nheld == BENCH_MAX_HELD)
		abort();
	b->held[b->nheld].kind = kind;
	b->held[b->nheld].addr = addr;
	b->held[b->nheld].len = len;
	b->held[b->nheld++].id = id;
	return id;
}

void hold_release(struct bench *b)
{
	/* children first: they may sit on what the others hold */
	for (unsigned int i = 0; i < b->nheld; i++)
		if (b->held[i].kind == HELD_CHILD) {
			kill(b->held[i].id, SIGKILL);
			while (waitpid(b->held[i].id, NULL, 0) < 0 && errno == EINTR)
				;
		}
	while (b->nheld) {
		b->nheld--;
		if (b->held[b->nheld].kind == HELD_FD)
			close(b->held[b->nheld].id);
		else if (b->held[b->nheld].kind == HELD_MAP)
			munmap(b->held[b->nheld].addr, b->held[b->nheld].len);
	}
}

static unsigned char pattern(uint64_t i)
{
	return (i % 251) + 1;
}

void bench_fill(void *buf, size_t len, uint64_t start)
{
	unsigned char *p = buf;
	unsigned int v = pattern(start);

	for (size_t i = 0; i < len; i++) {
		p[i] = v;
		v = v == 251 ? 1 : v + 1;
	}
}

size_t bench_match(const void *buf, size_t len, uint64_t start)
{
	const unsigned char *p = buf;
	unsigned int v = pattern(start);
	size_t i;

	for (i = 0; i < len && p[i] == v; i++)
		v = v == 251 ? 1 : v + 1;
	return i;
}

void *bench_mmap(struct bench *b, size_t len, int prot, int flags, int fd, off_t off)
{
	void *p = mmap(NULL, len, prot, flags, fd, off);

	if (p == MAP_FAILED) {
		bench_skip_errno(b, "mmap");
		return NULL;
	}
	hold(b, HELD_MAP, p, len, 0);
	return p;
}

void *bench_buf(struct bench *b, size_t len, size_t align)
{
	size_t pages = (len + align + b->page - 1) / b->page * b->page;
	unsigned char *p = bench_mmap(b, pages + b->page, PROT_READ | PROT_WRITE,
				      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (!p)
		return NULL;
	if (mprotect(p + pages, b->page, PROT_NONE)) {
		bench_skip_errno(b, "mprotect");
		return NULL;
	}
	bench_fill(p + align, pages - align, 0);
	return p + align;
}

int bench_fd(struct bench *b, int fd, const char *what)
{
	return fd < 0 ? bench_skip_errno(b, what) : hold(b, HELD_FD, NULL, 0, fd);
}

int bench_write_all(int fd, const void *buf, size_t len)
{
	const char *p = buf;

	while (len) {
		ssize_t n = write(fd, p, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -EIO;
		p += n;
		len -= n;
	}
	return 0;
}

static int open_tmpfs(struct bench *b)
{
	int fd = syscall(SYS_memfd_create, "uabench", 1u /* MFD_CLOEXEC */);

	if (fd >= 0)
		return fd;
	if (!b->tmpfs_dir)
		return bench_skip(b, EOPNOTSUPP, "no memfd_create() and no tmpfs to write to");
	fd = open(b->tmpfs_dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	return fd < 0 ? bench_skip_errno(b, "open on tmpfs") : fd;
}

int bench_tmpfile(struct bench *b, size_t len)
{
	static unsigned char chunk[251 * 256];	/* whole periods of the pattern */
	int r, fd = open_tmpfs(b);

	if (fd < 0)
		return fd;
	hold(b, HELD_FD, NULL, 0, fd);
	bench_fill(chunk, len < sizeof(chunk) ? len : sizeof(chunk), 0);
	while (len) {
		size_t n = len < sizeof(chunk) ? len : sizeof(chunk);

		r = bench_write_all(fd, chunk, n);
		if (r)
			return bench_skip(b, -r, "filling a tmpfs file: %s", strerror(-r));
		len -= n;
	}
	return fd;
}

pid_t bench_child(struct bench *b, int (*fn)(void *arg), void *arg)
{
	pid_t parent = getpid(), pid = fork();

	if (pid < 0)
		return bench_skip_errno(b, "fork");
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
		pin_to(b->peer_cpu);
		_exit(fn(arg));
	}
	return hold(b, HELD_CHILD, NULL, 0, pid);
}

void bench_extra(struct bench *b, const char *name, double value)
{
	if (b->nextra == BENCH_MAX_EXTRA)
		abort();
	b->extra[b->nextra].name = name;
	b->extra[b->nextra++].value = value;
}

static int64_t minor_faults(void)
{
	struct rusage ru;

	getrusage(RUSAGE_SELF, &ru);
	return ru.ru_minflt;
}

void bench_pause(struct bench *b)
{
	b->pause_start = clock_ns();
	counters_pause();
	b->pause_minflt -= minor_faults();
}

void bench_resume(struct bench *b)
{
	b->pause_minflt += minor_faults();
	counters_resume();
	b->npauses++;
	b->paused += clock_ns() - b->pause_start;
}
