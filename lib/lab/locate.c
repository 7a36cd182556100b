// SPDX-License-Identifier: GPL-2.0-or-later
/* Where a pc is: symbol, offset and source line, by the target's nm and addr2line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* The last symbol of the tree at or before pc, out of nm's lines sorted by address. */
static int symbol_of(const char *nm, uint64_t pc, struct strbuf *sb)
{
	char name[128], best[128] = "";
	unsigned long long at, best_at = 0;

	for (const char *p = nm; *p; p += strcspn(p, "\n"), p += *p == '\n') {
		/* .L and $ are marks of the assembler */
		if (sscanf(p, "%llx %*c tree_%127s", &at, name) != 2 || at > pc ||
		    name[0] == '.' || name[0] == '$')
			continue;
		if (!best[0] || at > best_at) {
			memcpy(best, name, sizeof(best));
			best_at = at;
		}
	}
	return best[0] ? strbuf_printf(sb, "%s+0x%llx", best,
				       (unsigned long long)pc - best_at) : 0;
}

/* "/tree/arch/x/lib/file.S:12 (discriminator 1)" becomes " file.S:12". */
static int line_of(const char *said, struct strbuf *sb)
{
	size_t len = strcspn(said, " \n");
	const char *p = said + len;

	if (*said == '?')
		return 0;
	while (p > said && p[-1] != '/')
		p--;
	return strbuf_printf(sb, " %.*s", (int)(len - (p - said)), p);
}

int lab_locate(const struct lab_build *b, struct lab_finding *f, size_t n, struct strbuf *diag)
{
	struct strbuf nm = STRBUF_INIT, lines = STRBUF_INIT;
	const char *const file = b->spec->interpreted ? "tree.elf" : "lab";
	struct argv a = { 0 };
	const char *line;
	int r;

	if (!n)
		return 0;
	argv_add(&a, "%snm", b->spec->cross);
	argv_split(&a, "--defined-only");
	argv_add(&a, "%s", file);
	r = process_run(&a, b->dir, "nm", &nm, diag);
	argv_add(&a, "%saddr2line", b->spec->cross);
	argv_split(&a, "-e");
	argv_add(&a, "%s", file);
	for (size_t i = 0; i < n; i++)
		argv_add(&a, "0x%llx", (unsigned long long)f[i].pc);
	if (!r)
		r = process_run(&a, b->dir, "addr2line", &lines, diag);
	line = lines.buf;
	for (size_t i = 0; !r && i < n; i++) {
		struct strbuf where = STRBUF_INIT;

		if (f[i].pc) {
			r = symbol_of(nm.buf, f[i].pc, &where);
			if (!r)
				r = line_of(line, &where);
			if (!r)
				r = strbuf_detach(&where, &f[i].where);
		}
		strbuf_release(&where);
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	argv_release(&a);
	strbuf_release(&nm);
	strbuf_release(&lines);
	return r;
}
