// SPDX-License-Identifier: GPL-2.0-or-later
/* Copies between lists of ranges. */
#define UA_CHECK_WINDOW 1	/* for __ua_in_window() */
#include "raw.h"

static size_t total(const struct iovec *v, size_t n)
{
	size_t sum = 0;

	for (size_t i = 0; i < n; i++)
		if (__builtin_add_overflow(sum, v[i].iov_len, &sum))
			return SIZE_MAX;
	return sum;
}

size_t ua_copy_vec_fault(const struct iovec *dst, size_t ndst, const struct iovec *src,
			 size_t nsrc, struct ua_fault *ret_fault)
{
	size_t to = total(dst, ndst), from = total(src, nsrc);
	size_t left = to < from ? to : from;
	size_t dst_at = 0, src_at = 0;

	while (left) {
		size_t dst_room = dst->iov_len - dst_at, src_room = src->iov_len - src_at;
		size_t n = dst_room < src_room ? dst_room : src_room, rest;

		rest = ua_copy_fault((char *)dst->iov_base + dst_at,
				     (const char *)src->iov_base + src_at, n, ret_fault);
		left -= n - rest;
		if (rest)
			break;
		dst_at += n;
		src_at += n;
		if (dst_at == dst->iov_len) {
			dst++;
			dst_at = 0;
		}
		if (src_at == src->iov_len) {
			src++;
			src_at = 0;
		}
	}
	return left;
}

size_t (ua_copy_vec)(const struct iovec *dst, size_t ndst, const struct iovec *src, size_t nsrc)
{
	return ua_copy_vec_fault(dst, ndst, src, nsrc, NULL);
}

static bool in_window(const struct iovec *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!__ua_in_window(v[i].iov_base, v[i].iov_len))
			return false;
	return true;
}

size_t __ua_copy_vec_window(const struct iovec *dst, size_t ndst, const struct iovec *src,
			    size_t nsrc)
{
	size_t to = total(dst, ndst), from = total(src, nsrc);

	if (!in_window(dst, ndst) || !in_window(src, nsrc))
		return to < from ? to : from;
	return (ua_copy_vec)(dst, ndst, src, nsrc);
}
