/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The formats of show and compare, and a file with the figures beside them. */
#ifndef UABENCH_TOOL_OUTPUT_H
#define UABENCH_TOOL_OUTPUT_H

#include "cmd.h"
#include "writer.h"

/* The format of that name, or NULL, complained. */
const struct writer *format_find(const char *cmd, const char *name);

/* For command->list. */
const char *format_item(size_t i, const char **ret_summary);

/* Append the operands, ended by NULL, to a command line. 0 or -ENOMEM. */
int put_operands(char *const *operands, struct strbuf *sb);

/* Whether path, which may be NULL, can be that of --figures; else complained. */
bool figures_allowed(const char *cmd, const char *path);

/* Write sb to a file, which is replaced. EXIT_DONE or, complained, EXIT_FAILED. */
int put_file(const char *path, const struct strbuf *sb);

/* Append all of a text file to sb. 0, -ENOMEM, or complained, -EINVAL. */
int get_file(const char *cmd, const char *path, struct strbuf *sb);

#endif
