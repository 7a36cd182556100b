// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Simulations with known truth: coverage of the interval of stats_effect(), and
 * false and missed verdicts in families of cases. The seed is fixed; the
 * environment variable UABENCH_SIM=N multiplies the number of rounds, and the
 * bounds close in on 93 %, 99 % and 5 % as they grow: a count fails if it
 * would be seen less than once in 10^5 at the limit itself.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "effect.h"
#include "stats.h"

#define UNITS_MAX 20
#define ROUNDS_MAX 30
#define CASES 90
#define RARE 1e-5

static gsl_rng *rng;

static unsigned int times(unsigned int count)
{
	const char *text = getenv("UABENCH_SIM");
	long factor = text ? strtol(text, NULL, 10) : 1;

	return count * (unsigned int)(factor > 1 ? factor : 1);
}

static void assert_at_least(unsigned int seen, unsigned int of, double share, const char *what)
{
	if (gsl_cdf_binomial_P(seen, share, of) < RARE)
		fail_msg("%s: %u of %u is below %g", what, seen, of, share);
}

static void assert_at_most(unsigned int seen, unsigned int of, double share, const char *what)
{
	if (seen && gsl_cdf_binomial_Q(seen - 1, share, of) < RARE)
		fail_msg("%s: %u of %u is above %g", what, seen, of, share);
}

enum shape { NORMAL, LOGNORMAL, BIMODAL, RARE_MODE, DRIFTING, AUTOCORRELATED, HEAVY, SHAPES };

static const char *const shape_names[SHAPES] = {
	"normal", "log-normal", "bimodal", "rare mode", "drifting", "autocorrelated", "heavy",
};

/* What a boot adds to its log cost, with an sd of about 1; at is its place in the series, 0..1. */
static double of_unit(enum shape shape, double at, double slope, double *last)
{
	double z = gsl_ran_gaussian(rng, 1);

	*last = 0.7 * *last + sqrt(0.51) * z;
	switch (shape) {
	case LOGNORMAL:
		return (exp(0.75 * z) - 1) / 1.1;
	case BIMODAL:
		return (gsl_rng_uniform(rng) < 0.5 ? -1 : 1) + 0.05 * z;
	case RARE_MODE:
		return (gsl_rng_uniform(rng) < 0.2 ? 2.5 : 0) + 0.05 * z;
	case DRIFTING:
		return slope * (at - 0.5) + 0.5 * z;
	case AUTOCORRELATED:
		return *last;
	case HEAVY:
		return gsl_ran_tdist(rng, 2.5) / 2;
	default:
		return z;
	}
}

/* What a round adds, alike. */
static double of_round(enum shape shape, double at, double *last)
{
	double z = gsl_ran_gaussian(rng, 1);

	*last = 0.6 * *last + 0.8 * z;
	switch (shape) {
	case LOGNORMAL:
		return (exp(0.75 * z) - 1) / 1.1;
	case BIMODAL:
		return (gsl_rng_uniform(rng) < 0.5 ? -1 : 1) + 0.1 * z;
	case DRIFTING:
		return z + 2 * (at - 0.5);
	case AUTOCORRELATED:
		return *last;
	default:
		return z;
	}
}

struct series {
	double value[2][UNITS_MAX], se2[2][UNITS_MAX];
};

/* Boots of two kernels in a random order; each has its value from some rounds. */
static void measure(enum shape shape, const size_t units[2], size_t rounds, double unit_sd,
		    double round_sd, double ratio, struct series *ret)
{
	size_t all = units[0] + units[1], order[2 * UNITS_MAX];
	double slope = gsl_ran_gaussian(rng, 2), last = gsl_ran_gaussian(rng, 1);

	for (size_t i = 0; i < all; i++)
		order[i] = i;
	gsl_ran_shuffle(rng, order, all, sizeof(*order));
	for (size_t i = 0; i < all; i++) {
		size_t side = order[i] >= units[0], at = order[i] - (side ? units[0] : 0);
		double add = unit_sd * of_unit(shape, (double)i / (double)all, slope, &last);
		double x[ROUNDS_MAX], last_round = gsl_ran_gaussian(rng, 1);

		for (size_t k = 0; k < rounds; k++)
			x[k] = 100 * (side ? ratio : 1) *
			       exp(add + round_sd * of_round(shape, (double)k / (double)rounds,
							     &last_round));
		assert_int_equal(stats_unit(x, rounds, 0.5, &ret->value[side][at],
					    &ret->se2[side][at]), 0);
	}
}

/* How many of count intervals hold the true ratio. */
static unsigned int covered(enum shape shape, const size_t units[2], size_t rounds,
			    double unit_sd, bool known, unsigned int count)
{
	struct stats_effect_opts opts = { .confidence = 0.95 };
	const double truth = 1.03;
	struct stats_effect e;
	struct series s;
	unsigned int inside = 0;

	if (known) {
		opts.base_se2 = s.se2[0];
		opts.new_se2 = s.se2[1];
	}
	for (unsigned int i = 0; i < count; i++) {
		measure(shape, units, rounds, unit_sd, 0.01, truth, &s);
		assert_int_equal(stats_effect(s.value[0], units[0], s.value[1], units[1],
					      &opts, &e), 0);
		assert_true(e.lo <= e.ratio && e.ratio <= e.hi);
		assert_int_equal(e.p <= 0.05, e.lo > 1 || e.hi < 1);
		inside += e.lo <= truth && truth <= e.hi;
	}
	return inside;
}

