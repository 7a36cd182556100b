/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The specs, each in arch_*.c; their table is in archs.c. */
#ifndef UABENCH_LAB_ARCHS_H
#define UABENCH_LAB_ARCHS_H

#include "lab.h"

extern const struct lab_spec lab_riscv64, lab_riscv64_vector;
extern const struct lab_spec lab_arm64;
extern const struct lab_spec lab_x86, lab_x86_string, lab_x86_erms, lab_x86_fsrm, lab_x86_nocache;
extern const struct lab_spec lab_ppc64el, lab_ppc64el_power6, lab_ppc64el_power7,
	lab_ppc64el_vmx;
extern const struct lab_spec lab_arm, lab_arm_thumb2, lab_arm_domains;
extern const struct lab_spec lab_powerpc, lab_powerpc_e500mc;
extern const struct lab_spec lab_arc;
extern const struct lab_spec lab_arc_aligned;

#endif
