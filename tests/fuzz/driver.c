// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "driver.h"

#define FILES_MAX	512

static const struct fuzz_target *target;
static struct fuzz_input files[FILES_MAX];
static size_t nfiles;
static uint64_t state = 88172645463325252ull;

uint32_t fuzz_below(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (state >> 16) % n;
}

const struct fuzz_input *fuzz_any_file(void)
{
	return &files[fuzz_below(nfiles)];
}

static bool add_file(const char *path)
{
	struct fuzz_input *f = &files[nfiles];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = -1;
	struct stat st;

	if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && nfiles < FILES_MAX) {
		f->bytes = malloc(target->seed_max);
		n = f->bytes ? read(fd, f->bytes, target->seed_max) : -1;
	}
	if (fd >= 0)
		close(fd);
	if (n <= 0) {
		free(f->bytes);
		f->bytes = NULL;
		return false;
	}
	f->len = n;
	nfiles++;
	return true;
}

/* A file, or the files of a folder. False: nothing of it can be read. */
static bool add_path(const char *path)
{
	size_t before = nfiles;
	struct dirent **list;
	int n = scandir(path, &list, NULL, alphasort);

	if (n < 0)
		return add_file(path);
	for (int i = 0; i < n; i++) {
		char *name;

		if (asprintf(&name, "%s/%s", path, list[i]->d_name) >= 0) {
			add_file(name);
			free(name);
		}
		free(list[i]);
	}
	free(list);
	return nfiles > before;
}

static int run(unsigned long inputs, double seconds)
{
	struct fuzz_input in = { malloc(target->input_max), 0 };
	struct timespec start, now;
	double took = 0;
	unsigned long i;

	if (!in.bytes)
		return 1;
	clock_gettime(CLOCK_MONOTONIC, &start);
	for (i = 0; seconds > 0 ? took < seconds : i < inputs; i++) {
		const struct fuzz_input *from = &files[i % nfiles];

		memcpy(in.bytes, from->bytes, from->len);
		in.len = from->len;
		/* each file as it is once */
		for (uint32_t n = i < nfiles ? 0 : 1 + fuzz_below(6); n; n--)
			target->mutate(&in);
		LLVMFuzzerTestOneInput(in.bytes, in.len);
		clock_gettime(CLOCK_MONOTONIC, &now);
		took = now.tv_sec - start.tv_sec + (now.tv_nsec - start.tv_nsec) / 1e9;
	}
	printf("%lu inputs in %.1f s", i, took);
	if (target->report)
		target->report();
	printf("\n");
	free(in.bytes);
	return 0;
}

int fuzz_main(int argc, char **argv, const struct fuzz_target *t)
{
	unsigned long inputs = 10000;
	double seconds = 0;
	bool ok = true;
	int c, r = 2;

	target = t;
	while ((c = getopt(argc, argv, "n:t:s:")) != -1) {
		if (c == 'n')
			inputs = strtoul(optarg, NULL, 10);
		else if (c == 't')
			seconds = atof(optarg);
		else if (c == 's')
			state = strtoull(optarg, NULL, 10) * 2654435761u + 1;
		else
			return 2;
	}
	for (; ok && optind < argc; optind++) {
		ok = add_path(argv[optind]);
		if (!ok)
			fprintf(stderr, "%s: cannot read %s\n", argv[0], argv[optind]);
	}
	if (ok && nfiles)
		r = run(inputs, seconds);
	else if (ok)
		fprintf(stderr, "%s: want %s\n", argv[0], target->wants);
	while (nfiles)
		free(files[--nfiles].bytes);
	return r;
}
