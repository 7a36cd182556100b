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

/* Those of the four tests that the sample is large enough for. 0 or -ENOMEM. */
static int run_tests(const double *x, size_t n, struct stats_shape *shape)
{
	struct stats_ranked s;
	int r = stats_ranked_init(&s, x, n);

	if (r < 0)
		return r;
	if (n >= STATS_LEAST_TREND)
		r = stats_trend_ranked(&s, &shape->trend);
	if (n >= STATS_LEAST_STEP)
		stats_step_ranked(&s, &shape->step, &shape->step_at);
	if (!r && n >= STATS_LEAST_DIP)
		r = stats_dip_sorted(s.sorted, n, &shape->dip);
	if (n >= STATS_LEAST_AUTOCORRELATION)
		stats_autocorrelation_ranked(x, &s, &shape->autocorrelation);
	stats_ranked_release(&s);
	return r;
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
	if ((r = run_tests(x, n, &shape)) < 0 ||
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
