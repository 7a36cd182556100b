/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_LAB_INTERNAL_H
#define UABENCH_LAB_INTERNAL_H

#include "lab.h"
#include "process.h"

#define LAB_MAX_ROUTINES	32

/*
 * Make in dir/include what Kbuild would have generated before it assembles anything:
 * autoconf.h from spec->config, the wrappers of asm-generic headers that the tree's own
 * Kbuild files ask for, an empty asm-offsets.h, and what an architecture's own scripts
 * make (arm64: cpucaps.h, sysreg-defs.h).
 */
int lab_stubs(const struct lab_spec *spec, const char *tree, const char *dir, struct strbuf *diag);

/* The options with which the tree's code is assembled (or compiled, where c). */
void lab_tree_flags(struct argv *a, const struct lab_spec *spec, const char *tree, bool c);

/* dir/routines.c: the table of the guest. */
int lab_routines_write(const struct lab_build *b);

/* qemu and its options, up to the program. */
void lab_qemu(struct argv *a, const struct lab_spec *spec, const char *plugin);

/* Fill in finding->where by addr2line. */
int lab_locate(const struct lab_build *b, struct lab_finding *f, size_t n, struct strbuf *diag);

#endif
