/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_KEPT_FILE_H
#define UABENCH_KEPT_FILE_H

#include "bench.h"

/*
 * A file of len bytes with pattern contents in b->dir, open for both. The first
 * visit of a run that asks for it makes it, which takes its time, and the others
 * find it there. < 0 as bench_fd().
 */
int kept_file(struct bench *b, const char *name, uint64_t len);

#endif
