/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One QEMU that runs: part of the pool. */
#ifndef UABENCH_VM_WATCH_H
#define UABENCH_VM_WATCH_H

#include "pool.h"

struct vm_watch;

/* Start it; files of an earlier boot are removed. 0, -ENOMEM or -errno. */
int vm_watch_start(struct vm_boot *b, struct vm_watch **ret_watch);

/* Becomes readable when it ends; -1: cannot be told so. */
int vm_watch_fd(const struct vm_watch *w);

/* Read what is new. Whether it has ended; then the boot's ->why says what was wrong, or "". */
bool vm_watch_look(struct vm_watch *w, uint64_t now_ms, uint64_t patience_ms);

/* For good. vm_watch_look tells when it has ended. */
void vm_watch_kill(struct vm_watch *w);

/* Waits for it where it was not seen to end. May be NULL. */
void vm_watch_free(struct vm_watch *w);

#endif
