// SPDX-License-Identifier: GPL-2.0-or-later
/* Get and put are copies. */
#define UA_INLINE 0
#include "raw.h"

#define VALUE(bits)								\
	size_t (ua_get##bits)(uint##bits##_t *val, const void *src)		\
	{									\
		uint##bits##_t v;						\
		size_t left = (ua_copy_from)(&v, src, bits / 8);		\
										\
		*val = left ? 0 : v;						\
		return left;							\
	}									\
	size_t (ua_put##bits)(void *dst, uint##bits##_t val)			\
	{									\
		return (ua_copy_to)(dst, &val, bits / 8);			\
	}

VALUE(8)
VALUE(16)
VALUE(32)
VALUE(64)
