// SPDX-License-Identifier: GPL-2.0-or-later
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image-objdump.h"
#include "image.h"
#include "insns.h"

#define HALF	36	/* columns of 80, for a side */

static struct image_opts o = { .format = "text" };
static const char *symbol;
static bool changes;

static const struct opt opts[] = {
	IMAGE_OPTS(o, "only rows where an instruction matches", "at most N rows"),
	{ 's', "symbol", "NAME", "the function", OPT_TEXT, &symbol },
	{ 'c', "changes", NULL, "only rows that differ", OPT_FLAG, &changes },
	{ 0 }
};

enum { BASE_OFFSET, BASE, MARK, NEW_OFFSET, NEW };

static const struct sheet_column columns[] = {
	[BASE_OFFSET] = { "base_offset", "base at", SHEET_HEX },
	[BASE] = { "base", "base", SHEET_TEXT },
	[MARK] = { "mark", "", SHEET_TEXT },
	[NEW_OFFSET] = { "new_offset", "new at", SHEET_HEX },
	[NEW] = { "new", "new", SHEET_TEXT },
};

static const struct obj_symbol *find(const struct obj *obj)
{
	const struct obj_symbol *found = NULL;

	for (size_t i = 0; i < obj->nsymbols; i++) {
		const struct obj_symbol *sym = &obj->symbols[i];

		if (strcmp(sym->name, symbol) || sym->section == OBJ_NO_SECTION ||
		    !(obj->sections[sym->section].flags & SHF_EXECINSTR))
			continue;
		if (!found || sym->bind == OBJ_GLOBAL)
			found = sym;
	}
	return found;
}

/* Exit status, complained. */
static int disassemble(const struct obj *obj, struct insns *in)
{
	const struct obj_symbol *sym = find(obj);
	struct strbuf sb = STRBUF_INIT;
	const struct obj_section *s;
	const char *program;
	uint64_t from;
	int r, status = EXIT_DONE;

	if (!sym)
		return complain(EXIT_USAGE, "image insns: %s: no function '%s': see 'uabench image diff "
				"--unfold --filter' for names", obj->path, symbol);
	s = &obj->sections[sym->section];
	from = obj->relocatable ? sym->addr - s->addr : sym->addr;
	r = objdump_run(obj, s->name, from, insns_extent(obj, sym), &sb, &program);
	if (!r)
		r = insns_parse(in, sb.buf, symbol, from);
	if (r == -ENOENT)
		status = complain(EXIT_USAGE, "image insns: %s: no disassembler for %s: install %s (Debian: "
				  "the binutils package of that target)", obj->path,
				  obj_arch(obj) ? obj_arch(obj) : "this machine", program);
	else if (r || !in->n)
		status = complain(EXIT_USAGE, "image insns: %s: %s", obj->path, r == -EIO || !r ?
				  "objdump finds no instructions there" : strerror(-r));
	strbuf_release(&sb);
	return status;
}

/* "  1c mov ...", cut at a side's width. */
static int put_side(const struct insns *in, size_t i, struct strbuf *sb)
{
	char offset[24] = "";

	if (i == INSNS_NONE)
		return strbuf_printf(sb, "%*s", HALF + 1, "");
	snprintf(offset, sizeof(offset), "%llx", (unsigned long long)in->v[i].offset);
	return strbuf_printf(sb, "%5s %-*.*s", offset, HALF - 5, HALF - 5, in->v[i].text);
}

static bool matches(const struct insns *in, size_t i)
{
	return i != INSNS_NONE && image_wanted(&o, in->v[i].text);
}

/* The rows that are to be shown to the front, and how many they are. */
static size_t choose(struct insns_rows *rows, const struct insns *in)
{
	size_t n = 0;

	for (size_t i = 0; i < rows->n && (!o.top || n < o.top); i++) {
		const struct insns_row *row = &rows->v[i];

		if ((!changes || row->mark != ' ') &&
		    (matches(&in[0], row->base) || matches(&in[1], row->new)))
			rows->v[n++] = *row;
	}
	return n;
}

