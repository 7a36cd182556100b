// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "image-inlining.h"
#include "image.h"

static struct image_opts o = { .format = "text", .top = 20 };
static const char *by;
static uint64_t depth = 2;
static bool unfold, compatible, no_dwarf;

static const struct opt opts[] = {
	IMAGE_OPTS(o, "only symbols of these names", "rows a table (default 20; 0: all)"),
	{ 256, "by", "WHAT", "only the table by symbol, section, directory or inlining",
	  OPT_TEXT, &by },
	{ 257, "depth", "N", "directories below each other that are told apart (default 2)",
	  OPT_COUNT, &depth },
	{ 258, "unfold", NULL, "keep .isra, .part, .constprop, .cold and numbers in names",
	  OPT_FLAG, &unfold },
	{ 259, "bloat-o-meter", NULL, "count what the kernel's script counts, and print as it does",
	  OPT_FLAG, &compatible },
	{ 260, "no-dwarf", NULL, "leave DWARF alone: no directories, no inlining", OPT_FLAG, &no_dwarf },
	{ 0 }
};

enum { SYMBOL, SECTION, BASE, NEW, CHANGE };

static const struct sheet_column by_symbol[] = {
	{ "symbol", "symbol", SHEET_TEXT },
	{ "section", "section", SHEET_TEXT },
	{ "base", "base", SHEET_COUNT },
	{ "new", "new", SHEET_COUNT },
	{ "change", "change", SHEET_CHANGE },
};

enum { GROUP, GBASE, GNEW, GCHANGE, GSHARE };

static const struct sheet_column by_section[] = {
	{ "section", "section", SHEET_TEXT },
	{ "base", "base", SHEET_COUNT },
	{ "new", "new", SHEET_COUNT },
	{ "change", "change", SHEET_CHANGE },
	{ "share", "share", SHEET_SHARE },
};

static const struct sheet_column by_directory[] = {
	{ "directory", "directory", SHEET_TEXT },
	{ "base", "base", SHEET_COUNT },
	{ "new", "new", SHEET_COUNT },
	{ "change", "change", SHEET_CHANGE },
	{ "share", "share", SHEET_SHARE },
};

static const struct sheet_column totals_columns[] = {
	{ "add", "added", SHEET_COUNT }, { "remove", "gone", SHEET_COUNT },
	{ "grow", "grown", SHEET_COUNT }, { "shrink", "shrunk", SHEET_COUNT },
	{ "up", "up", SHEET_CHANGE }, { "down", "down", SHEET_CHANGE },
	{ "before", "before", SHEET_COUNT }, { "after", "after", SHEET_COUNT },
	{ "change", "change", SHEET_CHANGE }, { "share", "share", SHEET_SHARE },
};

#define COLUMNS(c)	(c), sizeof(c) / sizeof((c)[0])

struct work {
	struct obj objs[2];
	struct diff d;
	struct units units[2];
	bool has_units;
	struct sheets sheets;
	struct strbuf diag;
};

static bool shown(const char *what)
{
	return !by || !strcmp(by, what);
}

static bool more(size_t row)
{
	return !o.top || row < o.top;
}

static bool wanted(void *arg, const char *name)
{
	return image_wanted(&o, name);
}

static int put_symbol(struct sheet *s, const struct diff *d, const struct diff_name *v)
{
	const int side = v->side[1].n ? 1 : 0;
	const struct obj_symbol *sym = &d->obj[side]->symbols[v->side[side].largest];
	int r = sheet_row(s);

	if (!r)
		r = sheet_text(s, SYMBOL, v->name);
	if (!r)
		r = sheet_text(s, SECTION, sym->section == OBJ_NO_SECTION ? "common" :
			       d->obj[side]->sections[sym->section].name);
	if (r)
		return r;
	if (v->side[0].n)
		sheet_count(s, BASE, (int64_t)v->side[0].size);
	if (v->side[1].n)
		sheet_count(s, NEW, (int64_t)v->side[1].size);
	sheet_count(s, CHANGE, diff_change(v));
	return 0;
}

static int put_symbols(struct work *w)
{
	struct sheet *s = sheets_add(&w->sheets, "symbols", NULL, COLUMNS(by_symbol));
	int r = 0;

	for (size_t i = 0; !r && i < w->d.n && more(i) && diff_change(&w->d.v[i]); i++)
		r = put_symbol(s, &w->d, &w->d.v[i]);
	return r;
}

