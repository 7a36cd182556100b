/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of lib/result share while a record is read. Private. */
#ifndef UABENCH_RESULT_LOAD_H
#define UABENCH_RESULT_LOAD_H

#include "intern.h"
#include "lines.h"
#include "record.h"
#include "result.h"

#define RECORD_LINE_MAX		(1024 * 1024)
#define RECORD_PARAMS_MAX	32	/* of one case */
#define RECORD_FIGURES_MAX	64	/* counters, and extras, of one batch */
#define RECORD_PROC_MAX		1000000

/* --- batch lines, as record.c and scan.c hand them to batch.c */

struct figure {
	const char *name;	/* of the set's string table */
	double value;
};

struct batch {
	uint32_t key;		/* id */
	const char *unit;
	int64_t iters, bytes, proc, round;
	double elapsed, ref_arith, ref_mem;
	double se;		/* 0: unknown */
	int64_t n;		/* repetitions: 1 or more */
	int64_t nivcsw, steal, minflt;	/* -1: unknown */
	uint32_t ncounters, nextras;
	struct figure counters[RECORD_FIGURES_MAX];
	struct figure extras[RECORD_FIGURES_MAX];
};

/* --- index.c: names and numbers of a set, kept from load to load */

/* Number to number, emptied in constant time by a new generation. */
struct slot_map {
	struct slot {
		uint32_t generation, value;
	} *slots;
	size_t alloc;
};

#define SLOT_NONE	UINT32_MAX

uint32_t slot_get(const struct slot_map *map, uint32_t generation, uint32_t i);
int slot_set(struct slot_map *map, uint32_t generation, uint32_t i, uint32_t value);

/* `"case":...,"params":...,"unit":...` as it stands in the file, and what it means. */
struct span {
	uint32_t key;
	const char *unit;
};

struct row {
	struct result_batch batch;
	uint32_t series;	/* in open */
};

struct sums {
	struct result_sum *v;
	size_t n, alloc;
};

struct open_series {
	uint32_t key, n;
	const char *unit;
	uint64_t bytes, iters;
	struct sums counters, extras;
	struct result_batch *out;	/* where its next batch goes in the finished run */
};

struct result_index {
	struct intern strings;	/* units, reasons, names of counters */
	struct intern keys;	/* canonical text of a key; number is key->id */
	struct intern skips;	/* (key, reason, errno) */
	struct intern span_texts;
	struct span *spans;	/* by number in span_texts */
	size_t spans_alloc, keys_alloc;

	/* the run being read; memory is kept for the next one */
	struct lines lines;
	uint32_t generation;
	struct slot_map series_of_key, skip_of_id, procs;
	struct row *rows;
	size_t nrows, rows_alloc;
	struct open_series *open;
	size_t nopen, open_alloc;
	struct result_skip *skip_list;
	size_t nskips, skips_alloc;
	struct batch batch;
};

struct result_index *index_new(void);
void index_free(struct result_index *index);

/* The one copy of a string in the set, or NULL without memory. */
const char *index_string(struct result_index *index, const char *s, size_t len);

/* Why a case and its parameters make no key, or NULL. */
const char *index_key_fault(const json_t *case_name, const json_t *params);

/* The id of the key of a case and parameters without fault. 0 or -ENOMEM. */
int index_key(struct result_set *set, json_t *case_name, json_t *params, uint32_t *ret_id);

void key_free(struct result_key *key);

/* --- the run being read */

struct loader {
	struct result_set *set;
	struct result_index *ix;
	struct result_run *run;	/* not of the set yet */
	struct strbuf *diag;
	const char *path;
	size_t line;
	bool ended;
	bool instructions;	/* the clock of the run counts them */
	bool checksums;		/* its run line has one, so that all lines must */
};

/* Appends "path:line: text" to the diagnosis and returns @err. */
int load_fail(struct loader *ld, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int load_nomem(struct loader *ld);

/* The run being read has ended and another begins in the same file. 0 or -errno, said. */
int load_next_run(struct loader *ld);

/* record.c: one line of JSON text. 0, -errno, or 1 where the JSON itself is broken;
 * then @ret_error says how. */
int record_line(struct loader *ld, const char *line, size_t len, json_error_t *ret_error);

/* record.c: a batch line's object into ->ix->batch. 0 or -errno with its diagnosis. */
int record_batch(struct loader *ld, json_t *root);

/*
 * scan.c: a batch line in the layout the runner writes into ->ix->batch, without
 * building JSON. Returns 1, 0 where the line has anything unusual and must take
 * the long way, or -ENOMEM.
 */
int scan_batch(struct loader *ld, const char *line, size_t len);

/* batch.c */
void batch_begin(struct loader *ld);	/* a new run */
int batch_add(struct loader *ld);	/* ->ix->batch; 0 or -errno with its diagnosis */
int batch_finish(struct loader *ld);	/* rows into the run's series */

#endif
