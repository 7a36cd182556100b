// SPDX-License-Identifier: GPL-2.0-or-later
/* What the checks of <uaccess/layer.h> need of the library. */
#include <errno.h>
#include <stdlib.h>

#include "raw.h"

struct ua_window ua_window = { 0, UINTPTR_MAX };

int ua_window_set(const void *base, size_t size)
{
	if (size && (uintptr_t)base > UINTPTR_MAX - (size - 1))
		return -EINVAL;
	ua_window.base = (uintptr_t)base;
	ua_window.size = size;
	return 0;
}

void ua_object_overflow(void)
{
	abort();
}
