// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "image.h"
#include "sites.h"

static struct image_opts o = { .format = "text" };
static const char *caller;
static bool all;

static const struct opt opts[] = {
	IMAGE_OPTS(o, "primitives whose name matches, instead of the kernel's user copies",
		   "at most N callers"),
	{ 'c', "caller", "GLOB", "only callers whose name matches", OPT_TEXT, &caller },
	{ 'a', "all", NULL, "of two files also what did not change", OPT_FLAG, &all },
	{ 0 }
};

enum { PRIMITIVE, CALLER, INLINED, BYTES, EACH, CALLED, CALLED_BYTES, FIRST };

static const struct sheet_column one_columns[] = {
	[PRIMITIVE] = { "primitive", "primitive", SHEET_TEXT },
	[CALLER] = { "caller", "caller", SHEET_TEXT },
	[INLINED] = { "inlined", "inlined", SHEET_COUNT },
	[BYTES] = { "inlined_bytes", "bytes", SHEET_COUNT },
	[EACH] = { "bytes_a_site", "a site", SHEET_COUNT },
	[CALLED] = { "called", "called", SHEET_COUNT },
	[CALLED_BYTES] = { "called_bytes", "bytes", SHEET_COUNT },
	[FIRST] = { "first_at", "first at", SHEET_PATH },
};

enum { P_PRIMITIVE, P_CALLER, P_INLINED, P_NEW_INLINED, P_CALLED, P_NEW_CALLED, P_BYTES,
       P_NEW_BYTES, P_CHANGE };

static const struct sheet_column pair_columns[] = {
	[P_PRIMITIVE] = { "primitive", "primitive", SHEET_TEXT },
	[P_CALLER] = { "caller", "caller", SHEET_TEXT },
	[P_INLINED] = { "base_inlined", "inlined", SHEET_COUNT },
	[P_NEW_INLINED] = { "new_inlined", "new", SHEET_COUNT },
	[P_CALLED] = { "base_called", "called", SHEET_COUNT },
	[P_NEW_CALLED] = { "new_called", "new", SHEET_COUNT },
	[P_BYTES] = { "base_bytes", "bytes", SHEET_COUNT },
	[P_NEW_BYTES] = { "new_bytes", "new", SHEET_COUNT },
	[P_CHANGE] = { "bytes_change", "change", SHEET_CHANGE },
};

enum { S_PRIMITIVE, S_CALLERS, S_INLINED, S_BYTES, S_EACH, S_CALLED, S_CALLED_BYTES };

static const struct sheet_column sum_columns[] = {
	[S_PRIMITIVE] = { "primitive", "primitive", SHEET_TEXT },
	[S_CALLERS] = { "callers", "callers", SHEET_COUNT },
	[S_INLINED] = { "inlined", "inlined", SHEET_COUNT },
	[S_BYTES] = { "inlined_bytes", "bytes", SHEET_COUNT },
	[S_EACH] = { "bytes_a_site", "a site", SHEET_COUNT },
	[S_CALLED] = { "called", "called", SHEET_COUNT },
	[S_CALLED_BYTES] = { "called_bytes", "bytes", SHEET_COUNT },
};

/* Of two files: as the pairs, without the caller. */
enum { D_PRIMITIVE, D_INLINED, D_NEW_INLINED, D_CALLED, D_NEW_CALLED, D_BYTES, D_NEW_BYTES,
       D_CHANGE };

static const struct sheet_column sums_columns[] = {
	[D_PRIMITIVE] = { "primitive", "primitive", SHEET_TEXT },
	[D_INLINED] = { "base_inlined", "inlined", SHEET_COUNT },
	[D_NEW_INLINED] = { "new_inlined", "new", SHEET_COUNT },
	[D_CALLED] = { "base_called", "called", SHEET_COUNT },
	[D_NEW_CALLED] = { "new_called", "new", SHEET_COUNT },
	[D_BYTES] = { "base_bytes", "bytes", SHEET_COUNT },
	[D_NEW_BYTES] = { "new_bytes", "new", SHEET_COUNT },
	[D_CHANGE] = { "bytes_change", "change", SHEET_CHANGE },
};

#define COLUMNS(c)	c, sizeof(c) / sizeof((c)[0])

static uint64_t bytes_of(const struct site *s)
{
	return s ? s->inlined_bytes + s->called_bytes : 0;
}

static int64_t change(const struct site_pair *p)
{
	return (int64_t)bytes_of(p->new) - (int64_t)bytes_of(p->base);
}

static const struct site *either(const struct site_pair *p)
{
	return p->new ? p->new : p->base;
}

static int by_name(const struct site *x, const struct site *y)
{
	int r = strcmp(x->primitive, y->primitive);

	return r ? r : strcmp(x->caller, y->caller);
}

/* Most code first. */
static int by_bytes(const void *a, const void *b)
{
	const struct site *x = *(const struct site *const *)a;
	const struct site *y = *(const struct site *const *)b;

	if (bytes_of(x) != bytes_of(y))
		return bytes_of(x) > bytes_of(y) ? -1 : 1;
	return by_name(x, y);
}

