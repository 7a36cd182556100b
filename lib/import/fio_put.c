// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>

#include "fio.h"
#include "named.h"

static int put(struct import *im, const struct fio_job *job, const struct fio_side *side,
	       const char *what, const char *unit, double value)
{
	const struct import_figure figure = {
		.unit = unit, .value = value,
		.params = { { job->nth > 1 ? "nth" : NULL, job->nth } },
	};

	return import_putf(im, &figure, "fio.%.*s.%s.%s", (int)job->name_len, job->name,
			   side->direction, what);
}

int fio_put(struct import *im, const struct fio_job *job, const struct fio_side *side)
{
	int r = put(im, job, side, "bw", "B/s", side->bytes_s);

	if (!r)
		r = put(im, job, side, "iops", "op/s", side->iops);
	if (!r && side->lat_ns > 0)
		r = put(im, job, side, "lat", "ns", side->lat_ns);
	if (!r && side->p99_ns > 0)
		r = put(im, job, side, "clat.p99", "ns", side->p99_ns);
	return r;
}

int fio_skip(struct import *im, const struct fio_job *job, int error)
{
	char name[IMPORT_NAME_MAX], reason[60];

	if ((size_t)snprintf(name, sizeof(name), "fio.%.*s.%lld", (int)job->name_len, job->name,
			     (long long)job->nth) >= sizeof(name))
		return import_fail(im, "a name longer than %d bytes", IMPORT_NAME_MAX - 1);
	snprintf(reason, sizeof(reason), "fio says error %d", error);
	import_note(im, "%s: %s", name, reason);
	return import_skip(im, name, reason);
}
