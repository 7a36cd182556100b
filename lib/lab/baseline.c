// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A baseline is text: a line of the mode, then "SPEC ROUTINE FINDING CALLS MAX" a line.
 * Lines of other specs than the one at hand are not looked at, so that one file can
 * hold several architectures.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define HEAD	"uabench lab baseline 1"

static const char *mode(bool full)
{
	return full ? "full" : "quick";
}

static int put_line(const struct lab_build *b, const struct lab_finding *f, struct strbuf *sb)
{
	return strbuf_printf(sb, "%s %s %s %llu %llu\n", b->spec->name,
			     b->spec->routines[f->routine].name, f->what->name,
			     (unsigned long long)f->count, (unsigned long long)f->amount);
}

int lab_baseline_put(const struct lab_build *b, const struct lab_verdict *v, bool full,
		     struct strbuf *sb)
{
	int r = sb->len ? 0 : strbuf_printf(sb, HEAD " %s\n", mode(full));

	for (unsigned int i = 0; !r && b->spec->routines[i].symbol; i++)
		if (b->present[i])
			r = strbuf_printf(sb, "%s %s present 0 0\n", b->spec->name,
					  b->spec->routines[i].name);
	for (size_t i = 0; !r && i < v->nfindings; i++)
		r = put_line(b, &v->findings[i], sb);
	return r;
}

/* The lines of text that begin with the spec's name and that other does not have. */
static int missing(const char *text, const char *other, const char *spec, const char *how,
		   size_t *count, struct strbuf *drift)
{
	size_t len = strlen(spec);
	int r = 0;

	for (const char *p = text; !r && *p; p += strcspn(p, "\n"), p += *p == '\n') {
		size_t n = strcspn(p, "\n");
		bool there = false;

		if (strncmp(p, spec, len) || p[len] != ' ')
			continue;
		for (const char *q = other; !there && *q; q += strcspn(q, "\n"), q += *q == '\n')
			there = strcspn(q, "\n") == n && !strncmp(p, q, n);
		if (there)
			continue;
		++*count;
		r = strbuf_printf(drift, "%s: %.*s\n", how, (int)n, p);
	}
	return r;
}

int lab_baseline_mode(const char *text, bool full, struct strbuf *diag)
{
	char head[64];

	snprintf(head, sizeof(head), HEAD " %s\n", mode(full));
	if (!strncmp(text, head, strlen(head)))
		return 0;
	if (strncmp(text, HEAD, strlen(HEAD)))
		strbuf_adds(diag, "not a baseline of lab: its first line is not '" HEAD " ...'");
	else
		strbuf_printf(diag, "a baseline of another mode: %s --full to compare with it",
			      full ? "leave out" : "use");
	return -EINVAL;
}

int lab_baseline_check(const char *text, const struct lab_build *b, const struct lab_verdict *v,
		       bool full, size_t *ret_drift, struct strbuf *drift)
{
	struct strbuf now = STRBUF_INIT;
	size_t n = 0;
	int r = lab_baseline_put(b, v, full, &now);

	if (!r)
		r = missing(text, now.buf, b->spec->name, "no longer", &n, drift);
	if (!r)
		r = missing(now.buf, text, b->spec->name, "new", &n, drift);
	strbuf_release(&now);
	if (!r)
		*ret_drift = n;
	return r;
}
