/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_HOLD_H
#define UABENCH_HOLD_H

#include "bench.h"

/* Take back everything that the helpers of bench.h gave to b. */
void hold_release(struct bench *b);

#endif
