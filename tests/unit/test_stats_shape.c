// SPDX-License-Identifier: GPL-2.0-or-later
/* Shape diagnostics, fits and the noise floor. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "fit.h"
#include "shape.h"
#include "stats.h"

static gsl_rng *rng;

static void assert_near(double value, double expected, double tolerance)
{
	if (!(fabs(value - expected) <= tolerance))
		fail_msg("%.12g is not %.12g +- %g", value, expected, tolerance);
}

static void test_trend(void **state)
{
	static const double up[] = { 1, 2, 3, 4, 5 }, mixed[] = { 3, 1, 2, 2, 4 };
	static const double same[] = { 2, 2, 2, 2 };
	struct stats_test t;

	assert_int_equal(stats_trend(up, 5, &t), 0);
	assert_near(t.statistic, 1, 0);
	/* S = 10, variance 5 * 4 * 15 / 18: z = 9 / 4.082 */
	assert_near(t.p, 0.02749, 1e-4);
	/* S = 6 - 3, variance (300 - 18) / 18: z = 2 / 3.958 */
	assert_int_equal(stats_trend(mixed, 5, &t), 0);
	assert_near(t.statistic, 0.3, 1e-15);
	assert_near(t.p, 0.6134, 1e-3);
	assert_int_equal(stats_trend(same, 4, &t), 0);
	assert_near(t.p, 1, 0);
	assert_int_equal(stats_trend(same, 3, &t), -ENODATA);
}

static void test_step(void **state)
{
	static const double x[] = { 1, 3, 2, 4, 1.5, 11, 13, 12, 14, 11.5 };
	struct stats_test t;
	size_t at = 0;

	assert_int_equal(stats_step(x, 10, &t, &at), 0);
	assert_int_equal(at, 5);
	assert_near(t.statistic, 25, 0);
	assert_near(t.p, 2 * exp(-6 * 625. / 1100), 1e-12);
}

static void test_dip_known(void **state)
{
	static const double even[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	static const double two[] = { 0, 0, 0, 0, 1, 1, 1, 1 };
	static const double atom[] = { 0, 0, 0, 0, 0, 0, 0, 1 };
	static const double one[] = { 5, 5, 5, 5, 5 };
	static const double pairs[] = { 0, 1, 10, 11 };
	struct stats_test t;

	assert_int_equal(stats_dip(even, 8, &t), 0);
	assert_near(t.statistic, 1. / 16, 1e-15);
	assert_near(t.p, 1, 0);
	assert_int_equal(stats_dip(two, 8, &t), 0);
	assert_near(t.statistic, 0.25, 1e-15);
	assert_true(t.p < 0.01);
	assert_int_equal(stats_dip(atom, 8, &t), 0);
	assert_near(t.statistic, 1. / 16, 1e-15);
	assert_int_equal(stats_dip(one, 5, &t), 0);
	assert_near(t.p, 1, 0);
	assert_int_equal(stats_dip(pairs, 4, &t), 0);
	assert_true(t.statistic > 1. / 8 && t.statistic <= 0.25);
	assert_int_equal(stats_dip(pairs, 3, &t), -ENODATA);
}

/* The dip is the same for any scale, offset, order and mirror image. */
static void test_dip_invariance(void **state)
{
	double x[40], y[40];
	struct stats_test a, b;

	for (int turn = 0; turn < 50; turn++) {
		for (int i = 0; i < 40; i++) {
			x[i] = gsl_ran_gaussian(rng, 1) + (i % 3 ? 0 : 3);
			if (turn % 2)
				x[i] = round(x[i] * 4) / 4;
			y[39 - i] = 1024 - 8 * x[i];
		}
		assert_int_equal(stats_dip(x, 40, &a), 0);
		assert_int_equal(stats_dip(y, 40, &b), 0);
		assert_near(a.statistic, b.statistic, 1e-9);
	}
}

static void test_outliers(void **state)
{
	static const double x[] = { 10, 10.1, 9.9, 10.05, 9.95, 10.02, 30, 9.98 };
	static const double quantised[] = { 5, 5, 5, 5, 5, 5, 9, 5 };
	bool is[8];
	size_t count;

	assert_int_equal(stats_outliers(x, 8, 0, is, &count), 0);
	assert_int_equal(count, 1);
	for (size_t i = 0; i < 8; i++)
		assert_int_equal(is[i], i == 6);
	assert_int_equal(stats_outliers(quantised, 8, 5, is, &count), 0);
	assert_int_equal(count, 1);
	assert_true(is[6]);
	assert_int_equal(stats_outliers(x, 2, 0, NULL, &count), -ENODATA);
	assert_int_equal(stats_outliers(x, 8, NAN, NULL, &count), -EINVAL);
}

enum sample { CLEAN, DRIFT, STEP, MODES, DEPENDENT, OUTLIER };

static void draw(enum sample kind, double *x, int n)
{
	double last = gsl_ran_gaussian(rng, 1);

	for (int i = 0; i < n; i++) {
		double u = gsl_ran_gaussian(rng, 1);

		last = 0.8 * last + 0.6 * u;
		x[i] = 100 + u;
		if (kind == DRIFT)
			x[i] += 4. * i / n;
		else if (kind == STEP)
			x[i] += 2 * i > n ? 3 : 0;
		else if (kind == MODES)
			x[i] += gsl_rng_uniform(rng) < 0.5 ? 6 : 0;
		else if (kind == DEPENDENT)
			x[i] = 100 + last;
		else if (kind == OUTLIER)
			x[i] += i == n / 3 ? 12 : 0;
	}
}

/* How often of 400 samples of n a flag is set. */
static int flagged(enum sample kind, int n, unsigned int flags)
{
	struct stats_shape shape;
	double x[64];
	int count = 0;

	for (int i = 0; i < 400; i++) {
		draw(kind, x, n);
		assert_int_equal(stats_shape(x, (size_t)n, 0.05, &shape), 0);
		count += (shape.flags & flags) != 0;
	}
	return count;
}

static void test_shape_false_flags(void **state)
{
	static const int sizes[] = { 5, 8, 12, 20, 40 };
	const unsigned int tests = STATS_SHAPE_DRIFT | STATS_SHAPE_STEP | STATS_SHAPE_BIMODAL |
				   STATS_SHAPE_AUTOCORRELATED;

	/* 20 expected at most; 34 is 3.2 sd more */
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		assert_in_range(flagged(CLEAN, sizes[i], tests), 0, 34);
		assert_in_range(flagged(CLEAN, sizes[i], STATS_SHAPE_OUTLIER), 4, 40);
	}
}

