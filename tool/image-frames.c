// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "frames.h"
#include "image.h"

static struct image_opts o = { .format = "text" };
static bool all;

static const struct opt opts[] = {
	IMAGE_OPTS(o, "only functions whose name matches", "at most N functions"),
	{ 'a', "all", NULL, "also without a frame, or a change; of one file, instructions", OPT_FLAG, &all },
	{ 0 }
};

enum { FUNCTION, FRAME, DYNAMIC, CHECKS, SIZE, IDLE, SOURCE, INSNS };	/* INSNS with --all */

static const struct sheet_column one_columns[] = {
	[FUNCTION] = { "function", "function", SHEET_TEXT },
	[FRAME] = { "frame", "frame", SHEET_COUNT },
	[DYNAMIC] = { "dynamic", "", SHEET_TEXT },
	[CHECKS] = { "canary_checks", "canary", SHEET_COUNT },
	[SIZE] = { "size", "size", SHEET_COUNT },
	[IDLE] = { "for_nothing", "", SHEET_TEXT },
	[SOURCE] = { "source", "from", SHEET_TEXT },
	[INSNS] = { "instructions", "insns", SHEET_COUNT },
};

enum { P_FUNCTION, P_BASE, P_NEW, P_CHANGE, P_BASE_CHECKS, P_NEW_CHECKS, P_SIZE, P_INSNS, P_IDLE };

static const struct sheet_column pair_columns[] = {
	[P_FUNCTION] = { "function", "function", SHEET_TEXT },
	[P_BASE] = { "base_frame", "frame", SHEET_COUNT },
	[P_NEW] = { "new_frame", "new", SHEET_COUNT },
	[P_CHANGE] = { "frame_change", "change", SHEET_CHANGE },
	[P_BASE_CHECKS] = { "base_canary_checks", "canary", SHEET_COUNT },
	[P_NEW_CHECKS] = { "new_canary_checks", "new", SHEET_COUNT },
	[P_SIZE] = { "size_change", "size", SHEET_CHANGE },
	[P_INSNS] = { "instructions_change", "insns", SHEET_CHANGE },
	[P_IDLE] = { "for_nothing", "", SHEET_TEXT },
};

enum { S_FILE, S_FUNCTIONS, S_FRAME, S_CANARY, S_IDLE, S_BYTES };

static const struct sheet_column sum_columns[] = {
	[S_FILE] = { "file", "functions", SHEET_TEXT },
	[S_FUNCTIONS] = { "functions", "all", SHEET_COUNT },
	[S_FRAME] = { "with_frame", "with a frame", SHEET_COUNT },
	[S_CANARY] = { "with_canary", "with a canary", SHEET_COUNT },
	[S_IDLE] = { "with_frame_for_nothing", "with a frame for nothing", SHEET_COUNT },
	[S_BYTES] = { "frame_bytes", "bytes", SHEET_COUNT },
};

enum { G_FILE, G_FUNCTIONS, G_CHECKED, G_UNCHECKED, G_IDLE, G_STACK, G_BYTES, G_INSNS };

static const struct sheet_column gain_columns[] = {
	[G_FILE] = { "file", "framed only in", SHEET_TEXT },
	[G_FUNCTIONS] = { "functions", "all", SHEET_COUNT },
	[G_CHECKED] = { "with_canary", "canary", SHEET_COUNT },
	[G_UNCHECKED] = { "without_canary", "none", SHEET_COUNT },
	[G_IDLE] = { "for_nothing", "for nothing", SHEET_COUNT },
	[G_STACK] = { "frame_bytes", "stack", SHEET_COUNT },
	[G_BYTES] = { "code_bytes", "code", SHEET_CHANGE },
	[G_INSNS] = { "code_instructions", "insns", SHEET_CHANGE },
};

#define COLUMNS(c)	c, sizeof(c) / sizeof((c)[0])

static int put_flags(struct sheet *s, int dynamic, int idle, const struct frame *f)
{
	int r = f->dynamic && dynamic >= 0 ? sheet_text(s, dynamic, "dynamic") : 0;

	return r || !f->idle ? r : sheet_text(s, idle, "for nothing");
}

