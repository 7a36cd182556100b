// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Reading a file as hdparm reads a device: the same 2 MiB again and again out of
 * the page cache (-T), and 2 MiB after 2 MiB that are not there yet (-t). Like hdparm
 * both then write to each sector of the buffer, which the read left in some cache. A
 * virtual machine's host may have them in its own memory all the same.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench.h"
#include "environ.h"
#include "kept_file.h"

#define FILE_SIZE	(32 << 20)
#define TRIES		50
#define SECTOR		512
#define EDGE		4096		/* bytes at each end of a block that are verified */

struct stream {
	int fd;
	unsigned char *buf, *map;
	uint64_t size;
	uint64_t at, wrap, last;	/* buffered: next offset, where to turn, last offset */
	bool device;			/* what it holds is not known */
};

enum { P_SIZE };

static const struct bench_param stream_params[] = {
	{ .name = "size", .summary = "bytes a call", .min = 512, .max = FILE_SIZE,
	  BENCH_VALUES(2 << 20) },
	{ 0 }
};

/* By hdparm "to ensure the read fully completed"; leaves the bytes as they are. */
static void touch_sectors(unsigned char *buf, size_t size)
{
	for (volatile unsigned char *p = buf; p < buf + size; p += SECTOR)
		*p = *p;
}

static void cached_run(struct bench *b, uint64_t iters)
{
	struct stream *s = BENCH_PRIV(b, struct stream);
	unsigned char *buf = s->buf;
	ssize_t size = s->size;
	int fd = s->fd;

	for (uint64_t i = 0; i < iters; i++) {
		BENCH_EXPECT(b, pread(fd, buf, size, 0) == size, "pread");
		touch_sectors(buf, size);
	}
}

static size_t edge(const struct stream *s)
{
	return s->size < EDGE ? s->size : EDGE;
}

static void clear_edges(struct stream *s)
{
	memset(s->buf, 0xa5, edge(s));
	memset(s->buf + s->size - edge(s), 0xa5, edge(s));
}

static int open_device(struct bench *b, uint64_t len)
{
	int fd = bench_fd(b, open(b->device, O_RDONLY | O_CLOEXEC), b->device);
	off_t end;

	if (fd < 0)
		return fd;
	end = lseek(fd, 0, SEEK_END);
	if (end < 0)
		return bench_skip_errno(b, b->device);
	if ((uint64_t)end < len)
		return bench_skip(b, EINVAL, "%s has %lld bytes of the %llu needed", b->device,
				  (long long)end, (unsigned long long)len);
	return fd;
}

static int stream_setup(struct bench *b, const char *name, uint64_t len)
{
	struct stream *s = BENCH_PRIV(b, struct stream);

	s->size = b->bytes = b->p[P_SIZE];
	s->device = b->device;
	s->fd = s->device ? open_device(b, len) : kept_file(b, name, len);
	if (s->fd < 0)
		return s->fd;
	s->buf = bench_buf(b, s->size, 0);
	if (!s->buf)
		return b->err;
	clear_edges(s);
	return 0;
}

static int cached_setup(struct bench *b)
{
	return stream_setup(b, "cached", b->p[P_SIZE]);
}

/* What n bytes at that offset are: by the pattern, or by a small read of the device. */
static bool right(const struct stream *s, const unsigned char *buf, size_t n, uint64_t at)
{
	unsigned char seen[EDGE];

	if (!s->device)
		return bench_match(buf, n, at) == n;
	return pread(s->fd, seen, n, at) == (ssize_t)n && !memcmp(buf, seen, n);
}

static int stream_verify(struct bench *b, uint64_t iters)
{
	struct stream *s = BENCH_PRIV(b, struct stream);
	size_t n = edge(s), end = s->size - n;

	if (!right(s, s->buf, n, s->last) || !right(s, s->buf + end, n, s->last + end))
		return bench_skip(b, EIO, "read did not move the bytes");
	clear_edges(s);
	return 0;
}

BENCH_CASE(throughput_cached) {
	.name = "throughput.cached",
	.summary = "as hdparm -T: read 2 MiB of a cached file or --device, touch its sectors",
	.exercises = "copy_to_user by copy_page_to_iter, filemap_read",
	.params = stream_params,
	.setup = cached_setup,
	.run = cached_run,
	.verify = stream_verify,
	.min_batch_ns = 2000000,
};

static long cached_pages(struct bench *b, struct stream *s)
{
	static unsigned char there[FILE_SIZE / 4096];
	long n = 0;

	if (mincore(s->map, FILE_SIZE, there))
		return -1;
	for (size_t i = 0; i < FILE_SIZE / b->page; i++)
		n += there[i] & 1;
	return n;
}

/* Out of the cache, all of it: dirty pages need writing, pages being read a moment. */
static int drop(struct bench *b, struct stream *s)
{
	for (int i = 0; i < TRIES; i++) {
		long n;

		if (posix_fadvise(s->fd, 0, 0, POSIX_FADV_DONTNEED))
			return -1;
		n = cached_pages(b, s);
		if (n <= 0)
			return n;
		if (!i)
			fsync(s->fd);
		else
			usleep(1000);
	}
	errno = EBUSY;
	return -1;
}

static void buffered_run(struct bench *b, uint64_t iters)
{
	struct stream *s = BENCH_PRIV(b, struct stream);
	ssize_t size = s->size;

	s->at = s->wrap;
	for (uint64_t i = 0; i < iters; i++) {
		if (s->at == s->wrap) {
			int r;

			bench_pause(b);
			r = drop(b, s);
			s->at = 0;
			bench_resume(b);
			BENCH_EXPECT(b, !r, "dropping the file from the page cache");
		}
		BENCH_EXPECT(b, pread(s->fd, s->buf, size, s->at) == size, "pread");
		touch_sectors(s->buf, size);
		s->last = s->at;
		s->at += size;
	}
}

static int buffered_setup(struct bench *b)
{
	struct stream *s = BENCH_PRIV(b, struct stream);
	const char *fs;
	char buf[32];
	int r;

	fs = b->device ? NULL : fs_name(b->dir, buf, sizeof(buf));
	if (fs && (!strcmp(fs, "tmpfs") || !strcmp(fs, "ramfs")))
		return bench_skip(b, EOPNOTSUPP, "files in %s never leave memory", b->dir);
	r = stream_setup(b, "buffered", FILE_SIZE);
	if (r)
		return r;
	s->wrap = FILE_SIZE / s->size * s->size;
	/* the whole file at least, not only the first reads of a cold one */
	b->min_iters = FILE_SIZE / s->size;
	s->map = bench_mmap(b, FILE_SIZE, PROT_READ, MAP_SHARED, s->fd, 0);
	if (!s->map)
		return b->err;
	if (drop(b, s))
		return bench_skip(b, EOPNOTSUPP, "files in %s do not leave memory: %s", b->dir,
				  strerror(errno));
	return 0;
}

BENCH_CASE(throughput_buffered) {
	.name = "throughput.buffered",
	.summary = "as hdparm -t: read the next 2 MiB, not cached, and touch its sectors",
	.exercises = "the device, readahead, filemap_read, copy_to_user by copy_page_to_iter",
	.params = stream_params,
	.setup = buffered_setup,
	.run = buffered_run,
	.verify = stream_verify,
	.every = 4,
};
