// SPDX-License-Identifier: GPL-2.0-or-later
/* Cases of behave.c: addresses and sizes that a careless caller gives, and where code lies. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <uaccess.h>

#include "area.h"
#include "behave.h"

/* Address 0 is one like any other that is not mapped */
static void *volatile null;

void address_0(void)
{
	char buf[64];
	struct ua_fault fault = { 1, 0, 0 };
	size_t len = 1;
	uint64_t v = 1;

	init();
	memset(buf, 'b', sizeof(buf));
	EXPECT(ua_copy_from(buf, null, 8) == 8);
	EXPECT((ua_copy_from)(buf, null, 8) == 8);
	EXPECT(ua_copy_from_fault(buf, null, 64, &fault) == 64);
	EXPECT(!fault.addr && fault.signo == SIGSEGV && fault.side == UA_SRC);
	EXPECT(ua_strncpy(buf, null, 64, &len) == 64 && !len);
	for (size_t i = 0; i < sizeof(buf); i++)
		EXPECT(buf[i] == 'b');
	EXPECT(ua_copy_to(null, buf, 8) == 8);
	EXPECT((ua_copy_to)(null, buf, 8) == 8);
	fault.addr = 1;
	EXPECT(ua_copy_to_fault(null, buf, 64, &fault) == 64);
	EXPECT(!fault.addr && fault.signo == SIGSEGV && fault.side == UA_DST);
	EXPECT(ua_copy(null, null, 64) == 64);
	EXPECT(ua_clear(null, 64) == 64);
	fault.addr = 1;
	EXPECT(ua_clear_fault(null, 64, &fault) == 64 && !fault.addr && fault.side == UA_DST);
	len = 1;
	EXPECT(ua_strnlen(null, 64, &len) == 64 && !len);
	EXPECT(ua_get64(&v, null) == 8 && !v);
	EXPECT(ua_put64(null, 1) == 8);
	survive();
}

/* Out of line: of a null pointer inline, UBSan has the first word. */
void trusted_source_0(void)
{
	char buf[64];

	init();
	(ua_copy_to)(buf, null, sizeof(buf));
}

void trusted_dst_0(void)
{
	char buf[64] = "";

	init();
	(ua_copy_from)(null, buf, sizeof(buf));
}

/*
 * The linker puts rare code before other code, so a table in the order of the source is not in
 * that of addresses. Found all the same.
 */
#define GET(name, where)							\
	static __attribute__((noinline, section(".text." where))) size_t name(uint64_t *val) \
	{									\
		return ua_get64(val, hole.hole);				\
	}
GET(rare_1, "unlikely.ua_test")
GET(often_1, "hot.ua_test")
GET(rare_2, "unlikely.ua_test")
GET(often_2, "hot.ua_test")

void unsorted_table(void)
{
	uint64_t v;

	init();
#if UA_ARCH_RANGES && UA_INLINE
	uintptr_t before = 0;
	bool sorted = true;

	for (const struct ua_range *r = __start_ua_ranges; r < __stop_ua_ranges; r++) {
		uintptr_t at = (uintptr_t)&r->start + (uintptr_t)(intptr_t)r->start;

		sorted = sorted && at >= before;
		before = at;
	}
	EXPECT(!sorted);
#endif
	EXPECT(rare_1(&v) == 8 && often_1(&v) == 8 && rare_2(&v) == 8 && often_2(&v) == 8);
	survive();
}

void trusted_string_0(void)
{
	char string[64] = "a string";
	size_t len;

	init();
	(ua_strncpy)(null, string, sizeof(string), &len);
}

/* As with memcpy: all that there is, up to the hole */
void size_max(void)
{
	char buf[200];

	init();
	EXPECT((ua_copy_from)(buf, hole.hole - 100, SIZE_MAX) == SIZE_MAX - 100);
	EXPECT(buf[99] == 'x');
	EXPECT((ua_copy_to)(hole.hole - 100, buf, SIZE_MAX) == SIZE_MAX - 100);
	EXPECT(ua_clear(hole.hole - 100, SIZE_MAX) == SIZE_MAX - 100);
	memset(hole.start, 'x', 4096);
	survive();
}

void constant_addresses(void)
{
	char buf[16] = "";
	uint64_t v = 1;

	init();
	EXPECT(ua_copy_from(buf, (void *)8, 16) == 16);
	EXPECT(ua_copy_to((void *)8, buf, 7) == 7);
	EXPECT(ua_copy_from(buf, NULL, 3) == 3);
	EXPECT(ua_get64(&v, NULL) == 8 && !v);
	EXPECT(ua_put16((void *)9, 3) == 2);
}
