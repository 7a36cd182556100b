// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdbool.h>

#include "sample.h"
#include "shape.h"

#define SHAPE_ALPHA	0.05
#define FAR		5

static bool constant(const double *x, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (x[i] != x[0])
			return false;
	return true;
}

int sample_shape(const double *x, size_t n, size_t tests, unsigned int *ret_flags)
{
	double alpha = SHAPE_ALPHA / tests;
	struct stats_shape shape = { 0 };
	size_t far = 0;
	int r;

	*ret_flags = 0;
	if (constant(x, n))
		return 0;
	/* the dip's table of p ends at 0.0005 */
	if (alpha < 0.002)
		alpha = 0.002;
	r = stats_shape(x, n, alpha, &shape);
	if (!r && shape.outliers)
		r = stats_outliers(x, n, FAR * stats_outlier_limit(n), NULL, &far);
	if (!r)
		*ret_flags = far ? shape.flags : shape.flags & ~STATS_SHAPE_OUTLIER;
	return r == -ENOMEM ? r : 0;
}