static int put_totals(struct work *w)
{
	const struct diff_totals *t = &w->d.totals;
	struct sheet *s = sheets_add(&w->sheets, "totals", NULL, COLUMNS(totals_columns));
	int r = sheet_row(s);

	if (r)
		return r;
	sheet_count(s, 0, (int64_t)t->add);
	sheet_count(s, 1, (int64_t)t->remove);
	sheet_count(s, 2, (int64_t)t->grow);
	sheet_count(s, 3, (int64_t)t->shrink);
	sheet_count(s, 4, (int64_t)t->up);
	sheet_count(s, 5, -(int64_t)t->down);
	sheet_count(s, 6, (int64_t)t->before);
	sheet_count(s, 7, (int64_t)t->after);
	sheet_count(s, 8, (int64_t)(t->after - t->before));
	sheet_share(s, 9, ((double)t->after - (double)t->before) / (double)t->before);
	return 0;
}

static int put_groups(struct sheet *s, const struct diff_groups *g)
{
	int r = 0;

	for (size_t i = 0; !r && i < g->n && more(i); i++) {
		const struct diff_group *v = &g->v[i];

		if (v->size[0] == v->size[1])
			break;
		r = sheet_row(s);
		if (!r)
			r = sheet_text(s, GROUP, v->name);
		if (r)
			break;
		sheet_count(s, GBASE, (int64_t)v->size[0]);
		sheet_count(s, GNEW, (int64_t)v->size[1]);
		sheet_count(s, GCHANGE, (int64_t)(v->size[1] - v->size[0]));
		sheet_share(s, GSHARE, ((double)v->size[1] - (double)v->size[0]) /
			    (double)v->size[0]);
	}
	return r;
}

static int put_sections(struct work *w)
{
	struct sheet *s = sheets_add(&w->sheets, "sections", "sections, with what has no symbol:",
				     COLUMNS(by_section));
	struct diff_groups g;
	int r;

	diff_groups_init(&g);
	r = diff_sections(&g, &w->objs[0], &w->objs[1]);
	if (!r)
		r = put_groups(s, &g);
	diff_groups_release(&g);
	return r;
}

/* How much of a path its directory is, to the depth. */
static size_t directory(const char *path)
{
	const char *end = path;

	for (uint64_t n = depth ? depth : UINT64_MAX; n; n--) {
		const char *slash = strchr(end, '/');

		if (!slash)
			break;
		end = slash + 1;
	}
	return end > path ? end - path : 0;
}

/* Code by the directory of the unit it is from. */
static int add_directories(struct work *w, int side, struct diff_groups *g)
{
	const struct obj *obj = &w->objs[side];
	uint64_t end = 0;
	int r = 0;

	for (size_t i = 0; !r && i < obj->nsymbols; i++) {
		const struct obj_symbol *sym = &obj->symbols[i];
		const struct unit *unit;
		size_t len;

		/* aliases, and what is within another */
		if (sym->kind != OBJ_FUNC || !sym->size || sym->addr < end)
			continue;
		end = sym->addr + sym->size;
		if (!image_wanted(&o, sym->name))
			continue;
		unit = units_at(&w->units[side], sym->addr);
		len = unit ? directory(unit->path) : 0;
		r = diff_groups_add(g, side, !unit ? "(no DWARF)" : len ? unit->path : "./",
				    !unit ? 10 : len ? len : 2, sym->size);
	}
	return r;
}

static int put_directories(struct work *w)
{
	struct sheet *s = sheets_add(&w->sheets, "directories", "functions, by directory of the source "
				     "file:", COLUMNS(by_directory));
	struct diff_groups g;
	int r = 0;

	diff_groups_init(&g);
	for (int side = 0; !r && side < 2; side++)
		r = add_directories(w, side, &g);
	diff_groups_sort(&g);
	if (!r)
		r = put_groups(s, &g);
	diff_groups_release(&g);
	return r;
}

static const struct obj_symbol *function(const struct work *w, const struct diff_name *v, int side)
{
	return &w->objs[side].symbols[v->side[side].largest];
}

/* A function that is gone, or new, is its own explanation. */
static bool in_both(const struct work *w, const struct diff_name *v)
{
	return v->side[0].n && v->side[1].n && function(w, v, 0)->kind == OBJ_FUNC &&
	       function(w, v, 1)->kind == OBJ_FUNC;
}

