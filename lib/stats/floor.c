// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_combination.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "fit.h"
#include "internal.h"

#define ALL_SPLITS_MAX_N 14
#define RANDOM_SPLITS 2000

/*
 * What the quantile over splits has to be multiplied by, for n = 4..14, so that
 * it is exceeded 1 time in 20: simulated with pairs of normal samples.
 */
static const double correction[] = {
	2.4, 2.1, 2.2, 1.75, 1.6, 1.55, 1.67, 1.54, 1.42, 1.38, 1.35,
};

/*
 * |difference of medians| of the two halves of x, where in_a tells the first
 * from the second; x is sorted, so each half comes out sorted.
 */
static double split_difference(const double *x, size_t n, const unsigned char *in_a, double *half)
{
	size_t a = 0, b = 0, n_a = n / 2;

	for (size_t i = 0; i < n; i++) {
		if (in_a[i])
			half[a++] = x[i];
		else
			half[n_a + b++] = x[i];
	}
	return fabs(gsl_stats_median_from_sorted_data(half, 1, n_a) -
		    gsl_stats_median_from_sorted_data(half + n_a, 1, n - n_a));
}

static int all_splits(const double *x, size_t n, double *half, unsigned char *in_a,
		      double *ret_differences)
{
	gsl_combination *c = gsl_combination_calloc(n, n / 2);
	size_t k = 0;

	if (!c)
		return -ENOMEM;
	do {
		for (size_t i = 0; i < n; i++)
			in_a[i] = 0;
		for (size_t i = 0; i < n / 2; i++)
			in_a[gsl_combination_get(c, i)] = 1;
		ret_differences[k++] = split_difference(x, n, in_a, half);
	} while (gsl_combination_next(c) == GSL_SUCCESS);
	gsl_combination_free(c);
	return 0;
}

static int random_splits(const double *x, size_t n, unsigned long seed, double *half,
			 unsigned char *in_a, double *ret_differences)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	if (!rng)
		return -ENOMEM;
	gsl_rng_set(rng, seed);
	for (size_t i = 0; i < n; i++)
		in_a[i] = i < n / 2;
	for (size_t k = 0; k < RANDOM_SPLITS; k++) {
		gsl_ran_shuffle(rng, in_a, n, sizeof(*in_a));
		ret_differences[k] = split_difference(x, n, in_a, half);
	}
	gsl_rng_free(rng);
	return 0;
}

int stats_aa_floor(const double *x, size_t n, unsigned long seed, double *ret_floor)
{
	double *logs, *half, *differences, size_a, size_b, scale;
	size_t splits = RANDOM_SPLITS;
	unsigned char *in_a;
	int r = stats_check_positive(x, n);

	if (r < 0)
		return r;
	if (n < 4)
		return -ENODATA;
	if (n <= ALL_SPLITS_MAX_N)
		splits = (size_t)lround(gsl_sf_choose((unsigned int)n, (unsigned int)n / 2));

	logs = stats_dup_log(x, n);
	half = calloc(n, sizeof(*half));
	in_a = calloc(n, 1);
	differences = calloc(splits, sizeof(*differences));
	if (!logs || !half || !in_a || !differences) {
		r = -ENOMEM;
		goto out;
	}
	gsl_sort(logs, 1, n);
	if (n <= ALL_SPLITS_MAX_N)
		r = all_splits(logs, n, half, in_a, differences);
	else
		r = random_splits(logs, n, seed, half, in_a, differences);
	if (r < 0)
		goto out;

	/* variance of a difference goes with the sum of the reciprocal sizes */
	size_a = (double)(n / 2);
	size_b = (double)(n - n / 2);
	scale = sqrt(2 / (double)n / (1 / size_a + 1 / size_b));
	scale *= n <= ALL_SPLITS_MAX_N ? correction[n - 4] : 1 + 1.5 / sqrt((double)n);
	gsl_sort(differences, 1, splits);
	scale *= gsl_stats_quantile_from_sorted_data(differences, 1, splits, 0.95);
	*ret_floor = expm1(scale);
out:
	free(logs);
	free(half);
	free(in_a);
	free(differences);
	return r;
}
