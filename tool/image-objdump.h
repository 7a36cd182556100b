/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef UABENCH_TOOL_IMAGE_OBJDUMP_H
#define UABENCH_TOOL_IMAGE_OBJDUMP_H

#include "obj.h"

/*
 * What the objdump of the object's machine prints of size bytes of a section, from an
 * address, or, in a relocatable file, an offset. 0; -ENOENT: no objdump that knows the
 * machine, *ret_program is then the one to install; -EIO: it failed; -ENOMEM.
 */
int objdump_run(const struct obj *o, const char *section, uint64_t from, uint64_t size,
		struct strbuf *sb, const char **ret_program);

#endif
