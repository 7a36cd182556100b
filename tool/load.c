// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "cmd.h"
#include "load.h"

int load_paths(struct result_set *set, int n, char **paths)
{
	struct strbuf diag = STRBUF_INIT;
	int r = 0;

	for (int i = 0; !r && i < n; i++)
		r = result_set_load(set, paths[i], &diag);
	if (r)
		complain(0, "%s", diag.len ? diag.buf : "out of memory");
	strbuf_release(&diag);
	return r;
}

int load_sides(struct result_set *set, const char *base, int nnews, char **news,
	       size_t *ret_nbase)
{
	char *one = (char *)base;
	int r = load_paths(set, 1, &one);

	if (r)
		return r;
	*ret_nbase = set->nruns;
	return load_paths(set, nnews, news);
}
