// SPDX-License-Identifier: GPL-2.0-or-later
/* The guest's table of routines, as C. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "num.h"

uint64_t lab_routine_only(const struct lab_routine *r)
{
	const char *at = strchr(r->name, ':');
	uint64_t n;

	return at && !num_parse_u64_in(at + 1, 1, 8192, &n) ? n : 0;
}

/* By the interpreter, with what the ABI has in r0, r1 and r2. */
static int interpreted(const struct lab_routine *r, unsigned int i, struct strbuf *sb)
{
	return strbuf_printf(sb,
		"extern char tree_%s[];\n"
		"static unsigned long call_%u(void *to, const void *from, unsigned long n)\n"
		"{ return lab_interpret(tree_%s, (unsigned long)to, %s); }\n",
		r->symbol, i, r->symbol,
		r->kind == LAB_CLEAR_USER ? "n, 0" : "(unsigned long)from, n");
}

static int wrapper(const struct lab_routine *r, unsigned int i, struct strbuf *sb)
{
	if (r->shim)
		return strbuf_printf(sb,
			"extern char tree_%s[];\n"
			"unsigned long %s(const void *, void *, const void *, unsigned long);\n"
			"static unsigned long call_%u(void *to, const void *from, unsigned long n)\n"
			"{ return %s(tree_%s, to, from, n); }\n",
			r->symbol, r->shim, i, r->shim, r->symbol);
	if (r->kind == LAB_CLEAR_USER)
		return strbuf_printf(sb,
			"extern unsigned long tree_%s(void *, unsigned long);\n"
			"static unsigned long call_%u(void *to, const void *from, unsigned long n)\n"
			"{ return tree_%s(to, n); }\n", r->symbol, i, r->symbol);
	return strbuf_printf(sb,
		"extern unsigned long tree_%s(void *, const void *, unsigned long);\n"
		"static unsigned long call_%u(void *to, const void *from, unsigned long n)\n"
		"{ return tree_%s(to, from, n); }\n", r->symbol, i, r->symbol);
}

static int table(const struct lab_build *b, struct strbuf *sb)
{
	static const char *const kinds[] = { "LAB_TO_USER", "LAB_FROM_USER", "LAB_CLEAR_USER" };
	int r = strbuf_adds(sb, "const struct lab_routine lab_routines[] = {\n");

	for (unsigned int i = 0; !r && b->spec->routines[i].symbol; i++)
		if (b->present[i])
			r = strbuf_printf(sb,
					  "\t{ \"%u\", %s, call_%u, (void *)tree_%s, %lluUL, %lluUL },\n", i,
					  kinds[b->spec->routines[i].kind], i,
					  b->spec->routines[i].symbol,
					  (unsigned long long)b->size[i],
					  (unsigned long long)lab_routine_only(&b->spec->routines[i]));
	return r ? r : strbuf_printf(sb, "};\nconst unsigned int lab_nroutines = %u;\n", b->npresent);
}

static int longs(const struct lab_spec *spec, struct strbuf *sb)
{
	struct argv words = { 0 };
	uint64_t n;
	int r;

	argv_split(&words, spec->longs ? spec->longs : "255 4096");
	r = words.err;
	if (!r)
		r = strbuf_adds(sb, "const unsigned int lab_long_sizes[] = { ");
	for (size_t i = 0; !r && i < words.n; i++) {
		r = num_parse_u64_in(words.word[i], 1, 8192, &n);
		if (!r)
			r = strbuf_printf(sb, "%lu, ", (unsigned long)n);
	}
	if (!r)
		r = strbuf_adds(sb, "0 };\n");
	argv_release(&words);
	return r;
}

int lab_routines_write(const struct lab_build *b)
{
	struct strbuf sb = STRBUF_INIT, path = STRBUF_INIT;
	int r = strbuf_adds(&sb, "#include \"lab.h\"\n");

	for (unsigned int i = 0; !r && b->spec->routines[i].symbol; i++)
		if (b->present[i])
			r = b->spec->interpreted ? interpreted(&b->spec->routines[i], i, &sb) :
			    wrapper(&b->spec->routines[i], i, &sb);
	if (!r)
		r = table(b, &sb);
	if (!r)
		r = longs(b->spec, &sb);
	if (!r)
		r = strbuf_printf(&path, "%s/routines.c", b->dir);
	if (!r)
		r = file_write(path.buf, sb.buf);
	strbuf_release(&sb);
	strbuf_release(&path);
	return r;
}
