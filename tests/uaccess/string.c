// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * string [-s STEP]: ua_strnlen() and ua_strncpy() x every length and limit up to 100 and
 * long ones x a hole at every offset, with a NUL before it, behind it or none.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <uaccess.h>

#include "area.h"

#define OLD	0xee

static unsigned char copy[16384];

/* The string of len bytes at s: looked at up to limit, the hole after room bytes */
static void one(const struct area *a, enum hole kind, size_t len, size_t limit, size_t room)
{
	unsigned char *s = a->hole - room;
	size_t seen = limit < room ? limit : room, got[4] = { 0, 0, 0, 0 }, left[4], dst = 64, wrote;
	struct ua_fault fault[2] = { { 0, -1, -1 }, { 0, -1, -1 } };
	bool ended = len < seen;	/* by its NUL */
	size_t wanted = ended ? len : seen;
	size_t wanted_left = ended || limit <= room ? 0 : limit - room;

	if (ended)
		s[len] = 0;
	memset(copy, OLD, dst + seen + 64);
	left[0] = ua_strnlen((char *)s, limit, &got[0]);
	left[1] = ua_strnlen_fault((char *)s, limit, &got[1], &fault[0]);
	left[2] = ua_strncpy((char *)copy + dst, (char *)s, limit, &got[2]);
	wrote = wanted + (ended ? 1 : 0);
	CHECK(!memcmp(copy + dst, s, wrote));
	for (size_t i = 0; i < 64; i++)
		CHECK(copy[i] == OLD && copy[dst + wrote + i] == OLD);
	left[3] = ua_strncpy_fault((char *)copy + dst, (char *)s, limit, &got[3], &fault[1]);
	for (size_t i = 0; i < 4; i++) {
		checks++;
		if (got[i] == wanted && left[i] == wanted_left)
			continue;
		fail("%s, way %zu: length %zu, limit %zu, room %zu: got %zu, left %zu, not %zu, %zu",
		     hole_names[kind], i, len, limit, room, got[i], left[i], wanted, wanted_left);
	}
	for (size_t i = 0; i < 2; i++)
		CHECK(wanted_left ? fault[i].addr == (uintptr_t)a->hole &&
		      fault[i].side == UA_SRC && fault[i].signo == hole_signo(kind) :
		      fault[i].signo == -1);
	if (ended)
		s[len] = pattern(room - len);
}

int main(int argc, char **argv)
{
	static const size_t lengths[] = { 1000, 4095, 4096, 8191 };
	size_t step = argc == 3 && !strcmp(argv[1], "-s") ? strtoul(argv[2], NULL, 10) : 1;
	int err = ua_init();

	if (!step || err) {
		fprintf(stderr, err ? "ua_init: error %d\n" : "usage: string [-s STEP]\n", -err);
		return 2;
	}
	for (enum hole kind = 0; kind < HOLE_KINDS; kind++) {
		struct area a = area_make(kind, 16384);

		if (kind == HOLE_READ_ONLY)
			continue;
		for (size_t i = 1; i <= 16384; i++)
			a.hole[-(ptrdiff_t)i] = pattern(i);
		for (size_t room = 0; room <= 100; room += step)
			for (size_t limit = 0; limit <= room + 9; limit += step)
				for (size_t len = 0; len <= room + 1; len += 1 + room % 5)
					one(&a, kind, len, limit, room);
		for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
			for (size_t d = 0; d < 20; d++) {
				one(&a, kind, lengths[i], lengths[i] + d, lengths[i] + 2 * d);
				one(&a, kind, lengths[i], lengths[i] + 2 * d, lengths[i] + d);
				one(&a, kind, lengths[i] + 40, lengths[i] + d, lengths[i]);
			}
		area_release(&a);
	}
	return report("string");
}
