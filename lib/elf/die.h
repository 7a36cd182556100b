/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For the files of lib/elf alone: trees of DIEs, which may be damaged or have cycles. */
#ifndef UABENCH_ELF_DIE_H
#define UABENCH_ELF_DIE_H

#include "obj_dwarf.h"

#define DIE_DEPTH	128	/* of nested DIEs; a compiler's are below 40 */

/* -EINVAL (or -ENOMEM), with "PATH: damaged DWARF: DIE at 0x...: what" appended to diag. */
int die_damaged(const struct obj *o, Dwarf_Die *die, const char *what, struct strbuf *diag);

/* To the next sibling, which is never one before it. 0; 1: there is none; -EINVAL, -ENOMEM. */
int die_next(const struct obj *o, Dwarf_Die *die, struct strbuf *diag);

#endif
