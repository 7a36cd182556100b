// SPDX-License-Identifier: GPL-2.0-or-later
/* A mapped file that somebody truncates while it is read: said, not died of. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <uaccess.h>

int main(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = 4 * page, n = size, left;
	FILE *file = tmpfile();
	struct ua_fault fault;
	static char copy[4 << 16];
	char *map;

	if (!file || size > sizeof(copy) || ftruncate(fileno(file), (off_t)size) || ua_init()) {
		perror("truncated");
		return 1;
	}
	map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
	if (map == MAP_FAILED) {
		perror("mmap");
		return 1;
	}
	memset(map, 'f', size);
	if (ftruncate(fileno(file), (off_t)page + 10)) {	/* as another process would */
		perror("ftruncate");
		return 1;
	}
	left = ua_copy_from_fault(copy, map, n, &fault);
	if (left != 2 * page || fault.signo != SIGBUS) {
		fprintf(stderr, "truncated: %zu bytes left of %zu\n", left, n);
		return 1;
	}
	printf("the file ends early: %zu of %zu bytes read, SIGBUS at offset %zu\n", n - left, n,
	       (size_t)(fault.addr - (uintptr_t)map));
	return 0;
}
