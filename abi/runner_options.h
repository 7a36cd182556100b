/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The options that set how the runner measures, one line each: the runner's own
 * parser and help, and those of `uabench run`, which passes them on, are made
 * from this list. X(short, long, argument or NULL, help)
 */
#ifndef UABENCH_ABI_RUNNER_OPTIONS_H
#define UABENCH_ABI_RUNNER_OPTIONS_H

/* Defaults that the record tells of: its `uabench run` line leaves them out. */
#define RUNNER_TIME_S		45
#define RUNNER_BATCH_MS		0.25
#define RUNNER_REF_MS		0.05
#define RUNNER_ROUNDS		1

#define RUNNER_STR_(x)	#x
#define RUNNER_STR(x)	RUNNER_STR_(x)

#define RUNNER_OPTIONS(X)							\
	X('b', "bench", "GLOB[,GLOB]", "cases to measure; 'default': all that are not optional") \
	X('p', "param", "NAME=V[,V]", "values of an axis, K, M and G allowed")	\
	X('l', "label", "TEXT", "name of this kernel or setting, kept in the record") \
	X('t', "time", "SECONDS", "budget of the whole run (default " RUNNER_STR(RUNNER_TIME_S) ")") \
	X(256, "procs", "N", "processes (default: as many as the time allows)")	\
	X(257, "rounds", "N", "visits to each case a process (default " RUNNER_STR(RUNNER_ROUNDS) ")") \
	X(258, "batch", "MS", "length of a batch (default " RUNNER_STR(RUNNER_BATCH_MS) ")") \
	X(259, "ref", "MS", "length of each reference loop (default " RUNNER_STR(RUNNER_REF_MS) ")") \
	X(260, "iters", "N", "iterations a batch (default: calibrated)")	\
	X(261, "cpu", "N", "CPU to measure on (default: the last one allowed)")	\
	X(262, "dir", "DIR", "file system for the file cases (default $TMPDIR, /var/tmp)") \
	X(263, "seed", "N", "of the order of visits (default: from the clock)")	\
	X(264, "no-counters", NULL, "do not open perf events")			\
	X(265, "arm", "TEXT", "arm of the experiment, kept in the record (base, new, control)") \
	X(266, "clock", "MODE", "time, or instructions: the clock counts them; this is proved") \
	X(267, "virt", "NAME", "the hypervisor or emulator, where the guest cannot tell") \
	X(268, "machine", "TEXT", "how an emulator models this machine, kept in the record") \
	X(269, "device", "DEV", "block device that throughput.cached and .buffered read, as hdparm") \
	X('q', "quiet", NULL, "no progress line")

#endif
