/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Run records read into memory. docs/record.md describes the file format and
 * abi/record.h names its keys.
 *
 *	set: any number of runs, loaded from files or directories
 *	  run: one record (mostly one a file): its settings, and
 *	    series: the batches of one case with one set of parameters
 *	key: a case and its parameters; the same in all runs of a set, so runs are
 *	     matched by key->id and never by comparing names
 */
#ifndef UABENCH_RESULT_H
#define UABENCH_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "strbuf.h"

/* A case and its parameters. Lives as long as its set and never moves. */
struct result_key {
	uint32_t id;		/* index into set->keys */
	const char *name;	/* "copy.to_user.pread size=4096 align=0" */
	const char *case_name;	/* "copy.to_user.pread" */
	json_t *params;		/* object, name: whole number; in the order first seen */
	const char *canonical;	/* name with the parameters sorted: equal for equal keys */
};

/* Stands where a batch's line does not say. */
#define RESULT_UNKNOWN	UINT32_MAX

/* A counter or a case's own figure, summed over the batches that have it. */
struct result_sum {
	const char *name;	/* "cycles:k" */
	double value;		/* sum of the values */
	double iters;		/* sum of those batches' iterations: value / iters is per op */
	uint32_t batches;	/* number of them: value / batches is the mean */
};

struct result_batch {
	double cost;		/* elapsed / iterations */
	double ref_arith;	/* 1000 steps of the reference loop; NaN where absent or 0 */
	double ref_mem;
	double se;		/* standard error of cost; NaN where unknown */
	uint32_t proc;		/* number of the process */
	uint32_t round;
	uint32_t nivcsw;	/* involuntary switches, or RESULT_UNKNOWN */
	uint32_t steal;		/* clock ticks, or RESULT_UNKNOWN */
	uint32_t minflt;	/* minor faults, or RESULT_UNKNOWN */
	uint32_t reps;		/* repetitions that cost is the mean of; mostly 1 */
};

/* The batches of one key in one run, in the order of the record. n is at least 1. */
struct result_series {
	const struct result_key *key;
	const char *unit;	/* of cost, ref_arith and ref_mem: "ns", "instructions" */
	uint64_t bytes;		/* payload an iteration, 0 where there is none */
	uint64_t iters;		/* sum over the batches */

	uint32_t n;		/* batches */
	uint32_t ncounters, nextras;
	struct result_batch *batch;	/* n of them */
	struct result_sum *counters;
	struct result_sum *extras;
};

struct result_skip {
	const struct result_key *key;
	const char *reason;
	const char *errno_name;	/* "ENOSYS", or NULL */
	uint32_t count;		/* lines that said exactly this */
};

enum result_status {
	RESULT_INCOMPLETE,	/* no end line: the run was killed or goes on */
	RESULT_COMPLETE,
	RESULT_INTERRUPTED,	/* ended early by a signal, every line whole */
	RESULT_FAILED,
};

struct result_run {
	char *path;		/* as given, or directory/name; "-" is stdin */
	size_t line;		/* number of its run line; files may hold several runs */
	json_t *meta;		/* the run line */
	enum result_status status;

	struct result_series *series;	/* in the order of key->id */
	size_t nseries;
	struct result_skip *skips;	/* in the order of the record */
	size_t nskips;

	uint64_t batches;	/* batch lines read */
	uint32_t nprocs;	/* different values of proc */
	double duration_ns;	/* of the end line; NaN where there is none */

	/* damage and the unknown; all 0 in a sound record of this version */
	size_t truncated_line;	/* number of the last line, cut in its middle and dropped */
	size_t ignored_lines;	/* lines of a type this version does not know */
	size_t first_ignored;	/* number of the first of them */
	size_t damaged_lines;	/* whose checksum does not match; left out */
	size_t first_damaged;	/* number of the first of them */
	int64_t missing_batches;	/* what the end line counts more than was read */

	void *store;		/* owns all series, their batches and sums */
};

struct result_set {
	struct result_run *runs;	/* in the order loaded; moves when more are loaded */
	size_t nruns;
	size_t runs_alloc;

	/* by id; holds also keys that were only skipped, and of loads that failed */
	struct result_key **keys;
	size_t nkeys;

	struct result_index *index;	/* private */
};

void result_set_init(struct result_set *set);
void result_set_release(struct result_set *set);

/*
 * Adds the runs of @path: a file, "-" for stdin, or a directory, whose *.jsonl
 * are taken in the order of their names (hidden files and others are ignored,
 * subdirectories not entered). All or nothing: a failure adds no run.
 *
 * On failure one line without newline, saying where, what and what to do, is
 * appended to @diag:
 *	-EINVAL			no record, or a malformed one; the line is named
 *	-EPROTONOSUPPORT	a record of a newer schema
 *	-ENODATA		an empty file or a directory without records
 *	-EFBIG			a line longer than 1 MiB
 *	-ENOMEM, or what open, read or readdir returned
 */
int result_set_load(struct result_set *set, const char *path, struct strbuf *diag);

/* The key of @set with the same case and parameters as @key of any set, or NULL. */
const struct result_key *result_set_find(const struct result_set *set,
					 const struct result_key *key);

/*
 * All keys in the order of result_key_cmp. The caller frees the array of
 * set->nkeys pointers. 0 or -ENOMEM.
 */
int result_set_sorted(const struct result_set *set, const struct result_key ***ret_keys);

/* For people: by name of the case, then parameter by parameter, numbers as numbers. */
int result_key_cmp(const struct result_key *a, const struct result_key *b);

/* 0 and the value of a parameter, or -ENOENT. */
int result_key_param(const struct result_key *key, const char *name, int64_t *ret_value);

/* The series of @key, a key of the run's own set; NULL where the run has none. */
const struct result_series *result_run_find(const struct result_run *run,
					    const struct result_key *key);

/* The sum of a counter or extra by its name, or NULL. */
const struct result_sum *result_sum_find(const struct result_sum *sums, size_t n,
					 const char *name);

/* "incomplete", "complete", "interrupted", "failed" */
const char *result_status_name(enum result_status status);

/*
 * Appends what a reader of the figures must know about the record's damage
 * ("cut in line 81; no end line"), nothing where it is sound. 0 or -ENOMEM.
 */
int result_run_notes(const struct result_run *run, struct strbuf *sb);

/*
 * The run line, with the keys of abi/record.h. Absent, null and of another
 * type are one: NULL from _str, -ENOENT from _num and _int.
 */
const char *result_run_str(const struct result_run *run, const char *rec_key);
int result_run_num(const struct result_run *run, const char *rec_key, double *ret_value);
int result_run_int(const struct result_run *run, const char *rec_key, int64_t *ret_value);

const char *result_run_label(const struct result_run *run);	/* or NULL, as all of these */
const char *result_run_boot_id(const struct result_run *run);
const char *result_run_kernel(const struct result_run *run);
const char *result_run_build_id(const struct result_run *run);
const char *result_run_imported(const struct result_run *run);	/* "hdparm" */
const char *result_run_clock(const struct result_run *run);	/* "time" or "instructions" */

#endif
