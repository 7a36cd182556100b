/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_WORKER_H
#define UABENCH_WORKER_H

#include <stdint.h>

#include "counters.h"

/* Of this process; n is 0 where there are none or they were not wanted. */
extern struct counters worker_counters;

/* The run's own generator (splitmix64), seeded by run and process. */
uint64_t worker_random(void);

#endif
