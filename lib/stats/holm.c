// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_sort.h>

#include "internal.h"
#include "stats.h"

int stats_holm(const double *p, size_t n, double *ret_adjusted)
{
	double last = 0;
	size_t *order;
	int r = stats_check(p, n);

	if (r < 0)
		return r;
	for (size_t i = 0; i < n; i++)
		if (p[i] < 0 || p[i] > 1)
			return -EINVAL;

	order = calloc(n, sizeof(*order));
	if (!order)
		return -ENOMEM;
	gsl_sort_index(order, p, 1, n);
	for (size_t i = 0; i < n; i++) {
		last = fmax(last, fmin(1, (double)(n - i) * p[order[i]]));
		ret_adjusted[order[i]] = last;
	}
	free(order);
	return 0;
}
