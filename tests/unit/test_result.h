/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tests of lib/result share: records in memory, and sets compared. */
#ifndef UABENCH_TEST_RESULT_H
#define UABENCH_TEST_RESULT_H

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>

#include "record.h"
#include "result.h"

#define RUN_LINE	"{\"type\":\"run\",\"schema\":1,\"clock\":\"time\"}\n"
#define BATCH_HEAD	"{\"type\":\"batch\",\"case\":\"c\"," \
			"\"params\":{\"size\":1},\"unit\":\"ns\","
#define BATCH_TAIL	"\"round\":1,\"proc\":1}\n"
#define BATCH_LINE	BATCH_HEAD "\"iters\":10,\"elapsed\":100," BATCH_TAIL
#define END_LINE	"{\"type\":\"end\",\"batches\":1,\"status\":\"complete\"}\n"

/* The path of a file of the source tree, until the next call. */
__attribute__((unused)) static const char *source_path(const char *name)
{
	static char path[4096];
	const char *root = getenv("SRCDIR");

	snprintf(path, sizeof(path), "%s/%s", root ? root : ".", name);
	return path;
}

__attribute__((unused)) static char *read_source(const char *name, size_t *ret_len)
{
	FILE *f = fopen(source_path(name), "r");
	char *text;
	long len;

	assert_non_null(f);
	assert_int_equal(fseek(f, 0, SEEK_END), 0);
	len = ftell(f);
	rewind(f);
	text = malloc(len + 1);
	assert_non_null(text);
	assert_int_equal(fread(text, 1, len, f), len);
	text[len] = '\0';
	fclose(f);
	*ret_len = len;
	return text;
}

/* Loads a record that is only in memory. */
__attribute__((unused)) static int load_text(struct result_set *set, const char *text,
					     size_t len, struct strbuf *diag)
{
	int fd = memfd_create("record", MFD_CLOEXEC), err;
	char path[64];

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, len), len);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	err = result_set_load(set, path, diag);
	close(fd);
	return err;
}

static int same_double(double a, double b)
{
	return (isnan(a) && isnan(b)) || a == b;
}

static int same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static int same_sums(const struct result_sum *a, const struct result_sum *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (strcmp(a[i].name, b[i].name) || !same_double(a[i].value, b[i].value) ||
		    a[i].iters != b[i].iters || a[i].batches != b[i].batches)
			return 0;
	return 1;
}

static int same_batch(const struct result_batch *a, const struct result_batch *b)
{
	return same_double(a->cost, b->cost) && same_double(a->ref_arith, b->ref_arith) &&
		same_double(a->ref_mem, b->ref_mem) && same_double(a->se, b->se) &&
		a->proc == b->proc && a->round == b->round && a->nivcsw == b->nivcsw &&
		a->steal == b->steal && a->minflt == b->minflt && a->reps == b->reps;
}

static int same_series(const struct result_series *a, const struct result_series *b)
{
	if (a->n != b->n || a->bytes != b->bytes || a->iters != b->iters ||
	    strcmp(a->unit, b->unit) || strcmp(a->key->name, b->key->name) ||
	    a->ncounters != b->ncounters || a->nextras != b->nextras ||
	    !same_sums(a->counters, b->counters, a->ncounters) ||
	    !same_sums(a->extras, b->extras, a->nextras))
		return 0;
	for (uint32_t i = 0; i < a->n; i++)
		if (!same_batch(&a->batch[i], &b->batch[i]))
			return 0;
	return 1;
}

/* Equal in everything but the path. */
__attribute__((unused)) static int same_run(const struct result_run *a,
					    const struct result_run *b)
{
	if (a->status != b->status || a->nseries != b->nseries || a->nskips != b->nskips ||
	    a->batches != b->batches || a->nprocs != b->nprocs ||
	    !same_double(a->duration_ns, b->duration_ns) ||
	    a->truncated_line != b->truncated_line || a->ignored_lines != b->ignored_lines ||
	    a->first_ignored != b->first_ignored ||
	    a->missing_batches != b->missing_batches || !json_equal(a->meta, b->meta))
		return 0;
	for (size_t i = 0; i < a->nskips; i++)
		if (strcmp(a->skips[i].key->name, b->skips[i].key->name) ||
		    strcmp(a->skips[i].reason, b->skips[i].reason) ||
		    !same_text(a->skips[i].errno_name, b->skips[i].errno_name) ||
		    a->skips[i].count != b->skips[i].count)
			return 0;
	for (size_t i = 0; i < a->nseries; i++)
		if (!same_series(&a->series[i], &b->series[i]))
			return 0;
	return 1;
}

#endif
