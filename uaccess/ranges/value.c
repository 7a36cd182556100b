// SPDX-License-Identifier: GPL-2.0-or-later
/* Get and put out of line: the inline ones. */
#define UA_INLINE 0
#include "raw.h"

#define VALUE(bits)								\
	size_t (ua_get##bits)(uint##bits##_t *val, const void *src)		\
	{									\
		return ua_get##bits##_inline(val, src);				\
	}									\
	size_t (ua_put##bits)(void *dst, uint##bits##_t val)			\
	{									\
		return ua_put##bits##_inline(dst, val);				\
	}

VALUE(8)
VALUE(16)
VALUE(32)
VALUE(64)
