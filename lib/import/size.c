// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * size of binutils and LLVM, its Berkeley (default) and GNU tables:
 *	   text	   data	    bss	    dec	    hex	filename
 *	8020229	3014220	10243276	21277725	144ac1d	vmlinux.orig
 * and of options -o, -x and -d, which change the radix of the columns, not their order.
 * Each file is a subject; a member of an archive, "a.o (ex lib.a)", a case of it.
 * What -A prints is in size_sysv.c.
 */
#include <errno.h>
#include <string.h>

#include "formats.h"
#include "named.h"

static const char *const marks[] = { "filename", NULL };

struct table {
	bool gnu, octal;
};

static bool scan_header(const char *p, struct table *t)
{
	if (!eat_word(&p, "text") || !eat_word(&p, "data") || !eat_word(&p, "bss"))
		return false;
	t->gnu = eat_word(&p, "total");
	t->octal = !t->gnu && eat_word(&p, "oct");
	if (!t->gnu && ((!t->octal && !eat_word(&p, "dec")) || !eat_word(&p, "hex")))
		return false;
	return eat_word(&p, "filename") && at_end(p);
}

static bool detect(const char *line)
{
	struct table t = { 0 };

	return scan_header(line, &t);
}

static int digit_of(char c)
{
	if (is_digit(c))
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

/* A number of that radix and a blank, or the end, behind it. */
static bool take_radix(const char **p, int radix, int64_t *ret_value)
{
	const char *s = *p;
	int64_t v = 0;

	skip_blanks(&s);
	if (digit_of(*s) >= radix)
		return false;
	for (; digit_of(*s) < radix; s++)
		if (__builtin_mul_overflow(v, radix, &v) ||
		    __builtin_add_overflow(v, digit_of(*s), &v))
			return false;
	if (*s && *s != ' ')
		return false;
	*p = s;
	*ret_value = v;
	return true;
}

/* A column: "0x1f" is hexadecimal whatever the header says, as -x prints it. */
static bool take_column(const char **p, const struct table *t, int64_t *ret_value)
{
	if (eat(p, "0x"))
		return **p != ' ' && take_radix(p, 16, ret_value);
	return take_radix(p, t->octal ? 8 : 10, ret_value);
}

struct row {
	int64_t size[3], total, hex;
	const char *file;
};

/* 5 where all columns are there, with or without the file's name. */
static int scan_row(const char *p, const struct table *t, struct row *row)
{
	int n = 0;

	for (; n < 3; n++)
		if (!take_column(&p, t, &row->size[n]))
			return n;
	if (!take_column(&p, t, &row->total))
		return n;
	if (!t->gnu && !take_radix(&p, 16, &row->hex))
		return 4;
	skip_blanks(&p);
	row->file = p;
	return 5;
}

/* "a.o (ex lib.a)": the archive is what is measured, the member a part of it */
static int set_subject(struct import *im, const char *file, size_t *ret_member)
{
	const char *archive = strstr(file, " (ex ");
	size_t len = archive ? strlen(archive) : 0;

	*ret_member = 0;
	if (len < 7 || archive[len - 1] != ')')
		return import_subject(im, file, strlen(file));
	*ret_member = archive - file;
	return import_subject(im, archive + 5, len - 6);
}

static int put_row(struct import *im, const struct table *t, const struct row *row)
{
	const char *const names[] = { "text", "data", "bss", t->gnu ? "total" : "dec" };
	const int64_t values[] = { row->size[0], row->size[1], row->size[2], row->total };
	size_t member;
	int64_t sum;
	int r;

	if (__builtin_add_overflow(row->size[0], row->size[1], &sum) ||
	    __builtin_add_overflow(sum, row->size[2], &sum) || sum != row->total ||
	    (!t->gnu && row->hex != row->total))
		return import_fail(im, "text, data and bss do not make the total");
	r = set_subject(im, row->file, &member);
	for (int i = 0; !r && i < 4; i++)
		r = import_valuef(im, "B", values[i], "size.%s%s%s%.*s", t->gnu ? "gnu." : "",
				  names[i], member ? "." : "", (int)member, row->file);
	return r;
}

static int parse(struct import *im)
{
	const struct import_line *next;
	struct row row = { 0 };
	struct table t = { 0 };
	int r = 0, n;

	scan_header(import_line(im)->text, &t);
	while (!r && (next = import_peek(im))) {
		n = scan_row(next->text, &t, &row);
		if (n < 3)
			break;
		import_next(im);
		/* the mailer wrapped before a long name */
		if ((n < 5 || !*row.file) && import_join(im))
			n = scan_row(import_line(im)->text, &t, &row);
		else if (n == 5)
			scan_row(import_line(im)->text, &t, &row);
		if (n < 5 || !*row.file)
			return import_fail(im, "a row that is cut");
		r = put_row(im, &t, &row);
	}
	return r;
}

const struct importer import_size = {
	.name = "size",
	.summary = "size of binutils and LLVM",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
