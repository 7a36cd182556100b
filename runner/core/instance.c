// SPDX-License-Identifier: GPL-2.0-or-later
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "instance.h"

#define MAX_CASES	512

extern const struct bench_case *const __start_bench_cases[], *const __stop_bench_cases[];

static int by_name(const void *a, const void *b)
{
	return strcmp((*(const struct bench_case *const *)a)->name,
		      (*(const struct bench_case *const *)b)->name);
}

const struct bench_case *const *cases_sorted(void)
{
	static const struct bench_case *sorted[MAX_CASES + 1];
	size_t n = __stop_bench_cases - __start_bench_cases;

	if (n > MAX_CASES)
		abort();
	if (!sorted[0]) {
		memcpy(sorted, __start_bench_cases, n * sizeof(*sorted));
		qsort(sorted, n, sizeof(*sorted), by_name);
	}
	return sorted;
}

struct axis {
	uint64_t values[256];
	unsigned int n;
};

static int fail(const char *what, const char *name, const char *advice)
{
	fprintf(stderr, "uabench-runner: %s '%s': %s\n", what, name, advice);
	return -EINVAL;
}

static bool selected(const struct options *o, const struct bench_case *c, bool *matched)
{
	bool yes = !o->nbench && !c->optional;

	for (unsigned int i = 0; i < o->nbench; i++) {
		if (strcmp(o->bench[i], "default") ? fnmatch(o->bench[i], c->name, 0) : c->optional)
			continue;
		matched[i] = true;
		yes = true;
	}
	return yes;
}

/* The values of one axis: those of -p, else the case's own. */
static int axis_values(const struct options *o, const struct bench_param *p, struct axis *ax,
		       bool *used)
{
	const char *list = NULL;
	char one[64];

	for (unsigned int i = 0; i < o->nparam; i++)
		if (strlen(p->name) == o->param[i].name_len &&
		    !strncmp(p->name, o->param[i].name, o->param[i].name_len)) {
			list = o->param[i].values;
			used[i] = true;
		}
	ax->n = 0;
	if (!list) {
		ax->n = p->nvalues;
		memcpy(ax->values, p->values, p->nvalues * sizeof(*p->values));
		return 0;
	}
	while (*list) {
		size_t len = strcspn(list, ",");
		uint64_t v;

		snprintf(one, sizeof(one), "%.*s", (int)len, list);
		if (len >= sizeof(one) || options_u64(one, &v))
			return fail("bad value", one, "want a whole number, K, M and G allowed");
		if (v < p->min || v > p->max) {
			fprintf(stderr, "uabench-runner: %s=%s is out of range: %llu to %llu\n",
				p->name, one, (unsigned long long)p->min,
				(unsigned long long)p->max);
			return -EINVAL;
		}
		if (ax->n == ARRAY_SIZE(ax->values))
			return fail("too many values for", p->name, "at most 256");
		ax->values[ax->n++] = v;
		list += len + (list[len] == ',');
	}
	return ax->n ? 0 : fail("no value for", p->name, "see --help");
}

static int expand(const struct options *o, const struct bench_case *c, struct instance *table,
		  int n, bool *used)
{
	static struct axis ax[BENCH_MAX_PARAMS];
	unsigned int idx[BENCH_MAX_PARAMS] = { 0 };
	int np = 0, d, r;

	for (; c->params && c->params[np].name; np++) {
		r = axis_values(o, &c->params[np], &ax[np], used);
		if (r)
			return r;
	}
	do {
		if (n == MAX_INSTANCES)
			return fail("too many combinations at", c->name, "choose fewer by -b, -p");
		table[n].c = c;
		for (d = 0; d < np; d++)
			table[n].p[d] = ax[d].values[idx[d]];
		n++;
		/* count up, the last axis fastest */
		for (d = np - 1; d >= 0 && ++idx[d] == ax[d].n; d--)
			idx[d] = 0;
	} while (d >= 0);
	return n;
}

int instance_table(const struct options *o, struct instance *table)
{
	bool matched[OPT_MAX_BENCH] = { false }, used[OPT_MAX_PARAM] = { false };
	char name[64];
	int n = 0;

	for_each_case(e) {
		if (!selected(o, *e, matched))
			continue;
		n = expand(o, *e, table, n, used);
		if (n < 0)
			return n;
	}
	for (unsigned int i = 0; i < o->nbench; i++)
		if (!matched[i])
			return fail("no case matches", o->bench[i], "see uabench list");
	for (unsigned int i = 0; i < o->nparam; i++)
		if (!used[i]) {
			snprintf(name, sizeof(name), "%.*s", (int)o->param[i].name_len,
				 o->param[i].name);
			return fail("no selected case has the axis", name, "see uabench list");
		}
	return n;
}

const char *instance_name(const struct instance *in, char *buf, size_t len)
{
	const struct bench_param *p = in->c->params;
	size_t at = snprintf(buf, len, "%s", in->c->name);

	for (int i = 0; p && p[i].name && at < len; i++)
		at += snprintf(buf + at, len - at, " %s=%llu", p[i].name,
			       (unsigned long long)in->p[i]);
	return buf;
}
