/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The keys of a run record, shared by the runner that writes it and the tool
 * that reads it. docs/record.md describes each; docs/record.schema.json is the
 * JSON Schema. A record is JSON Lines: one "run" line, then "batch" and "skip"
 * lines in the order they happened, then one "end" line; after it the next record
 * may follow.
 *
 * The schema number rises only when an older reader would misread a newer
 * record; a new key does not raise it, and readers ignore keys unknown to them.
 */
#ifndef UABENCH_ABI_RECORD_H
#define UABENCH_ABI_RECORD_H

#define REC_SCHEMA		1

/* every line */
#define REC_TYPE		"type"
#define REC_TYPE_RUN		"run"
#define REC_TYPE_BATCH		"batch"
#define REC_TYPE_SKIP		"skip"
#define REC_TYPE_END		"end"
#define REC_TYPE_CASE		"case"	/* a line of `uabench-runner --list` */

/*
 * The last member of a line that came over a serial line: CRC-32 (crc32.h), eight
 * lower-case hex digits, of the bytes before the comma in front of it.
 */
#define REC_CRC			"crc"

/* "run" */
#define REC_SCHEMA_KEY		"schema"
#define REC_LABEL		"label"
#define REC_RUNNER		"runner"	/* version of the runner */
#define REC_STARTED		"started"	/* UTC, RFC 3339 */
#define REC_BOOT_ID		"boot_id"
#define REC_KERNEL		"kernel"	/* release */
#define REC_KERNEL_VERSION	"kernel_version"
#define REC_BUILD_ID		"build_id"	/* GNU build id, hex, or null */
#define REC_CMDLINE		"cmdline"
#define REC_ARCH		"arch"		/* uname machine */
#define REC_RUNNER_ARCH		"runner_arch"	/* what the runner was built for */
#define REC_CPU			"cpu"
#define REC_CPUS		"cpus"		/* CPUs the affinity mask allows */
#define REC_PINNED		"pinned_cpu"	/* or null */
#define REC_PEER		"peer_cpu"	/* where a case's far end runs, or null */
#define REC_VIRT		"virt"		/* "none", "kvm", "tcg", ..., "unknown" */
#define REC_CLOCK		"clock"		/* "time" | "instructions" */
#define REC_CLOCK_ERROR		"clock_error"	/* of the proof of "instructions", or null */
#define REC_CLOCK_SOURCE	"clock_source"
#define REC_CLOCK_RES		"clock_resolution_ns"
#define REC_CLOCK_COST		"clock_cost_ns"
#define REC_LOOP_COST		"loop_cost_ns"	/* per iteration of an empty case */
#define REC_MITIGATIONS		"mitigations"	/* object, sysfs name: text */
#define REC_LSM			"lsm"
#define REC_AUDIT		"audit"
#define REC_SECCOMP		"seccomp"
#define REC_THP			"thp"
#define REC_GOVERNOR		"governor"
#define REC_PAGE_SIZE		"page_size"
#define REC_DIR_FS		"dir_fs"	/* file system of the work directory */
#define REC_SETTINGS		"settings"
#define REC_SEED		"seed"
#define REC_MACHINE		"machine"	/* how the emulator models it, or null */
#define REC_ARM			"arm"		/* of the experiment: "base", "control", ..., or null */
#define REC_COUNTERS_MISSING	"counters_missing"	/* object, event: reason */
#define REC_IMPORTED		"imported"	/* the tool whose output the run was read from */

/* "batch"; "skip" has case, params, reason and errno */
#define REC_CASE		"case"
#define REC_PARAMS		"params"	/* object, name: whole number */
#define REC_UNIT		"unit"		/* of elapsed: "ns" | "instructions" */
#define REC_ITERS		"iters"
#define REC_ELAPSED		"elapsed"
#define REC_SE			"se"		/* standard error of elapsed, where n > 1 */
#define REC_N			"n"		/* repetitions that elapsed is the mean of */
#define REC_BYTES		"bytes"		/* payload an iteration, where it has one */
#define REC_ROUND		"round"
#define REC_PROC		"proc"
#define REC_REF_ARITH		"ref_arith"	/* arithmetic reference loop, ns per 1000 steps */
#define REC_REF_MEM		"ref_mem"	/* memory reference loop, ns per 1000 steps */
#define REC_NIVCSW		"nivcsw"	/* involuntary switches in the batch */
#define REC_STEAL		"steal"		/* steal in the batch, clock ticks, or null */
#define REC_MINFLT		"minflt"	/* minor faults in the batch */
#define REC_COUNTERS		"counters"	/* object, event: count, scaled */
#define REC_EXTRA		"extra"		/* object, name: number; case's own */
#define REC_REASON		"reason"
#define REC_ERRNO		"errno"		/* name, such as "ENOSYS" */

/* "end" */
#define REC_BATCHES		"batches"
#define REC_SKIPS		"skips"
#define REC_PROCS		"procs"
#define REC_STATUS		"status"	/* "complete" | "interrupted" | "failed" */
#define REC_DURATION		"duration_ns"

/* "case" (list) */
#define REC_SUMMARY		"summary"
#define REC_EXERCISES		"exercises"
#define REC_OPTIONAL		"optional"	/* 1: measured only when named */
#define REC_AXES		"axes"		/* array of {name, summary, values, min, max} */

#endif
