// SPDX-License-Identifier: GPL-2.0-or-later
/* Effects, verdicts, and what would decide, on data with known answers. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "effect.h"
#include "stats.h"

static const struct stats_effect_opts plain = { .confidence = 0.95 };

static const double original[] = { 289.64, 290.06, 289.65, 290.82, 289.07 };
static const double uaccess[] = { 288.36, 266.68, 267.07, 275.45, 266.08 };

static void assert_near(double value, double expected, double tolerance)
{
	if (!(fabs(value - expected) <= tolerance))
		fail_msg("%.12g is not %.12g +- %g", value, expected, tolerance);
}

static struct stats_effect effect_of(const double *base, size_t n, const double *new, size_t m,
				     const struct stats_effect_opts *opts)
{
	struct stats_effect e;

	assert_int_equal(stats_effect(base, n, new, m, opts, &e), 0);
	assert_true(e.lo <= e.ratio && e.ratio <= e.hi);
	assert_true(e.p >= 0 && e.p <= 1);
	return e;
}

static void test_welch(void **state)
{
	/* t, df and p computed apart, by the formulas and Simpson's rule */
	static const double x[] = { 27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6,
				    23.1, 19.6, 19.0, 21.7, 21.4 };
	static const double y[] = { 27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2,
				    21.9, 22.1, 22.9, 30.5, 24.4 };
	struct stats_welch test;

	assert_int_equal(stats_welch(x, 15, 0, y, 15, 0, 0.95, &test), 0);
	assert_near(test.diff / test.se, 2.8529548702, 1e-9);
	assert_near(test.df, 27.887303988, 1e-8);
	assert_near(test.p, 0.0080719382, 1e-9);
	assert_true(test.lo > 0 && test.lo < test.diff && test.diff < test.hi);
	assert_false(test.floored);
	assert_int_equal(stats_welch(x, 15, 100, y, 15, 0, 0.95, &test), 0);
	assert_true(test.floored && test.p > 0.05);
	assert_int_equal(stats_welch(x, 1, 0, y, 15, 0, 0.95, &test), -ENODATA);
	assert_int_equal(stats_welch(x, 2, -1, y, 15, 0, 0.95, &test), -EINVAL);
}

static void test_published_arm(void **state)
{
	struct stats_effect e = effect_of(original, 5, uaccess, 5, &plain);

	assert_near(e.median_ratio, 1 - 0.07796, 5e-6);
	assert_near(e.p, 4. / 252, 1e-12);
	assert_int_equal(e.method, STATS_METHOD_WELCH_RANK);
	assert_true(e.hi < 1);
	assert_int_equal(e.misplaced, 0);
	assert_int_equal(stats_decide(&e, e.p, 0.01, false), STATS_SLOWER);
	assert_int_equal(stats_decide(&e, e.p, 0.01, true), STATS_FASTER);
	assert_int_equal(stats_decide(&e, 0.051, 0.01, false), STATS_UNDECIDED);
	/* all of the interval is within -10 % */
	assert_int_equal(stats_decide(&e, e.p, 0.10, false), STATS_SAME);
}

static void test_symmetry(void **state)
{
	struct stats_effect e = effect_of(original, 5, uaccess, 5, &plain);
	struct stats_effect back = effect_of(uaccess, 5, original, 5, &plain);

	assert_near(e.ratio * back.ratio, 1, 1e-12);
	assert_near(e.lo * back.hi, 1, 1e-12);
	assert_near(e.p, back.p, 1e-15);
}

static void test_one_unit(void **state)
{
	static const double se2[] = { 1e-6 };
	const struct stats_effect_opts known = { .confidence = 0.95, .base_se2 = se2,
						 .new_se2 = se2 };
	struct stats_effect e = effect_of(original, 1, uaccess + 1, 1, &plain);
	size_t further;

	assert_int_equal(e.method, STATS_METHOD_NONE);
	assert_near(e.lo, 0, 0);
	assert_true(isinf(e.hi));
	assert_near(e.p, 1, 0);
	assert_near(e.ratio, 266.68 / 289.64, 1e-12);
	assert_int_equal(stats_decide(&e, 0, 0.01, true), STATS_UNDECIDED);
	assert_int_equal(stats_runs_needed(&e, 0.01, 1, &further), -ERANGE);

	e = effect_of(original, 1, uaccess + 1, 1, &known);
	assert_int_equal(e.method, STATS_METHOD_NONE);
	assert_int_equal(stats_runs_needed(&e, 0.01, 1, &further), 0);
	assert_int_equal(further, 2);
}

