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
	const struct stats_seeds s = { base, control, new, n, k, m, 0.95, false };
	struct stats_effect e;

	assert_int_equal(stats_effect_seeds(&s, &e), 0);
	return e;
}

static enum stats_verdict verdict_of(const struct stats_effect *effect)
{
	struct stats_effect e = *effect;
	double p;

	assert_int_equal(stats_family_seeds(&e, 1, &p), 0);
	return stats_decide(&e, p, MARGIN, true);
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
	double p[2];
	size_t more;

	e[0] = effect_of(V(1000), 1, NULL, 0, V(900), 1);
	assert_int_equal(stats_family_seeds(e, 1, p), 0);
	assert_int_equal(stats_seeds_needed(e, 1, MARGIN, &more), 0);
	assert_int_equal(more, 2);
	/* another case falls into modes as far apart: 4 seeds a side, not 3 */
	e[0] = effect_of(V(1000, 1000, 1000), 3, NULL, 0, V(990, 990, 990), 3);
	e[1] = effect_of(V(1000, 1000, 1020), 3, NULL, 0, V(1000, 1020, 1000), 3);
	assert_true(e[1].clustered);
	assert_int_equal(stats_family_seeds(e, 2, p), 0);
	assert_int_equal(stats_seeds_needed(&e[0], 2, MARGIN, &more), 0);
	assert_int_equal(more, 1);
	/* what varies by more than the margin is never shown to be the same */
	assert_int_equal(stats_seeds_needed(&e[1], 2, MARGIN, &more), -ERANGE);
	/* and alone */
	assert_int_equal(stats_family_seeds(e, 1, p), 0);
	assert_int_equal(stats_seeds_needed(&e[0], 1, MARGIN, &more), 0);
	assert_int_equal(more, 0);
}

static struct stats_effect paired(const double *base, const double *new)
{
	const struct stats_seeds s = { base, NULL, new, 3, 0, 3, 0.95, true };
	struct stats_effect e;

	assert_int_equal(stats_effect_seeds(&s, &e), 0);
	return e;
}

static void what_modes_are(void **state)
{
	const double *two = V(1000, 1020, 1000), *flat = V(1000, 1000, 1000);

	assert_true(paired(two, V(1000, 1000, 1020)).clustered);
	assert_true(paired(two, V(1020.1, 1020, 1000)).clustered);
	assert_true(paired(two, flat).clustered);
	assert_true(paired(flat, two).clustered);
	assert_false(paired(flat, V(990, 990, 990)).clustered);
	/* values all over are no modes, and no two modes make them */
	assert_false(paired(V(1000, 1009, 1020), V(1000, 1011, 1020)).clustered);
	assert_false(paired(two, V(1000, 1009, 1020)).clustered);
	/* the seed makes them, on both sides; whatever new costs more or less */
	assert_false(paired(two, two).clustered);
	assert_false(paired(two, V(900, 920, 900)).clustered);
	assert_false(paired(two, V(1100, 1120.9, 1100)).clustered);
	assert_true(paired(two, V(1100, 1122, 1100)).clustered);
	assert_true(paired(two, V(1020, 1000, 1020)).clustered);
	/* which needs to be known */
	assert_true(effect_of(two, 3, NULL, 0, two, 3).clustered);
	/* and hides no other case: 3 seeds decide beside them */
	{
		struct stats_effect e[2] = { paired(flat, V(990, 990, 990)), paired(two, two) };
		double p[2];

		assert_int_equal(stats_family_seeds(e, 2, p), 0);
		assert_int_equal(stats_decide(&e[0], p[0], MARGIN, true), STATS_FASTER);
		e[1] = paired(two, V(1000, 1000, 1020));
		assert_int_equal(stats_family_seeds(e, 2, p), 0);
		assert_int_equal(stats_decide(&e[0], p[0], MARGIN, true), STATS_UNDECIDED);
	}
}

