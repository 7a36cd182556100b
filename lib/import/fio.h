/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What fio's two formats have in common: the names of the cases. Private to lib/import. */
#ifndef UABENCH_IMPORT_FIO_H
#define UABENCH_IMPORT_FIO_H

#include "importer.h"

struct fio_job {
	const char *name;
	size_t name_len;
	int64_t nth;		/* of the jobs of that name in one run, from 1 */
};

struct fio_side {
	const char *direction;	/* "read", "write", "trim" */
	double bytes_s, iops;
	double lat_ns, p99_ns;	/* mean of the total, 99 % of the completion latency; 0: unknown */
};

/* 0, or -errno as import_put(). */
int fio_put(struct import *im, const struct fio_job *job, const struct fio_side *side);

/* The job failed, by an errno of fio. */
int fio_skip(struct import *im, const struct fio_job *job, int error);

#endif
