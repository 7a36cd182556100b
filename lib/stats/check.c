// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

int stats_check(const double *x, size_t n)
{
	if (!n)
		return -ENODATA;
	if (!x)
		return -EINVAL;
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return -EINVAL;
	return 0;
}

int stats_check_positive(const double *x, size_t n)
{
	int r = stats_check(x, n);

	if (r < 0)
		return r;
	for (size_t i = 0; i < n; i++)
		if (x[i] <= 0)
			return -EINVAL;
	return 0;
}

double *stats_dup(const double *x, size_t n)
{
	double *y = calloc(n, sizeof(*y));

	if (y)
		memcpy(y, x, n * sizeof(*y));
	return y;
}

double *stats_dup_log(const double *x, size_t n)
{
	double *y = calloc(n, sizeof(*y));

	if (!y)
		return NULL;
	for (size_t i = 0; i < n; i++)
		y[i] = log(x[i]);
	return y;
}
