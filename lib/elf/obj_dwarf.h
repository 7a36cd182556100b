/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For the files of lib/elf alone: libelf's and libdw's own types. */
#ifndef UABENCH_ELF_OBJ_DWARF_H
#define UABENCH_ELF_OBJ_DWARF_H

#include <elfutils/libdw.h>
#include <gelf.h>

#include "obj.h"

/*
 * The DWARF of an object, with the relocations of a .o or .ko applied. Owned by the
 * object; opened on first use. 0, -ENODATA where it has none, -EINVAL where it is damaged
 * (why is then in diag, "PATH: ..."), -ENOMEM.
 */
int obj_dwarf(struct obj *o, Dwarf **ret_dwarf, struct strbuf *diag);

/*
 * Apply the relocations of a .o or .ko to its sections whose names begin so, once, in
 * memory, where libelf and obj_bytes() see them; of any other file nothing is changed.
 * obj_dwarf() does so with ".debug_"; the symbols are read with ".opd" relocated. 0,
 * -EINVAL (diag), -ENOMEM.
 */
int obj_relocate(struct obj *o, const char *prefix, struct strbuf *diag);

/* Append "PATH: ..." to diag, '?' for control characters, and return r. */
int obj_fail(const struct obj *o, struct strbuf *diag, int r, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * Put the kernel that is packed in what is no ELF file in its place; sets packed, raw and
 * note. As obj_open().
 */
int obj_unpack(struct obj *o, struct strbuf *diag);

/* Read what libelf has opened: header, sections, symbols. As obj_open(). */
int obj_read_sections(struct obj *o, struct strbuf *diag);
int obj_read_symbols(struct obj *o, struct strbuf *diag);

#endif
