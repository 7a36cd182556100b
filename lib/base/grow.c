// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"

void *grow(void *array, size_t *alloc, size_t need, size_t size)
{
	size_t want = *alloc > SIZE_MAX / 2 ? SIZE_MAX : *alloc * 2;
	char *p;

	if (need <= *alloc && array)
		return array;
	if (want < need)
		want = need;
	if (want < 8)
		want = 8;
	if (want > SIZE_MAX / 2 / size)
		return NULL;
	p = realloc(array, want * size);
	if (!p)
		return NULL;
	memset(p + *alloc * size, 0, (want - *alloc) * size);
	*alloc = want;
	return p;
}
