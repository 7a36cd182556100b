// SPDX-License-Identifier: GPL-2.0-or-later
/* Strings: the functions of <uaccess.h> around raw_string(). */
#include "raw.h"

size_t ua_strncpy_fault(char *dst, const char *src, size_t n, size_t *ret_len,
			struct ua_fault *ret_fault)
{
	return raw_string(dst, src, n, true, ret_len, ret_fault);
}

size_t ua_strnlen_fault(const char *src, size_t n, size_t *ret_len, struct ua_fault *ret_fault)
{
	return raw_string(NULL, src, n, false, ret_len, ret_fault);
}

size_t (ua_strncpy)(char *dst, const char *src, size_t n, size_t *ret_len)
{
	return raw_string(dst, src, n, true, ret_len, NULL);
}

size_t (ua_strnlen)(const char *src, size_t n, size_t *ret_len)
{
	return raw_string(NULL, src, n, false, ret_len, NULL);
}