static int put_inlining(struct work *w)
{
	struct sheet *s = sheets_add(&w->sheets, "inlining", "what is inlined more or less into functions "
				     "that both have:", image_inlining_columns,
				     IMAGE_INLINING_COLUMNS);
	size_t functions = 0;
	int r = 0;

	for (size_t i = 0; !r && i < w->d.n && more(functions) && diff_change(&w->d.v[i]); i++) {
		const struct diff_name *v = &w->d.v[i];
		const size_t before = s->nrows;
		struct inlines in[2] = { 0 };

		if (!in_both(w, v))
			continue;
		for (int side = 0; !r && side < 2; side++)
			r = inlines_of(&in[side], &w->objs[side], &w->units[side],
				       function(w, v, side)->addr, &w->diag);
		if (!r)
			r = image_put_inlining(s, v->name, &in[0], &in[1], o.top ? 3 : SIZE_MAX);
		functions += s->nrows > before;
		inlines_release(&in[0]);
		inlines_release(&in[1]);
	}
	return r;
}

/* As the script prints it. */
static int put_script(struct work *w)
{
	const struct diff_totals *t = &w->d.totals;
	const int64_t change = (int64_t)(t->after - t->before);
	struct strbuf sb = STRBUF_INIT;
	int r = strbuf_printf(&sb, "add/remove: %" PRIu64 "/%" PRIu64 " grow/shrink: %" PRIu64 "/%" PRIu64
			      " up/down: %" PRIu64 "/%" PRId64 " (%" PRId64 ")\n", t->add, t->remove,
			      t->grow, t->shrink, t->up, -(int64_t)t->down, change);

	if (!r)
		r = strbuf_printf(&sb, "%-40s %7s %7s %7s\n", "Function", "old", "new", "delta");
	for (size_t i = 0; !r && i < w->d.n && more(i) && diff_change(&w->d.v[i]); i++) {
		const struct diff_name *v = &w->d.v[i];
		char base[24] = "-", new[24] = "-";

		if (v->side[0].n)
			snprintf(base, sizeof(base), "%" PRIu64, v->side[0].size);
		if (v->side[1].n)
			snprintf(new, sizeof(new), "%" PRIu64, v->side[1].size);
		r = strbuf_printf(&sb, "%-40s %7s %7s %+7" PRId64 "\n", v->name, base, new, diff_change(v));
	}
	if (!r)
		r = strbuf_printf(&sb, "Total: Before=%" PRIu64 ", After=%" PRIu64 ", chg %+.2f%%\n",
				  t->before, t->after,
				  t->before ? (double)change * 100.0 / (double)t->before : 0.0);
	if (!r)
		r = strbuf_detach(&sb, &w->sheets.above);
	strbuf_release(&sb);
	return r;
}

static int note_totals(struct work *w)
{
	const struct diff_totals *t = &w->d.totals;
	const int64_t change = (int64_t)(t->after - t->before);
	size_t changed = t->add + t->remove + t->grow + t->shrink;
	int r = sheets_note(&w->sheets, "%" PRIu64 " added, %" PRIu64 " gone, %" PRIu64 " grown, %" PRIu64
			    " shrunk: +%" PRIu64 " -%" PRIu64 " bytes", t->add, t->remove, t->grow,
			    t->shrink, t->up, t->down);

	if (!r)
		r = sheets_note(&w->sheets, "all symbols: %" PRIu64 " -> %" PRIu64 ", %+" PRId64
				" (%+.2f %%)", t->before, t->after, change,
				t->before ? (double)change * 100.0 / (double)t->before : 0.0);
	if (!r && o.top && changed > o.top && shown("symbol"))
		r = sheets_note(&w->sheets, "%zu more have changed: --top 0 has them all",
				changed - (size_t)o.top);
	return r;
}

/* 0, with has_units as it came to; notes why not. */
static int open_dwarf(struct work *w)
{
	int r = 0;

	for (int side = 0; !r && side < 2; side++)
		r = units_read(&w->units[side], &w->objs[side], &w->diag);
	w->has_units = !r;
	if (r != -ENODATA)
		return r;
	if (by && (shown("directory") || shown("inlining")))
		return r;
	return sheets_note(&w->sheets, "no DWARF in both: nothing by directory, nothing of inlining");
}

