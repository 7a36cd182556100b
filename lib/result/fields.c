// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <string.h>

#include "fields.h"

int read_json(const char *text, size_t len, json_t **ret_root, json_error_t *ret_error)
{
	json_error_t error = { 0 };
	json_t *root;

	/* jansson calls some failures of malloc a syntax error; errno knows better */
	errno = 0;
	root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
	if (root) {
		*ret_root = root;
		return 0;
	}
	if (errno == ENOMEM || json_error_code(&error) == json_error_out_of_memory)
		return -ENOMEM;
	*ret_error = error;
	return 1;
}

bool field_absent(const json_t *v)
{
	return !v || json_is_null(v);
}

int field_int(struct loader *ld, json_t *root, const char *key, enum need need,
	      int64_t min, int64_t max, int64_t *ret_v)
{
	json_t *v = json_object_get(root, key);

	if (need == OPTIONAL && field_absent(v))
		return 0;
	if (!v)
		return load_fail(ld, -EINVAL, "\"%s\" is missing", key);
	if (!json_is_integer(v))
		return load_fail(ld, -EINVAL, "\"%s\" is no whole number", key);
	if (json_integer_value(v) < min || json_integer_value(v) > max)
		return load_fail(ld, -EINVAL, "\"%s\" is out of range: %" JSON_INTEGER_FORMAT,
				 key, json_integer_value(v));
	*ret_v = json_integer_value(v);
	return 0;
}

int field_num(struct loader *ld, json_t *root, const char *key, enum need need,
	      double *ret_v)
{
	json_t *v = json_object_get(root, key);

	if (need == OPTIONAL && field_absent(v))
		return 0;
	if (!v)
		return load_fail(ld, -EINVAL, "\"%s\" is missing", key);
	if (!json_is_number(v))
		return load_fail(ld, -EINVAL, "\"%s\" is no number", key);
	if (!(json_number_value(v) >= 0) || isinf(json_number_value(v)))
		return load_fail(ld, -EINVAL, "\"%s\" is negative", key);
	*ret_v = json_number_value(v);
	return 0;
}

int field_str(struct loader *ld, json_t *root, const char *key, const char **ret_s)
{
	json_t *v = json_object_get(root, key);

	if (!json_is_string(v) || !json_string_length(v))
		return load_fail(ld, -EINVAL, "\"%s\" is missing or no text", key);
	*ret_s = index_string(ld->ix, json_string_value(v), json_string_length(v));
	return *ret_s ? 0 : load_nomem(ld);
}

int field_figures(struct loader *ld, json_t *root, const char *key, bool signed_ok,
		  struct figure *f, uint32_t *ret_n)
{
	json_t *figures = json_object_get(root, key), *v;
	const char *name;
	uint32_t n = 0;

	*ret_n = 0;
	if (field_absent(figures))
		return 0;
	if (!json_is_object(figures))
		return load_fail(ld, -EINVAL, "\"%s\" is no object", key);
	if (json_object_size(figures) > RECORD_FIGURES_MAX)
		return load_fail(ld, -EINVAL, "more than %d \"%s\"", RECORD_FIGURES_MAX, key);
	json_object_foreach(figures, name, v) {
		if (json_is_null(v))
			continue;
		if (!json_is_number(v))
			return load_fail(ld, -EINVAL, "\"%s\" \"%s\" is no number", key, name);
		if (!signed_ok && json_number_value(v) < 0)
			return load_fail(ld, -EINVAL, "\"%s\" \"%s\" is negative", key, name);
		f[n].value = json_number_value(v);
		f[n].name = index_string(ld->ix, name, strlen(name));
		if (!f[n++].name)
			return load_nomem(ld);
	}
	*ret_n = n;
	return 0;
}
