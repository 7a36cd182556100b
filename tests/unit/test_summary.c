// SPDX-License-Identifier: GPL-2.0-or-later
/* The effect from two means with their standard errors. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "stats.h"
#include "summary.h"

#define NEAR(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

/* perf stat -r 10 before and after a change of the page-fault handler: mean, +- in percent */
static const struct {
	double base, base_percent, new, new_percent;
	double change, se, z;	/* percent, percent, 1 */
	enum stats_verdict verdict;	/* with a margin of 0.1 % */
} published[] = {
	{ 683033312, 0.03, 682112862, 0.03, -0.135, 0.042, -3.2, STATS_FASTER },
	{ 134538, 0.03, 130619, 0.03, -2.913, 0.042, -68.7, STATS_FASTER },
	{ 46099, 0.02, 46073, 0.05, -0.056, 0.054, -1.0, STATS_UNDECIDED },
	{ 19681, 0.02, 19681, 0.01, 0, 0.022, 0, STATS_SAME },
	{ 5.389747878, 0.06, 5.381342641, 0.07, -0.156, 0.092, -1.7, STATS_UNDECIDED },
};

#define N	(sizeof(published) / sizeof(published[0]))

static void a_published_comparison(void **state)
{
	struct stats_effect e[N];
	double adjusted[N];

	for (size_t i = 0; i < N; i++) {
		struct stats_summary base = { published[i].base,
			published[i].base * published[i].base_percent / 100, 10 };
		struct stats_summary new = { published[i].new,
			published[i].new * published[i].new_percent / 100, 10 };
		double se, z;

		assert_int_equal(stats_effect_summary(&base, &new, 0.95, &e[i]), 0);
		NEAR(100 * (e[i].ratio - 1), published[i].change, 0.0005);
		se = 100 * sqrt((e[i].sd_base * e[i].sd_base + e[i].sd_new * e[i].sd_new) / 10);
		NEAR(se, published[i].se, 0.0005);
		z = 100 * (e[i].ratio - 1) / se;
		NEAR(z, published[i].z, 0.051);
		assert_int_equal(e[i].n, 10);
		assert_int_equal(e[i].m, 10);
		assert_int_equal(e[i].method, STATS_METHOD_SUMMARY);
		assert_int_equal(e[i].flags, 0);
	}
	assert_int_equal(stats_family(e, N, adjusted), 0);
	for (size_t i = 0; i < N; i++)
		assert_int_equal(stats_decide(&e[i], adjusted[i], 0.001, true),
				 published[i].verdict);
}

/* The same as Welch's t of the values that the summaries were made from. */
static void as_from_the_values(void **state)
{
	static const double x[] = { 100.2, 99.7, 100.9, 100.1, 99.4, 100.3, 99.9 };
	static const double y[] = { 101.9, 101.1, 102.4, 100.8, 101.7 };
	double lx[7], ly[5], mx = 0, my = 0, sx = 0, sy = 0;
	struct stats_summary base, new;
	struct stats_welch t;
	struct stats_effect e;

	for (int i = 0; i < 7; i++) {
		lx[i] = log(x[i]);
		mx += x[i] / 7;
	}
	for (int i = 0; i < 5; i++) {
		ly[i] = log(y[i]);
		my += y[i] / 5;
	}
	for (int i = 0; i < 7; i++)
		sx += (x[i] - mx) * (x[i] - mx) / 6;
	for (int i = 0; i < 5; i++)
		sy += (y[i] - my) * (y[i] - my) / 4;
	base = (struct stats_summary){ mx, sqrt(sx / 7), 7 };
	new = (struct stats_summary){ my, sqrt(sy / 5), 5 };
	assert_int_equal(stats_welch(lx, 7, 0, ly, 5, 0, 0.95, &t), 0);
	assert_int_equal(stats_effect_summary(&base, &new, 0.95, &e), 0);
	NEAR(log(e.ratio), t.diff, 1e-4);
	NEAR(log(e.lo), t.lo, 2e-4);
	NEAR(log(e.hi), t.hi, 2e-4);
	NEAR(e.df, t.df, 0.2);
	NEAR(e.p / t.p, 1, 0.05);
	assert_true(e.lo < e.ratio && e.ratio < e.hi);
}

static void few_repetitions_decide_nothing(void **state)
{
	struct stats_summary base = { 100, 0.01, 2 }, new = { 90, 0.01, 2 };
	struct stats_effect e;

	assert_int_equal(stats_effect_summary(&base, &new, 0.95, &e), 0);
	assert_int_equal(e.flags, STATS_EFFECT_FEW);
	assert_true(e.hi >= 1);
	assert_int_equal(stats_decide(&e, e.p, 0.01, true), STATS_UNDECIDED);
}

static void what_is_refused(void **state)
{
	static const struct {
		struct stats_summary s;
		int err;
	} bad[] = {
		{ { 0, 1, 10 }, -EINVAL }, { { -1, 1, 10 }, -EINVAL }, { { NAN, 1, 10 }, -EINVAL },
		{ { INFINITY, 1, 10 }, -EINVAL }, { { 1, 0, 10 }, -EINVAL },
		{ { 1, -1, 10 }, -EINVAL }, { { 1, NAN, 10 }, -EINVAL }, { { 1, 1, 1 }, -ENODATA },
		{ { 1, 1, 0 }, -ENODATA },
	};
	struct stats_summary good = { 1, 0.01, 10 };
	struct stats_effect e = { .n = 77 };

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(stats_effect_summary(&good, &bad[i].s, 0.95, &e), bad[i].err);
		assert_int_equal(stats_effect_summary(&bad[i].s, &good, 0.95, &e), bad[i].err);
	}
	assert_int_equal(stats_effect_summary(&good, &good, 0, &e), -EINVAL);
	assert_int_equal(stats_effect_summary(&good, &good, 1, &e), -EINVAL);
	assert_int_equal(stats_effect_summary(&good, &good, NAN, &e), -EINVAL);
	assert_int_equal(e.n, 77);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_published_comparison),
		cmocka_unit_test(as_from_the_values),
		cmocka_unit_test(few_repetitions_decide_nothing),
		cmocka_unit_test(what_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
