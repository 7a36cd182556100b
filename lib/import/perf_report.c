// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf report --stdio and the lines of perf top:
 *	# Samples: 10K of event 'cycles:P'
 *	# Overhead  Command  Shared Object      Symbol
 *	    40.40%  iperf3   [kernel.kallsyms]  [k] memcpy
 *	    40.40%  [kernel]  [k] memcpy
 * A heading "--- TCP recv ---" names what was measured. Of children and self, self is
 * taken. The case is perf.report.[EVENT:][HEADING:][COMMAND:]SYMBOL[@OBJECT]: the object
 * where it is not the kernel. Symbols of one name in one report are told apart by nothing
 * that is printed, so their shares are added.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "importer.h"
#include "intern.h"

static const char *const marks[] = { "[k] ", "[.] ", "[u] ", "[g] ", "[H] ", "--- ", "of event",
				     "# Overhead", "# Children", NULL };

#define NAME_MAX_LEN	280
#define ROWS_MAX	50000	/* of one report */

struct row {
	double share, second;	/* second: -1 where there is one percentage */
	const char *command, *object, *symbol;
	size_t command_len, object_len, symbol_len;
};

static bool take_percent(const char **p, double *ret_v)
{
	const char *s = *p;
	double v;

	if (take_number(&s, NUMBER_DECIMAL, &v) || *s != '%' || v > 100)
		return false;
	*p = s + 1;
	*ret_v = v;
	return true;
}

/* "[k] " between the object and the symbol. */
static const char *find_level(const char *p)
{
	for (const char *s = strchr(p, '['); s; s = strchr(s + 1, '['))
		if (s > p && s[-1] == ' ' && s[1] && strchr("k.ugH", s[1]) && s[2] == ']' &&
		    s[3] == ' ')
			return s;
	return NULL;
}

static void trim(const char *s, size_t *len)
{
	while (*len && s[*len - 1] == ' ')
		(*len)--;
}

static bool scan(const char *p, struct row *row)
{
	const char *level, *word;
	size_t len;

	*row = (struct row){ .second = -1 };
	if (!take_percent(&p, &row->share) || *p != ' ')
		return false;
	take_percent(&p, &row->second);
	level = find_level(p);
	if (!level)
		return false;
	/* with --show-nr-samples their number comes first */
	word = p;
	len = take_word(&word, &row->command);
	if (len && strspn(row->command, "0123456789") == len)
		p = word;
	skip_blanks(&p);
	len = level - p;
	trim(p, &len);
	row->object = p + len;
	while (row->object > p && row->object[-1] != ' ')
		row->object--;
	row->object_len = p + len - row->object;
	row->command = p;
	row->command_len = row->object - p;
	trim(p, &row->command_len);
	row->symbol = level + 4;
	skip_blanks(&row->symbol);
	/* further columns are two blanks away; a symbol of C++ may hold single ones */
	word = strstr(row->symbol, "  ");
	row->symbol_len = word ? (size_t)(word - row->symbol) : strlen(row->symbol);
	return row->object_len && row->symbol_len;
}

/* "--- TCP recv ---" */
static size_t heading(const char *line, const char **ret_text)
{
	const char *p = line;
	size_t len;

	if (!eat(&p, "--- "))
		return 0;
	skip_blanks(&p);
	len = strlen(p);
	if (len < 5 || strcmp(p + len - 4, " ---"))
		return 0;
	len -= 4;
	trim(p, &len);
	*ret_text = p;
	return len <= 60 && !memchr(p, '-', 1) ? len : 0;
}

/* "# Samples: 10K of event 'cycles:P'" */
static size_t event(const char *line, const char **ret_name)
{
	const char *p = strstr(line, "of event"), *end;

	if (!p)
		return 0;
	p += strlen("of event");
	if (*p == 's')
		p++;
	if (!eat(&p, "'"))
		return 0;
	end = strchr(p, '\'');
	*ret_name = p;
	return end && end - p <= 60 ? (size_t)(end - p) : 0;
}

static bool is_kernel(const struct row *row)
{
	return word_is(row->object, row->object_len, "[kernel]") ||
		word_is(row->object, row->object_len, "[kernel.kallsyms]") ||
		word_is(row->object, row->object_len, "[kernel.vmlinux]") ||
		word_is(row->object, row->object_len, "vmlinux");
}

