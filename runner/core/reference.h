/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pure user-space loops of known work, measured beside every batch. What slows
 * a whole machine for a while slows them too, so a cost taken relative to them
 * moves less than the cost itself.
 *
 *   arith	one dependent multiply and add a step
 *   mem	one dependent load of a 256 KiB ring a step (a cache miss of the first level)
 */
#ifndef UABENCH_REFERENCE_H
#define UABENCH_REFERENCE_H

#include <stdint.h>

enum ref_kind { REF_ARITH, REF_MEM, REF_KINDS };

/* 0 or -ENOMEM. */
int ref_init(void);
/* Steps that take about ns. */
uint64_t ref_calibrate(enum ref_kind kind, uint64_t ns);
/* ns that this many steps take. */
uint64_t ref_measure(enum ref_kind kind, uint64_t steps);

#endif