static int make_tables(struct work *w)
{
	const bool dwarf = !no_dwarf && (shown("directory") || shown("inlining"));
	int r = 0;

	if (shown("symbol"))
		r = put_symbols(w);
	if (!r && shown("section") && !o.filter)
		r = put_sections(w);
	if (!r && dwarf)
		r = open_dwarf(w);
	if (!r && shown("directory") && w->has_units)
		r = put_directories(w);
	if (!r && shown("inlining") && w->has_units)
		r = put_inlining(w);
	if (!r && shown("symbol")) {
		r = note_totals(w);
		if (!r)
			r = put_totals(w);
		/* the notes say it, in words */
		if (!r)
			w->sheets.v[w->sheets.n - 1].json_only = true;
	}
	return r;
}

static int make(struct work *w)
{
	const struct diff_opts d = {
		.fold = compatible ? NAMES_BLOAT_O_METER : unfold ? NAMES_WHOLE : NAMES_FOLDED,
		.wanted = o.filter ? wanted : NULL,
	};
	int r = diff_make(&w->d, &w->objs[0], &w->objs[1], &d);

	if (r)
		return r;
	if (!compatible)
		return make_tables(w);
	r = put_symbols(w);
	if (!r)
		r = put_script(w);
	if (!r)
		r = put_totals(w);
	if (!r)
		w->sheets.v[w->sheets.n - 1].json_only = true;
	return r;
}

static bool agree(void)
{
	static const char *const tables[] = { "symbol", "section", "directory", "inlining" };
	const char *why = NULL;
	bool known = !by;

	for (size_t i = 0; !known && i < sizeof(tables) / sizeof(tables[0]); i++)
		known = !strcmp(by, tables[i]);
	if (!known) {
		complain(0, "image diff: no table by '%s': symbol, section, directory or inlining", by);
		return false;
	}
	if (compatible && (unfold || by || no_dwarf))
		why = "--bloat-o-meter has one table and names of its own: leave out the others";
	else if (no_dwarf && by && (shown("directory") || shown("inlining")))
		why = "that table is made of DWARF: leave out --no-dwarf";
	else if (o.filter && by && shown("section"))
		why = "sections have no symbols to --filter";
	if (why)
		complain(0, "image diff: %s", why);
	return !why;
}

static int image_diff_run(int argc, char **argv)
{
	const struct sheet_format *format = image_format(&image_diff_cmd, &o);
	struct work w = { .diag = STRBUF_INIT };
	int status, r;

	if (!format || !agree())
		return EXIT_USAGE;
	if (argc != 2)
		return complain(EXIT_USAGE, "image diff: want two files, A and B");
	sheets_init(&w.sheets);
	intern_init(&w.d.names);
	status = image_open(w.objs, 2, argv);
	for (int i = 0; status == EXIT_DONE && i < 2; i++)
		if (!w.objs[i].nsymbols && !(by && !strcmp(by, "section")))
			status = image_no_symbols(&image_diff_cmd, &w.objs[i]);
	if (status == EXIT_DONE) {
		r = make(&w);
		if (w.diag.len)
			status = complain(EXIT_USAGE, "%s", w.diag.buf);
		else if (r == -ENODATA)
			status = complain(EXIT_USAGE, "image diff: no DWARF in both files: build with "
					  "CONFIG_DEBUG_INFO, or -g");
		else if (r == -EOVERFLOW)
			status = complain(EXIT_USAGE, "image diff: symbols of impossible sizes: "
					  "is a file damaged?");
		else
			status = image_put(&image_diff_cmd, format, &w.sheets, r);
	}
	for (int i = 0; i < 2; i++)
		units_release(&w.units[i]);
	diff_release(&w.d);
	image_close(w.objs, 2);
	sheets_release(&w.sheets);
	strbuf_release(&w.diag);
	return status;
}

const struct command image_diff_cmd = {
	.name = "image diff",
	.args = "A B",
	.summary = "symbols that grew, shrank, came and went; by section and directory",
	.about = "Compare the sizes of the symbols of A and B, of their sections, and, where both have\n"
		 "DWARF, of the functions of each source directory, and say what is inlined more or\n"
		 "less into the functions that changed most. What a compiler made of one function\n"
		 "(.isra, .part, .constprop, .cold) or of one name (numbered statics) counts as one.\n"
		 "Each table is sorted by the size of the change. CSV has the first table alone.",
	.opts = opts,
	IMAGE_FORMATS,
	.run = image_diff_run,
};
