/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Unpacks the compressed part of an image by the program that is made for it. */
#ifndef UABENCH_VM_KERNEL_UNPACK_H
#define UABENCH_VM_KERNEL_UNPACK_H

#include <stdint.h>

/*
 * Run `unpacker -dc` on the file from, with its input standing at offset, into the new
 * file to. What follows packed data within an image (offset > 0) is left unread or complained
 * of by the program, so its exit status says little and is not looked at: look at what came
 * out. A file packed as a whole (offset 0) has to satisfy the program.
 * 0; -ENOENT: no such program; -EBADMSG: it did not exit with 0 for a whole file;
 * -EIO: nothing came out; or the -errno of a file.
 */
int vm_unpack(const char *unpacker, const char *from, uint64_t offset, const char *to);

#endif
