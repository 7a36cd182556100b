// SPDX-License-Identifier: GPL-2.0-or-later
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kept_file.h"

#define CHUNK	(1 << 20)

static int fill(struct bench *b, int fd, uint64_t len)
{
	unsigned char *buf = bench_buf(b, CHUNK, 0);

	if (!buf)
		return b->err;
	if (ftruncate(fd, 0))
		return bench_skip_errno(b, "ftruncate");
	for (uint64_t at = 0; at < len; at += CHUNK) {
		size_t n = len - at < CHUNK ? len - at : CHUNK;
		int r;

		bench_fill(buf, n, at);
		r = bench_write_all(fd, buf, n);
		if (r)
			return bench_skip(b, -r, "making a file of %llu bytes in %s: %s",
					  (unsigned long long)len, b->dir, strerror(-r));
	}
	/* or it would be written back while other cases are measured */
	if (fsync(fd) && errno != EINVAL)
		return bench_skip_errno(b, "fsync");
	return 0;
}

int kept_file(struct bench *b, const char *name, uint64_t len)
{
	struct stat st;
	char path[4096];
	int fd, r = 0;

	/* one written only in part has another size and is made anew */
	snprintf(path, sizeof(path), "%s/%s.%llu", b->dir, name, (unsigned long long)len);
	fd = bench_fd(b, open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600), path);
	if (fd < 0)
		return fd;
	if (fstat(fd, &st))
		return bench_skip_errno(b, "fstat");
	if ((uint64_t)st.st_size != len)
		r = fill(b, fd, len);
	return r ? r : fd;
}
