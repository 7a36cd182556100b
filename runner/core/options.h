/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_OPTIONS_H
#define UABENCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OPT_MAX_BENCH	64
#define OPT_MAX_PARAM	16

struct options {
	const char *label;
	const char *dir;		/* where the file system under test is */
	bool dir_given;
	const char *device;		/* NULL: a file in dir */
	const char *bench[OPT_MAX_BENCH];	/* globs of case names; none: the default set */
	unsigned int nbench;
	char bench_text[4096];		/* what the globs point into */
	size_t bench_len;
	struct {
		const char *name;	/* may hold the '=' and what follows */
		unsigned int name_len;
		const char *values;
	} param[OPT_MAX_PARAM];
	unsigned int nparam;
	uint64_t time_ns;		/* budget of the whole run */
	uint64_t batch_ns, ref_ns;
	uint64_t procs;			/* 0: as many as the time allows */
	uint64_t rounds;		/* a process */
	uint64_t iters;			/* 0: calibrated */
	uint64_t seed;
	int cpu;			/* -1: chosen */
	bool counters;
	bool quiet;
	const char *arm;		/* NULL: none */
	const char *machine;		/* NULL: not said */
	const char *virt;		/* NULL: found out */
	bool instructions;		/* --clock=instructions; yet to be proved */
	bool list;
	int worker_fd;			/* internal: -1 in the parent */
	const char *workdir, *workdir_tmpfs;	/* internal, of a worker */
	const char *port;		/* internal, of init: where the record goes; or NULL */
	bool init;			/* measuring for init.c */
};

/*
 * Parse argv. 0; 1: --help or --version was answered on stdout; -EINVAL: what
 * was wrong is on stderr. Words that are no options are wrong, unless ret_operands
 * is given: then they are moved to the end of argv, from the index it receives.
 */
int options_parse(struct options *o, int argc, char **argv, int *ret_operands);
/* A whole number with K, M or G (binary), to its end. 0 or -EINVAL. */
int options_u64(const char *text, uint64_t *ret);

#endif
