/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JSON of figures: what cannot be said is null or replaced, what could not be made is an error. */
#ifndef UABENCH_RENDER_JSON_OUT_H
#define UABENCH_RENDER_JSON_OUT_H

#include <jansson.h>

#include "strbuf.h"

/* These return NULL without memory, which json_pack() passes on. */
json_t *json_figure(double v);		/* null for what is not finite */
json_t *json_text(const char *s);	/* '?' for bytes that are not ASCII where s is no UTF-8 */
json_t *json_text_or_null(const char *s);
json_t *json_whole(json_t *array, size_t n);	/* if it has its n elements; consumes it */

/* Append root, which is consumed and may be NULL, and a newline. 0 or -ENOMEM: sb is as it was. */
int json_put(json_t *root, struct strbuf *sb);

#endif