static void test_coverage(void **state)
{
	static const size_t units[][2] = {
		{ 2, 2 }, { 2, 3 }, { 3, 3 }, { 3, 8 }, { 4, 4 }, { 5, 5 }, { 5, 20 },
		{ 8, 8 }, { 20, 20 },
	};
	static const size_t rounds[] = { 1, 5, 30 };
	static const double sds[] = { 0, 0.002, 0.05 };
	unsigned int count = times(80), all = 9 * count;

	for (int shape = 0; shape < SHAPES; shape++) {
		for (size_t u = 0; u < sizeof(units) / sizeof(*units); u++) {
			const size_t *n = units[u];
			unsigned int inside = 0;

			for (size_t k = 0; k < 9; k++)
				inside += covered((enum shape)shape, n, rounds[k % 3],
						  sds[k / 3], false, count);
			/* two modes and two units: see STATS_EFFECT_FEW */
			assert_at_least(inside, all, n[0] + n[1] < 6 ? 0.92 : 0.93,
					shape_names[shape]);
			if (n[0] == n[1] && n[0] > 2)
				assert_at_most(inside, all, 0.99, shape_names[shape]);
		}
	}
}

/* Errors known from inside a unit must not narrow anything. */
static void test_coverage_known(void **state)
{
	static const size_t units[][2] = { { 3, 3 }, { 5, 5 }, { 10, 10 } };
	static const double sds[] = { 0, 0.002, 0.05 };
	unsigned int count = times(100), all = 3 * count;

	for (int shape = 0; shape < SHAPES; shape++) {
		for (size_t u = 0; u < 3; u++) {
			unsigned int inside = 0;

			for (size_t k = 0; k < 3; k++)
				inside += covered((enum shape)shape, units[u], 10, sds[k], true,
						  count);
			assert_at_least(inside, all, 0.93, shape_names[shape]);
		}
	}
}

/*
 * One comparison of two equal kernels: a share of the cases jumps between modes
 * that are distance sd apart from boot to boot. Case 0 is quiet, and slower by
 * 2 % if so asked. What it counts: a false verdict anywhere, and case 0 found.
 */
struct family {
	const char *name;
	double bimodal, odds, distance;
	bool heavy;
};

static void compare(const struct family *f, size_t n, unsigned int *ret_false,
		    unsigned int *ret_found)
{
	const struct stats_effect_opts opts = { .confidence = 0.95 };
	struct stats_effect e[CASES];
	double adjusted[CASES];
	bool wrong = false;

	for (size_t i = 0; i < CASES; i++) {
		bool modes = i && gsl_rng_uniform(rng) < f->bimodal;
		double sd = i ? 0.004 * exp(gsl_ran_gaussian(rng, 0.6)) : 0.0012;
		double x[2][UNITS_MAX];

		for (size_t k = 0; k < 2 * n; k++) {
			double u = f->heavy && i ? gsl_ran_tdist(rng, 2.5) / 2 :
						   gsl_ran_gaussian(rng, 1);

			if (modes && gsl_rng_uniform(rng) < f->odds)
				u += f->distance;
			x[k % 2][k / 2] = exp(sd * u) * (i || k % 2 == 0 ? 1 : 1.02);
		}
		assert_int_equal(stats_effect(x[0], n, x[1], n, &opts, e + i), 0);
	}
	assert_int_equal(stats_family(e, CASES, adjusted), 0);
	for (size_t i = 1; i < CASES; i++) {
		enum stats_verdict v = stats_decide(e + i, adjusted[i], 0.01, true);

		wrong |= v == STATS_FASTER || v == STATS_SLOWER;
	}
	*ret_false += wrong;
	*ret_found += stats_decide(e, adjusted[0], 0.01, true) == STATS_SLOWER;
}

static void test_families(void **state)
{
	static const struct family families[] = {
		{ .name = "normal" },
		{ .name = "all in two far modes", .bimodal = 1, .odds = 0.5, .distance = 50 },
		{ .name = "all in two modes", .bimodal = 1, .odds = 0.5, .distance = 6 },
		{ .name = "half in two modes", .bimodal = 0.5, .odds = 0.5, .distance = 10 },
		{ .name = "all with a rare mode", .bimodal = 1, .odds = 0.2, .distance = 30 },
		{ .name = "heavy", .heavy = true },
	};
	static const size_t sizes[] = { 3, 4, 5, 6, 8, 12 };
	unsigned int count = times(100);

	for (size_t f = 0; f < sizeof(families) / sizeof(*families); f++) {
		for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
			unsigned int wrong = 0, found = 0;

			for (unsigned int i = 0; i < count; i++)
				compare(families + f, sizes[s], &wrong, &found);
			assert_at_most(wrong, count, 0.05, families[f].name);
			if (sizes[s] >= 6 || (sizes[s] == 5 && f == 0))
				assert_at_least(found, count, 0.95, families[f].name);
		}
	}
}

static int setup(void **state)
{
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	if (rng)
		gsl_rng_set(rng, 7);
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
		cmocka_unit_test(test_coverage),
		cmocka_unit_test(test_coverage_known),
		cmocka_unit_test(test_families),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
