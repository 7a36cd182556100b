// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"

static const struct command *const subcommands[] = {
	&image_size_cmd,
	&image_diff_cmd,
	&image_frames_cmd,
	&image_sites_cmd,
	&image_layout_cmd,
	&image_insns_cmd,
	NULL
};

const char *image_format_item(size_t i, const char **ret_summary)
{
	if (!sheet_formats[i])
		return NULL;
	*ret_summary = sheet_formats[i]->summary;
	return sheet_formats[i]->name;
}

bool image_wanted(const struct image_opts *o, const char *name)
{
	return !o->filter || !fnmatch(o->filter, name, 0);
}

const struct sheet_format *image_format(const struct command *cmd, const struct image_opts *o)
{
	const struct sheet_format *f = sheet_format_find(o->format);
	struct strbuf names = STRBUF_INIT;

	if (f)
		return f;
	for (size_t i = 0; sheet_formats[i]; i++)
		if (strbuf_printf(&names, "%s%s", !i ? "" : sheet_formats[i + 1] ? ", " : " or ",
				  sheet_formats[i]->name))
			break;
	complain(0, "%s: no format '%s': %s", cmd->name, o->format, names.buf);
	strbuf_release(&names);
	return NULL;
}

int image_open(struct obj *objs, int n, char *const *paths)
{
	struct strbuf diag = STRBUF_INIT;
	int status = EXIT_DONE;

	for (int i = 0; status == EXIT_DONE && i < n; i++) {
		int r = obj_open(&objs[i], paths[i], &diag);

		if (r)
			status = complain(r == -ENOMEM ? EXIT_FAILED : EXIT_USAGE, "%s",
					  diag.len ? diag.buf : strerror(-r));
	}
	strbuf_release(&diag);
	return status;
}

int image_open_all(struct obj **ret_objs, int n, char *const *paths)
{
	*ret_objs = calloc(n, sizeof(**ret_objs));
	if (!*ret_objs)
		return complain(EXIT_FAILED, "out of memory");
	return image_open(*ret_objs, n, paths);
}

int image_no_symbols(const struct command *cmd, const struct obj *o)
{
	return complain(EXIT_USAGE, "%s: %s: %s has no symbols: take the vmlinux it was made from",
			cmd->name, o->path, o->raw ? "a bare image" : o->packed ?
			"the kernel packed in it is stripped, and" : "it is stripped, and");
}

void image_close(struct obj *objs, int n)
{
	for (int i = 0; i < n; i++)
		obj_release(&objs[i]);
}

void image_close_all(struct obj *objs, int n)
{
	if (objs)
		image_close(objs, n);
	free(objs);
}

int image_put(const struct command *cmd, const struct sheet_format *format,
	      const struct sheets *sheets, int r)
{
	struct strbuf sb = STRBUF_INIT;
	int status;

	if (!r)
		r = format->put(sheets, &sb);
	status = r ? complain(EXIT_FAILED, "%s: %s", cmd->name, strerror(-r)) : put_stdout(&sb);
	strbuf_release(&sb);
	return status;
}

static int cmd_image_run(int argc, char **argv)
{
	return complain(EXIT_USAGE, "image: want a subcommand: see 'uabench image --help'");
}

const struct command cmd_image = {
	.name = "image",
	.args = "SUBCOMMAND",
	.summary = "what the compiler made of it, in kernels, modules and object files",
	.about = "Compare vmlinux, vmlinux.o, .o or .ko files of any architecture, or the kernels in\n"
		 "packed images (bzImage, Image.gz, zImage, vmlinuz), before and after a change.\n"
		 "'uabench image SUBCOMMAND --help' tells more.",
	.subs = subcommands,
	.run = cmd_image_run,
};
