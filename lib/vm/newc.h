/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes an archive in the format "newc" of cpio, which the kernel unpacks as its initramfs
 * (Documentation/driver-api/early-userspace/buffer-format.rst). Owners and times are 0,
 * inodes count up: equal calls give equal bytes. No file system is touched, so a
 * device node needs no privilege.
 */
#ifndef UABENCH_VM_NEWC_H
#define UABENCH_VM_NEWC_H

#include <stdint.h>

#include "strbuf.h"

struct newc {
	struct strbuf *out;
	uint32_t ino;		/* of the last entry */
};

void newc_init(struct newc *a, struct strbuf *out);

/*
 * Each appends an entry, whose directory must have come before it; the name has no leading slash.
 * 0; -ENOMEM; -EINVAL: an empty name, one with a leading slash or beyond 4095
 * bytes; -EFBIG: 4 GiB or more.
 */
int newc_dir(struct newc *a, const char *name, unsigned int mode);
int newc_file(struct newc *a, const char *name, unsigned int mode, const void *data, size_t len);
int newc_chardev(struct newc *a, const char *name, unsigned int mode, unsigned int major,
		 unsigned int minor);

/* The trailer. 0 or -ENOMEM. */
int newc_end(struct newc *a);

#endif
