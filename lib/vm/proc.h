/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What /proc tells of a process that was started here. */
#ifndef UABENCH_VM_PROC_H
#define UABENCH_VM_PROC_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * @ret_cpu_ms: CPU time of all its threads, in steps of a clock tick; @ret_busy: one of them
 * runs, or would if it were let. 0 or -errno.
 */
int vm_proc_state(pid_t pid, uint64_t *ret_cpu_ms, bool *ret_busy);

#endif
