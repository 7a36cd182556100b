/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a list of boots, some side by side, watches what each leaves on its console and in
 * its record, and ends those that panic or hang. Under icount the load of the machine
 * moves no figure, so side by side they count as alone.
 */
#ifndef UABENCH_VM_POOL_H
#define UABENCH_VM_POOL_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "console.h"

enum vm_boot_state {
	VM_BOOT_WAITS,
	VM_BOOT_RUNS,
	VM_BOOT_DONE,		/* all was measured */
	VM_BOOT_FAILED,		/* ->why */
	VM_BOOT_STOPPED,	/* by ->stop, before it was through */
};

struct vm_boot {
	char **argv;			/* of QEMU, ended by NULL */
	const char *console, *record;	/* the files that argv has them write */

	enum vm_boot_state state;
	uint64_t records, planned;	/* batches so far; how many there will be, 0: not known */
	uint64_t started_ms, ms;	/* CLOCK_MONOTONIC; how long it took so far */
	int status;			/* of the guest's init; -1: it did not end by itself */
	char why[400];			/* "panic: Kernel panic - not syncing: ..." */
	struct vm_watch *watch;		/* of the pool's own */
};

struct vm_pool {
	struct vm_boot *boots;
	size_t n;
	unsigned int jobs;		/* boots at a time, 1 or more */
	/*
	 * A boot hangs that spends this much CPU time without a byte on console and record, or
	 * that sleeps for as long with nothing left to wake it. (CPU time, for a loaded machine
	 * is no reason.)
	 */
	uint64_t patience_ms;
	const volatile sig_atomic_t *stop;	/* not 0: kill those that run, start no more */
	/* of a boot, right before it starts: 0, or not: it fails, ->why is set */
	int (*prepare)(void *data, size_t i);
	void (*ended)(void *data, size_t i);
	void (*tick)(void *data);		/* some times a second; may be NULL */
	void *data;
};

/* Run those that wait. 0 or -errno, where nothing more could be run at all. */
int vm_pool_run(struct vm_pool *pool);

#endif
