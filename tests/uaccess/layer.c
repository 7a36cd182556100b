// SPDX-License-Identifier: GPL-2.0-or-later
/* The choices of <uaccess/layer.h>: all made otherwise than by default. */
#include <stddef.h>

static unsigned long hooked;
static const void *hooked_at;

#define UA_CHECK_WINDOW	1
#define UA_MIGHT_FAULT(p, n)	(hooked += (n), hooked_at = (p))
#include <errno.h>
#include <string.h>

#include <uaccess.h>

#include "area.h"

int main(void)
{
	char memory[258], elsewhere[64] = "outside", buf[64];
	/* untrusted: the compiler is not to know what they point to */
	char *volatile untrusted[] = { memory + 1, elsewhere };
	char *window = untrusted[0], *outside = untrusted[1];
	struct iovec to[] = { { window + 200, 10 }, { window + 210, 10 } };
	struct iovec from[] = { { window + 90, 20 } };
	uint64_t v = 1;
	size_t len;

	CHECK(!ua_init());
	memset(window, 'w', 256);
	CHECK(ua_copy_from(buf, outside, 64) == 0);	/* at first: all of memory */
	CHECK(hooked == 64 && hooked_at == outside);
	CHECK(ua_window_set((void *)(UINTPTR_MAX - 10), 12) == -EINVAL);
	CHECK(ua_window_set((void *)(UINTPTR_MAX - 10), 11) == 0);
	CHECK(ua_window_set(window, 256) == 0);

	memset(buf, 'b', sizeof(buf));
	CHECK(ua_copy_from(buf, outside, 64) == 64 && buf[0] == 'b');
	CHECK(ua_copy_from_zero(buf, outside, 64) == 64 && buf[0] == 0 && buf[63] == 0);
	CHECK(ua_copy_from(buf, window, 64) == 0 && buf[63] == 'w');
	CHECK(ua_copy_from(buf, window + 192, 64) == 0);
	CHECK(ua_copy_from(buf, window + 193, 64) == 64);
	CHECK(ua_copy_from(buf, window - 1, 64) == 64);
	CHECK(ua_copy_to(window + 200, buf, 57) == 57 && window[255] == 'w');
	CHECK(ua_copy_to(window + 200, buf, 56) == 0);
	CHECK(ua_copy(window, window + 128, 64) == 0);
	CHECK(ua_copy(outside, window, 64) == 64 && !strcmp(outside, "outside"));
	CHECK(ua_copy(window, outside, 64) == 64);
	CHECK(ua_clear(outside, 64) == 64 && !strcmp(outside, "outside"));
	CHECK(ua_clear(window, 64) == 0 && window[63] == 0);
	CHECK(ua_get64(&v, outside) == 8 && v == 0);
	CHECK(ua_put64(outside, 0) == 8 && !strcmp(outside, "outside"));
	CHECK(ua_put32(window + 252, 0x01010101) == 0 && window[255] == 1);
	CHECK(ua_put32(window + 253, 0) == 4);

	/* strings up to the window's end, vectors as a whole */
	memset(window, 's', 256);
	window[100] = 0;
	CHECK(ua_strnlen(window, 64, &len) == 0 && len == 64);
	CHECK(ua_strnlen(window, 300, &len) == 0 && len == 100);
	CHECK(ua_strnlen(window + 200, 300, &len) == 244 && len == 56);
	CHECK(ua_strnlen(outside, 64, &len) == 64 && len == 0);
	CHECK(ua_strnlen(window + 256, 1, &len) == 1 && len == 0);
	CHECK(ua_strncpy(buf, window + 90, 64, &len) == 0 && len == 10 && !buf[10]);
	memset(buf, 'b', sizeof(buf));
	CHECK(ua_strncpy(buf, window + 250, 64, &len) == 58 && len == 6 && buf[6] == 'b');
	CHECK(ua_strncpy(buf, outside, 64, &len) == 64 && len == 0 && buf[0] == 's');
	CHECK(ua_copy_vec(to, 2, from, 1) == 0 && window[200] == 's' && !window[210]);
	from[0].iov_base = outside;
	CHECK(ua_copy_vec(to, 2, from, 1) == 20 && !window[210]);
	from[0].iov_base = window + 90;
	to[1].iov_len = 100;
	CHECK(ua_copy_vec(to, 2, from, 1) == 20);

	/* of constant size 0 nothing is left, not even the hook */
	hooked = 0;
	hooked_at = NULL;
	CHECK(ua_copy_from(buf, outside, 0) == 0 && ua_copy_to(outside, buf, 0) == 0);
	CHECK(!hooked_at);
	CHECK(ua_copy_from_outline(buf, window, 8) == 0 && ua_copy_to_inline(window, buf, 8) == 0);
	CHECK(hooked == 16);
	return report("layer");
}