static void test_shape_power(void **state)
{
	assert_true(flagged(DRIFT, 40, STATS_SHAPE_DRIFT) > 380);
	assert_true(flagged(STEP, 40, STATS_SHAPE_STEP) > 390);
	assert_true(flagged(MODES, 60, STATS_SHAPE_BIMODAL) > 380);
	assert_true(flagged(DEPENDENT, 60, STATS_SHAPE_AUTOCORRELATED) > 370);
	assert_true(flagged(OUTLIER, 20, STATS_SHAPE_OUTLIER) > 390);
}

/* Each test alone at its own 5 %: how many of 1000 clean samples it rejects. */
static void test_each_level(void **state)
{
	int trend = 0, step = 0, dip = 0, neighbour = 0;
	struct stats_test t;
	double x[25];

	for (int i = 0; i < 1000; i++) {
		for (int k = 0; k < 25; k++)
			x[k] = gsl_rng_uniform(rng);
		assert_int_equal(stats_trend(x, 25, &t), 0);
		trend += t.p <= 0.05;
		assert_int_equal(stats_step(x, 25, &t, NULL), 0);
		step += t.p <= 0.05;
		assert_int_equal(stats_dip(x, 25, &t), 0);
		dip += t.p <= 0.05;
		assert_int_equal(stats_autocorrelation(x, 25, &t), 0);
		neighbour += t.p <= 0.05;
	}
	assert_in_range(trend, 25, 72);
	assert_in_range(step, 5, 72);
	assert_in_range(dip, 25, 72);
	assert_in_range(neighbour, 25, 72);
}

static void test_fit(void **state)
{
	static const double sizes[] = { 64, 256, 1024, 4096, 65536 };
	struct stats_affine fit;
	double costs[5];

	for (int i = 0; i < 5; i++)
		costs[i] = 120 + 0.05 * sizes[i];
	assert_int_equal(stats_fit_affine(sizes, 5, costs, 1, 0.02, 0.95, &fit), 0);
	assert_near(fit.a.value, 120, 1e-9);
	assert_near(fit.b.value, 0.05, 1e-12);
	assert_near(fit.misfit, 0, 1e-12);
	assert_true(isinf(fit.a.lo) && isinf(fit.b.hi));

	for (int i = 0; i < 5; i++)
		costs[i] = sizes[i] * sizes[i];
	assert_int_equal(stats_fit_affine(sizes, 5, costs, 1, 0.02, 0.95, &fit), 0);
	assert_true(fit.misfit > 0.3);
	assert_int_equal(stats_fit_affine(sizes, 2, costs, 1, 0.02, 0.95, &fit), -ENODATA);
	costs[1] = 0;
	assert_int_equal(stats_fit_affine(sizes, 5, costs, 1, 0.02, 0.95, &fit), -EINVAL);
}

