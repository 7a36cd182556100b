// SPDX-License-Identifier: GPL-2.0-or-later
/* Order statistics, rank tests and multiplicity against values known from elsewhere. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "stats.h"

#define N(array) (sizeof(array) / sizeof(*(array)))

/* cached reads of three ARM kernels in MB/s, as published */
static const double original[] = { 289.64, 290.06, 289.65, 290.82, 289.07 };
static const double uaccess[] = { 288.36, 266.68, 267.07, 275.45, 266.08 };
static const double noinline_[] = { 274.16, 287.19, 286.47, 286.20, 288.86 };

static void assert_near(double value, double expected, double tolerance)
{
	if (!(fabs(value - expected) <= tolerance))
		fail_msg("%.12g is not %.12g +- %g", value, expected, tolerance);
}

static void test_median(void **state)
{
	static const double even[] = { 4, 1, 3, 2 };
	double value;

	assert_int_equal(stats_median(original, 5, &value), 0);
	assert_near(value, 289.65, 0);
	assert_int_equal(stats_median(uaccess, 5, &value), 0);
	assert_near(value, 267.07, 0);
	assert_int_equal(stats_median(even, 4, &value), 0);
	assert_near(value, 2.5, 0);
	assert_int_equal(stats_median(even, 1, &value), 0);
	assert_near(value, 4, 0);
	assert_near(even[0], 4, 0);
}

/* Order statistics of samples large enough for every way of sorting. */
static void test_order(void **state)
{
	double x[1000], value;

	for (size_t n = 1; n <= N(x); n = n < 60 ? n + 1 : 5 * n / 3) {
		/* 7 steps through 0..n-1, both signs and far apart; every 5th twice */
		for (size_t i = 0; i < n; i++) {
			double at = (double)(i * 7 % n);

			x[i] = n % 7 ? (at - (double)(n / 2)) * 1e9 : -at / 3;
			if (i % 5 == 1)
				x[i] = x[i - 1];
		}
		for (size_t k = 0; k < n; k += 1 + n / 20) {
			size_t below = 0, upto = 0;

			assert_int_equal(stats_quantile(x, n, n > 1 ? (double)k / (double)(n - 1) : 0,
							&value), 0);
			for (size_t i = 0; i < n; i++) {
				below += x[i] < value - 1e-3;
				upto += x[i] <= value + 1e-3;
			}
			assert_true(below <= k && k < upto);
		}
	}
}

static void test_quantile(void **state)
{
	static const double x[] = { 10, 1, 7, 3 };
	double value;

	/* as R's quantile(type = 7) */
	assert_int_equal(stats_quantile(x, 4, 0.25, &value), 0);
	assert_near(value, 2.5, 1e-12);
	assert_int_equal(stats_quantile(x, 4, 0.9, &value), 0);
	assert_near(value, 9.1, 1e-12);
	assert_int_equal(stats_quantile(x, 4, 0, &value), 0);
	assert_near(value, 1, 0);
	assert_int_equal(stats_quantile(x, 4, 1, &value), 0);
	assert_near(value, 10, 0);
	assert_int_equal(stats_quantile(x, 4, 1.01, &value), -EINVAL);
	assert_int_equal(stats_quantile(x, 4, NAN, &value), -EINVAL);
}

static void test_mean(void **state)
{
	static const double offset[] = { 1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16 };
	double mean, variance;

	assert_int_equal(stats_mean(offset, 4, &mean, &variance), 0);
	assert_near(mean, 1e9 + 10, 1e-6);
	assert_near(variance, 30, 1e-9);
	assert_int_equal(stats_mean(offset, 1, &mean, &variance), 0);
	assert_near(variance, 0, 0);
	assert_int_equal(stats_mean(uaccess, 5, &mean, &variance), 0);
	assert_near(mean, 272.728, 1e-9);
	assert_near(sqrt(variance), 9.547, 5e-4);
	assert_int_equal(stats_mad(uaccess, 5, &variance), 0);
	assert_near(variance, 0.99, 1e-9);
}

