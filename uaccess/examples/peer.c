// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Memory shared with a peer that is not trusted: it announces more than there is, and takes
 * the pages away. All of its memory is within a window; nothing else is touched for it.
 */
#define UA_CHECK_WINDOW	1
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <uaccess.h>

struct request {
	uint64_t at, size;	/* offset and bytes of the payload */
};

/* One request of the peer: a verdict on it, the payload's bytes or -1 */
static long serve(const char *shared, unsigned int slot, char *payload, size_t room)
{
	struct request r;
	size_t left;

	/* a copy: what was checked cannot change any more */
	if (ua_copy_from(&r, shared + slot * sizeof(r), sizeof(r)))
		return -1;
	if (r.size > room)
		return -1;
	left = ua_copy_from(payload, shared + r.at, (size_t)r.size);
	return left ? -1 : (long)r.size;
}

int main(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = 2 * page;
	FILE *file = tmpfile();
	char *shared, payload[256];
	int status;
	pid_t pid;

	if (!file || ftruncate(fileno(file), (off_t)size) || ua_init()) {
		perror("peer");
		return 1;
	}
	shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
	if (shared == MAP_FAILED || ua_window_set(shared, size)) {
		perror("peer");
		return 1;
	}
	pid = fork();
	if (!pid) {	/* the peer */
		struct request *r = (struct request *)shared;

		r[0] = (struct request){ 1000, 5 };
		memcpy(shared + 1000, "hello", 5);
		r[1] = (struct request){ 1000, 1 << 20 };	/* more than there is room for */
		r[2] = (struct request){ size - 10, 100 };	/* beyond the shared memory */
		r[3] = (struct request){ (uint64_t)-4096, 8 };	/* before it */
		r[4] = (struct request){ page + 100, 8 };	/* in a page that goes away */
		_exit(ftruncate(fileno(file), (off_t)page) ? 1 : 0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status) {
		fprintf(stderr, "peer: the peer failed\n");
		return 1;
	}
	for (unsigned int slot = 0; slot < 5; slot++) {
		long got = serve(shared, slot, payload, sizeof(payload));

		printf("request %u: %s\n", slot, got < 0 ? "refused" : "served");
		if (got != (slot ? -1 : 5))
			return 1;
	}
	return memcmp(payload, "hello", 5) ? 1 : 0;
}
