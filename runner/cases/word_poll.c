// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The arrays of poll and select, in and out. What the files behind them cost is
 * an axis of its own: by default one of them is open, and always ready, so that
 * each call proves that it read the array and none can wait.
 */
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"

#if defined(SYS_poll)
#define raw_poll(fds, n)	syscall(SYS_poll, fds, n, -1)
#elif defined(SYS_ppoll)
#define raw_poll(fds, n)	syscall(SYS_ppoll, fds, n, NULL, NULL, 0)
#else
#define raw_poll(fds, n)	syscall(SYS_ppoll_time64, fds, n, NULL, NULL, 0)
#endif

#ifdef SYS_pselect6
#define NR_PSELECT6	SYS_pselect6
#else
#define NR_PSELECT6	SYS_pselect6_time64
#endif

#define UNWRITTEN	0x5555		/* a revents that no file gives */

struct many {
	int null, nfds, live;
	int made;			/* select: descriptors [nfds - live, + made) are ours */
	size_t set;			/* select: bytes of one set */
	struct pollfd *fds;
	unsigned char *sets, want[3 * sizeof(fd_set)];
};

enum { P_NFDS, P_LIVE, P_ALIGN };

static const struct bench_param many_params[] = {
	{ .name = "nfds", .summary = "descriptors asked for", .min = 1, .max = FD_SETSIZE,
	  BENCH_VALUES(100) },
	{ .name = "live", .summary = "open ones among them, /dev/null each", .min = 1,
	  .max = FD_SETSIZE, BENCH_VALUES(1) },
	{ .name = "align", .summary = "user arrays past a page boundary, bytes",
	  .max = 4095, BENCH_VALUES(0) },
	{ 0 }
};

static int many_setup(struct bench *b)
{
	struct many *m = BENCH_PRIV(b, struct many);
	struct rlimit lim;

	m->nfds = b->p[P_NFDS];
	m->live = b->p[P_LIVE];
	if (m->live > m->nfds)
		return bench_skip(b, EINVAL, "more live descriptors than descriptors");
	if (!getrlimit(RLIMIT_NOFILE, &lim) && lim.rlim_cur < b->p[P_NFDS])
		return bench_skip(b, EINVAL, "only %u descriptors are allowed (ulimit -n)",
				  (unsigned int)lim.rlim_cur);
	m->null = bench_fd(b, open("/dev/null", O_RDWR | O_CLOEXEC), "/dev/null");
	return m->null < 0 ? m->null : 0;
}

static void poll_run(struct bench *b, uint64_t iters)
{
	struct many *m = BENCH_PRIV(b, struct many);
	struct pollfd *fds = m->fds;
	int nfds = m->nfds, live = m->live;

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, raw_poll(fds, nfds) == live, "poll");
}

/* Fill in what no poll leaves behind. */
static void poll_prime(struct many *m)
{
	for (int i = 0; i < m->nfds; i++)
		m->fds[i].revents = UNWRITTEN;
}

static int poll_setup(struct bench *b)
{
	struct many *m = BENCH_PRIV(b, struct many);
	int err = many_setup(b);

	if (err)
		return err;
	if (b->p[P_ALIGN] % _Alignof(struct pollfd))
		return bench_skip(b, EINVAL, "pollfds are aligned to 4 bytes here");
	/* both ways of the array, though only revents is written back */
	b->bytes = m->nfds * (sizeof(struct pollfd) + sizeof(short));
	m->fds = bench_buf(b, m->nfds * sizeof(struct pollfd), b->p[P_ALIGN]);
	if (!m->fds)
		return b->err;
	for (int i = 0; i < m->nfds; i++)
		m->fds[i] = (struct pollfd){
			.fd = i < m->nfds - m->live ? -1 : m->null, .events = POLLIN,
		};
	if (raw_poll(m->fds, m->nfds) < 0)
		return bench_skip_errno(b, "poll");
	poll_prime(m);
	return 0;
}

