/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The specs, each in arch_*.c; their table is in archs.c. */
#ifndef UABENCH_LAB_ARCHS_H
#define UABENCH_LAB_ARCHS_H

#include "lab.h"

extern const struct lab_spec lab_riscv64;

#endif