/* The shares of one report by the name of their case, in the order of the text. */
struct block {
	struct intern names;
	double *share;
	size_t alloc;
	double last;		/* first percentage of the row before: they descend */
	size_t added;		/* rows whose name was there before */
};

static int add(struct import *im, struct block *b, const struct row *row)
{
	const struct strbuf *where = import_memo(im, 0), *what = import_memo(im, 1);
	bool kernel = is_kernel(row);
	char name[NAME_MAX_LEN];
	uint32_t id, before = b->names.n;
	double *share;
	int n;

	n = snprintf(name, sizeof(name), "perf.report.%s%s%s%s%.*s%s%.*s%s%.*s",
		     what->buf, what->len ? ":" : "", where->buf, where->len ? ":" : "",
		     (int)row->command_len, row->command, row->command_len ? ":" : "",
		     (int)row->symbol_len, row->symbol, kernel ? "" : "@",
		     kernel ? 0 : (int)row->object_len, row->object);
	if (n < 0 || (size_t)n >= sizeof(name))
		return import_fail(im, "a symbol with a name of %zu bytes", row->symbol_len);
	if (before == ROWS_MAX)
		return import_fail(im, "more than %d symbols in one report", ROWS_MAX);
	if (intern_add(&b->names, name, n, &id))
		return import_nomem(im);
	share = grow(b->share, &b->alloc, (size_t)id + 1, sizeof(*share));
	if (!share)
		return import_nomem(im);
	b->share = share;
	b->added += id < before;
	share[id] += row->second < 0 ? row->share : row->second;
	b->last = row->share;
	return 0;
}

static int put_block(struct import *im, struct block *b)
{
	int r = 0;

	if (b->added)
		import_note(im, "%zu rows of symbols with the same name as another: their shares "
			    "were added", b->added);
	for (uint32_t i = 0; !r && i < b->names.n; i++)
		r = import_value(im, intern_text(&b->names, i), "%", b->share[i]);
	/* reports under headings of their own belong together */
	return !r && !import_memo(im, 0)->len ? import_end_run(im) : r;
}

/* Lines within a report that are no rows: call chains, comments, blank ones. */
static bool is_between(const char *line)
{
	return is_blank(line) || *line == '#' || !strncmp(line, "        ", 8) || *line == '|';
}

static bool detect(const char *line)
{
	const char *text;
	struct row row;

	return scan(line, &row) || heading(line, &text) ||
		(*line == '#' && (event(line, &text) || strstr(line, "# Overhead") ||
				  strstr(line, "# Children")));
}

static int set_memo(struct import *im, int i, const char *text, size_t len)
{
	strbuf_reset(import_memo(im, i));
	return strbuf_add(import_memo(im, i), text, len) ? import_nomem(im) : 0;
}

/* A report from its first row on; it ends where the shares rise again. */
static int parse_rows(struct import *im, struct row *row)
{
	const struct import_line *next;
	struct block b = { .share = NULL };
	const char *text;
	int r;

	intern_init(&b.names);
	r = add(im, &b, row);
	while (!r && (next = import_peek(im))) {
		bool is_row = scan(next->text, row);

		if (is_row ? row->share > b.last :
		    !is_between(next->text) || event(next->text, &text) ||
		    strstr(next->text, "# Overhead") || strstr(next->text, "# Children"))
			break;
		import_next(im);
		/* the line has moved */
		if (is_row && scan(import_line(im)->text, row))
			r = add(im, &b, row);
	}
	if (!r)
		r = put_block(im, &b);
	intern_release(&b.names);
	free(b.share);
	return r;
}

static int parse(struct import *im)
{
	const char *line = import_line(im)->text, *text;
	struct row row;
	size_t len;

	len = heading(line, &text);
	if (len)
		return set_memo(im, 0, text, len);
	if (*line == '#') {
		len = event(line, &text);
		return len ? set_memo(im, 1, text, len) : 0;
	}
	return scan(line, &row) ? parse_rows(im, &row) : 0;
}

const struct importer import_perf_report = {
	.name = "perf-report",
	.summary = "perf report --stdio, perf top: shares of samples",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
