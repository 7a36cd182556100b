// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <limits.h>
#include <zlib.h>

#include "unpack.h"

static int unpack_gzip(const uint8_t *in, size_t len, struct unpacked *u)
{
	z_stream z = { .next_in = (Bytef *)in };
	size_t left = len;
	int r = 0, done;

	if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK)
		return -ENOMEM;
	do {
		size_t room;

		if (!z.avail_in) {
			z.avail_in = left < INT_MAX ? left : INT_MAX;
			left -= z.avail_in;
		}
		r = unpacked_more(u);
		if (r)
			break;
		room = u->alloc - u->len;
		room = room < u->max - u->len ? room : u->max - u->len;
		room = room < INT_MAX ? room : INT_MAX;
		z.next_out = u->buf + u->len;
		z.avail_out = room;
		done = inflate(&z, Z_NO_FLUSH);
		u->len += room - z.avail_out;
		if (done == Z_MEM_ERROR)
			r = -ENOMEM;
		else if (done == Z_BUF_ERROR || (done == Z_OK && z.avail_out && !z.avail_in && !left))
			r = -ENODATA;
		else if (done != Z_OK && done != Z_STREAM_END)
			r = -EBADMSG;
	} while (!r && done != Z_STREAM_END);
	inflateEnd(&z);
	return r;
}

const struct packing pack_gzip = { "gzip", "\x1f\x8b\x08", 3, unpack_gzip };