static int poll_verify(struct bench *b, uint64_t iters)
{
	struct many *m = BENCH_PRIV(b, struct many);

	for (int i = 0; i < m->nfds; i++)
		if (m->fds[i].revents != (i < m->nfds - m->live ? 0 : POLLIN))
			return bench_skip(b, EIO, "poll did not write revents %d", i);
	poll_prime(m);
	return 0;
}

static void select_run(struct bench *b, uint64_t iters)
{
	struct many *m = BENCH_PRIV(b, struct many);
	unsigned char *r = m->sets, *w = r + m->set, *x = w + m->set;
	int nfds = m->nfds, live = m->live;

	for (uint64_t i = 0; i < iters; i++)
		BENCH_EXPECT(b, syscall(NR_PSELECT6, nfds, r, w, x, NULL, NULL) == live, "select");
}

/*
 * Past nfds the kernel looks at no bit, but clears those of the last word. Where
 * there are none, it clears what is asked for and does not happen to /dev/null.
 */
static void select_prime(struct many *m)
{
	fd_set set;

	memcpy(m->sets, m->want, 3 * m->set);
	if (m->nfds % (8 * sizeof(long)) == 0) {
		memcpy(m->sets + 2 * m->set, m->want, m->set);
		return;
	}
	for (int i = 0; i < 3; i++) {
		memcpy(&set, m->sets + i * m->set, m->set);
		FD_SET(m->nfds, &set);
		memcpy(m->sets + i * m->set, &set, m->set);
	}
}

static int select_setup(struct bench *b)
{
	struct many *m = BENCH_PRIV(b, struct many);
	int fd, first, err = many_setup(b);
	fd_set set;

	if (err)
		return err;
	m->set = (m->nfds + 8 * sizeof(long) - 1) / (8 * sizeof(long)) * sizeof(long);
	b->bytes = 6 * m->set;
	m->sets = bench_buf(b, 3 * m->set, b->p[P_ALIGN]);
	if (!m->sets)
		return b->err;
	/* the topmost, without which the kernel would not look at the whole sets */
	first = m->nfds - m->live;
	FD_ZERO(&set);
	for (; m->made < m->live; m->made++) {
		fd = fcntl(m->null, F_DUPFD_CLOEXEC, first + m->made);
		if (fd < 0)
			return bench_skip_errno(b, "F_DUPFD");
		if (fd != first + m->made) {
			close(fd);
			return bench_skip(b, EINVAL, "descriptor %d is in use: fewer live or "
					  "more nfds", first + m->made);
		}
		FD_SET(fd, &set);
	}
	memcpy(m->want, &set, m->set);
	select_prime(m);
	return 0;
}

static int select_verify(struct bench *b, uint64_t iters)
{
	struct many *m = BENCH_PRIV(b, struct many);

	if (memcmp(m->sets, m->want, 3 * m->set))
		return bench_skip(b, EIO, "select did not write its sets");
	select_prime(m);
	return 0;
}

static void select_teardown(struct bench *b)
{
	struct many *m = BENCH_PRIV(b, struct many);

	while (m->made)
		close(m->nfds - m->live + --m->made);
}

BENCH_CASE(word_poll) {
	.name = "word.poll",
	.summary = "poll() of negative descriptors and a ready one",
	.exercises = "copy_from_user of the pollfds (the first 30, then up to 510 at a time) and "
		     "unsafe_put_user of each revents, do_sys_poll; fdget of the live ones",
	.params = many_params,
	.setup = poll_setup,
	.run = poll_run,
	.verify = poll_verify,
};

BENCH_CASE(word_select) {
	.name = "word.select",
	.summary = "pselect6() of three sets with one ready descriptor, no timeout",
	.exercises = "copy_from_user by get_fd_set and copy_to_user by set_fd_set, three each, "
		     "core_sys_select; fdget of the live ones",
	.params = many_params,
	.setup = select_setup,
	.run = select_run,
	.verify = select_verify,
	.teardown = select_teardown,
};
