// SPDX-License-Identifier: GPL-2.0-or-later
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "obj_dwarf.h"
#include "unpack.h"

static int fail(const struct obj *o, int r, const struct packing *p, struct strbuf *diag)
{
	if (r == -EOPNOTSUPP)
		return obj_fail(o, diag, -ENOEXEC, "packed with %s, which is not unpacked here: unpack it "
				"first, or take the vmlinux it was made from", p->name);
	if (r == -ENOEXEC)
		return obj_fail(o, diag, r, "neither an ELF file nor a kernel that is packed in a "
				"known way");
	if (r == -EFBIG)
		return obj_fail(o, diag, -EINVAL, "packed with %s: it unpacks to more than any kernel "
				"would", p->name);
	if (r == -EBADMSG || r == -ENODATA)
		return obj_fail(o, diag, -EINVAL, "packed with %s: %s", p->name,
				r == -ENODATA ? "the file is cut" : "the packed bytes are damaged");
	return r;
}

static int set_note(struct obj *o, const char *kind)
{
	int n;

	if (o->raw)
		n = asprintf(&o->note, "%s%s%s%s: it has no sections and no symbols; its bytes count as "
			     "data", kind ? kind : "a bare image", o->packed ? " packed with " : "",
			     o->packed ? o->packed : "", kind ? ", a bare image" : "");
	else
		n = asprintf(&o->note, "packed with %s: these are the figures of the kernel inside it",
			     o->packed);
	if (n < 0)
		o->note = NULL;
	return n < 0 ? -ENOMEM : 0;
}

int obj_unpack(struct obj *o, struct strbuf *diag)
{
	struct unpacked u = { 0 };
	const struct packing *p;
	const char *kind;
	int r = unpack_kernel(o->map, o->map_len, &u, &p, &kind);

	if (r) {
		free(u.buf);
		return fail(o, r, p, diag);
	}
	if (p) {
		if (o->mapped)
			munmap(o->map, o->map_len);
		else
			free(o->map);
		o->map = u.buf;
		o->map_len = u.len;
		o->mapped = false;
		o->packed = p->name;
	}
	o->image_size = o->map_len;
	o->raw = o->map_len < SELFMAG || memcmp(o->map, ELFMAG, SELFMAG) != 0;
	return set_note(o, kind);
}
