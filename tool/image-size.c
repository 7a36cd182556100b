// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "image.h"
#include "size.h"

static struct image_opts o = { .format = "text" };

static const struct opt opts[] = {
	IMAGE_OPTS(o, "only sections whose name matches", "at most N files beside A, that differ most"),
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

/* A file: which of the arguments, and what it has. */
struct file {
	int at;
	const struct obj *obj;
	struct image_size size;
	int64_t change;		/* against the first */
};

static uint64_t total(const struct file *f)
{
	return image_size_total(&f->size);
}

/* As GNU size has it. */
static int put_gnu(const struct file *files, int n, struct strbuf *sb)
{
	int r = strbuf_adds(sb, "   text\t   data\t    bss\t    dec\t    hex\tfilename\n");

	for (int i = 0; !r && i < n; i++)
		r = strbuf_printf(sb, "%7" PRIu64 "\t%7" PRIu64 "\t%7" PRIu64 "\t%7" PRIu64
				  "\t%7" PRIx64 "\t%s\n", files[i].size.text, files[i].size.data,
				  files[i].size.bss, total(&files[i]), total(&files[i]),
				  files[i].obj->path);
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
static int put_difference(const struct file *a, const struct file *b, struct strbuf *sb)
{
	int r = put_change(a->size.text, b->size.text, false, sb);

	if (!r)
		r = put_change(a->size.data, b->size.data, false, sb);
	if (!r)
		r = put_change(a->size.bss, b->size.bss, false, sb);
	if (!r)
		r = put_change(total(a), total(b), false, sb);
	if (!r)
		r = put_change(total(a), total(b), true, sb);
	if (!r)
		r = strbuf_printf(sb, "%s - %s\n", b->obj->path, a->obj->path);
	if (!r)
		r = put_share(a->size.text, b->size.text, sb);
	if (!r)
		r = put_share(a->size.data, b->size.data, sb);
	if (!r)
		r = put_share(a->size.bss, b->size.bss, sb);
	if (!r)
		r = put_share(total(a), total(b), sb);
	return r ? r : strbuf_addc(sb, '\n');
}

static int by_place(const void *a, const void *b)
{
	const struct file *x = a, *y = b;

	return x->at - y->at;
}

/* The largest change first. */
static int by_change(const void *a, const void *b)
{
	const struct file *x = a, *y = b;
	const int c = change_order(x->change, y->change);

	return c ? c : by_place(a, b);
}

static int fill(struct sheet *s, const struct file *base, const struct file *f)
{
	int r = sheet_row(s);

	if (!r)
		r = sheet_text(s, FILENAME, f->obj->path);
	if (!r && f->obj->packed)
		r = sheet_text(s, FORM, f->obj->packed);
	if (r)
		return r;
	sheet_count(s, TEXT, f->size.text);
	sheet_count(s, DATA, f->size.data);
	sheet_count(s, BSS, f->size.bss);
	sheet_count(s, DEC, total(f));
	if (f == base)
		return 0;
	sheet_count(s, DTEXT, f->size.text - base->size.text);
	sheet_count(s, DDATA, f->size.data - base->size.data);
	sheet_count(s, DBSS, f->size.bss - base->size.bss);
	sheet_count(s, DDEC, f->change);
	sheet_share(s, SHARE, (double)f->change / (double)total(base));
	return 0;
}

static bool wanted(void *arg, const char *section)
{
	return image_wanted(&o, section);
}

static int put_files(struct sheets *s, struct file *files, int n)
{
	struct sheet *sheet = sheets_add(s, "files", NULL, columns,
					 sizeof(columns) / sizeof(columns[0]));
	struct strbuf sb = STRBUF_INIT;
	int r = put_gnu(files, n, &sb);

	for (int i = 0; !r && i < n; i++)
		r = fill(sheet, &files[0], &files[i]);
	for (int i = 0; !r && i < n; i++)
		if (files[i].obj->note)
			r = sheets_note(s, "%s: %s", files[i].obj->path, files[i].obj->note);
	qsort(files + 1, n - 1, sizeof(*files), by_change);
	for (int i = 1; !r && i < n; i++)
		r = put_difference(&files[0], &files[i], &sb);
	if (!r)
		r = strbuf_detach(&sb, &s->above);
	strbuf_release(&sb);
	return r;
}

static int make(struct sheets *s, const struct obj *objs, int n)
{
	struct file *files = calloc(n, sizeof(*files));
	int r;

	if (!files)
		return -ENOMEM;
	for (int i = 0; i < n; i++) {
		files[i].at = i;
		files[i].obj = &objs[i];
		image_size(&objs[i], o.filter ? wanted : NULL, NULL, &files[i].size);
		files[i].change = (int64_t)(total(&files[i]) - total(&files[0]));
	}
	if (o.top && o.top < (uint64_t)n - 1) {
		qsort(files + 1, n - 1, sizeof(*files), by_change);
		n = (int)o.top + 1;
		qsort(files + 1, n - 1, sizeof(*files), by_place);
	}
	r = put_files(s, files, n);
	free(files);
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
		 "it two rows for each further file, the largest change first: what it has more or\n"
		 "less than the first, and that as a share. Of a packed kernel this is the kernel\n"
		 "inside it.",
	.opts = opts,
	IMAGE_FORMATS,
	.run = image_size_run,
};
