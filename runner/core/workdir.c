// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <ftw.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "bench.h"
#include "workdir.h"

static char disk[4096], tmpfs[64];

static const char *make_in(const char *parent, char *buf, size_t len)
{
	if (snprintf(buf, len, "%s/uabench-XXXXXX", parent) >= (int)len) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	return mkdtemp(buf);
}

static bool is_tmpfs(const char *path)
{
	struct statfs s;

	return !statfs(path, &s) && s.f_type == TMPFS_MAGIC;
}

int workdir_make(struct options *o)
{
	static const char *const other[] = { "/var/tmp", "/tmp", "/dev/shm", "/run", "." };
	static const char *const shm[] = { "/dev/shm", "/tmp", "/run" };
	int err;

	o->workdir = make_in(o->dir, disk, sizeof(disk));
	err = errno;
	for (unsigned int i = 0; !o->dir_given && !o->workdir && i < ARRAY_SIZE(other); i++) {
		o->workdir = make_in(other[i], disk, sizeof(disk));
		if (o->workdir)
			o->dir = other[i];
	}
	if (!o->workdir) {
		fprintf(stderr, "uabench-runner: cannot make a directory in %s: %s: use --dir\n",
			o->dir, strerror(err));
		return -err;
	}
	for (unsigned int i = 0; !o->workdir_tmpfs && i < ARRAY_SIZE(shm); i++)
		if (is_tmpfs(shm[i]))
			o->workdir_tmpfs = make_in(shm[i], tmpfs, sizeof(tmpfs));
	return 0;
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	remove(path);
	return 0;
}

void workdir_remove(const struct options *o)
{
	if (o->workdir)
		nftw(o->workdir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	if (o->workdir_tmpfs)
		nftw(o->workdir_tmpfs, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
