// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * size -A, a table for each file:
 *	vmlinux  :
 *	section           size         addr
 *	.text          8020229   4278223616
 *	Total         21277725
 * Sections of one name are added up; all of them must make the total.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats.h"
#include "grow.h"
#include "intern.h"
#include "named.h"

static const char *const marks[] = { "  :", "):", "section ", NULL };

#define SECTIONS_MAX	65536

static bool is_header(const char *p)
{
	return eat_word(&p, "section") && eat_word(&p, "size") && eat_word(&p, "addr") && at_end(p);
}

/* "vmlinux  :" or "a.o   (ex lib.a):"; the length of the name, or 0 */
static size_t name_len(const char *line)
{
	size_t len = strlen(line);

	if (len > 3 && !strcmp(line + len - 3, "  :"))
		len -= 3;
	else if (len > 2 && !strcmp(line + len - 2, "):") && strstr(line, "   (ex "))
		len--;
	else
		return 0;
	while (len && line[len - 1] == ' ')
		len--;
	return len;
}

static bool detect(const char *line)
{
	return is_header(line) || name_len(line);
}

struct sections {
	struct intern names;
	int64_t *sizes;
	size_t alloc;
	int64_t sum;
};

/* Decimal, or "0x1f" of -x. */
static bool take_size(const char **p, int64_t *ret_value)
{
	const char *s = *p;
	char *end;

	if (!eat(&s, "0x"))
		return !take_whole(p, ret_value) && (!**p || **p == ' ');
	if (strspn(s, "0123456789abcdef") > 15 || !strspn(s, "0123456789abcdef"))
		return false;
	*ret_value = strtoll(s, &end, 16);
	*p = end;
	return !*end || *end == ' ';
}

static int add_section(struct import *im, struct sections *s, const char *name, size_t len,
		       int64_t size)
{
	int64_t *sizes;
	uint32_t id;

	if (s->names.n >= SECTIONS_MAX)
		return import_fail(im, "more than %d sections", SECTIONS_MAX);
	if (intern_add(&s->names, name, len, &id))
		return import_nomem(im);
	sizes = grow(s->sizes, &s->alloc, (size_t)id + 1, sizeof(*sizes));
	if (!sizes)
		return import_nomem(im);
	s->sizes = sizes;
	if (__builtin_add_overflow(s->sum, size, &s->sum))
		return import_fail(im, "sizes beyond 2^63");
	sizes[id] += size;
	return 0;
}

static int put_sections(struct import *im, const struct sections *s, int64_t total)
{
	int r = 0;

	if (s->sum != total)
		return import_fail(im, "the sections do not make the total");
	for (uint32_t i = 0; !r && i < s->names.n; i++) {
		const char *name = intern_text(&s->names, i);

		r = import_valuef(im, "B", s->sizes[i], "size.section.%s",
				  name + (*name == '.' && name[1]));
	}
	return r ? r : import_value(im, "size.sections", "B", total);
}

/* The rows up to the total. */
static int rows(struct import *im, struct sections *s)
{
	int r = 0;

	while (!r && import_next(im)) {
		const char *p = import_line(im)->text, *name;
		size_t len = take_word(&p, &name);
		int64_t size, addr;

		if (!len || !take_size(&p, &size))
			break;
		if (word_is(name, len, "Total") && at_end(p))
			return put_sections(im, s, size);
		if (!take_size(&p, &addr) || !at_end(p))
			break;
		r = add_section(im, s, name, len, size);
	}
	return r ? r : import_fail(im, "the table is cut before its total");
}

static int parse(struct import *im)
{
	struct sections s = { 0 };
	const char *line = import_line(im)->text;
	int r = 0;

	if (!is_header(line)) {
		if (!import_peek(im) || !is_header(import_peek(im)->text))
			return 0;
		skip_blanks(&line);
		r = import_subject(im, line, name_len(line));
		import_next(im);
	} else {
		r = import_subject(im, "", 0);
	}
	intern_init(&s.names);
	if (!r)
		r = rows(im, &s);
	intern_release(&s.names);
	free(s.sizes);
	return r;
}

const struct importer import_size_sysv = {
	.name = "size-sysv",
	.summary = "size -A, the sections",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
