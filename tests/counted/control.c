// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * control linear|sort|quadratic N: work that grows as its name says, for a test of
 * the test. The quadratic part is small beside the linear one, as it is in what is
 * slow only with thousands.
 */
#include <stdlib.h>
#include <string.h>

static volatile unsigned int sink;

static void work(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		sink++;
}

int main(int argc, char **argv)
{
	unsigned long n = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;

	if (!n)
		return 2;
	work(5000 * n);
	if (!strcmp(argv[1], "quadratic"))
		work(n * n);
	if (!strcmp(argv[1], "sort"))
		for (unsigned long width = 1; width < n; width *= 2)
			work(1000 * n);
	return 0;
}
