/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds and starts the static runner. */
#ifndef UABENCH_TOOL_RUNNER_H
#define UABENCH_TOOL_RUNNER_H

#include <stddef.h>

/*
 * $UABENCH_RUNNER; else uabench-runner beside this program (a build tree), or
 * where it is installed. 0, or -ENOENT, complained.
 */
int runner_find(char *path, size_t len);

/*
 * Run argv (argv[0] is set here) with stdout at fd; signals from the terminal
 * reach it, and it ends by itself. Returns its exit status, 128 + the signal
 * that killed it, or -errno where it could not be started.
 */
int runner_run(char **argv, int fd);

#endif
