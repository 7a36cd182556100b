// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * LMBench's select of 100 descriptors: duplicates of one regular file, asked
 * whether they can be written, which all can, without waiting.
 */
#include <sys/select.h>
#include <unistd.h>

#include "bench.h"
#include "kept_file.h"

#define WORD	(8 * sizeof(long))

struct lmselect {
	fd_set all, asked, got;		/* asked for: all, and one past nfds that is cleared */
	int nfds, ready;		/* highest + 1; what the last call found */
};

enum { P_NFDS };

static const struct bench_param select_params[] = {
	{ .name = "nfds", .summary = "descriptors", .min = 1, .max = 1000, BENCH_VALUES(100) },
	{ 0 }
};

static void select_run(struct bench *b, uint64_t iters)
{
	struct lmselect *s = BENCH_PRIV(b, struct lmselect);
	struct timeval now = { 0 };
	int nfds = s->nfds, n = b->p[P_NFDS];

	for (uint64_t i = 0; i < iters; i++) {
		s->got = s->asked;
		BENCH_EXPECT(b, select(nfds, NULL, &s->got, NULL, &now) == n, "select");
	}
}

static int select_setup(struct bench *b)
{
	struct lmselect *s = BENCH_PRIV(b, struct lmselect);
	int file = kept_file(b, "select", 1);

	if (file < 0)
		return file;
	for (uint64_t i = 0; i < b->p[P_NFDS]; i++) {
		int fd = dup(file);

		if (fd < 0)
			return bench_skip_errno(b, "dup");
		if (fd >= FD_SETSIZE - 2) {
			close(fd);
			return bench_skip(b, EMFILE, "too many files are open for select()");
		}
		FD_SET(fd, &s->all);
		s->nfds = fd + 1;
	}
	/* the kernel takes and gives whole words */
	if (s->nfds % WORD == 0)
		s->nfds++;
	s->asked = s->all;
	FD_SET(s->nfds, &s->asked);
	return 0;
}

static int select_verify(struct bench *b, uint64_t iters)
{
	struct lmselect *s = BENCH_PRIV(b, struct lmselect);

	for (int fd = 0; fd <= s->nfds; fd++)
		if (!FD_ISSET(fd, &s->got) != !FD_ISSET(fd, &s->all))
			return bench_skip(b, EIO, "select() did not answer for descriptor %d", fd);
	FD_ZERO(&s->got);
	return 0;
}

static void select_teardown(struct bench *b)
{
	struct lmselect *s = BENCH_PRIV(b, struct lmselect);

	for (int fd = 0; fd < s->nfds; fd++)
		if (FD_ISSET(fd, &s->all))
			close(fd);
}

BENCH_CASE(lmbench_select) {
	.name = "lmbench.select",
	.summary = "as lat_select: select() on descriptors of one file, all ready",
	.exercises = "copy of the fd sets from and to the user, do_select; files without poll",
	.params = select_params,
	.setup = select_setup,
	.run = select_run,
	.verify = select_verify,
	.teardown = select_teardown,
	.ops = 64,
};
