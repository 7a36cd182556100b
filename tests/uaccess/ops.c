// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "ops.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

static size_t from(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	return (ua_copy_from)(dst, src, n);
}

static size_t from_zero(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	return (ua_copy_from_zero)(dst, src, n);
}

static size_t to(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	return (ua_copy_to)(dst, src, n);
}

static size_t both(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	return (ua_copy)(dst, src, n);
}

static size_t clear(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	return (ua_clear)(dst, n);
}

static size_t clear_fault(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	return ua_clear_fault(dst, n, fault);
}

/* In parts of growing size, at other borders on each side */
static size_t vec(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	struct iovec d[40], s[40];
	size_t nd = 0, ns = 0, at, part;

	for (at = 0; at < n && nd < ARRAY_SIZE(d); at += part, nd++) {
		part = nd == ARRAY_SIZE(d) - 1 || n - at < nd ? n - at : nd;
		d[nd] = (struct iovec){ (char *)dst + at, part };
	}
	for (at = 0; at < n && ns < ARRAY_SIZE(s); at += part, ns++) {
		part = ns == ARRAY_SIZE(s) - 1 || n - at < 2 * ns + 1 ? n - at : 2 * ns + 1;
		s[ns] = (struct iovec){ (char *)src + at, part };
	}
	return ua_copy_vec_fault(d, nd, s, ns, fault);
}

/* Of constant size: a function for each of 1..64 */
#define C1(f, n) f(n)
#define C4(f, n) C1(f, n) C1(f, n + 1) C1(f, n + 2) C1(f, n + 3)
#define C16(f, n) C4(f, n) C4(f, n + 4) C4(f, n + 8) C4(f, n + 12)
#define C64(f) C16(f, 1) C16(f, 17) C16(f, 33) C16(f, 49)

static size_t from_inline(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	switch (n) {
#define FROM(k) case k: return ua_copy_from_inline(dst, src, k);
	C64(FROM)
	}
	return ua_copy_from_inline(dst, src, n);
}

static size_t to_inline(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	switch (n) {
#define TO(k) case k: return ua_copy_to_inline(dst, src, k);
	C64(TO)
	}
	return ua_copy_to_inline(dst, src, n);
}

#if UA_ARCH_RANGES
static size_t from_hidden(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	return __ua_from_hidden(dst, src, n);
}
#endif

#define GET(bits, get)								\
	case bits / 8: {							\
		uint##bits##_t v;						\
		size_t left = get(&v, src);					\
										\
		memcpy(dst, &v, bits / 8);					\
		return left;							\
	}

static size_t get_plain(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	switch (n) {
	GET(8, (ua_get8))
	GET(16, (ua_get16))
	GET(32, (ua_get32))
	GET(64, (ua_get64))
	}
	return 0;
}

static size_t get_layer(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	switch (n) {
	GET(8, ua_get8)
	GET(16, ua_get16)
	GET(32, ua_get32)
	GET(64, ua_get64)
	}
	return 0;
}

#define PUT(bits, put)								\
	case bits / 8: {							\
		uint##bits##_t v;						\
										\
		memcpy(&v, src, bits / 8);					\
		return put(dst, v);						\
	}

static size_t put_plain(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	switch (n) {
	PUT(8, (ua_put8))
	PUT(16, (ua_put16))
	PUT(32, (ua_put32))
	PUT(64, (ua_put64))
	}
	return 0;
}

static size_t put_layer(void *dst, const void *src, size_t n, struct ua_fault *fault)
{
	switch (n) {
	PUT(8, ua_put8)
	PUT(16, ua_put16)
	PUT(32, ua_put32)
	PUT(64, ua_put64)
	}
	return 0;
}

#define OP(fn, ...) &(const struct op){ .name = #fn, .run = fn, __VA_ARGS__ }
#define ANY	.max = SIZE_MAX, .step = 1

const struct op *const ops[] = {
	OP(from, .sides = UA_SRC, ANY),
	OP(from_zero, .sides = UA_SRC, .flags = OP_ZEROES, ANY),
	OP(ua_copy_from_fault, .sides = UA_SRC, .flags = OP_TELLS, ANY),
	OP(to, .sides = UA_DST, ANY),
	OP(ua_copy_to_fault, .sides = UA_DST, .flags = OP_TELLS, ANY),
	OP(both, .sides = UA_SRC | UA_DST, ANY),
	OP(ua_copy_fault, .sides = UA_SRC | UA_DST, .flags = OP_TELLS, ANY),
	OP(clear, .sides = UA_DST, .flags = OP_CLEARS, ANY),
	OP(clear_fault, .sides = UA_DST, .flags = OP_CLEARS | OP_TELLS, ANY),
	OP(vec, .sides = UA_SRC | UA_DST, .flags = OP_TELLS, ANY),
	OP(from_inline, .sides = UA_SRC, .max = 64, .step = 1),
	OP(to_inline, .sides = UA_DST, .max = 64, .step = 1),
#if UA_ARCH_RANGES
	OP(from_hidden, .sides = UA_SRC, ANY),
#endif
	OP(get_plain, .sides = UA_SRC, .flags = OP_ZERO_ALL, .max = 8),
	OP(get_layer, .sides = UA_SRC, .flags = OP_ZERO_ALL, .max = 8),
	OP(put_plain, .sides = UA_DST, .max = 8),
	OP(put_layer, .sides = UA_DST, .max = 8),
	NULL
};
