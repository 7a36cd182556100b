// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "internal.h"
#include "shape.h"
#include "stats.h"

const char *stats_shape_name(enum stats_shape_flag flag)
{
	switch (flag) {
	case STATS_SHAPE_DRIFT:
		return "drift";
	case STATS_SHAPE_STEP:
		return "step";
	case STATS_SHAPE_BIMODAL:
		return "bimodal";
	case STATS_SHAPE_AUTOCORRELATED:
		return "autocorrelated";
	case STATS_SHAPE_OUTLIER:
		return "outlier";
	}
	return NULL;
}

int stats_shape(const double *x, size_t n, double alpha, struct stats_shape *ret_shape)
{
	static const enum stats_shape_flag flags[] = {
		STATS_SHAPE_DRIFT, STATS_SHAPE_STEP, STATS_SHAPE_BIMODAL,
		STATS_SHAPE_AUTOCORRELATED,
	};
	const struct stats_test none = { .statistic = 0, .p = 1 };
	struct stats_shape shape = { .trend = none, .step = none, .dip = none,
				     .autocorrelation = none };
	double p[4];
	int r = stats_check(x, n);

	if (r < 0)
		return r;
	if (!(alpha > 0 && alpha < 1))
		return -EINVAL;
	if (((r = stats_trend(x, n, &shape.trend)) < 0 && r != -ENODATA) ||
	    ((r = stats_step(x, n, &shape.step, &shape.step_at)) < 0 && r != -ENODATA) ||
	    ((r = stats_dip(x, n, &shape.dip)) < 0 && r != -ENODATA) ||
	    ((r = stats_autocorrelation(x, n, &shape.autocorrelation)) < 0 && r != -ENODATA) ||
	    ((r = stats_outliers(x, n, 0, NULL, &shape.outliers)) < 0 && r != -ENODATA))
		return r;

	p[0] = shape.trend.p;
	p[1] = shape.step.p;
	p[2] = shape.dip.p;
	p[3] = shape.autocorrelation.p;
	r = stats_holm(p, 4, p);
	if (r < 0)
		return r;
	for (size_t i = 0; i < 4; i++)
		if (p[i] <= alpha)
			shape.flags |= flags[i];
	if (shape.outliers)
		shape.flags |= STATS_SHAPE_OUTLIER;
	*ret_shape = shape;
	return 0;
}