static void bad_values(void **state)
{
	struct stats_seeds s = { V(1, 0, 1), NULL, V(1, 1, 1), 3, 0, 3, 0.95, false };
	struct stats_effect e;

	assert_int_equal(stats_effect_seeds(&s, &e), -EINVAL);
	s = (struct stats_seeds){ V(1), NULL, V(1), 0, 0, 1, 0.95, false };
	assert_int_equal(stats_effect_seeds(&s, &e), -ENODATA);
	s = (struct stats_seeds){ V(1), NULL, V(1), 1, 0, 1, 1, false };
	assert_int_equal(stats_effect_seeds(&s, &e), -EINVAL);
}

/* Cases of a comparison of equal kernels that vary over seeds; the others are exact. */
struct mix {
	int normal;	/* by normal noise of 1 % */
	int modal;	/* by modes 1 % apart at even odds, each boot for itself */
	int rough;	/* so, and by noise of 0.01 % */
	int three;	/* by one of three modes */
	int seeded;	/* by modes that go with the seed */
};

static void simulate(gsl_rng *rng, const struct mix *m, int i, size_t n, double *x, double *y)
{
	for (size_t j = 0; j < 2 * n; j++) {
		double v = 1000;
		int k = i;

		if (k < m->normal)
			v *= exp(gsl_ran_gaussian(rng, 0.01));
		else if ((k -= m->normal) < m->modal + m->rough)
			v *= gsl_rng_uniform_int(rng, 2) ? 1.01 : 1;
		else if ((k -= m->modal + m->rough) < m->three)
			v *= 1 + 0.01 * (double)gsl_rng_uniform_int(rng, 3);
		else if (k - m->three < m->seeded)
			v = j < n ? v + 10. * (double)gsl_rng_uniform_int(rng, 2) : x[j - n];
		if (i >= m->normal + m->modal && i < m->normal + m->modal + m->rough)
			v *= exp(gsl_ran_gaussian(rng, 0.0001));
		*(j < n ? &x[j] : &y[j - n]) = v;
	}
}

/* Both sides have the same seeds, and the control repeats base. */
static int false_comparisons(gsl_rng *rng, size_t n, const struct mix *m, int times)
{
	int bad = 0;

	for (int t = 0; t < times; t++) {
		struct stats_effect e[CASES];
		double p[CASES];
		bool any = false;

		for (int i = 0; i < CASES; i++) {
			double x[MOST], y[MOST];
			const struct stats_seeds s = { x, x, y, n, n, n, 0.95, true };

			simulate(rng, m, i, n, x, y);
			assert_int_equal(stats_effect_seeds(&s, &e[i]), 0);
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
	static const struct mix mixes[] = {
		{ 0 }, { .modal = 1 }, { .modal = 2 }, { .modal = 5 }, { .modal = 10 },
		{ .modal = 40 }, { .modal = 80 }, { .normal = 80 }, { .normal = 10, .modal = 3 },
		{ .normal = 40, .modal = 40 }, { .rough = 2 }, { .rough = 10 }, { .three = 3 },
		{ .modal = 2, .three = 10 }, { .seeded = 10, .modal = 1 },
		{ .seeded = 20, .modal = 3, .normal = 10 },
	};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	assert_non_null(rng);
	for (size_t n = 3; n <= 6; n++)
		for (size_t i = 0; i < sizeof(mixes) / sizeof(mixes[0]); i++) {
			const struct mix *m = &mixes[i];
			int bad = false_comparisons(rng, n, m, 1000);

			print_message("%zu seeds; normal %d, modal %d, rough %d, three %d, seeded %d "
				      "of %d: %d of 1000\n", n, m->normal, m->modal, m->rough,
				      m->three, m->seeded, CASES, bad);
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
		cmocka_unit_test(what_modes_are),
		cmocka_unit_test(bad_values),
		cmocka_unit_test(equal_kernels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
