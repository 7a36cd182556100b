// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fio --output-format=json and json+: {"fio version": ..., "jobs": [{"jobname": ...,
 * "read": {...}, "write": {...}, "trim": {...}}, ...]}. All jobs of it are a run. "bw" is
 * KiB/s (man fio, "JSON OUTPUT"); bw_bytes, lat_ns and clat_ns came with fio 3, before
 * which there were lat and clat in us.
 */
#include <errno.h>
#include <string.h>

#include "fio.h"
#include "formats.h"
#include "json_block.h"

static const char *const marks[] = { "\"fio version\"", NULL };

static bool detect(const char *line)
{
	return json_begins(line, "fio version", '"');
}

/* "99.000000" among the percentiles, whatever the digits behind it */
static bool find_p99(const json_t *clat, double *ret_value)
{
	json_t *value;
	const char *key;

	json_object_foreach(json_object_get(clat, "percentile"), key, value)
		if (!strncmp(key, "99.", 3) && !key[3 + strspn(key + 3, "0")] &&
		    json_is_number(value)) {
			*ret_value = json_number_value(value);
			return true;
		}
	return false;
}

static int put_side(struct import *im, const struct fio_job *job, const json_t *json,
		    const char *direction)
{
	struct fio_side side = { .direction = direction };
	double ios = 0, kib;
	bool have_bytes = json_number_at(json, "bw_bytes", &side.bytes_s);

	if (!json_number_at(json, "total_ios", &ios) && !json_number_at(json, "io_bytes", &ios))
		return 0;
	if (!(ios > 0))
		return 0;
	if (!have_bytes && json_number_at(json, "bw", &kib))
		side.bytes_s = kib * 1024;
	else if (!have_bytes)
		return import_fail(im, "%s: no bandwidth", direction);
	if (!json_number_at(json, "iops", &side.iops))
		return import_fail(im, "%s: no iops", direction);
	if (!json_number_at(json, "lat_ns.mean", &side.lat_ns) &&
	    json_number_at(json, "lat.mean", &side.lat_ns))
		side.lat_ns *= 1e3;
	if (!find_p99(json_object_get(json, "clat_ns"), &side.p99_ns) &&
	    find_p99(json_object_get(json, "clat"), &side.p99_ns))
		side.p99_ns *= 1e3;
	return fio_put(im, job, &side);
}

/* How many of the jobs up to this one have its name. */
static int64_t count_name(const json_t *jobs, size_t upto, const char *name)
{
	int64_t n = 0;

	for (size_t i = 0; i <= upto; i++) {
		const char *other = json_string_value(json_object_get(json_array_get(jobs, i),
								      "jobname"));

		n += other && !strcmp(other, name);
	}
	return n;
}

static int put_job(struct import *im, const json_t *jobs, size_t i)
{
	static const char *const directions[] = { "read", "write", "trim" };
	const json_t *json = json_array_get(jobs, i);
	const char *name = json_string_value(json_object_get(json, "jobname"));
	struct fio_job job = { .name = name };
	double error = 0;
	int r = 0;

	if (!name)
		return import_fail(im, "a job without its jobname");
	if (!strcmp(name, "All clients"))
		return 0;
	job.name_len = strlen(name);
	job.nth = count_name(jobs, i, name);
	if (json_number_at(json, "error", &error) && error > 0 && error < 1e6)
		return fio_skip(im, &job, (int)error);
	for (size_t d = 0; !r && d < 3; d++)
		r = put_side(im, &job, json_object_get(json, directions[d]), directions[d]);
	return r;
}

/*
 * With --status-interval the blocks of one fio are cumulative, no repetitions. The end
 * of the block before, in ms since 1970, and its first job are in the memos.
 */
static int check_overlap(struct import *im, const json_t *json, const json_t *jobs)
{
	struct strbuf *end = import_memo(im, 0), *name = import_memo(im, 1);
	const json_t *first = json_array_get(jobs, 0);
	const char *first_name = json_string_value(json_object_get(first, "jobname"));
	const char *p = end->buf;
	double at, runtime;
	int64_t before;
	bool known, overlaps;

	known = first_name && json_number_at(json, "timestamp_ms", &at) && at > 0 && at < 1e15 &&
		json_number_at(first, "job_runtime", &runtime) && runtime >= 0 && runtime < at;
	overlaps = known && !take_whole(&p, &before) && !strcmp(name->buf, first_name) &&
		at - runtime < before && at >= before;
	strbuf_reset(end);
	strbuf_reset(name);
	if (overlaps)
		return import_fail(im, "'%.60s' was running when the block before was written "
				   "(--status-interval?): keep the last block of each run, or "
				   "import them one by one", first_name);
	if (known && (strbuf_printf(end, "%.0f", at) || strbuf_adds(name, first_name)))
		return import_nomem(im);
	return 0;
}

static int put_jobs(struct import *im, const json_t *json)
{
	const json_t *jobs = json_object_get(json, "jobs");
	int r;

	if (!jobs)
		jobs = json_object_get(json, "client_stats");
	if (!json_array_size(jobs))
		return import_fail(im, "fio's JSON without jobs");
	if (json_array_size(jobs) > 2000)
		return import_fail(im, "more than 2000 jobs: use --group_reporting");
	r = check_overlap(im, json, jobs);
	if (!r)
		r = import_end_run(im);
	for (size_t i = 0; !r && i < json_array_size(jobs); i++)
		r = put_job(im, jobs, i);
	return r ? r : import_end_run(im);
}

static int parse(struct import *im)
{
	json_t *json;
	int r = json_take_block(im, &json);

	if (r)
		return r;
	r = put_jobs(im, json);
	json_decref(json);
	return r;
}

const struct importer import_fio_json = {
	.name = "fio",
	.summary = "fio --output-format=json and json+",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
