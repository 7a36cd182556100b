// SPDX-License-Identifier: GPL-2.0-or-later
/* Packed kernels: whole, cut, damaged, and claiming more than a kernel would. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <errno.h>
#include <lz4.h>
#include <lz4frame.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "unpack.h"

#define LEN	(100 << 10)	/* of what is packed */
#define ROOM	(LEN + 4096)

/* Something like code: neither all alike nor without a pattern. */
static uint8_t *make_plain(size_t len)
{
	uint8_t *p = malloc(len);
	uint32_t x = 1;

	assert_non_null(p);
	for (size_t i = 0; i < len; i++) {
		x = x * 1103515245 + 12345;
		p[i] = i % 16 < 8 ? x >> 24 : i >> 10;
	}
	return p;
}

static size_t by_gzip(const uint8_t *in, size_t len, uint8_t *out)
{
	z_stream z = { .next_in = (Bytef *)in, .avail_in = len, .next_out = out, .avail_out = ROOM };

	assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, 0), Z_OK);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	deflateEnd(&z);
	return z.total_out;
}

static size_t by_xz(const uint8_t *in, size_t len, uint8_t *out)
{
	size_t n = 0;

	assert_int_equal(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC32, NULL, in, len, out, &n, ROOM),
			 LZMA_OK);
	return n;
}

static size_t by_zstd(const uint8_t *in, size_t len, uint8_t *out)
{
	size_t n;
	ZSTD_CCtx *z = ZSTD_createCCtx();

	ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
	n = ZSTD_compress2(z, out, ROOM, in, len);
	assert_false(ZSTD_isError(n));
	ZSTD_freeCCtx(z);
	return n;
}

static void put32(uint8_t *p, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		p[i] = v >> (8 * i);
}

static size_t by_lz4_legacy(const uint8_t *in, size_t len, uint8_t *out)
{
	int n = LZ4_compress_default((const char *)in, (char *)out + 8, len, ROOM - 8);

	assert_true(n > 0);
	memcpy(out, "\x02\x21\x4c\x18", 4);
	put32(out + 4, n);
	return n + 8;
}

static size_t by_lz4_frame(const uint8_t *in, size_t len, uint8_t *out)
{
	LZ4F_preferences_t how = { .frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled };
	size_t n = LZ4F_compressFrame(out, ROOM, in, len, &how);

	assert_false(LZ4F_isError(n));
	return n;
}

static const struct {
	const struct packing *packing;
	size_t (*pack)(const uint8_t *in, size_t len, uint8_t *out);
	bool checked;		/* a wrong byte in the middle is found */
} ways[] = {
	{ &pack_gzip, by_gzip, true },
	{ &pack_xz, by_xz, true },
	{ &pack_zstd, by_zstd, true },
	{ &pack_lz4_frame, by_lz4_frame, true },
	{ &pack_lz4_legacy, by_lz4_legacy, false },	/* it has no checksum */
};

#define WAYS	(sizeof(ways) / sizeof(ways[0]))

static int unpack(const uint8_t *in, size_t len, struct unpacked *u, const struct packing **ret_p)
{
	const char *kind;

	memset(u, 0, sizeof(*u));
	return unpack_kernel(in, len, u, ret_p, &kind);
}

static void test_whole_and_cut(void **state)
{
	uint8_t *plain = make_plain(LEN), *packed = calloc(1, ROOM);

	for (size_t i = 0; i < WAYS; i++) {
		const size_t len = ways[i].pack(plain, LEN, packed);
		const struct packing *p;
		struct unpacked u;

		assert_int_equal(unpack(packed, len, &u, &p), 0);
		assert_ptr_equal(p, ways[i].packing);
		assert_int_equal(u.len, LEN);
		assert_memory_equal(u.buf, plain, LEN);
		free(u.buf);
		for (size_t cut = 16; cut < len; cut += len / 20) {
			/* of its own, so that ASan sees the end */
			uint8_t *exact = malloc(cut);
			int r;

			memcpy(exact, packed, cut);
			r = unpack(exact, cut, &u, &p);
			if (r != -ENODATA)
				fail_msg("%s cut at %zu of %zu: %d", p->name, cut, len, r);
			free(exact);
			free(u.buf);
		}
	}
	free(packed);
	free(plain);
}

