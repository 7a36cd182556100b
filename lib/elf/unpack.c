// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where a kernel is in its container. x86: Documentation/arch/x86/boot.rst (payload_offset
 * from protocol 2.08 on). EFI zboot: drivers/firmware/efi/libstub/zboot-header.S. arm64 and
 * riscv Image: their Documentation/arch/<arch>/boot*.rst. arm's zImage and others that
 * unpack themselves do not tell where: the magic numbers are looked for.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "unpack.h"

#define MIB		(1ul << 20)
#define SMALLEST	(64ul << 10)	/* of what is a kernel, when looked for by magic */
#define TRIES		256

static const struct packing
	bzip2 = { "bzip2", "BZh", 3, NULL },
	lzma = { "lzma", "\x5d\0\0\0", 4, NULL },
	lzo = { "lzo", "\x89LZO\0\r\n\x1a\n", 9, NULL };

static const struct packing *const packings[] = {
	&pack_gzip, &pack_xz, &pack_zstd, &pack_lz4_legacy, &pack_lz4_frame,
	&bzip2, &lzma, &lzo,
};

#define NPACKINGS	(sizeof(packings) / sizeof(packings[0]))

int unpacked_room(struct unpacked *u, size_t need)
{
	unsigned char *p;
	size_t alloc;

	if (need > u->max - u->len)
		return -EFBIG;
	if (u->len + need <= u->alloc)
		return 0;
	alloc = u->alloc + u->alloc / 2 > u->len + need ? u->alloc + u->alloc / 2 : u->len + need;
	alloc = alloc < MIB ? MIB : alloc > u->max ? u->max : alloc;
	p = realloc(u->buf, alloc);
	if (!p)
		return -ENOMEM;
	u->buf = p;
	u->alloc = alloc;
	return 0;
}

int unpacked_more(struct unpacked *u)
{
	size_t left = u->max - u->len;

	if (!left)
		return -EFBIG;
	return u->alloc > u->len ? 0 : unpacked_room(u, left < MIB ? left : MIB);
}

const struct packing *packing_of(const uint8_t *in, size_t len)
{
	for (size_t i = 0; i < NPACKINGS; i++)
		if (len >= packings[i]->magic_len &&
		    !memcmp(in, packings[i]->magic, packings[i]->magic_len))
			return packings[i];
	return NULL;
}

static uint32_t le32(const uint8_t *p)
{
	return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Where a container says that its payload is. 0 or -ENOEXEC. */
static int x86_payload(const uint8_t *in, size_t len, size_t *ret_off, size_t *ret_len)
{
	size_t setup, off, size;

	if (len < 0x250 || in[0x1fe] != 0x55 || in[0x1ff] != 0xaa || memcmp(in + 0x202, "HdrS", 4) ||
	    (in[0x206] | in[0x207] << 8) < 0x208)
		return -ENOEXEC;
	setup = ((in[0x1f1] ? in[0x1f1] : 4) + 1) * 512;
	off = setup + le32(in + 0x248);
	size = le32(in + 0x24c);
	if (off > len)
		return -ENOEXEC;
	*ret_off = off;
	*ret_len = size < len - off ? size : len - off;
	return 0;
}

static int zboot_payload(const uint8_t *in, size_t len, size_t *ret_off, size_t *ret_len)
{
	size_t off, size;

	if (len < 64 || memcmp(in, "MZ", 2) || memcmp(in + 4, "zimg", 4))
		return -ENOEXEC;
	off = le32(in + 8);
	size = le32(in + 12);
	if (off > len)
		return -ENOEXEC;
	*ret_off = off;
	*ret_len = size < len - off ? size : len - off;
	return 0;
}

const char *bare_image(const uint8_t *in, size_t len)
{
	if (len >= 64 && !memcmp(in + 56, "ARM\x64", 4))
		return "arm64 Image";
	if (len >= 64 && !memcmp(in + 56, "RSC\x05", 4))
		return "riscv Image";
	return NULL;
}

static int unpack(const struct packing *p, const uint8_t *in, size_t len, struct unpacked *u)
{
	u->len = 0;
	/* no kernel packs better than this, whatever a few bytes may claim */
	u->max = len < (1ul << 31) / 100 ? 100 * len + 16 * MIB : 1ul << 31;
	return p->unpack ? p->unpack(in, len, u) : -EOPNOTSUPP;
}

/* By magic numbers: the first from which a kernel's worth of bytes unpacks. */
static int search(const uint8_t *in, size_t len, struct unpacked *u, const struct packing **ret_packing)
{
	size_t tries = 0;

	for (size_t at = 1; at < len && tries < TRIES; at++) {
		const struct packing *p = packing_of(in + at, len - at);
		int r;

		if (!p || !p->unpack)
			continue;
		tries++;
		r = unpack(p, in + at, len - at, u);
		if (r == -ENOMEM || (!r && u->len >= SMALLEST)) {
			*ret_packing = p;
			return r;
		}
	}
	return -ENOEXEC;
}

/* Whether it is a boot image that unpacks itself, without saying where it does so from. */
static bool unpacks_itself(const uint8_t *in, size_t len)
{
	static const uint8_t arm[] = { 0x18, 0x28, 0x6f, 0x01 };

	if (len > 0x30 && !memcmp(in + 0x24, arm, 4))	/* zImage */
		return true;
	if (len > 0x10010 && !memcmp(in + 0x10008, "S390EP", 6))	/* bzImage of s390 */
		return true;
	return len > 64 && !memcmp(in, "MZ", 2);	/* another with an EFI stub */
}

int unpack_kernel(const uint8_t *in, size_t len, struct unpacked *u,
		  const struct packing **ret_packing, const char **ret_kind)
{
	size_t off = 0, size = len;
	int r;

	*ret_packing = NULL;
	*ret_kind = NULL;
	if (x86_payload(in, len, &off, &size) && zboot_payload(in, len, &off, &size)) {
		*ret_kind = bare_image(in, len);
		if (*ret_kind)
			return 0;
	}
	*ret_packing = packing_of(in + off, size);
	if (*ret_packing)
		r = unpack(*ret_packing, in + off, size, u);
	else
		r = unpacks_itself(in, len) ? search(in, len, u, ret_packing) : -ENOEXEC;
	if (!r)
		*ret_kind = bare_image(u->buf, u->len);
	return r;
}
