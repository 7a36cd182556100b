/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Packed kernels. A packing is a descriptor beside its function, and a line in packings[]. */
#ifndef UABENCH_ELF_UNPACK_H
#define UABENCH_ELF_UNPACK_H

#include <stddef.h>
#include <stdint.h>

/* What was unpacked. */
struct unpacked {
	unsigned char *buf;
	size_t len, alloc;
	size_t max;		/* of len */
};

/* Room for need more bytes at buf + len. 0, -ENOMEM, or -EFBIG: beyond max. */
int unpacked_room(struct unpacked *u, size_t need);

/* Room for as much as can be had at once, 1 byte at least. The same. */
int unpacked_more(struct unpacked *u);

struct packing {
	const char *name;
	const char *magic;
	size_t magic_len;
	/*
	 * Append what the len bytes at in unpack to; what follows its end is ignored. 0;
	 * -EBADMSG: damaged; -ENODATA: cut; -ENOMEM; -EFBIG. NULL: cannot be unpacked here.
	 */
	int (*unpack)(const uint8_t *in, size_t len, struct unpacked *u);
};

extern const struct packing pack_gzip, pack_xz, pack_zstd, pack_lz4_legacy, pack_lz4_frame;

/* The packing that begins so, or NULL. */
const struct packing *packing_of(const uint8_t *in, size_t len);

/*
 * The kernel in a file that is no ELF file: bzImage, EFI zboot, zImage, or packed as a
 * whole. 0; *ret_packing is NULL for a bare Image, which is not packed, and *ret_kind says
 * "arm64 Image", ... where that is known. -ENOEXEC: no kernel is found; else as unpack(),
 * with *ret_packing set.
 */
int unpack_kernel(const uint8_t *in, size_t len, struct unpacked *u,
		  const struct packing **ret_packing, const char **ret_kind);

/* "arm64 Image", "riscv Image" where these bytes are one; NULL. */
const char *bare_image(const uint8_t *in, size_t len);

#endif
