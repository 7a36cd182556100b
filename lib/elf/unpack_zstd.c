// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "unpack.h"

static int unpack_zstd(const uint8_t *in, size_t len, struct unpacked *u)
{
	ZSTD_DStream *z = ZSTD_createDStream();
	ZSTD_inBuffer from = { in, len, 0 };
	size_t left = 1;
	int r = 0;

	if (!z)
		return -ENOMEM;
	/* the kernel packs with --ultra -22, whose window is 128 MiB */
	ZSTD_DCtx_setParameter(z, ZSTD_d_windowLogMax, 27);
	while (!r && left) {
		ZSTD_outBuffer to;
		size_t before;

		r = unpacked_more(u);
		if (r)
			break;
		to.dst = u->buf + u->len;
		to.size = u->alloc - u->len;
		to.size = to.size < u->max - u->len ? to.size : u->max - u->len;
		to.pos = 0;
		before = from.pos;
		left = ZSTD_decompressStream(z, &to, &from);
		u->len += to.pos;
		if (ZSTD_isError(left))
			r = ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation ? -ENOMEM : -EBADMSG;
		else if (left && from.pos == before && !to.pos)
			r = -ENODATA;
	}
	ZSTD_freeDStream(z);
	return r;
}

const struct packing pack_zstd = { "zstd", "\x28\xb5\x2f\xfd", 4, unpack_zstd };
