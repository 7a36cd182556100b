// SPDX-License-Identifier: GPL-2.0-or-later
/* The public header from C++17: every function and macro once. Two files make one program. */
#include <uaccess.h>

#ifdef SECOND

size_t second(void *val, const void *src);
size_t second(void *val, const void *src)
{
	return ua_copy_from(val, src, 16);
}

#else

size_t second(void *val, const void *src);

struct point {
	int x, y;
	double z;
};

int main()
{
	char buf[64] = "", *untrusted = reinterpret_cast<char *>(8);
	const char text[] = "text";
	point here = { 1, 2, 3 }, there = { 0, 0, 0 };
	iovec to = { &there, sizeof(there) }, from = { &here, sizeof(here) };
	ua_fault fault;
	uint64_t v64 = 1;
	uint32_t v32 = 1;
	uint16_t v16 = 1;
	uint8_t v8 = 1;
	size_t len;
	bool ok = ua_init() == 0 && ua_check() == 0 && ua_thread_init() == 0;

	ok = ok && ua_copy_from(&there, &here, sizeof(here)) == 0 && there.y == 2;
	ok = ok && ua_copy_to(&here, &there, sizeof(here)) == 0;
	ok = ok && ua_copy(&here, &there, sizeof(here)) == 0 && ua_clear(&here, sizeof(here)) == 0;
	ok = ok && here.x == 0 && ua_copy_vec(&from, 1, &to, 1) == 0 && here.x == 1;
	ok = ok && ua_copy_from(buf, untrusted, 16) == 16 && ua_copy_to(untrusted, buf, 7) == 7;
	ok = ok && ua_copy_from_zero(buf, untrusted, 64) == 64 && second(buf, untrusted) == 16;
	ok = ok && ua_copy_from_inline(buf, untrusted, 3) == 3;
	ok = ok && ua_copy_from_outline(buf, untrusted, 3) == 3;
	ok = ok && ua_copy_from_fault(buf, untrusted, 3, &fault) == 3 && fault.side == UA_SRC;
	ok = ok && ua_get64(&v64, untrusted) == 8 && ua_get32(&v32, untrusted) == 4;
	ok = ok && ua_get16(&v16, untrusted) == 2 && ua_get8(&v8, untrusted) == 1;
	ok = ok && !v64 && !v32 && !v16 && !v8;
	ok = ok && ua_put64(untrusted, 1) == 8 && ua_put32(untrusted, 1) == 4;
	ok = ok && ua_put16(untrusted, 1) == 2 && ua_put8(untrusted, 1) == 1;
	ok = ok && ua_strncpy(buf, text, sizeof(buf), &len) == 0 && len == 4;
	ok = ok && ua_strnlen(untrusted, 9, &len) == 9 && len == 0;
	return ok ? 0 : 1;
}

#endif
