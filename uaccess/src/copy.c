// SPDX-License-Identifier: GPL-2.0-or-later
/* The functions of <uaccess.h> that move bytes: fast as far as that goes, then exact. */
#define UA_INLINE 0
#include <string.h>

#include "raw.h"
#include "fast.h"

size_t (ua_copy_from)(void *dst, const void *src, size_t n)
{
	return copy_exactly(dst, src, n, UA_SRC, NULL);
}

size_t (ua_copy_to)(void *dst, const void *src, size_t n)
{
	return copy_exactly(dst, src, n, UA_DST, NULL);
}

size_t (ua_copy)(void *dst, const void *src, size_t n)
{
	return copy_exactly(dst, src, n, UA_SRC | UA_DST, NULL);
}

size_t (ua_clear)(void *dst, size_t n)
{
	size_t left = fast_clear(dst, n);

	return likely(!left) ? 0 : raw_clear(dst, n, left, NULL);
}

size_t (ua_copy_from_zero)(void *dst, const void *src, size_t n)
{
	size_t left = (ua_copy_from)(dst, src, n);

	if (unlikely(left))
		memset((char *)dst + n - left, 0, left);
	return left;
}

size_t ua_copy_from_fault(void *dst, const void *src, size_t n, struct ua_fault *ret_fault)
{
	return copy_exactly(dst, src, n, UA_SRC, ret_fault);
}

size_t ua_copy_to_fault(void *dst, const void *src, size_t n, struct ua_fault *ret_fault)
{
	return copy_exactly(dst, src, n, UA_DST, ret_fault);
}

size_t ua_copy_fault(void *dst, const void *src, size_t n, struct ua_fault *ret_fault)
{
	return copy_exactly(dst, src, n, UA_SRC | UA_DST, ret_fault);
}

size_t ua_clear_fault(void *dst, size_t n, struct ua_fault *ret_fault)
{
	size_t left = fast_clear(dst, n);

	return likely(!left) ? 0 : raw_clear(dst, n, left, ret_fault);
}

size_t __ua_from_slow(void *dst, const void *src, size_t n)
{
	return raw_copy(dst, src, n, n, UA_SRC, NULL);
}

size_t __ua_to_slow(void *dst, const void *src, size_t n)
{
	return raw_copy(dst, src, n, n, UA_DST, NULL);
}
