// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "layout.h"

static struct image_opts o = { .format = "text" };
static uint64_t line = 64;
static bool all;

static const struct opt opts[] = {
	IMAGE_OPTS(o, "functions of these names instead of the copy path's", "rows (default: all)"),
	{ 'l', "line", "BYTES", "of a cache line (default 64)", OPT_COUNT, &line },
	{ 'a', "all", NULL, "all functions", OPT_FLAG, &all },
	{ 0 }
};

enum { SYMBOL, BASE, NEW, BASE_ALIGN, NEW_ALIGN, BASE_OFFSET, NEW_OFFSET, BASE_LINES, NEW_LINES };

static const struct sheet_column columns[] = {
	[SYMBOL] = { "symbol", "function", SHEET_TEXT },
	[BASE] = { "base_address", "base at", SHEET_HEX },
	[NEW] = { "new_address", "new at", SHEET_HEX },
	[BASE_ALIGN] = { "base_align", "align", SHEET_COUNT },
	[NEW_ALIGN] = { "new_align", "new", SHEET_COUNT },
	[BASE_OFFSET] = { "base_offset", "offset", SHEET_COUNT },
	[NEW_OFFSET] = { "new_offset", "new", SHEET_COUNT },
	[BASE_LINES] = { "base_lines", "lines", SHEET_COUNT },
	[NEW_LINES] = { "new_lines", "new", SHEET_COUNT },
};

static bool wanted(void *arg, const char *name)
{
	return all || (o.filter ? image_wanted(&o, name) : layout_copy_path(name));
}

static int put_move(struct sheet *s, const struct layout_move *m)
{
	int r = sheet_row(s);

	if (!r)
		r = sheet_text(s, SYMBOL, m->name);
	for (int side = 0; !r && side < 2; side++) {
		const struct layout_place *p = &m->side[side];

		sheet_count(s, BASE + side, (int64_t)p->addr);
		sheet_count(s, BASE_ALIGN + side, (int64_t)p->align);
		sheet_count(s, BASE_OFFSET + side, (int64_t)p->offset);
		sheet_count(s, BASE_LINES + side, (int64_t)p->lines);
	}
	return r;
}

static int make(struct sheets *sheets, const struct obj *objs)
{
	const struct layout_opts lo = { .line = line, .wanted = wanted };
	struct sheet *s = sheets_add(sheets, "functions", NULL, columns,
				     sizeof(columns) / sizeof(columns[0]));
	struct layout l;
	int r = layout_compare(&l, &objs[0], &objs[1], &lo);

	for (size_t i = 0; !r && i < l.n && (!o.top || i < o.top); i++)
		r = put_move(s, &l.v[i]);
	if (!r)
		r = sheets_note(sheets, "%zu of the %zu functions that both have lie otherwise in their "
				"lines of %llu bytes", l.n, l.both, (unsigned long long)line);
	if (!r && objs[0].relocatable)
		r = sheets_note(sheets, "addresses in a .o or .ko are of its own sections: "
				"where they end up is not known yet");
	layout_release(&l);
	return r;
}

static int image_layout_run(int argc, char **argv)
{
	const struct sheet_format *format = image_format(&image_layout_cmd, &o);
	struct sheets sheets;
	struct obj objs[2] = { 0 };
	int status;

	if (!format)
		return EXIT_USAGE;
	if (argc != 2)
		return complain(EXIT_USAGE, "image layout: want two files, A and B");
	if (all && o.filter)
		return complain(EXIT_USAGE, "image layout: --all and --filter: choose one");
	if (line & (line - 1) || line < 4 || line > 4096)
		return complain(EXIT_USAGE, "image layout: --line %llu: want a power of two from 4 to 4096",
				(unsigned long long)line);
	sheets_init(&sheets);
	status = image_open(objs, 2, argv);
	for (int i = 0; status == EXIT_DONE && i < 2; i++)
		if (!objs[i].nsymbols)
			status = image_no_symbols(&image_layout_cmd, &objs[i]);
	if (status == EXIT_DONE)
		status = image_put(&image_layout_cmd, format, &sheets, make(&sheets, objs));
	image_close(objs, 2);
	sheets_release(&sheets);
	return status;
}

const struct command image_layout_cmd = {
	.name = "image layout",
	.args = "A B",
	.summary = "functions whose alignment or place in a cache line moved",
	.about = "Print the functions of the copy path that lie otherwise in B than in A: the largest\n"
		 "power of two that their address is a multiple of, their offset in a cache line, and\n"
		 "how many lines they are in. Such moves change what a function costs, though it is\n"
		 "the same.",
	.opts = opts,
	IMAGE_FORMATS,
	.run = image_layout_run,
};