static void test_unit(void **state)
{
	double x[100], median, se2, alternating;

	for (size_t i = 0; i < 100; i++)
		x[i] = exp(((double)(i * 37 % 100) - 49.5) / 1000);
	assert_int_equal(stats_unit(x, 100, 0.5, &median, &alternating), 0);
	assert_near(median, 1, 1e-6);
	/* the median of n uniforms over a width w has a sd of w / (2 sqrt(n)) */
	assert_near(sqrt(alternating), 0.1 / 20, 0.001);
	for (size_t i = 0; i < 100; i++)
		x[i] = exp(((double)i - 49.5) / 1000);
	assert_int_equal(stats_unit(x, 100, 0.5, NULL, &se2), 0);
	assert_true(se2 > 10 * alternating);
	assert_int_equal(stats_unit(x, 1, 0.5, &median, &se2), 0);
	assert_near(se2, 0, 0);
	x[3] = 0;
	assert_int_equal(stats_unit(x, 100, 0.5, &median, &se2), -EINVAL);
}

static void test_bad_input(void **state)
{
	const double bad[][2] = { { 1, NAN }, { INFINITY, 1 }, { 1, -INFINITY } };
	struct stats_mann_whitney test;
	struct stats_shift shift;
	double value = 42;

	for (size_t i = 0; i < N(bad); i++) {
		assert_int_equal(stats_median(bad[i], 2, &value), -EINVAL);
		assert_int_equal(stats_quantile(bad[i], 2, 0.5, &value), -EINVAL);
		assert_int_equal(stats_mad(bad[i], 2, &value), -EINVAL);
		assert_int_equal(stats_mean(bad[i], 2, &value, NULL), -EINVAL);
		assert_int_equal(stats_holm(bad[i], 2, &value), -EINVAL);
		assert_int_equal(stats_mann_whitney(bad[i], 2, original, 5, &test), -EINVAL);
		assert_int_equal(stats_mann_whitney(original, 5, bad[i], 2, &test), -EINVAL);
		assert_int_equal(stats_hodges_lehmann(original, 5, bad[i], 2, 0.9, &shift),
				 -EINVAL);
		assert_int_equal(stats_signed_rank(bad[i], 2, &value), -EINVAL);
	}
	assert_int_equal(stats_median(original, 0, &value), -ENODATA);
	assert_int_equal(stats_median(NULL, 2, &value), -EINVAL);
	assert_near(value, 42, 0);
}

static void test_published_arm(void **state)
{
	struct stats_mann_whitney test;
	struct stats_shift shift;

	assert_int_equal(stats_mann_whitney(original, 5, uaccess, 5, &test), 0);
	assert_near(test.u, 25, 0);
	assert_near(test.p, 2. / 252, 1e-15);
	assert_true(test.exact);
	assert_int_equal(stats_mann_whitney(noinline_, 5, original, 5, &test), 0);
	assert_near(test.u, 0, 0);
	assert_near(test.p, 2. / 252, 1e-15);

	assert_int_equal(stats_hodges_lehmann(original, 5, uaccess, 5, 0.95, &shift), 0);
	assert_near(shift.shift, -22.57, 1e-9);
	assert_true(shift.lo < shift.shift && shift.shift < shift.hi && shift.hi < 0);
	/* the outer 2 pairs of either side go: 1 - 2 P(U <= 2) */
	assert_near(shift.level, 1 - 8. / 252, 1e-12);
	assert_int_equal(stats_hodges_lehmann(original, 5, noinline_, 5, 0.95, &shift), 0);
	assert_near(shift.shift, -3.18, 1e-9);
}

static void test_mann_whitney_ties(void **state)
{
	static const double x[] = { 1, 2, 2 }, y[] = { 2, 3, 3 };
	static const double same[] = { 7, 7, 7, 7 };
	struct stats_mann_whitney test;

	/* midranks 1 3 3 | 3 5.5 5.5: of 20 subsets, 2 have a sum <= 7 */
	assert_int_equal(stats_mann_whitney(x, 3, y, 3, &test), 0);
	assert_near(test.u, 1, 0);
	assert_true(test.exact);
	assert_near(test.p, 6. / 20, 1e-15);
	assert_int_equal(stats_mann_whitney(same, 4, same, 3, &test), 0);
	assert_near(test.u, 6, 0);
	assert_near(test.p, 1, 0);
}