static void test_damaged(void **state)
{
	uint8_t *plain = make_plain(LEN), *packed = calloc(1, ROOM);

	for (size_t i = 0; i < WAYS; i++) {
		const size_t len = ways[i].pack(plain, LEN, packed);

		for (size_t at = 20; at < len; at += len / 50) {
			const struct packing *p;
			struct unpacked u;
			int r;

			packed[at] ^= 0x55;
			r = unpack(packed, len, &u, &p);
			packed[at] ^= 0x55;
			if (r != -EBADMSG && r != -ENODATA && r != -EFBIG && r != -ENOMEM &&
			    (r || ways[i].checked))
				fail_msg("%s damaged at %zu: %d", p->name, at, r);
			free(u.buf);
		}
	}
	free(packed);
	free(plain);
}

/* 64 MiB of zeros pack to few bytes, from which no kernel could have come. */
static void test_bomb(void **state)
{
	const size_t len = 64 << 20;
	uint8_t *zeros = calloc(1, len), *packed = calloc(1, ROOM);

	assert_non_null(zeros);
	for (size_t i = 0; i < 3; i++) {	/* lz4 packs to no less than a 255th */
		const size_t n = ways[i].pack(zeros, len, packed);
		const struct packing *p;
		struct unpacked u;

		assert_int_equal(unpack(packed, n, &u, &p), -EFBIG);
		assert_true(u.alloc <= (16 << 20) + 100 * n + (1 << 20));
		free(u.buf);
	}
	free(zeros);
	free(packed);
}

static void test_containers(void **state)
{
	uint8_t *plain = make_plain(LEN), *file = calloc(1, 0x20000 + ROOM);
	const struct packing *p;
	struct unpacked u;
	size_t n;

	/* x86: one setup sector, and the payload where the header says */
	n = by_gzip(plain, LEN, file + 0x410);
	file[0x1f1] = 1;
	memcpy(file + 0x1fe, "\x55\xaa", 2);
	memcpy(file + 0x202, "HdrS\x0d\x02", 6);
	put32(file + 0x248, 0x10);
	put32(file + 0x24c, n);
	assert_int_equal(unpack(file, 0x410 + n, &u, &p), 0);
	assert_ptr_equal(p, &pack_gzip);
	assert_int_equal(u.len, LEN);
	free(u.buf);
	put32(file + 0x248, 0xfffffff0);	/* past the end */
	assert_int_equal(unpack(file, 0x410 + n, &u, &p), -ENOEXEC);
	free(u.buf);

	/* EFI zboot */
	memset(file, 0, 0x20000);
	memcpy(file, "MZ\0\0zimg", 8);
	n = by_zstd(plain, LEN, file + 0x1000);
	put32(file + 8, 0x1000);
	put32(file + 12, n);
	assert_int_equal(unpack(file, 0x1000 + n + 64, &u, &p), 0);
	assert_ptr_equal(p, &pack_zstd);
	assert_int_equal(u.len, LEN);
	free(u.buf);

	/* arm's zImage: code, then what is packed, then more; and a magic number that is none */
	memset(file, 0, 0x20000 + ROOM);
	memcpy(file + 0x24, "\x18\x28\x6f\x01", 4);
	memcpy(file + 0x800, "\x1f\x8b\x08\x00", 4);
	n = by_gzip(plain, LEN, file + 0x4321);
	assert_int_equal(unpack(file, 0x4321 + n + 4096, &u, &p), 0);
	assert_ptr_equal(p, &pack_gzip);
	assert_int_equal(u.len, LEN);
	assert_memory_equal(u.buf, plain, LEN);
	free(u.buf);
	free(file);
	free(plain);
}

static void test_no_kernel(void **state)
{
	uint8_t image[64] = "MZ";
	const struct packing *p;
	struct unpacked u = { 0 };
	const char *kind;

	assert_int_equal(unpack((const uint8_t *)"#!/bin/sh\n", 10, &u, &p), -ENOEXEC);
	assert_int_equal(unpack((const uint8_t *)"BZh9....", 8, &u, &p), -EOPNOTSUPP);
	assert_string_equal(p->name, "bzip2");
	memcpy(image + 56, "ARM\x64", 4);
	assert_int_equal(unpack_kernel(image, 64, &u, &p, &kind), 0);
	assert_null(p);
	assert_string_equal(kind, "arm64 Image");
	memcpy(image + 56, "RSC\x05", 4);
	assert_string_equal(bare_image(image, 64), "riscv Image");
	assert_null(bare_image(image, 63));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole_and_cut),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_bomb),
		cmocka_unit_test(test_containers),
		cmocka_unit_test(test_no_kernel),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
