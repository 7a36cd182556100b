// SPDX-License-Identifier: GPL-2.0-or-later
/* What hints at modes in the units of two sides. */
#include "internal.h"

double stats_gap(const double *sorted, size_t n, double *ret_middle)
{
	for (size_t i = 1; i < n; i++) {
		double gap = sorted[i] - sorted[i - 1];

		if (gap > (sorted[n - 1] - sorted[0]) / 2) {
			*ret_middle = sorted[i - 1] + gap / 2;
			return gap;
		}
	}
	return 0;
}

/* How many of the sorted values are beyond the limit. */
static size_t beyond(const double *sorted, size_t n, double limit)
{
	size_t k = 0;

	while (k < n && sorted[n - 1 - k] > limit)
		k++;
	return k;
}

bool stats_clusters(const double *x, size_t n, const double *y, size_t m, size_t *ret_minor)
{
	double at_x = 0, at_y = 0, gap_x = stats_gap(x, n, &at_x), gap_y = stats_gap(y, m, &at_y);
	double limit = gap_x > gap_y ? at_x : at_y;
	size_t k;

	*ret_minor = 0;
	if (!(gap_x > 0 || gap_y > 0))
		return false;
	k = beyond(x, n, limit) + beyond(y, m, limit);
	*ret_minor = k < n + m - k ? k : n + m - k;
	return true;
}

size_t stats_misplaced(const double *x, size_t n, const double *y, size_t m)
{
	size_t least = n, j = 0;

	/* the boundary just above x[i] */
	for (size_t i = 0; i < n; i++) {
		while (j < m && y[j] <= x[i])
			j++;
		if (j + n - i - 1 < least)
			least = j + n - i - 1;
	}
	return least;
}
