// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "num.h"

/* Decimal digits from *@s on, which moves past them; at least one. */
static int take_digits(const char **s, uint64_t *ret_value)
{
	const char *p = *s;
	uint64_t v = 0;
	bool over = false;

	if (*p < '0' || *p > '9')
		return -EINVAL;
	for (; *p >= '0' && *p <= '9'; p++)
		if (__builtin_mul_overflow(v, 10, &v) ||
		    __builtin_add_overflow(v, (uint64_t)(*p - '0'), &v))
			over = true;
	*s = p;
	if (over)
		return -ERANGE;
	*ret_value = v;
	return 0;
}

int num_parse_u64(const char *s, uint64_t *ret_value)
{
	static const char units[] = "KMGT";
	uint64_t v = 0;
	const char *unit;
	int range, shift = 0;

	range = take_digits(&s, &v);
	if (range == -EINVAL)
		return range;
	if (*s) {
		unit = strchr(units, *s++);
		if (!unit || (*s && strcmp(s, "iB")))
			return -EINVAL;
		shift = 10 * (unit - units + 1);
	}
	if (range || v > UINT64_MAX >> shift)
		return -ERANGE;
	*ret_value = v << shift;
	return 0;
}

int num_parse_u64_in(const char *s, uint64_t min, uint64_t max, uint64_t *ret_value)
{
	uint64_t v;
	int err = num_parse_u64(s, &v);

	if (err)
		return err;
	if (v < min || v > max)
		return -ERANGE;
	*ret_value = v;
	return 0;
}

/*
 * A decimal from *@s on, which moves past it. Up to 15 digits both the digits
 * and the power of ten are exact doubles, so their quotient is rounded right.
 */
static int take_decimal(const char **s, double *ret_value)
{
	const char *p = *s;
	int digits = 0;
	double v = 0, scale = 1;

	for (; *p >= '0' && *p <= '9'; p++, digits++)
		v = v * 10 + (*p - '0');
	if (*p == '.') {
		p++;
		if (*p < '0' || *p > '9')
			return -EINVAL;
		for (; *p >= '0' && *p <= '9'; p++, digits++) {
			v = v * 10 + (*p - '0');
			scale *= 10;
		}
	}
	if (!digits)
		return -EINVAL;
	*s = p;
	if (digits > 15)
		return -ERANGE;
	*ret_value = v / scale;
	return 0;
}

int num_parse_decimal(const char *s, double *ret_value)
{
	double v = 0;
	int err = take_decimal(&s, &v);

	if (err == -EINVAL || *s)
		return -EINVAL;
	if (!err)
		*ret_value = v;
	return err;
}

int num_parse_share(const char *s, double *ret_share)
{
	double v = 0;
	int err = take_decimal(&s, &v);
	bool percent = *s == '%';

	if (err == -EINVAL || s[percent])
		return -EINVAL;
	if (err || (!percent && v >= 1))
		return -ERANGE;
	*ret_share = percent ? v / 100 : v;
	return 0;
}

int num_parse_duration(const char *s, uint64_t *ret_ns)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = {
		{ "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 },
		{ "m", 60e9 }, { "h", 3600e9 },
	};
	double v = 0;
	int err = take_decimal(&s, &v);

	if (err == -EINVAL)
		return err;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(s, units[i].name))
			continue;
		v = v * units[i].ns + 0.5;
		if (err || v >= 0x1p63)
			return -ERANGE;
		*ret_ns = (uint64_t)v;
		return 0;
	}
	return -EINVAL;
}