static int put_text(const struct insns_rows *rows, const struct insns *in, struct strbuf *sb)
{
	int r = 0;

	for (size_t i = 0; !r && i < rows->n; i++) {
		const struct insns_row *row = &rows->v[i];

		r = put_side(&in[0], row->base, sb);
		if (!r)
			r = strbuf_printf(sb, " %c ", row->mark);
		if (!r)
			r = put_side(&in[1], row->new, sb);
		while (sb->len && sb->buf[sb->len - 1] == ' ')
			strbuf_truncate(sb, sb->len - 1);
		if (!r)
			r = strbuf_addc(sb, '\n');
	}
	return r;
}

static int put_row(struct sheet *s, const struct insns_row *row, const struct insns *in)
{
	const char mark[2] = { row->mark };
	int r = sheet_row(s);

	if (!r)
		r = sheet_text(s, MARK, mark);
	if (!r && row->base != INSNS_NONE) {
		sheet_count(s, BASE_OFFSET, (int64_t)in[0].v[row->base].offset);
		r = sheet_text(s, BASE, in[0].v[row->base].text);
	}
	if (!r && row->new != INSNS_NONE) {
		sheet_count(s, NEW_OFFSET, (int64_t)in[1].v[row->new].offset);
		r = sheet_text(s, NEW, in[1].v[row->new].text);
	}
	return r;
}

static int make(struct sheets *sheets, struct insns *in)
{
	struct sheet *s = sheets_add(sheets, "instructions", NULL, columns,
				     sizeof(columns) / sizeof(columns[0]));
	struct strbuf sb = STRBUF_INIT;
	struct insns_rows rows;
	int r = insns_align(&rows, &in[0], &in[1]);

	rows.n = r ? 0 : choose(&rows, in);
	for (size_t i = 0; !r && i < rows.n; i++)
		r = put_row(s, &rows.v[i], in);
	if (!r)
		r = put_text(&rows, in, &sb);
	if (!r)
		r = strbuf_detach(&sb, &sheets->above);
	if (!r)
		r = sheets_note(sheets, "%s: %zu -> %zu instructions, of which %zu are the same", symbol,
				in[0].n, in[1].n, rows.equal);
	if (!r && !rows.whole)
		r = sheets_note(sheets, "too long to align but at both ends");
	strbuf_release(&sb);
	insns_rows_release(&rows);
	return r;
}

static int image_insns_run(int argc, char **argv)
{
	const struct sheet_format *format = image_format(&image_insns_cmd, &o);
	struct insns in[2] = { 0 };
	struct obj objs[2] = { 0 };
	struct sheets sheets;
	int status;

	if (!format)
		return EXIT_USAGE;
	if (argc != 2 || !symbol)
		return complain(EXIT_USAGE, "image insns: want two files, A and B, and --symbol NAME");
	sheets_init(&sheets);
	status = image_open(objs, 2, argv);
	for (int i = 0; status == EXIT_DONE && i < 2; i++)
		status = objs[i].nsymbols ? disassemble(&objs[i], &in[i]) :
			 image_no_symbols(&image_insns_cmd, &objs[i]);
	if (status == EXIT_DONE)
		status = image_put(&image_insns_cmd, format, &sheets, make(&sheets, in));
	for (int i = 0; i < 2; i++)
		insns_release(&in[i]);
	image_close(objs, 2);
	sheets_release(&sheets);
	return status;
}

const struct command image_insns_cmd = {
	.name = "image insns",
	.args = "A B",
	.summary = "the instructions of one function, side by side",
	.about = "Print the instructions of a function in A and B, aligned: | marks another in its\n"
		 "place, < one that only A has, > one that only B has. Targets within the function\n"
		 "(+0x1c) are shown, but do not make a difference. The objdump of the files' machine\n"
		 "disassembles: Debian's are in the binutils package of each target.",
	.opts = opts,
	IMAGE_FORMATS,
	.run = image_insns_run,
};
