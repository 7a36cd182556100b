// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "size.h"

static struct image_opts o = { .format = "text" };

static const struct opt opts[] = {
	{ 'f', "format", "FORMAT", "how to print it, as below", OPT_TEXT, &o.format },
	{ 0 }
};

enum { FILENAME, FORM, TEXT, DATA, BSS, DEC, DTEXT, DDATA, DBSS, DDEC, SHARE };

static const struct sheet_column columns[] = {
	[FILENAME] = { "filename", "filename", SHEET_TEXT },
	[FORM] = { "packed", "packed", SHEET_TEXT },
	[TEXT] = { "text", "text", SHEET_COUNT },
	[DATA] = { "data", "data", SHEET_COUNT },
	[BSS] = { "bss", "bss", SHEET_COUNT },
	[DEC] = { "dec", "dec", SHEET_COUNT },
	[DTEXT] = { "text_change", "text", SHEET_CHANGE },
	[DDATA] = { "data_change", "data", SHEET_CHANGE },
	[DBSS] = { "bss_change", "bss", SHEET_CHANGE },
	[DDEC] = { "dec_change", "dec", SHEET_CHANGE },
	[SHARE] = { "change", "change", SHEET_SHARE },
};

static uint64_t total(const struct image_size *s)
{
	return s->text + s->data + s->bss;
}

/* As GNU size has it. */
static int put_gnu(const struct obj *objs, const struct image_size *sizes, int n,
		   struct strbuf *sb)
{
	int r = strbuf_adds(sb, "   text\t   data\t    bss\t    dec\t    hex\tfilename\n");

	for (int i = 0; !r && i < n; i++)
		r = strbuf_printf(sb, "%7" PRIu64 "\t%7" PRIu64 "\t%7" PRIu64 "\t%7" PRIu64
				  "\t%7" PRIx64 "\t%s\n", sizes[i].text, sizes[i].data,
				  sizes[i].bss, total(&sizes[i]), total(&sizes[i]), objs[i].path);
	return r;
}

static int put_change(uint64_t base, uint64_t new, bool hex, struct strbuf *sb)
{
	const uint64_t by = new < base ? base - new : new - base;
	char text[32];

	snprintf(text, sizeof(text), hex ? "%s%" PRIx64 : "%s%" PRIu64,
		 new < base ? "-" : new > base ? "+" : "", by);
	return strbuf_printf(sb, "%7s\t", text);
}

static int put_share(uint64_t base, uint64_t new, struct strbuf *sb)
{
	char text[32] = "";

	if (base)
		snprintf(text, sizeof(text), "%+.2f%%", 100 * ((double)new - (double)base) / (double)base);
	return strbuf_printf(sb, "%7s\t", text);
}

/* The rows below, of one file against the first, in the same columns. */
static int put_difference(const struct obj *objs, const struct image_size *base,
			  const struct image_size *new, int i, struct strbuf *sb)
{
	int r = put_change(base->text, new->text, false, sb);

	if (!r)
		r = put_change(base->data, new->data, false, sb);
	if (!r)
		r = put_change(base->bss, new->bss, false, sb);
	if (!r)
		r = put_change(total(base), total(new), false, sb);
	if (!r)
		r = put_change(total(base), total(new), true, sb);
	if (!r)
		r = strbuf_printf(sb, "%s - %s\n", objs[i].path, objs[0].path);
	if (!r)
		r = put_share(base->text, new->text, sb);
	if (!r)
		r = put_share(base->data, new->data, sb);
	if (!r)
		r = put_share(base->bss, new->bss, sb);
	if (!r)
		r = put_share(total(base), total(new), sb);
	return r ? r : strbuf_addc(sb, '\n');
}

static int put_text(struct sheets *s, const struct obj *objs, const struct image_size *sizes,
		    int n)
{
	struct strbuf sb = STRBUF_INIT;
	int r = put_gnu(objs, sizes, n, &sb);

	for (int i = 1; !r && i < n; i++)
		r = put_difference(objs, &sizes[0], &sizes[i], i, &sb);
	if (!r)
		r = strbuf_detach(&sb, &s->above);
	strbuf_release(&sb);
	return r;
}

static int fill(struct sheet *s, const struct obj *obj, const struct image_size *base,
		const struct image_size *size)
{
	int r = sheet_row(s);

	if (!r)
		r = sheet_text(s, FILENAME, obj->path);
	if (!r && obj->packed)
		r = sheet_text(s, FORM, obj->packed);
	if (r)
		return r;
	sheet_count(s, TEXT, size->text);
	sheet_count(s, DATA, size->data);
	sheet_count(s, BSS, size->bss);
	sheet_count(s, DEC, total(size));
	if (size == base)
		return 0;
	sheet_count(s, DTEXT, size->text - base->text);
	sheet_count(s, DDATA, size->data - base->data);
	sheet_count(s, DBSS, size->bss - base->bss);
	sheet_count(s, DDEC, total(size) - total(base));
	sheet_share(s, SHARE, ((double)total(size) - (double)total(base)) / (double)total(base));
	return 0;
}

static int make(struct sheets *s, const struct obj *objs, int n)
{
	struct sheet *sheet = sheets_add(s, "files", NULL, columns,
					 sizeof(columns) / sizeof(columns[0]));
	struct image_size *sizes = calloc(n, sizeof(*sizes));
	int r = sizes ? 0 : -ENOMEM;

	for (int i = 0; !r && i < n; i++)
		image_size(&objs[i], &sizes[i]);
	for (int i = 0; !r && i < n; i++)
		r = fill(sheet, &objs[i], &sizes[0], &sizes[i]);
	if (!r)
		r = put_text(s, objs, sizes, n);
	for (int i = 0; !r && i < n; i++)
		if (objs[i].note)
			r = sheets_note(s, "%s: %s", objs[i].path, objs[i].note);
	free(sizes);
	return r;
}

static int image_size_run(int argc, char **argv)
{
	const struct sheet_format *format = image_format(&image_size_cmd, &o);
	struct sheets sheets;
	struct obj *objs;
	int status;

	if (!format)
		return EXIT_USAGE;
	if (!argc)
		return complain(EXIT_USAGE, "image size: which files?");
	sheets_init(&sheets);
	status = image_open_all(&objs, argc, argv);
	if (status == EXIT_DONE)
		status = image_put(&image_size_cmd, format, &sheets, make(&sheets, objs, argc));
	image_close_all(objs, argc);
	sheets_release(&sheets);
	return status;
}

const struct command image_size_cmd = {
	.name = "image size",
	.args = "A [B...]",
	.summary = "text, data, bss as GNU size counts them, and the differences",
	.about = "Print what GNU size (Berkeley) prints for the same files, byte for byte, and below\n"
		 "it two rows for each further file: what it has more or less than the first, and\n"
		 "that as a share. Of a packed kernel this is the kernel inside it.",
	.opts = opts,
	IMAGE_FORMATS,
	.run = image_size_run,
};