/* The largest first. */
static int by_bytes(const void *a, const void *b)
{
	const struct frame *x = *(const struct frame *const *)a;
	const struct frame *y = *(const struct frame *const *)b;

	if (x->bytes != y->bytes)
		return x->bytes > y->bytes ? -1 : 1;
	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static int put_one(struct sheet *s, const struct frames *frames, struct frame *f)
{
	int r = sheet_row(s);

	if (!r)
		r = sheet_text(s, FUNCTION, f->name);
	if (!r)
		r = put_flags(s, DYNAMIC, IDLE, f);
	if (!r)
		r = sheet_text(s, SOURCE, f->source == FRAME_CFI ? "cfi" : "code");
	if (r)
		return r;
	sheet_count(s, FRAME, f->bytes);
	sheet_count(s, CHECKS, f->checks);
	sheet_count(s, SIZE, f->size);
	if (!all)
		return 0;
	r = frames_count(frames, f);
	sheet_count(s, INSNS, f->insns);
	return r;
}

static int make_one(struct sheets *sheets, const struct frames *f)
{
	struct sheet *s = sheets_add(sheets, "functions", NULL, one_columns, all ? INSNS + 1 : INSNS);
	struct frame **v = malloc((f->n + 1) * sizeof(*v));
	size_t n = 0;
	int r = v ? 0 : -ENOMEM;

	for (size_t i = 0; !r && i < f->n; i++)
		if ((all || f->v[i].has) && image_wanted(&o, f->v[i].name))
			v[n++] = &f->v[i];
	if (!r)
		qsort(v, n, sizeof(*v), by_bytes);
	for (size_t i = 0; !r && i < n && (!o.top || i < o.top); i++)
		r = put_one(s, f, v[i]);
	free(v);
	return r;
}

static int64_t change(const struct frame_pair *p)
{
	return (int64_t)(p->new ? p->new->bytes : 0) - (int64_t)(p->base ? p->base->bytes : 0);
}

static int64_t growth(const struct frame_pair *p)
{
	return (int64_t)(p->new ? p->new->size : 0) - (int64_t)(p->base ? p->base->size : 0);
}

static const struct frame *either(const struct frame_pair *p)
{
	return p->new ? p->new : p->base;
}

/* The largest change of the frame first, then that of the code. */
static int by_change(const void *a, const void *b)
{
	const struct frame_pair *x = a, *y = b;
	int c = change_order(change(x), change(y));

	if (!c)
		c = change_order(growth(x), growth(y));
	if (!c)
		c = strcmp(either(x)->name, either(y)->name);
	return c ? c : either(x)->addr < either(y)->addr ? -1 : either(x)->addr > either(y)->addr;
}

static bool changed(const struct frame_pair *p)
{
	return !p->base || !p->new || p->base->bytes != p->new->bytes ||
	       p->base->has != p->new->has || p->base->checks != p->new->checks;
}

static int put_pair(struct sheet *s, const struct frames *f, const struct frame_pair *p)
{
	int r = sheet_row(s);

	if (!r && p->base)
		r = frames_count(&f[0], p->base);
	if (!r && p->new)
		r = frames_count(&f[1], p->new);
	if (!r)
		r = sheet_text(s, P_FUNCTION, either(p)->name);
	if (!r && p->new)
		r = put_flags(s, -1, P_IDLE, p->new);
	if (r)
		return r;
	if (p->base) {
		sheet_count(s, P_BASE, p->base->bytes);
		sheet_count(s, P_BASE_CHECKS, p->base->checks);
	}
	if (p->new) {
		sheet_count(s, P_NEW, p->new->bytes);
		sheet_count(s, P_NEW_CHECKS, p->new->checks);
	}
	sheet_count(s, P_CHANGE, change(p));
	sheet_count(s, P_SIZE, growth(p));
	sheet_count(s, P_INSNS, (int64_t)(p->new ? p->new->insns : 0) -
				(int64_t)(p->base ? p->base->insns : 0));
	return 0;
}

static int make_pairs(struct sheets *sheets, const struct frames *f, struct frame_pair *pairs,
		      size_t n)
{
	struct sheet *s = sheets_add(sheets, "functions", NULL, COLUMNS(pair_columns));
	size_t rows = 0;
	int r = 0;

	qsort(pairs, n, sizeof(*pairs), by_change);
	for (size_t i = 0; !r && i < n && (!o.top || rows < o.top); i++) {
		if ((!all && !changed(&pairs[i])) || !image_wanted(&o, either(&pairs[i])->name))
			continue;
		r = put_pair(s, f, &pairs[i]);
		rows++;
	}
	return r;
}

static int make_sums(struct sheets *sheets, const struct obj *objs, const struct frames *f, int n)
{
	struct sheet *s = sheets_add(sheets, "files", NULL, COLUMNS(sum_columns));
	int r = 0;

	for (int i = 0; !r && i < n; i++) {
		struct frames_sum sum;

		frames_sum(&f[i], &sum);
		r = sheet_row(s);
		if (!r)
			r = sheet_text(s, S_FILE, objs[i].path);
		if (r)
			return r;
		sheet_count(s, S_FUNCTIONS, sum.functions);
		sheet_count(s, S_FRAME, sum.framed);
		sheet_count(s, S_CANARY, sum.checked);
		sheet_count(s, S_IDLE, sum.idle);
		sheet_count(s, S_BYTES, sum.bytes);
	}
	return r;
}

static int put_gain(struct sheet *s, const char *path, const struct frames_gain *gain)
{
	struct frames_gain g = *gain;
	int r = sheet_row(s);

	if (!r)
		r = sheet_text(s, G_FILE, path);
	if (r)
		return r;
	sheet_count(s, G_FUNCTIONS, g.functions);
	sheet_count(s, G_CHECKED, g.checked);
	sheet_count(s, G_UNCHECKED, g.unchecked);
	sheet_count(s, G_IDLE, g.idle);
	sheet_count(s, G_STACK, g.stack);
	sheet_count(s, G_BYTES, g.bytes);
	sheet_count(s, G_INSNS, g.insns);
	return 0;
}

static int put_source(struct sheets *sheets, const struct obj *obj, const struct frames *f)
{
	int r;

	if (!f->section)
		return sheets_note(sheets, "%s: no call frame information: all %zu functions by their "
				   "instructions (%s)", obj->path, f->by_code, f->arch);
	r = sheets_note(sheets, "%s: %zu functions by call frame information (%s), %zu by their "
			"instructions (%s)", obj->path, f->by_cfi, f->section, f->by_code, f->arch);
	if (!r && f->nameless)
		r = sheets_note(sheets, "%s: %zu of them have call frame information but no symbol",
				obj->path, f->nameless);
	return r;
}

/* All tables: the functions of one file or of a pair, the counts, what each gained. */
static int make(struct sheets *sheets, const struct obj *objs, const struct frames *f, int n)
{
	struct frame_pair *pairs = NULL;
	struct sheet *gains = NULL;
	struct frames_gain gain;
	size_t npairs = 0;
	int r = n == 1 ? make_one(sheets, f) : 0;

	if (!r && n == 2) {
		r = frames_pair(&f[0], &f[1], &pairs, &npairs);
		if (!r)
			r = make_pairs(sheets, f, pairs, npairs);
		free(pairs);
	}
	if (!r)
		r = make_sums(sheets, objs, f, n);
	for (int i = 1; !r && i < n; i++) {
		if (!gains)
			gains = sheets_add(sheets, "framed_only_in", NULL, COLUMNS(gain_columns));
		r = frames_pair(&f[0], &f[i], &pairs, &npairs);
		if (r)
			break;
		r = frames_gain(&f[0], &f[i], pairs, npairs, &gain);
		free(pairs);
		if (!r)
			r = put_gain(gains, objs[i].path, &gain);
	}
	for (int i = 0; !r && i < n; i++)
		r = put_source(sheets, &objs[i], &f[i]);
	return r;
}

static int read_all(struct obj *objs, struct frames *f, int n)
{
	struct strbuf diag = STRBUF_INIT;
	int r = 0;

	for (int i = 0; !r && i < n; i++) {
		r = frames_read(&f[i], &objs[i], &diag);
		if (!r && objs[i].machine != objs[0].machine)
			r = strbuf_printf(&diag, "%s and %s are of different machines", objs[0].path,
					  objs[i].path) ? -ENOMEM : -EINVAL;
	}
	if (r)
		r = complain(r == -ENOMEM ? EXIT_FAILED : EXIT_USAGE, "%s",
			     diag.len ? diag.buf : strerror(-r));
	strbuf_release(&diag);
	return r;
}

static int image_frames_run(int argc, char **argv)
{
	const struct sheet_format *format = image_format(&image_frames_cmd, &o);
	struct frames *f;
	struct sheets sheets;
	struct obj *objs;
	int status;

	if (!format)
		return EXIT_USAGE;
	if (!argc)
		return complain(EXIT_USAGE, "image frames: which file?");
	f = calloc(argc, sizeof(*f));
	if (!f)
		return complain(EXIT_FAILED, "out of memory");
	sheets_init(&sheets);
	status = image_open_all(&objs, argc, argv);
	if (status == EXIT_DONE)
		status = read_all(objs, f, argc);
	if (status == EXIT_DONE)
		status = image_put(&image_frames_cmd, format, &sheets, make(&sheets, objs, f, argc));
	for (int i = 0; i < argc; i++)
		frames_release(&f[i]);
	image_close_all(objs, argc);
	sheets_release(&sheets);
	free(f);
	return status;
}

const struct command image_frames_cmd = {
	.name = "image frames",
	.args = "A [B...]",
	.summary = "stack frames and canaries, a function at a time, and what changed",
	.about = "Print the bytes of stack that each function takes, as gcc's -fstack-usage counts\n"
		 "them, and how often it calls __stack_chk_fail; of two files the functions where one\n"
		 "of these differs; of more only the counts. A frame is for nothing where the function\n"
		 "moves its stack pointer down and up, and neither calls, nor uses the stack, nor\n"
		 "checks a canary. 'Framed only in' a file are functions that have no frame in A; its\n"
		 "code is what they grew by: prologue, epilogue, canary. Frames are from call frame\n"
		 "information (.debug_frame, .eh_frame) where there is any that tells them, else from\n"
		 "the instructions; the notes say which.",
	.opts = opts,
	IMAGE_FORMATS,
	.run = image_frames_run,
};