/* However certain it looks, five units in two modes part by chance in 1 of 16. */
static void test_few(void **state)
{
	static const double base[] = { 100, 100.001, 100.002 }, new[] = { 110, 110.001, 110.002 };
	struct stats_effect e = effect_of(base, 2, new, 3, &plain);

	assert_near(e.p, 1. / 16, 1e-15);
	assert_true(e.lo <= 1 && e.flags & STATS_EFFECT_FEW);
	assert_int_equal(stats_decide(&e, 0, 0.01, true), STATS_UNDECIDED);
	e = effect_of(base, 3, new, 3, &plain);
	assert_true(e.p < 0.001 && !(e.flags & STATS_EFFECT_FEW));
	assert_int_equal(stats_decide(&e, e.p, 0.01, true), STATS_SLOWER);
}

/* Two units that agree by chance do not beat what is known from inside them. */
static void test_floor(void **state)
{
	static const double base[] = { 100, 100.01, 100.02, 99.99 };
	static const double new[] = { 103, 103.01, 103.02, 102.99 };
	static const double se2[] = { 9e-4, 9e-4, 9e-4, 9e-4 };
	struct stats_effect_opts opts = { .confidence = 0.95 };
	struct stats_effect e = effect_of(base, 2, new, 4, &opts);

	assert_true(e.p < 0.05 && !(e.flags & STATS_EFFECT_FLOORED));
	opts.base_se2 = opts.new_se2 = se2;
	e = effect_of(base, 3, new, 4, &opts);
	assert_true(e.p < 1e-4 && !(e.flags & STATS_EFFECT_FLOORED));
	e = effect_of(base, 2, new, 4, &opts);
	assert_true(e.p > 0.05 && e.flags & STATS_EFFECT_FLOORED);
	assert_near(e.sd, 0.03, 1e-12);
	assert_near(e.sd_between, 0, 0);
	opts = (struct stats_effect_opts){ .confidence = 0.95, .floor_sd = 0.03 };
	assert_near(effect_of(base, 2, new, 4, &opts).p, e.p, 1e-12);
}

static void test_constant(void **state)
{
	static const double base[] = { 5000, 5000, 5000, 5000, 5000 };
	static const double new[] = { 5100, 5100, 5100, 5100, 5100 };
	const struct stats_effect_opts control = { .confidence = 0.95, .floor_sd = 1e-4 };
	struct stats_effect e = effect_of(base, 5, base, 5, &plain);
	size_t further;

	assert_int_equal(e.method, STATS_METHOD_CONSTANT);
	assert_near(e.p, 1, 0);
	assert_int_equal(stats_decide(&e, 1, 0.001, true), STATS_SAME);
	e = effect_of(base, 5, new, 5, &plain);
	assert_near(e.p, 2. / 252, 1e-15);
	assert_near(e.lo, 1.02, 1e-12);
	assert_near(e.hi, 1.02, 1e-12);
	assert_int_equal(stats_runs_needed(&e, 0.001, 90, &further), -ERANGE);
	e = effect_of(base, 2, new, 2, &plain);
	assert_near(e.lo, 1, 0);
	e = effect_of(base, 5, new, 5, &control);
	assert_int_equal(e.method, STATS_METHOD_WELCH_RANK);
	assert_true(e.p < 1e-6);
}

static void test_paired(void **state)
{
	/* drift of 20 %, difference 2 % */
	static const double base[] = { 100, 104, 109, 113, 120, 124 };
	static const double new[] = { 102.1, 106, 111.2, 115.2, 122.5, 126.4 };
	const struct stats_effect_opts opts = { .confidence = 0.95, .paired = true };
	struct stats_effect e = effect_of(base, 6, new, 6, &plain);

	assert_true(e.p > 0.05);
	e = effect_of(base, 6, new, 6, &opts);
	assert_int_equal(e.method, STATS_METHOD_PAIRED);
	assert_true(e.p < 1e-4 && e.lo > 1.015 && e.hi < 1.025);
	assert_int_equal(stats_effect(base, 6, new, 5, &opts, &e), -EINVAL);
}

