// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <lzma.h>

#include "unpack.h"

#define MEMORY		(256ull << 20)	/* xz -9 takes 65 MiB; scripts/xz_wrap.sh -T1 up to 192 */

static int unpack_xz(const uint8_t *in, size_t len, struct unpacked *u)
{
	lzma_stream z = LZMA_STREAM_INIT;
	lzma_ret done;
	int r = 0;

	if (lzma_stream_decoder(&z, MEMORY, 0) != LZMA_OK)
		return -ENOMEM;
	z.next_in = in;
	z.avail_in = len;
	do {
		size_t room;

		r = unpacked_more(u);
		if (r)
			break;
		room = u->alloc - u->len;
		room = room < u->max - u->len ? room : u->max - u->len;
		z.next_out = u->buf + u->len;
		z.avail_out = room;
		done = lzma_code(&z, LZMA_RUN);
		u->len += room - z.avail_out;
		if (done == LZMA_MEM_ERROR || done == LZMA_MEMLIMIT_ERROR)
			r = -ENOMEM;
		else if (done == LZMA_BUF_ERROR || (done == LZMA_OK && z.avail_out && !z.avail_in))
			r = -ENODATA;
		else if (done != LZMA_OK && done != LZMA_STREAM_END)
			r = -EBADMSG;
	} while (!r && done != LZMA_STREAM_END);
	lzma_end(&z);
	return r;
}

const struct packing pack_xz = { "xz", "\xfd" "7zXZ\0", 6, unpack_xz };
