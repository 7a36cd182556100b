// SPDX-License-Identifier: GPL-2.0-or-later
/* What hints at modes in the units of two sides. */
#include "internal.h"

bool stats_has_gap(const double *sorted, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (sorted[i] - sorted[i - 1] > (sorted[n - 1] - sorted[0]) / 2)
			return true;
	return false;
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