/* The exact tail and the normal approximation agree where one hands over to the other. */
static void test_mann_whitney_large(void **state)
{
	struct stats_mann_whitney test;
	double x[26], y[26], z;

	for (size_t i = 0; i < 26; i++) {
		x[i] = (double)(i * 10);
		y[i] = (double)(i * 10 + 61);
	}
	assert_int_equal(stats_mann_whitney(x, 25, y, 25, &test), 0);
	assert_true(test.exact);
	z = (fabs(test.u - 312.5) - 0.5) / sqrt(625 * 51. / 12);
	assert_near(test.p, erfc(z / sqrt(2)), 0.15 * test.p);
	assert_int_equal(stats_mann_whitney(x, 26, y, 26, &test), 0);
	assert_false(test.exact);
	z = (fabs(test.u - 338) - 0.5) / sqrt(676 * 53. / 12);
	assert_near(test.p, erfc(z / sqrt(2)), 1e-12);
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Against sorting all differences, with and without ties, at both sizes of n. */
static void test_hodges_lehmann_brute(void **state)
{
	static const size_t sizes[][2] = { { 1, 1 }, { 2, 5 }, { 9, 4 }, { 30, 20 }, { 60, 41 } };
	unsigned int seed = 12345;

	for (size_t s = 0; s < N(sizes); s++) {
		size_t n = sizes[s][0], m = sizes[s][1], nm = n * m;
		double x[64], y[64], d[64 * 64], median;
		struct stats_mann_whitney test;
		struct stats_shift shift;

		for (size_t round = 0; round < 40; round++) {
			double step = round % 2 ? 1e-9 : 1;
			size_t outside = 0;

			for (size_t i = 0; i < n; i++)
				x[i] = (double)((seed = seed * 1103515245 + 12345) >> 16) * step;
			for (size_t i = 0; i < m; i++)
				y[i] = (double)((seed = seed * 1103515245 + 12345) >> 16) * step;
			if (round % 4 >= 2)	/* ties */
				for (size_t i = 0; i < n; i++)
					x[i] = y[i % m];
			for (size_t i = 0; i < nm; i++)
				d[i] = y[i % m] - x[i / m];
			qsort(d, nm, sizeof(*d), ascending);
			median = (d[(nm - 1) / 2] + d[nm / 2]) / 2;
			assert_int_equal(stats_hodges_lehmann(x, n, y, m, 0.95, &shift), 0);
			assert_near(shift.shift, median, 0);
			while (outside < nm && d[outside] < shift.lo)
				outside++;
			if (isfinite(shift.lo)) {
				assert_near(d[outside], shift.lo, 0);
				assert_true(shift.level >= 0.95 && shift.level < 1);
			} else {
				assert_true(n + m < 8);	/* 2 of 21 > 0.05 */
				assert_near(shift.level, 1, 0);
			}
			if (round % 4 >= 2)
				continue;
			assert_int_equal(stats_mann_whitney(x, n, y, m, &test), 0);
			assert_int_equal(test.p <= 0.05, shift.lo > 0 || shift.hi < 0);
		}
	}
}

static void test_signed_rank(void **state)
{
	static const double all[] = { 1, 2, 3, 4, 5, 6 }, tied[] = { 1, -1, 2, 2, 0 };
	double many[60], p;

	assert_int_equal(stats_signed_rank(all, 6, &p), 0);
	assert_near(p, 2. / 64, 1e-15);
	/* ranks 1.5 -1.5 3.5 3.5: W = 8.5; of 16 patterns 4 reach 8.5 or 1.5 */
	assert_int_equal(stats_signed_rank(tied, 5, &p), 0);
	assert_near(p, 6. / 16, 1e-15);
	for (size_t i = 0; i < 60; i++)
		many[i] = i % 2 ? (double)i : -(double)i - 0.5;
	assert_int_equal(stats_signed_rank(many, 60, &p), 0);
	assert_true(p > 0.8);
	for (size_t i = 0; i < 60; i += 4)
		many[i] = -many[i];
	assert_int_equal(stats_signed_rank(many, 60, &p), 0);
	assert_true(p < 0.01);
}

static void test_holm(void **state)
{
	static const double p[] = { 0.01, 0.04, 0.03, 0.005 };
	static const double expected[] = { 0.03, 0.06, 0.06, 0.02 };
	static const double bad[] = { 0.5, 1.5 };
	double adjusted[4];

	assert_int_equal(stats_holm(p, 4, adjusted), 0);
	for (size_t i = 0; i < 4; i++)
		assert_near(adjusted[i], expected[i], 1e-15);
	assert_int_equal(stats_holm(bad, 2, adjusted), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_median),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_quantile),
		cmocka_unit_test(test_mean),
		cmocka_unit_test(test_unit),
		cmocka_unit_test(test_bad_input),
		cmocka_unit_test(test_published_arm),
		cmocka_unit_test(test_mann_whitney_ties),
		cmocka_unit_test(test_mann_whitney_large),
		cmocka_unit_test(test_hodges_lehmann_brute),
		cmocka_unit_test(test_signed_rank),
		cmocka_unit_test(test_holm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
