// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "output.h"
#include "provenance.h"

const struct writer *format_find(const char *cmd, const char *name)
{
	const struct writer *w = writer_find(name);
	struct strbuf names = STRBUF_INIT;

	if (w)
		return w;
	for (const struct writer *const *p = writers; *p; p++)
		if (strbuf_printf(&names, "%s%s", p == writers ? "" : p[1] ? ", " : " or ",
				  (*p)->name))
			break;
	complain(0, "%s: no format '%s': %s", cmd, name, names.buf);
	strbuf_release(&names);
	return NULL;
}

const char *format_item(size_t i, const char **ret_summary)
{
	if (!writers[i])
		return NULL;
	*ret_summary = writers[i]->summary;
	return writers[i]->name;
}

int put_operands(char *const *operands, struct strbuf *sb)
{
	int r = 0;

	for (; !r && *operands; operands++) {
		r = strbuf_addc(sb, ' ');
		if (!r)
			r = shell_word(*operands, sb);
	}
	return r;
}

bool figures_allowed(const char *cmd, const char *path)
{
	size_t n = path ? strlen(path) : 0;

	if (!path || (n && (n < 6 || strcmp(path + n - 6, ".jsonl"))))
		return true;
	complain(0, "%s: bad value '%s' for --figures: want a file, and none that is named "
		 "like a record", cmd, path);
	return false;
}

int put_file(const char *path, const struct strbuf *sb)
{
	FILE *f = fopen(path, "we");
	bool whole;

	if (!f)
		return complain(EXIT_FAILED, "cannot write to %s: %s", path, strerror(errno));
	whole = fwrite(sb->buf, 1, sb->len, f) == sb->len;
	if (fclose(f) || !whole)
		return complain(EXIT_FAILED, "cannot write to %s: %s", path, strerror(errno));
	return EXIT_DONE;
}

int get_file(const char *cmd, const char *path, struct strbuf *sb)
{
	FILE *f = fopen(path, "re");
	char buf[16384];
	size_t n;
	int r = 0;

	if (!f)
		return complain(-EINVAL, "%s: %s: %s", cmd, path, strerror(errno));
	while (!r && (n = fread(buf, 1, sizeof(buf), f)))
		r = strbuf_add(sb, buf, n);
	if (ferror(f))
		r = complain(-EINVAL, "%s: %s: %s", cmd, path, strerror(errno));
	else if (!r && strlen(sb->buf) != sb->len)
		r = complain(-EINVAL, "%s: %s: not a text file", cmd, path);
	fclose(f);
	return r;
}
