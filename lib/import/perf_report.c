// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf report --stdio and the lines of perf top:
 *	# Samples: 10K of event 'cycles:P'
 *	# Overhead  Command  Shared Object      Symbol
 *	    40.40%  iperf3   [kernel.kallsyms]  [k] memcpy
 *	    40.40%  [kernel]  [k] memcpy
 * A heading "--- TCP recv ---" names what was measured. Of children and self, self is
 * taken. The case is perf.report.[EVENT:][HEADING:][COMMAND:]SYMBOL[@OBJECT]: the object
 * where it is not the kernel.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "importer.h"

static const char *const marks[] = { "[k] ", "[.] ", "[u] ", "[g] ", "[H] ", "--- ", "of event",
				     "# Overhead", "# Children", NULL };

#define NAME_MAX_LEN	280

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

static int put(struct import *im, const struct row *row)
{
	const struct strbuf *where = import_memo(im, 0), *what = import_memo(im, 1);
	bool kernel = is_kernel(row);
	char name[NAME_MAX_LEN];
	int n;

	n = snprintf(name, sizeof(name), "perf.report.%s%s%s%s%.*s%s%.*s%s%.*s",
		     what->buf, what->len ? ":" : "", where->buf, where->len ? ":" : "",
		     (int)row->command_len, row->command, row->command_len ? ":" : "",
		     (int)row->symbol_len, row->symbol, kernel ? "" : "@",
		     kernel ? 0 : (int)row->object_len, row->object);
	if (n < 0 || (size_t)n >= sizeof(name))
		return import_fail(im, "a symbol with a name of %zu bytes", row->symbol_len);
	return import_value(im, name, "%", row->second < 0 ? row->share : row->second);
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
	if (!scan(line, &row))
		return import_fail(im, "not as perf report prints it");
	return put(im, &row);
}

const struct importer import_perf_report = {
	.name = "perf-report",
	.summary = "perf report --stdio, perf top: shares of samples",
	.marks = marks,
	.detect = detect,
	.parse = parse,
};
