/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Typed values of a line's object. Private. Each returns 0, or -EINVAL or -ENOMEM
 * with its diagnosis. An optional value that is absent or null leaves the
 * output as it was.
 */
#ifndef UABENCH_RESULT_FIELDS_H
#define UABENCH_RESULT_FIELDS_H

#include "load.h"

/* A line's JSON. 0, 1 where it is broken (@ret_error says how), or -ENOMEM. */
int read_json(const char *text, size_t len, json_t **ret_root, json_error_t *ret_error);

enum need { OPTIONAL, REQUIRED };

bool field_absent(const json_t *v);	/* or null */

/* A whole number in min..max. */
int field_int(struct loader *ld, json_t *root, const char *key, enum need need,
	      int64_t min, int64_t max, int64_t *ret_v);

/* A finite number, 0 or more. */
int field_num(struct loader *ld, json_t *root, const char *key, enum need need,
	      double *ret_v);

/* A text that is not empty, as the one copy the set keeps. */
int field_str(struct loader *ld, json_t *root, const char *key, const char **ret_s);

/* An object of at most RECORD_FIGURES_MAX numbers, none where absent; null ones are left out. */
int field_figures(struct loader *ld, json_t *root, const char *key, bool signed_ok,
		  struct figure *f, uint32_t *ret_n);

#endif
