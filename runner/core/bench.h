/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a case is and what the core gives it.
 *
 * A case is one const descriptor beside its functions, made known by
 * BENCH_CASE(); its file is one line in runner/cases/meson.build. The core owns
 * the clock, warm-up, rounds, counters and output. A visit to a case is
 *
 *	setup, half of the reference loops, run(a tenth) as warm-up, verify,
 *	run(iters), the loops' other half, verify, teardown
 *
 * and everything that the bench_* helpers below handed out (buffers, fds,
 * children) is taken back by the core after teardown, so most cases need none.
 *
 * Nothing but the measured work belongs into run(): what must be undone for the
 * next iteration (unmapping, emptying) goes between bench_pause() and
 * bench_resume(), as rarely as can be (hundreds of iterations a pause).
 *
 * No call that fails may be timed as if it worked: run() checks each result
 * (BENCH_EXPECT) and verify() proves the effect (bytes moved, faults taken).
 * A visit that fails either is recorded as a "skip" with its reason.
 */
#ifndef UABENCH_BENCH_H
#define UABENCH_BENCH_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define BENCH_MAX_PARAMS	4
#define BENCH_MAX_HELD		16
#define BENCH_MAX_EXTRA		10
#define BENCH_PRIV_SIZE		2048

#define likely(x)	__builtin_expect(!!(x), 1)
#define unlikely(x)	__builtin_expect(!!(x), 0)
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define barrier()	__asm__ volatile("" ::: "memory")

/* An axis of a case. Values are whole numbers; sizes are bytes. */
struct bench_param {
	const char *name;
	const char *summary;
	uint64_t min, max;		/* what -p may ask for */
	const uint64_t *values;		/* what a default run measures */
	unsigned int nvalues;
};

#define BENCH_VALUES(...)							\
	.values = (const uint64_t[]){ __VA_ARGS__ },				\
	.nvalues = sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t)

struct bench;

struct bench_case {
	const char *name;		/* family.primitive[.path] */
	const char *summary;		/* one line, what one iteration is */
	const char *exercises;		/* kernel primitive and the path to it */
	const struct bench_param *params;	/* NULL, or ended by a NULL name */
	/* 0 or -errno; bench_skip() gives the reason. May replace b->run. */
	int (*setup)(struct bench *b);
	void (*run)(struct bench *b, uint64_t iters);
	/* 0 or -errno by bench_skip(); b->minflt holds the batch's faults. NULL: none */
	int (*verify)(struct bench *b, uint64_t iters);
	/* must accept half-built state; NULL where the core's own is enough */
	void (*teardown)(struct bench *b);
	uint64_t max_iters;		/* of one batch; 0: no limit */
	uint64_t min_batch_ns;		/* where a shorter batch is not yet in a steady state */
	/*
	 * Where the run is for a time and other cases are in it, only one process in so many
	 * visits this one, whose visit takes as long as dozens of theirs; 0, 1: each does.
	 */
	unsigned int every;
	/* in a batch where instructions count, without regard to min_iters; 0: by b->bytes */
	uint64_t ops;
	bool optional;			/* measured only when named by -b */
};

struct bench {
	const struct bench_case *c;
	uint64_t p[BENCH_MAX_PARAMS];	/* in the order of c->params */
	void (*run)(struct bench *b, uint64_t iters);

	/* set by setup() where it has a meaning */
	uint64_t bytes;			/* user payload of one iteration */
	uint64_t min_iters;		/* a batch is never calibrated to fewer */

	/* given by the core */
	size_t page;			/* page size */
	const char *dir;		/* private directory on the file system under test */
	const char *tmpfs_dir;		/* private directory on tmpfs, or NULL */
	const char *device;		/* block device to read, or NULL */
	int peer_cpu;			/* another allowed CPU for a child, or the same, or -1 */
	int64_t minflt;			/* this process's minor faults of the batch, pauses apart */
	uint64_t seed;			/* new for each visit */

	/* the core's own */
	int err;
	char reason[200];
	uint64_t paused, npauses, pause_start;
	int64_t pause_minflt;
	struct {
		enum { HELD_NONE, HELD_FD, HELD_MAP, HELD_CHILD } kind;
		void *addr;
		size_t len;
		int id;
	} held[BENCH_MAX_HELD];
	unsigned int nheld;
	struct {
		const char *name;
		double value;
	} extra[BENCH_MAX_EXTRA];
	unsigned int nextra;
	_Alignas(16) unsigned char priv[BENCH_PRIV_SIZE];
};

/* The case's own state, zeroed before setup(). */
#define BENCH_PRIV(b, type)							\
	({ _Static_assert(sizeof(type) <= BENCH_PRIV_SIZE, #type " is too large"); \
	   (type *)(void *)(b)->priv; })

/* In run(): leave at once, with a reason, when an operation did not work. */
#define BENCH_EXPECT(b, ok, what)						\
	do {									\
		if (unlikely(!(ok))) {						\
			bench_fail((b), (what));				\
			return;							\
		}								\
	} while (0)

/* Record why the batch is worthless; errno is kept with it if it is set. */
void bench_fail(struct bench *b, const char *what) __attribute__((cold));

/* In setup() and verify(): return bench_skip(b, EOPNOTSUPP, "no %s", x); gives -err. */
int bench_skip(struct bench *b, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4), cold));
/* The same for a call that just set errno: "what: strerror". */
int bench_skip_errno(struct bench *b, const char *what) __attribute__((cold));

/*
 * A private anonymous buffer of len bytes whose first byte lies `align` bytes
 * past a page boundary, all pages present and filled with a pattern that is
 * not zero, with an inaccessible page after its last page. NULL: reason is set.
 */
void *bench_buf(struct bench *b, size_t len, size_t align);
/* mmap() that the core unmaps; NULL with the reason set on failure. */
void *bench_mmap(struct bench *b, size_t len, int prot, int flags, int fd, off_t off);
/* Have the core close fd; gives fd back. A negative fd sets the reason from errno. */
int bench_fd(struct bench *b, int fd, const char *what);
/* A tmpfs file of len bytes with pattern contents, open for both; < 0 as bench_fd(). */
int bench_tmpfile(struct bench *b, size_t len);
/*
 * Fork a child that runs fn(arg) and exits with what it returns, on peer_cpu;
 * it dies with the case (or with the runner). > 0 or -errno with the reason set.
 */
pid_t bench_child(struct bench *b, int (*fn)(void *arg), void *arg);
/* Fill with the pattern that bench_buf() uses, begun at byte `start` of it. */
void bench_fill(void *buf, size_t len, uint64_t start);
/* How many bytes at the start of buf follow that pattern. */
size_t bench_match(const void *buf, size_t len, uint64_t start);

/* Write len bytes through fd, in spite of short writes. 0 or -errno. */
int bench_write_all(int fd, const void *buf, size_t len);

/* Take time, counters and faults out of the batch, and in again. */
void bench_pause(struct bench *b);
void bench_resume(struct bench *b);

/* A figure of the batch that is not time: lost datagrams, CPU of the far end. */
void bench_extra(struct bench *b, const char *name, double value);

#define BENCH_CASE(sym)								\
	static const struct bench_case sym;					\
	static const struct bench_case *const sym##_entry			\
		__attribute__((used, section("bench_cases"))) = &sym;		\
	static const struct bench_case sym =

#endif
