// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * After a fault: byte by byte up to the hole. Only here does a fault end a copy, so the
 * residue is exact whatever the fast loops did; and only here the sides differ: a trusted
 * side is accessed as any memory is, and kills if it is bad. Where there turns out to be
 * no hole (an alignment trap, a page that came meanwhile) the fast loops go on.
 */
#include "byte.h"
#include "fast.h"

/* More than the fast loops leave open at a fault */
#define STRETCH	512

static void tell(struct ua_fault *ret_fault, const void *at, int signo, int side)
{
	if (ret_fault)
		*ret_fault = (struct ua_fault){ (uintptr_t)at, signo, side };
}

/* Returns the bytes of n not moved. No UBSan: a bad trusted side, null too, is to fault. */
static __attribute__((no_sanitize("undefined")))
size_t copy_bytes(char *d, const char *s, size_t n, int sides, struct ua_fault *ret_fault)
{
	for (; n; d++, s++, n--) {
		__ua_word byte;
		int signo;

		if (sides & UA_SRC) {
			signo = byte_peek(&byte, s);
			if (signo) {
				tell(ret_fault, s, signo, UA_SRC);
				break;
			}
		} else {
			byte = *(const volatile unsigned char *)s;
		}
		if (sides & UA_DST) {
			signo = byte_poke(d, byte);
			if (signo) {
				tell(ret_fault, d, signo, UA_DST);
				break;
			}
		} else {
			*(volatile unsigned char *)d = (unsigned char)byte;
		}
	}
	return n;
}

/* Any n, SIZE_MAX too: what it may wrap around to is never touched */
__attribute__((no_sanitize("undefined")))
size_t raw_copy(void *dst, const void *src, size_t n, size_t left, int sides,
		struct ua_fault *ret_fault)
{
	const char *src_end = (const char *)src + n;
	char *dst_end = (char *)dst + n;

	while (left) {
		size_t stretch = left < STRETCH ? left : STRETCH, rest;

		rest = copy_bytes(dst_end - left, src_end - left, stretch, sides, ret_fault);
		left -= stretch - rest;
		if (rest)
			break;
		left = fast_copy(dst_end - left, src_end - left, left);
	}
	return left;
}

__attribute__((no_sanitize("undefined")))
size_t raw_clear(void *dst, size_t n, size_t left, struct ua_fault *ret_fault)
{
	char *end = (char *)dst + n;

	while (left) {
		size_t stretch = left < STRETCH ? left : STRETCH;

		for (; stretch; stretch--, left--) {
			int signo = byte_poke(end - left, (__ua_word)0);

			if (signo) {
				tell(ret_fault, end - left, signo, UA_DST);
				return left;
			}
		}
		left = fast_clear(end - left, left);
	}
	return 0;
}
