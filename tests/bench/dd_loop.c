// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * dd_loop BLOCKS: what dd if=/dev/zero of=/dev/null bs=512 asks of the kernel, and nothing
 * else: prints the MB (10^6 bytes) a second over all blocks, as dd does.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define BS 512

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	static char buf[BS] __attribute__((aligned(4096)));
	long n = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
	int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_WRONLY);
	double began;

	if (n <= 0 || zero < 0 || null < 0) {
		fprintf(stderr, "usage: dd_loop BLOCKS, where there are /dev/zero and /dev/null\n");
		return 2;
	}
	began = now();
	for (long i = 0; i < n; i++)
		if (read(zero, buf, BS) != BS || write(null, buf, BS) != BS)
			return 1;
	printf("%.6g\n", (double)n * BS / 1e6 / (now() - began));
	return 0;
}