static int by_change(const void *a, const void *b)
{
	const struct site_pair *x = a, *y = b;
	const int c = change_order(change(x), change(y));

	return c ? c : by_name(either(x), either(y));
}

static bool wanted(const struct site *s)
{
	return !caller || !fnmatch(caller, s->caller, 0);
}

static int put_one(struct sheet *sheet, const struct site *s)
{
	struct strbuf first = STRBUF_INIT;
	int r = sheet_row(sheet);

	if (!r)
		r = sheet_text(sheet, PRIMITIVE, s->primitive);
	if (!r)
		r = sheet_text(sheet, CALLER, s->caller);
	if (!r && s->file) {
		r = strbuf_printf(&first, "%s:%u", s->file, s->line);
		if (!r)
			r = sheet_text(sheet, FIRST, first.buf);
		strbuf_release(&first);
	}
	if (r)
		return r;
	sheet_count(sheet, INLINED, s->inlined);
	sheet_count(sheet, BYTES, s->inlined_bytes);
	if (s->inlined)
		sheet_count(sheet, EACH, (s->inlined_bytes + s->inlined / 2) / s->inlined);
	sheet_count(sheet, CALLED, s->called);
	sheet_count(sheet, CALLED_BYTES, s->called_bytes);
	return 0;
}

static int make_one(struct sheets *sheets, const struct sites *s)
{
	struct sheet *sheet = sheets_add(sheets, "sites", NULL, COLUMNS(one_columns));
	const struct site **v = malloc((s->n + 1) * sizeof(*v));
	size_t n = 0;
	int r = v ? 0 : -ENOMEM;

	for (size_t i = 0; !r && i < s->n; i++)
		if (wanted(&s->v[i]))
			v[n++] = &s->v[i];
	if (!r)
		qsort(v, n, sizeof(*v), by_bytes);
	for (size_t i = 0; !r && i < n && (!o.top || i < o.top); i++)
		r = put_one(sheet, v[i]);
	free(v);
	return r;
}

static bool changed(const struct site_pair *p)
{
	return !p->base || !p->new || p->base->inlined != p->new->inlined ||
	       p->base->called != p->new->called || change(p);
}

static int put_pair(struct sheet *sheet, const struct site_pair *p)
{
	int r = sheet_row(sheet);

	if (!r)
		r = sheet_text(sheet, P_PRIMITIVE, either(p)->primitive);
	if (!r)
		r = sheet_text(sheet, P_CALLER, either(p)->caller);
	if (r)
		return r;
	sheet_count(sheet, P_INLINED, p->base ? p->base->inlined : 0);
	sheet_count(sheet, P_NEW_INLINED, p->new ? p->new->inlined : 0);
	sheet_count(sheet, P_CALLED, p->base ? p->base->called : 0);
	sheet_count(sheet, P_NEW_CALLED, p->new ? p->new->called : 0);
	sheet_count(sheet, P_BYTES, bytes_of(p->base));
	sheet_count(sheet, P_NEW_BYTES, bytes_of(p->new));
	sheet_count(sheet, P_CHANGE, change(p));
	return 0;
}

static int make_pairs(struct sheets *sheets, const struct sites *base, const struct sites *new)
{
	struct sheet *sheet = sheets_add(sheets, "sites", NULL, COLUMNS(pair_columns));
	struct site_pair *pairs;
	size_t n, rows = 0;
	int r = sites_pair(base, new, &pairs, &n);

	if (r)
		return r;
	qsort(pairs, n, sizeof(*pairs), by_change);
	for (size_t i = 0; !r && i < n && (!o.top || rows < o.top); i++) {
		if ((!all && !changed(&pairs[i])) || !wanted(either(&pairs[i])))
			continue;
		r = put_pair(sheet, &pairs[i]);
		rows++;
	}
	free(pairs);
	return r;
}

/* The uses of the primitive that s->v[*i] is of, summed; *i moves on to the next. */
static uint64_t sum_up(const struct sites *s, size_t *i, struct site *ret_sum)
{
	struct site sum = { .primitive = s->v[*i].primitive };
	size_t first = *i;

	for (; *i < s->n && !strcmp(s->v[*i].primitive, sum.primitive); (*i)++) {
		sum.inlined += s->v[*i].inlined;
		sum.inlined_bytes += s->v[*i].inlined_bytes;
		sum.called += s->v[*i].called;
		sum.called_bytes += s->v[*i].called_bytes;
	}
	*ret_sum = sum;
	return *i - first;
}

static int make_sums(struct sheets *sheets, const struct sites *s)
{
	struct sheet *sheet = sheets_add(sheets, "primitives", NULL, COLUMNS(sum_columns));
	int r = 0;

	for (size_t i = 0; !r && i < s->n; ) {
		struct site sum;
		uint64_t callers = sum_up(s, &i, &sum);

		r = sheet_row(sheet);
		if (!r)
			r = sheet_text(sheet, S_PRIMITIVE, sum.primitive);
		if (r)
			return r;
		sheet_count(sheet, S_CALLERS, callers);
		sheet_count(sheet, S_INLINED, sum.inlined);
		sheet_count(sheet, S_BYTES, sum.inlined_bytes);
		if (sum.inlined)
			sheet_count(sheet, S_EACH, (sum.inlined_bytes + sum.inlined / 2) / sum.inlined);
		sheet_count(sheet, S_CALLED, sum.called);
		sheet_count(sheet, S_CALLED_BYTES, sum.called_bytes);
	}
	return r;
}

