// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "insns.h"

/* "  addr:\tmnemonic\toperands": where the text begins; NULL: no such line. */
static char *instruction(char *line, uint64_t *ret_addr)
{
	char *end;

	if (!strchr(" 0123456789abcdef", *line))
		return NULL;
	*ret_addr = strtoull(line, &end, 16);
	if (end == line || *end != ':' || end[1] != '\t')
		return NULL;
	return end + 2;
}

/*
 * "\t\t\taddr: R_TYPE\tsymbol+0x1": the symbol; NULL: no such line, or it is of a label
 * within, or of the linker's relaxation.
 */
static char *relocation(char *line)
{
	char *type = strstr(line, ": R_"), *tab;

	if (*line != '\t' || !type)
		return NULL;
	tab = strchr(type, '\t');
	if (!tab || !tab[1] || !strncmp(tab + 1, ".L", 2) || !strncmp(tab + 1, "*ABS*", 5))
		return NULL;
	return tab + 1;
}

/* Blanks become one space, and the hex digits of an address before "<symbol>" go. */
static int put_text(const char *s, const char *symbol, uint64_t addr, struct strbuf *sb,
		    uint32_t *target)
{
	const size_t len = strlen(symbol);
	int r = 0;

	for (; !r && *s; s++) {
		const char *open;

		if (*s == '<' && !strncmp(s + 1, symbol, len) && (s[len + 1] == '+' || s[len + 1] == '>')) {
			const char *close = strchr(s, '>');

			*target = sb->len;
			open = s + 1 + len;
			if (!close)
				continue;
			r = close == open ? strbuf_adds(sb, "+0x0") : strbuf_add(sb, open, close - open);
			s = close;
			continue;
		}
		if (*s == '<' || *s == '>')
			continue;
		if (strchr("0123456789abcdef", *s)) {
			size_t n = strspn(s, "0123456789abcdef");
			bool starts = !sb->len || strchr(" ,\t*#;", sb->buf[sb->len - 1]);

			if (starts && s[n] == ' ' && s[n + 1] == '<')
				*target = sb->len;
			if (starts && !strncmp(s + n, " <.L", 4)) {	/* a label within it */
				r = strbuf_printf(sb, "+%#llx", strtoull(s, NULL, 16) - addr);
				s = strchr(s, '>');
				if (!s)
					break;
				continue;
			}
			if (starts && s[n] == ' ' && s[n + 1] == '<') {
				s += n;
				continue;
			}
			r = strbuf_add(sb, s, n);
			s += n - 1;
			continue;
		}
		if (*s == ' ' || *s == '\t') {
			if (sb->len && sb->buf[sb->len - 1] != ' ')
				r = strbuf_addc(sb, ' ');
			continue;
		}
		r = strbuf_addc(sb, *s);
	}
	while (sb->len && sb->buf[sb->len - 1] == ' ')
		strbuf_truncate(sb, sb->len - 1);
	return r;
}

static int add(struct insns *in, uint64_t at, uint64_t addr, const char *text, const char *symbol)
{
	struct insns_line *v = grow(in->v, &in->alloc, in->n + 1, sizeof(*v));
	struct strbuf sb = STRBUF_INIT;
	int r;

	if (!v)
		return -ENOMEM;
	in->v = v;
	v[in->n].target = 0;
	r = put_text(text, symbol, addr, &sb, &v[in->n].target);
	if (!r)
		r = strbuf_detach(&sb, &v[in->n].text);
	strbuf_release(&sb);
	if (r)
		return r;
	v[in->n++].offset = at - addr;
	return 0;
}

/* A relocation is of the instruction before it; what objdump made out there is not it. */
static int add_target(struct insns *in, const char *target)
{
	struct strbuf sb = STRBUF_INIT;
	struct insns_line *v = &in->v[in->n - 1];
	size_t len = v->target ? v->target : strlen(v->text);
	char *text;
	int r;

	while (v->target && len && strchr(" #;@", v->text[len - 1]))
		len--;
	v->target = 0;
	r = strbuf_printf(&sb, "%.*s%s[%s]", (int)len, v->text,
			  len && v->text[len - 1] == ',' ? "" : " ", target);
	if (!r)
		r = strbuf_detach(&sb, &text);
	strbuf_release(&sb);
	if (r)
		return r;
	free(v->text);
	v->text = text;
	return 0;
}

int insns_parse(struct insns *in, char *text, const char *symbol, uint64_t addr)
{
	char *line, *save = NULL;
	int r = 0;

	memset(in, 0, sizeof(*in));
	for (line = strtok_r(text, "\n", &save); !r && line; line = strtok_r(NULL, "\n", &save)) {
		uint64_t at;
		char *rest = instruction(line, &at);

		if (rest)
			r = add(in, at, addr, rest, symbol);
		else if (in->n && (rest = relocation(line)))
			r = add_target(in, rest);
	}
	return r;
}

void insns_release(struct insns *in)
{
	for (size_t i = 0; i < in->n; i++)
		free(in->v[i].text);
	free(in->v);
	memset(in, 0, sizeof(*in));
}

uint64_t insns_extent(const struct obj *o, const struct obj_symbol *sym)
{
	const struct obj_section *s = &o->sections[sym->section];
	const size_t next = obj_symbol_from(o, sym->addr + 1);
	uint64_t end = s->addr + s->size;

	if (sym->size)
		return sym->size;
	if (next < o->nsymbols && o->symbols[next].addr < end)
		end = o->symbols[next].addr;
	return end > sym->addr ? end - sym->addr : 0;
}