/* Processes that are slow or fast as a whole: does the interval hold what runs agree on? */
static void test_fit_interval(void **state)
{
	static const double sizes[] = { 64, 256, 1024, 4096, 65536 };
	enum { UNITS = 60, TURNS = 200 };
	static double costs[UNITS * 5];
	struct stats_affine fit[TURNS];
	double a = 0, b = 0;
	int inside_a = 0, inside_b = 0;

	for (int turn = 0; turn < TURNS; turn++) {
		for (int u = 0; u < UNITS; u++) {
			double slow = exp(gsl_ran_gaussian(rng, 0.02)) + (gsl_rng_uniform(rng) < 0.3);

			for (int i = 0; i < 5; i++)
				costs[u * 5 + i] = (120 + 0.05 * sizes[i]) * slow *
						   (1 + gsl_ran_gaussian(rng, 0.002));
		}
		assert_int_equal(stats_fit_affine(sizes, 5, costs, UNITS, 0.02, 0.95, &fit[turn]), 0);
		a += fit[turn].a.value / TURNS;
		b += fit[turn].b.value / TURNS;
	}
	assert_near(a, 120 * exp(-1.6 * 0.02), 1.2);	/* not the half slower mean */
	for (int turn = 0; turn < TURNS; turn++) {
		inside_a += fit[turn].a.lo <= a && a <= fit[turn].a.hi;
		inside_b += fit[turn].b.lo <= b && b <= fit[turn].b.hi;
	}
	assert_in_range(inside_a, 180, 198);
	assert_in_range(inside_b, 180, 198);
}

/* The floor is what runs of equal processes really exceed 1 time in 20. */
static void test_aa_floor(void **state)
{
	static const struct {
		int n, from, to;	/* of 300 beyond the floor */
	} sizes[] = { { 8, 2, 30 }, { 13, 2, 29 }, { 34, 4, 29 }, { 140, 4, 29 } };
	double x[140], y[140], floor_x, again, a, b;

	for (int s = 0; s < 4; s++) {
		size_t n = (size_t)sizes[s].n;
		int beyond = 0;

		for (int i = 0; i < 300; i++) {
			/* as machines do it: a narrow bulk, and some far slower */
			for (size_t k = 0; k < n; k++) {
				x[k] = exp(gsl_ran_gaussian(rng, 0.02) + 0.2 * (gsl_rng_uniform(rng) < 0.2));
				y[k] = exp(gsl_ran_gaussian(rng, 0.02) + 0.2 * (gsl_rng_uniform(rng) < 0.2));
			}
			assert_int_equal(stats_aa_floor(x, n, 0.02, 1, &floor_x), 0);
			assert_int_equal(stats_quantile(x, n, 0.02, &a), 0);
			assert_int_equal(stats_quantile(y, n, 0.02, &b), 0);
			beyond += fabs(log(a / b)) > log1p(floor_x);
		}
		assert_in_range(beyond, sizes[s].from, sizes[s].to);
	}
	assert_int_equal(stats_aa_floor(x, 140, 0.02, 1, &again), 0);
	assert_near(again, floor_x, 0);
	assert_int_equal(stats_aa_floor(x, 3, 0.1, 1, &again), -ENODATA);
	assert_int_equal(stats_aa_floor(x, 140, 1.1, 1, &again), -EINVAL);
	x[0] = -1;
	assert_int_equal(stats_aa_floor(x, 140, 0.02, 1, &again), -EINVAL);
}

static int setup(void **state)
{
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	if (rng)
		gsl_rng_set(rng, 42);
	return rng ? 0 : -1;
}

static int teardown(void **state)
{
	gsl_rng_free(rng);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_trend),
		cmocka_unit_test(test_step),
		cmocka_unit_test(test_dip_known),
		cmocka_unit_test(test_dip_invariance),
		cmocka_unit_test(test_outliers),
		cmocka_unit_test(test_shape_false_flags),
		cmocka_unit_test(test_shape_power),
		cmocka_unit_test(test_each_level),
		cmocka_unit_test(test_fit),
		cmocka_unit_test(test_fit_interval),
		cmocka_unit_test(test_aa_floor),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
