/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A growing string. ->buf is never NULL and always ends in a NUL byte, which
 * ->len does not count, so ->buf can be printed at any time, also right after
 * strbuf_init and after a failure. A call that returns an error leaves the
 * string as it was.
 */
#ifndef UABENCH_BASE_STRBUF_H
#define UABENCH_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

struct strbuf {
	char *buf;
	size_t len;
	size_t alloc;	/* bytes owned, 0: ->buf is strbuf_empty */
};

extern char strbuf_empty[1];

#define STRBUF_INIT	{ .buf = strbuf_empty }

void strbuf_init(struct strbuf *sb);
void strbuf_release(struct strbuf *sb);		/* usable again afterwards */
void strbuf_reset(struct strbuf *sb);		/* empties, keeps the memory */
void strbuf_truncate(struct strbuf *sb, size_t len);	/* len beyond the end: no change */

/* All of these append; 0 or -ENOMEM. */
int strbuf_add(struct strbuf *sb, const void *data, size_t len);
int strbuf_adds(struct strbuf *sb, const char *s);
int strbuf_addc(struct strbuf *sb, char c);
int strbuf_fill(struct strbuf *sb, char c, size_t count);
int strbuf_printf(struct strbuf *sb, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
int strbuf_vprintf(struct strbuf *sb, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

/* Hands the string over to the caller, who frees it; empties @sb. 0 or -ENOMEM. */
int strbuf_detach(struct strbuf *sb, char **ret_s);

#endif
