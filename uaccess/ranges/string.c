// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Strings, a word at a time: an aligned word lies within one page, so where its first byte
 * can be read all can. Bytes are looked at one by one up to alignment, where a word
 * holds a NUL or faults, and at the end.
 */
#include <string.h>

#include "byte.h"

#define WORD		sizeof(__ua_word)
#define ONES		((__ua_word)-1 / 255)
#define HAS_NUL(w)	((((w) - ONES) & ~(w) & (ONES << 7)) != 0)

/*
 * Words from the aligned s while they hold no NUL and max has room: returns their bytes.
 * As bytes, a bad dst kills: by the store, whatever the compiler thinks of NULL.
 */
static __attribute__((no_sanitize("undefined")))
size_t words(char *dst, const char *s, size_t max, bool copy)
{
	size_t at = 0;
	__ua_word w;

	for (; max - at >= WORD; at += WORD) {
		__UA_LOADW(w, s + at, fault);
		if (HAS_NUL(w))
			break;
		if (copy)
			memcpy(dst + at, &w, WORD);
	}
fault:
	return at;
}

__attribute__((no_sanitize("undefined")))
size_t raw_string(char *dst, const char *src, size_t n, bool copy, size_t *ret_len,
		  struct ua_fault *ret_fault)
{
	size_t at = 0;

	while (at < n) {
		__ua_word byte;
		int signo;

		if (!((uintptr_t)(src + at) % WORD)) {
			at += words(dst + at, src + at, n - at, copy);
			if (at == n)
				break;
		}
		/* one byte, or to the end of a word that needs a closer look */
		do {
			signo = byte_peek(&byte, src + at);
			if (signo) {
				if (ret_fault)
					*ret_fault = (struct ua_fault){ (uintptr_t)(src + at),
									signo, UA_SRC };
				*ret_len = at;
				return n - at;
			}
			if (copy)
				*(volatile char *)(dst + at) = (char)byte;
			if (!byte) {
				*ret_len = at;
				return 0;
			}
			at++;
		} while (at < n && (uintptr_t)(src + at) % WORD);
	}
	*ret_len = n;
	return 0;
}
