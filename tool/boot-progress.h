/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How far the boots are, on a terminal; nothing elsewhere. */
#ifndef UABENCH_TOOL_BOOT_PROGRESS_H
#define UABENCH_TOOL_BOOT_PROGRESS_H

#include "boot.h"
#include "pool.h"

struct boot_progress {
	bool on, shown;		/* a live line stands there */
	size_t before;		/* boots that were there already */
};

void boot_progress_init(struct boot_progress *p, size_t before);

/* A boot ended: a line that stays. */
void boot_progress_ended(struct boot_progress *p, const struct vm_pool *pool,
			 struct boot *const *boots, size_t i);

/* The live line: the boots that run, how many batches each has, the time left. */
void boot_progress_tick(struct boot_progress *p, const struct vm_pool *pool,
			struct boot *const *boots);
void boot_progress_clear(struct boot_progress *p);

#endif
