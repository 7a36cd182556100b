// SPDX-License-Identifier: GPL-2.0-or-later
/* Counted instructions: what a difference over seeds is worth. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "seeds.h"

#define MARGIN	0.001
#define CASES	80
#define MOST	8

static struct stats_effect effect_of(const double *base, size_t n, const double *control,
				     size_t k, const double *new, size_t m)
{
	const struct stats_seeds s = { base, control, new, n, k, m, 0.95 };
	struct stats_effect e;

	assert_int_equal(stats_effect_seeds(&s, &e), 0);
	return e;
}

static enum stats_verdict verdict_of(const struct stats_effect *e)
{
	double p;

	assert_int_equal(stats_family_seeds(e, 1, &p), 0);
	return stats_decide(e, p, MARGIN, true);
}

static enum stats_verdict verdict3(const double *base, const double *control, const double *new)
{
	struct stats_effect e = effect_of(base, 3, control, control ? 3 : 0, new, 3);

	return verdict_of(&e);
}

#define V(...) ((const double[]){ __VA_ARGS__ })

static void exact_counts(void **state)
{
	const double *b = V(1000, 1000, 1000);

	assert_int_equal(verdict3(b, b, V(990, 990, 990)), STATS_FASTER);
	assert_int_equal(verdict3(b, b, V(1010, 1010, 1010)), STATS_SLOWER);
	assert_int_equal(verdict3(b, NULL, V(1010, 1010, 1010)), STATS_SLOWER);
	assert_int_equal(verdict3(b, b, b), STATS_SAME);
	/* within the margin, and beyond it but within what a seed does */
	assert_int_equal(verdict3(b, b, V(1000.9, 1000.9, 1000.9)), STATS_SAME);
	assert_int_equal(verdict3(V(1000, 1000, 1020), b, V(1010, 1010, 1010)), STATS_UNDECIDED);
	assert_int_equal(verdict3(b, b, V(1010, 1010, 1030)), STATS_UNDECIDED);
	/* the dummy word alone did as much */
	assert_int_equal(verdict3(b, V(1000, 1000, 1012), V(1010, 1010, 1010)), STATS_UNDECIDED);
	assert_int_equal(verdict3(b, V(1012, 1012, 1012), V(1010, 1010, 1010)), STATS_UNDECIDED);
	assert_int_equal(verdict3(b, V(1002, 1000, 1000), V(1010, 1010, 1010)), STATS_SLOWER);
	/* nor is it the same where a word moves more than the margin */
	assert_int_equal(verdict3(b, V(1002, 1000, 1000), b), STATS_UNDECIDED);
}

static void few_seeds(void **state)
{
	struct stats_effect e = effect_of(V(1000), 1, V(1000), 1, V(900), 1);

	assert_int_equal(e.method, STATS_METHOD_NONE);
	assert_int_equal(verdict_of(&e), STATS_UNDECIDED);
	e = effect_of(V(1000, 1000), 2, NULL, 0, V(900, 900), 2);
	assert_int_equal(verdict_of(&e), STATS_UNDECIDED);
	e = effect_of(V(1000, 1000), 2, NULL, 0, V(1000, 1000), 2);
	assert_int_equal(verdict_of(&e), STATS_SAME);
	/* copies of base under another word narrow nothing */
	e = effect_of(V(1000, 1000), 2, V(1000, 1000, 1000, 1000), 4, V(900, 900), 2);
	assert_int_equal(verdict_of(&e), STATS_UNDECIDED);
}

static void what_more_seeds_would_do(void **state)
{
	struct stats_effect e[2];
	size_t more;

	e[0] = effect_of(V(1000), 1, NULL, 0, V(900), 1);
	assert_int_equal(stats_seeds_needed(e, 1, 0, MARGIN, &more), 0);
	assert_int_equal(more, 2);
	/* another case falls into modes as far apart: 4 seeds a side, not 3 */
	e[0] = effect_of(V(1000, 1000, 1000), 3, NULL, 0, V(990, 990, 990), 3);
	e[1] = effect_of(V(1000, 1000, 1020), 3, NULL, 0, V(1000, 1020, 1000), 3);
	assert_true(e[1].clustered);
	assert_int_equal(stats_seeds_needed(e, 2, 0, MARGIN, &more), 0);
	assert_int_equal(more, 1);
	assert_int_equal(stats_seeds_needed(e, 1, 0, MARGIN, &more), 0);
	assert_int_equal(more, 0);
	/* what varies by more than the margin is never shown to be the same */
	assert_int_equal(stats_seeds_needed(e, 2, 1, MARGIN, &more), -ERANGE);
}

static void bad_values(void **state)
{
	struct stats_seeds s = { V(1, 0, 1), NULL, V(1, 1, 1), 3, 0, 3, 0.95 };
	struct stats_effect e;

	assert_int_equal(stats_effect_seeds(&s, &e), -EINVAL);
	s = (struct stats_seeds){ V(1), NULL, V(1), 0, 0, 1, 0.95 };
	assert_int_equal(stats_effect_seeds(&s, &e), -ENODATA);
	s = (struct stats_seeds){ V(1), NULL, V(1), 1, 0, 1, 1 };
	assert_int_equal(stats_effect_seeds(&s, &e), -EINVAL);
}

/*
 * Comparisons of equal kernels. Some of the cases vary over seeds, by normal noise or
 * by modes 1 % apart at even odds; the others are exact. The control repeats base.
 */
static int false_comparisons(gsl_rng *rng, size_t n, int normal, int modal, int times)
{
	int bad = 0;

	for (int t = 0; t < times; t++) {
		struct stats_effect e[CASES];
		double p[CASES];
		bool any = false;

		for (int i = 0; i < CASES; i++) {
			double x[MOST], y[MOST];

			for (size_t j = 0; j < 2 * n; j++) {
				double v = 1000;

				if (i < normal)
					v *= exp(gsl_ran_gaussian(rng, 0.01));
				else if (i < normal + modal)
					v *= gsl_rng_uniform_int(rng, 2) ? 1.01 : 1;
				*(j < n ? &x[j] : &y[j - n]) = v;
			}
			e[i] = effect_of(x, n, x, n, y, n);
		}
		assert_int_equal(stats_family_seeds(e, CASES, p), 0);
		for (int i = 0; i < CASES; i++) {
			enum stats_verdict v = stats_decide(&e[i], p[i], MARGIN, true);

			any = any || v == STATS_FASTER || v == STATS_SLOWER;
		}
		bad += any;
	}
	return bad;
}

static void equal_kernels(void **state)
{
	static const int mixes[][2] = {
		{ 0, 0 }, { 0, 1 }, { 0, 2 }, { 0, 3 }, { 0, 5 }, { 0, 10 }, { 0, 40 }, { 0, 80 },
		{ 80, 0 }, { 10, 1 }, { 10, 3 }, { 40, 40 },
	};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	assert_non_null(rng);
	for (size_t n = 3; n <= 6; n++)
		for (size_t i = 0; i < sizeof(mixes) / sizeof(mixes[0]); i++) {
			int bad = false_comparisons(rng, n, mixes[i][0], mixes[i][1], 1000);

			print_message("%zu seeds, %2d normal, %2d modal of %d: %d of 1000\n", n,
				      mixes[i][0], mixes[i][1], CASES, bad);
			assert_in_range(bad, 0, 50);
		}
	gsl_rng_free(rng);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exact_counts),
		cmocka_unit_test(few_seeds),
		cmocka_unit_test(what_more_seeds_would_do),
		cmocka_unit_test(bad_values),
		cmocka_unit_test(equal_kernels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
