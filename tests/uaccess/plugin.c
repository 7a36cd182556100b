// SPDX-License-Identifier: GPL-2.0-or-later
/* A shared object with inline copies of its own, to be loaded and unloaded. */
#include <uaccess.h>

size_t plugin_get(uint64_t *val, const void *src);
size_t plugin_get(uint64_t *val, const void *src)
{
	return ua_get64(val, src);
}

size_t plugin_put(void *dst, const void *src);
size_t plugin_put(void *dst, const void *src)
{
	return ua_copy_to(dst, src, 24);
}
