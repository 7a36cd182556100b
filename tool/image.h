/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The subcommands of `uabench image`: each is a struct command in image-<name>.c, and a
 * line in the table of cmd-image.c.
 */
#ifndef UABENCH_TOOL_IMAGE_H
#define UABENCH_TOOL_IMAGE_H

#include "cmd.h"
#include "obj.h"
#include "sheet.h"

extern const struct command image_frames_cmd;
extern const struct command image_sites_cmd;
extern const struct command image_size_cmd, image_diff_cmd, image_layout_cmd, image_insns_cmd;

/* The options all of them have. */
struct image_opts {
	const char *format;	/* "text" */
	const char *filter;	/* a glob for names; NULL: all */
	uint64_t top;		/* rows of a table; 0: all */
};

#define IMAGE_OPTS(o, filter_help, top_help) \
	{ 'f', "format", "FORMAT", "how to print it, as below", OPT_TEXT, &(o).format }, \
	{ 'g', "filter", "GLOB", filter_help, OPT_TEXT, &(o).filter }, \
	{ 'n', "top", "N", top_help, OPT_COUNT, &(o).top }

/* For command->list. */
#define IMAGE_FORMATS	.list_title = "formats", .list = image_format_item
const char *image_format_item(size_t i, const char **ret_summary);

/* Whether a name is wanted. */
bool image_wanted(const struct image_opts *o, const char *name);

/* The format, or NULL, complained as of the command. */
const struct sheet_format *image_format(const struct command *cmd, const struct image_opts *o);

/* Open n objects into objs, which are n zeroed ones. Exit status, complained. */
int image_open(struct obj *objs, int n, char *const *paths);
/* The same into an array of its own, NULL for none; image_close_all() in any case. */
int image_open_all(struct obj **ret_objs, int n, char *const *paths);
void image_close_all(struct obj *objs, int n);
/* What to say of a file without symbols; exit status. */
int image_no_symbols(const struct command *cmd, const struct obj *o);
void image_close(struct obj *objs, int n);

/* Print; r is what making the sheets came to, 0 or -errno. Exit status, complained. */
int image_put(const struct command *cmd, const struct sheet_format *format,
	      const struct sheets *sheets, int r);

#endif
