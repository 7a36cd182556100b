// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fio --output-format=terse, version 3 (man fio, "TERSE OUTPUT"): fields parted by ';',
 *	3;fio-3.33;job;0;0;<read: 41 fields>;<write: 41>;user%;sys%;...
 * A block: total KiB, KiB/s, IOPS, ms, slat (4), clat (4), 20 percentiles, lat (4), bw
 * (5); times are us. Lines that follow one another are the jobs of one run.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "fio.h"
#include "formats.h"

static const char *const marks[] = { ";fio-", NULL };

#define FIELDS_HEAD	5
#define FIELDS_SIDE	41
#define FIELDS_MIN	(FIELDS_HEAD + 2 * FIELDS_SIDE + 5 + 7)
#define JOINS_MAX	40
#define JOBS_LEN_MAX	16384	/* of the names of one run */

enum { SIDE_KIB, SIDE_RATE, SIDE_IOPS, SIDE_CLAT_PERCENTILES = 12, SIDE_LAT_MEAN = 34 };

static bool detect(const char *line)
{
	int64_t version;

	return !take_whole(&line, &version) && !strncmp(line, ";fio-", 5);
}

static size_t count_fields(const char *p)
{
	size_t n = 1;

	for (; *p; p++)
		n += *p == ';';
	return n;
}

/* Where field @i begins; its end is a ';' or the line's. */
static const char *field(const char *p, size_t i)
{
	for (; i; i--)
		p = strchr(p, ';') + 1;
	return p;
}

static int number(struct import *im, const char *line, size_t i, double *ret_value)
{
	const char *p = field(line, i);

	if (take_number(&p, NUMBER_DECIMAL, ret_value) || (*p && *p != ';' && *p != '%'))
		return import_fail(im, "field %zu is no number: '%.20s'", i + 1, field(line, i));
	return 0;
}

/* "99.000000%=552" among the percentiles, in us */
static bool find_p99(const char *line, size_t from, double *ret_us)
{
	for (size_t i = from; i < from + 20; i++) {
		const char *p = field(line, i);
		double share;

		if (!take_number(&p, NUMBER_DECIMAL, &share) && eat(&p, "%=") &&
		    share > 98.999 && share < 99.001 && !take_number(&p, NUMBER_DECIMAL, ret_us))
			return true;
	}
	return false;
}

static int side(struct import *im, const char *line, size_t from, const struct fio_job *job,
		const char *direction)
{
	struct fio_side s = { .direction = direction };
	double kib, rate, iops, lat, p99;
	int r = number(im, line, from + SIDE_KIB, &kib);

	if (!r)
		r = number(im, line, from + SIDE_RATE, &rate);
	if (!r)
		r = number(im, line, from + SIDE_IOPS, &iops);
	if (!r)
		r = number(im, line, from + SIDE_LAT_MEAN, &lat);
	if (r || !(kib > 0))
		return r;
	s.bytes_s = rate * 1024;
	s.iops = iops;
	s.lat_ns = lat * 1e3;
	if (find_p99(line, from + SIDE_CLAT_PERCENTILES, &p99))
		s.p99_ns = p99 * 1e3;
	return fio_put(im, job, &s);
}

/* The memo holds the names of the open run's jobs, each between ';'. */
static int count_job(struct import *im, struct fio_job *job)
{
	struct strbuf *memo = import_memo(im, 0);
	const char *p = memo->buf;

	job->nth = 1;
	for (; (p = strchr(p, ';')) && p[1]; p++)
		if (!strncmp(p + 1, job->name, job->name_len) && p[1 + job->name_len] == ';')
			job->nth++;
	if (job->nth == 2)
		import_note(im, "'%.*s' on lines that follow one another: taken as jobs of one "
			    "run; put a blank line between repetitions", (int)job->name_len,
			    job->name);
	if (memo->len > JOBS_LEN_MAX)
		return import_fail(im, "too many jobs in a run: use --group_reporting");
	if ((!memo->len && strbuf_addc(memo, ';')) ||
	    strbuf_add(memo, job->name, job->name_len) || strbuf_addc(memo, ';'))
		return import_nomem(im);
	return 0;
}

static int put_job(struct import *im, const char *line)
{
	struct fio_job job = { .name = field(line, 2) };
	double error;
	int r;

	job.name_len = strcspn(job.name, ";");
	r = number(im, line, 4, &error);
	if (!r)
		r = count_job(im, &job);
	if (!r && error > 0)
		return fio_skip(im, &job, (int)error);
	if (!r)
		r = side(im, line, FIELDS_HEAD, &job, "read");
	return r ? r : side(im, line, FIELDS_HEAD + FIELDS_SIDE, &job, "write");
}

static int parse(struct import *im)
{
	const char *line = import_line(im)->text, *p = line;
	int64_t version = 0;
	int r;

	take_whole(&p, &version);
	if (version != 3)
		return import_fail(im, "terse version %lld: only 3 is read (or JSON)",
				   (long long)version);
	/* a mailer wraps at blanks, of which there are few */
	for (int i = 0; count_fields(import_line(im)->text) < FIELDS_MIN; i++)
		if (i == JOINS_MAX || !import_peek(im) || detect(import_peek(im)->text) ||
		    !import_join(im))
			return import_fail(im, "the line is cut: %zu fields of %d at least",
					   count_fields(import_line(im)->text), FIELDS_MIN);
	r = put_job(im, import_line(im)->text);
	if (!r && (!import_peek(im) || !detect(import_peek(im)->text))) {
		strbuf_reset(import_memo(im, 0));
		r = import_end_run(im);
	}
	return r;
}

const struct importer import_fio_terse = {
	.name = "fio-terse",
	.summary = "fio --output-format=terse, version 3",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
