// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <lz4.h>
#include <lz4frame.h>

#include "unpack.h"

#define BLOCK		(8ul << 20)	/* of the legacy form, unpacked */

static size_t le32(const uint8_t *p)
{
	return p[0] | p[1] << 8 | p[2] << 16 | (size_t)p[3] << 24;
}

/*
 * `lz4 -l`, which the kernel packs with: a magic number, then blocks after their length.
 * It has no end mark; in a boot image the unpacked length follows.
 */
static int unpack_legacy(const uint8_t *in, size_t len, struct unpacked *u)
{
	size_t at = 4;

	while (len - at > 4) {
		size_t n = le32(in + at);
		int r, got;

		at += 4;
		if (n > LZ4_COMPRESSBOUND(BLOCK))	/* what follows in a file that is searched */
			return u->len ? 0 : -EBADMSG;
		if (n > len - at)
			return -ENODATA;
		r = unpacked_room(u, BLOCK < u->max - u->len ? BLOCK : u->max - u->len);
		if (r)
			return r;
		got = LZ4_decompress_safe((const char *)in + at, (char *)u->buf + u->len, n,
					  BLOCK < u->max - u->len ? BLOCK : u->max - u->len);
		if (got < 0 && u->max - u->len < BLOCK)
			return -EFBIG;
		if (got < 0)
			return -EBADMSG;
		u->len += got;
		at += n;
	}
	/* nothing, or the unpacked length */
	if (len - at == 4 && le32(in + at) != u->len)
		return -EBADMSG;
	return len - at && len - at < 4 ? -ENODATA : 0;
}

static int unpack_frame(const uint8_t *in, size_t len, struct unpacked *u)
{
	LZ4F_dctx *z;
	size_t left = 1, at = 0;
	int r = 0;

	if (LZ4F_isError(LZ4F_createDecompressionContext(&z, LZ4F_VERSION)))
		return -ENOMEM;
	while (!r && left) {
		size_t room, n = len - at;

		r = unpacked_more(u);
		if (r)
			break;
		room = u->alloc - u->len;
		room = room < u->max - u->len ? room : u->max - u->len;
		left = LZ4F_decompress(z, u->buf + u->len, &room, in + at, &n, NULL);
		if (LZ4F_isError(left)) {
			r = -EBADMSG;
			break;
		}
		u->len += room;
		at += n;
		if (left && !n && !room)
			r = -ENODATA;
	}
	LZ4F_freeDecompressionContext(z);
	return r;
}

const struct packing pack_lz4_legacy = { "lz4", "\x02\x21\x4c\x18", 4, unpack_legacy };
const struct packing pack_lz4_frame = { "lz4", "\x04\x22\x4d\x18", 4, unpack_frame };