static void test_bad_input(void **state)
{
	static const double zero[] = { 1, 0 }, nan_[] = { 1, NAN }, negative[] = { -1, 1 };
	struct stats_effect_opts opts = plain;
	struct stats_effect e;

	assert_int_equal(stats_effect(zero, 2, original, 5, &opts, &e), -EINVAL);
	assert_int_equal(stats_effect(original, 5, nan_, 2, &opts, &e), -EINVAL);
	assert_int_equal(stats_effect(original, 0, original, 2, &opts, &e), -ENODATA);
	assert_int_equal(stats_effect(original, 2, original, 2, NULL, &e), -EINVAL);
	opts.base_se2 = negative;
	assert_int_equal(stats_effect(original, 2, original, 2, &opts, &e), -EINVAL);
	opts = (struct stats_effect_opts){ .confidence = 1 };
	assert_int_equal(stats_effect(original, 2, original, 2, &opts, &e), -EINVAL);
}

/* One effect among others: they must not look bimodal for it to be believed. */
static void test_family(void **state)
{
	static const double modes[] = { 100, 103, 100.01, 103.01, 100.02 };
	static const double low[] = { 100, 100.01, 100.02, 100.03, 100.04 };
	static const double high[] = { 103, 103.01, 103.02, 103.03, 103.04 };
	static const double even[] = { 98, 99, 100, 101, 102 };
	struct stats_effect e[60];
	double adjusted[60];

	e[0] = effect_of(low, 5, high, 5, &plain);
	for (size_t i = 1; i < 60; i++)
		e[i] = effect_of(even, 5, even, 5, &plain);
	assert_int_equal(stats_family(e, 60, adjusted), 0);
	assert_true(adjusted[0] < 0.01);
	assert_near(adjusted[1], 1, 0);
	for (size_t i = 1; i < 60; i++)
		e[i] = effect_of(modes, 5, modes, 5, &plain);
	assert_int_equal(stats_family(e, 60, adjusted), 0);
	assert_true(adjusted[0] > 0.1);
	assert_int_equal(stats_decide(e, adjusted[0], 0.01, true), STATS_UNDECIDED);
	assert_int_equal(stats_family(e, 0, adjusted), -ENODATA);
}

static void test_same(void **state)
{
	static const double base[] = { 100, 100.1, 99.9, 100.05, 99.95, 100.02 };
	static const double new[] = { 100.3, 100.4, 100.2, 100.35, 100.25, 100.32 };
	struct stats_effect e = effect_of(base, 6, new, 6, &plain);

	assert_true(e.lo > 1);
	assert_int_equal(stats_decide(&e, e.p, 0.01, true), STATS_SAME);
	assert_int_equal(stats_decide(&e, e.p, 0.001, true), STATS_SLOWER);
	assert_string_equal(stats_verdict_name(STATS_SAME), "same");
	assert_string_equal(stats_method_name(e.method), "welch+rank");
}

static void test_runs_needed(void **state)
{
	struct stats_effect e = { .ratio = 1.02, .lo = 0.99, .hi = 1.05, .p = 0.2, .sd = 0.02,
				  .confidence = 0.95, .n = 5, .m = 5,
				  .method = STATS_METHOD_WELCH_RANK };
	size_t one, many, same;

	/* alone at half the level and 80 % power: n = 2 (2.24 + 0.84)^2 is about 19 */
	assert_int_equal(stats_runs_needed(&e, 0.01, 1, &one), 0);
	assert_in_range(one, 13, 18);
	assert_int_equal(stats_runs_needed(&e, 0.01, 90, &many), 0);
	assert_in_range(many, one + 10, 60);
	e.ratio = 1;
	assert_int_equal(stats_runs_needed(&e, 0.01, 90, &same), 0);
	assert_in_range(same, 60, 90);
	e.ratio = 1.0101;
	assert_int_equal(stats_runs_needed(&e, 0.01, 90, &same), -ERANGE);
	e.ratio = 1.05;
	e.lo = 1.03;
	e.p = 1e-5;
	assert_int_equal(stats_runs_needed(&e, 0.01, 90, &same), 0);
	assert_int_equal(same, 0);
	assert_int_equal(stats_runs_needed(&e, -0.01, 90, &same), -EINVAL);
	assert_int_equal(stats_runs_needed(&e, 0.01, 0, &same), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_welch),
		cmocka_unit_test(test_published_arm),
		cmocka_unit_test(test_symmetry),
		cmocka_unit_test(test_one_unit),
		cmocka_unit_test(test_few),
		cmocka_unit_test(test_floor),
		cmocka_unit_test(test_constant),
		cmocka_unit_test(test_paired),
		cmocka_unit_test(test_bad_input),
		cmocka_unit_test(test_family),
		cmocka_unit_test(test_same),
		cmocka_unit_test(test_runs_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