static int make_both_sums(struct sheets *sheets, const struct sites *base, const struct sites *new)
{
	struct sheet *sheet = sheets_add(sheets, "primitives", NULL, COLUMNS(sums_columns));
	size_t i = 0, k = 0;
	int r = 0;

	while (!r && (i < base->n || k < new->n)) {
		int c = i == base->n ? 1 : k == new->n ? -1 :
			strcmp(base->v[i].primitive, new->v[k].primitive);
		struct site a = { 0 }, b = { 0 };

		if (c <= 0)
			sum_up(base, &i, &a);
		if (c >= 0)
			sum_up(new, &k, &b);
		r = sheet_row(sheet);
		if (!r)
			r = sheet_text(sheet, D_PRIMITIVE, c <= 0 ? a.primitive : b.primitive);
		if (r)
			return r;
		sheet_count(sheet, D_INLINED, a.inlined);
		sheet_count(sheet, D_NEW_INLINED, b.inlined);
		sheet_count(sheet, D_CALLED, a.called);
		sheet_count(sheet, D_NEW_CALLED, b.called);
		sheet_count(sheet, D_BYTES, bytes_of(&a));
		sheet_count(sheet, D_NEW_BYTES, bytes_of(&b));
		sheet_count(sheet, D_CHANGE, (int64_t)bytes_of(&b) - (int64_t)bytes_of(&a));
	}
	return r;
}

static int put_source(struct sheets *sheets, const struct obj *obj, const struct sites *s)
{
	const char *decoder = s->decoder ? "calls by the instructions" :
			      "calls are not known: no symbols, or no decoder";

	if (!s->dwarf)
		return sheets_note(sheets, "%s: no DWARF, so nothing is known of what was inlined; %s",
				   obj->path, decoder);
	return sheets_note(sheets, "%s: inlined by DWARF, of %llu inlined calls in all; %s",
			   obj->path, (unsigned long long)s->expansions, decoder);
}

static int make(struct sheets *sheets, const struct obj *objs, const struct sites *s, int n)
{
	int r = n == 1 ? make_one(sheets, &s[0]) : make_pairs(sheets, &s[0], &s[1]);

	if (!r)
		r = n == 1 ? make_sums(sheets, &s[0]) : make_both_sums(sheets, &s[0], &s[1]);
	for (int i = 0; !r && i < n; i++)
		r = put_source(sheets, &objs[i], &s[i]);
	return r;
}

static int read_all(struct obj *objs, struct sites *s, int n)
{
	struct strbuf diag = STRBUF_INIT;
	int r = 0;

	for (int i = 0; !r && i < n; i++)
		r = sites_read(&s[i], &objs[i], o.filter, &diag);
	if (r)
		r = complain(r == -ENOMEM ? EXIT_FAILED : EXIT_USAGE, "%s",
			     diag.len ? diag.buf : strerror(-r));
	strbuf_release(&diag);
	return r;
}

static int image_sites_run(int argc, char **argv)
{
	const struct sheet_format *format = image_format(&image_sites_cmd, &o);
	struct obj objs[2] = { 0 };
	struct sites s[2] = { 0 };
	struct sheets sheets;
	int status;

	if (!format)
		return EXIT_USAGE;
	if (argc < 1 || argc > 2)
		return complain(EXIT_USAGE, "image sites: want one file, or two to compare");
	sheets_init(&sheets);
	status = image_open(objs, argc, argv);
	if (status == EXIT_DONE)
		status = read_all(objs, s, argc);
	if (status == EXIT_DONE)
		status = image_put(&image_sites_cmd, format, &sheets, make(&sheets, objs, s, argc));
	for (int i = 0; i < argc; i++)
		sites_release(&s[i]);
	image_close(objs, argc);
	sheets_release(&sheets);
	return status;
}

const struct command image_sites_cmd = {
	.name = "image sites",
	.args = "A [B]",
	.summary = "user copies: where they are inlined and where called, by caller",
	.about = "Print for each primitive that copies between user and kernel (raw_copy_*, _copy_*,\n"
		 "__copy_*, asm_copy_*, get_user, put_user, ..., of any architecture), and each\n"
		 "function that uses it, at how many places it was inlined and at how many it is\n"
		 "called, tail calls included, and the bytes of code there; of two files what\n"
		 "changed. What was inlined is from DWARF, with what is inlined into it in turn;\n"
		 "without DWARF only calls are told. Macros, as get_user() on some architectures,\n"
		 "leave no trace in DWARF.",
	.opts = opts,
	IMAGE_FORMATS,
	.run = image_sites_run,
};
