// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_sort_uint.h>

#include "internal.h"
#include "stats.h"

int stats_group_means(const double *x, const unsigned int *group, size_t n,
		      double *ret_means, size_t *ret_count)
{
	size_t *order, count = 0;
	int r = stats_check_positive(x, n);

	if (r < 0)
		return r;
	if (!group)
		return -EINVAL;
	order = calloc(n, sizeof(*order));
	if (!order)
		return -ENOMEM;
	gsl_sort_uint_index(order, group, 1, n);
	for (size_t i = 0, end; i < n; i = end) {
		double sum = 0;

		for (end = i; end < n && group[order[end]] == group[order[i]]; end++)
			sum += log(x[order[end]]);
		ret_means[count++] = exp(sum / (double)(end - i));
	}
	free(order);
	*ret_count = count;
	return 0;
}
