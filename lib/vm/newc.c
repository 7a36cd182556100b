// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "newc.h"

void newc_init(struct newc *a, struct strbuf *out)
{
	a->out = out;
	a->ino = 0;
}

/* NUL bytes up to the next multiple of four of the whole archive. */
static int pad(struct newc *a)
{
	return strbuf_fill(a->out, '\0', -a->out->len & 3);
}

static int header(struct newc *a, const char *name, uint32_t ino, unsigned int mode, size_t size,
		  unsigned int major, unsigned int minor)
{
	size_t namesize = strlen(name) + 1;
	int r;

	/* magic, ino, mode, uid, gid, nlink, mtime, filesize, device, device node, namesize, check */
	r = strbuf_printf(a->out, "070701%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X",
			  ino, mode, 0, 0, 1, 0, (uint32_t)size, 0, 0, major, minor,
			  (uint32_t)namesize, 0);
	if (!r)
		r = strbuf_add(a->out, name, namesize);
	return r ? r : pad(a);
}

static int entry(struct newc *a, const char *name, unsigned int mode, const void *data, size_t len,
		 unsigned int major, unsigned int minor)
{
	size_t before = a->out->len;
	int r;

	if (!*name || *name == '/' || strlen(name) > 4095)
		return -EINVAL;
	if (len > UINT32_MAX)
		return -EFBIG;
	r = header(a, name, a->ino + 1, mode, len, major, minor);
	if (!r && len)
		r = strbuf_add(a->out, data, len);
	if (!r)
		r = pad(a);
	if (r)
		strbuf_truncate(a->out, before);
	else
		a->ino++;
	return r;
}

int newc_dir(struct newc *a, const char *name, unsigned int mode)
{
	return entry(a, name, S_IFDIR | mode, NULL, 0, 0, 0);
}

int newc_file(struct newc *a, const char *name, unsigned int mode, const void *data, size_t len)
{
	return entry(a, name, S_IFREG | mode, data, len, 0, 0);
}

int newc_chardev(struct newc *a, const char *name, unsigned int mode, unsigned int major,
		 unsigned int minor)
{
	return entry(a, name, S_IFCHR | mode, NULL, 0, major, minor);
}

int newc_end(struct newc *a)
{
	size_t before = a->out->len;
	int r = header(a, "TRAILER!!!", 0, 0, 0, 0, 0);

	if (r)
		strbuf_truncate(a->out, before);
	return r;
}
