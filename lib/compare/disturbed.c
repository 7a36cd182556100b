// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "disturbed.h"
#include "stats.h"

#define FAR		6
#define LEAST		0.005
#define RARE		5	/* at most one in so many of a side */

struct disturbed {
	size_t nruns, ncases;
	uint32_t *key;		/* of each case, its id */
	double *cost;		/* its logarithm, by case and run; of a rate, the negative */
	double *slower;		/* of each run, than its side's middle one, over most cases */
	double *by_clock;	/* the same relative to the run's clock */
	double *x;		/* room for as many as there are runs or cases */
};

static void release(struct disturbed *d)
{
	free(d->key);
	free(d->cost);
	free(d->slower);
	free(d->by_clock);
	free(d->x);
}

static int init(struct disturbed *d, const struct compare *c)
{
	size_t nruns = c->set->nruns, nkeys = c->set->nkeys;

	*d = (struct disturbed){ .nruns = nruns };
	d->key = malloc((nkeys + 1) * sizeof(*d->key));
	d->cost = malloc((nkeys + 1) * nruns * sizeof(*d->cost));
	d->slower = calloc(nruns, sizeof(*d->slower));
	d->by_clock = calloc(nruns, sizeof(*d->by_clock));
	d->x = malloc((nkeys + nruns) * sizeof(*d->x));
	return d->key && d->cost && d->slower && d->by_clock && d->x ? 0 : -ENOMEM;
}

/* The costs of one key, where every run has it, in a unit of time. */
static int add_case(struct disturbed *d, const struct compare *c, const struct result_key *key)
{
	double *cost = d->cost + d->ncases * d->nruns;

	for (size_t i = 0; i < d->nruns; i++) {
		const struct result_series *s = result_run_find(&c->set->runs[i], key);
		struct run_value v;
		int r;

		if (!s || !unit_has_clock(s->unit))
			return 0;
		r = run_value(s, REF_RAW, &c->scale, &v);
		if (r)
			return r == -ENOMEM ? r : 0;
		if (!(v.value > 0))
			return 0;
		cost[i] = unit_lower_is_better(s->unit) ? log(v.value) : -log(v.value);
	}
	d->key[d->ncases++] = key->id;
	return 0;
}

/* From costs to what they are more than those of the side's middle run. */
static int from_the_middle(const struct disturbed *d, const struct compare_side *side, double *cost)
{
	double middle;
	int r = stats_median(cost + side->first, side->nruns, &middle);

	for (size_t i = side->first; !r && i < side->first + side->nruns; i++)
		cost[i] -= middle;
	return r;
}

static int by_clock(struct disturbed *d, const struct compare_side *side,
		    const struct ref_scale *clocks)
{
	double middle;
	int r;

	for (size_t i = 0; i < side->nruns; i++) {
		d->x[i] = log(clocks[side->first + i].scale[REF_CLOCK]);
		if (isnan(d->x[i]))
			return 0;
	}
	r = stats_median(d->x, side->nruns, &middle);
	for (size_t i = 0; !r && i < side->nruns; i++)
		d->by_clock[side->first + i] -= d->x[i] - middle;
	return r;
}

static int measure(struct disturbed *d, const struct compare *c, const struct ref_scale *clocks)
{
	int r = 0;

	for (size_t k = 0; !r && k < d->ncases; k++) {
		r = from_the_middle(d, &c->base, d->cost + k * d->nruns);
		if (!r)
			r = from_the_middle(d, &c->new, d->cost + k * d->nruns);
	}
	for (size_t i = 0; !r && i < d->nruns; i++) {
		for (size_t k = 0; k < d->ncases; k++)
			d->x[k] = d->cost[k * d->nruns + i];
		r = stats_median(d->x, d->ncases, &d->slower[i]);
		d->by_clock[i] = d->slower[i];
	}
	if (!r)
		r = by_clock(d, &c->base, clocks);
	return r ? r : by_clock(d, &c->new, clocks);
}

/* The disturbed runs, unless they are too many of a side. */
static int choose(const struct disturbed *d, struct compare *c)
{
	size_t base = 0, new = 0;
	double mad, clock_mad;
	int r = stats_mad(d->slower, d->nruns, &mad);

	if (!r)
		r = stats_mad(d->by_clock, d->nruns, &clock_mad);
	for (size_t i = 0; !r && i < d->nruns; i++) {
		if (d->slower[i] <= fmax(LEAST, FAR * 1.4826 * mad) ||
		    d->by_clock[i] <= fmax(LEAST, FAR * 1.4826 * clock_mad))
			continue;
		c->disturbed[i] = exp(d->slower[i]) - 1;
		if (i < c->base.nruns)
			base++;
		else
			new++;
	}
	if (base * RARE > c->base.nruns || new * RARE > c->new.nruns)
		memset(c->disturbed, 0, d->nruns * sizeof(*c->disturbed));
	return r;
}

static int leave_out(const struct disturbed *d, struct compare *c)
{
	size_t nruns = d->nruns;

	c->left_out = calloc(c->set->nkeys * nruns, sizeof(*c->left_out));
	if (!c->left_out)
		return -ENOMEM;
	for (size_t k = 0; k < d->ncases; k++)
		for (size_t i = 0; i < nruns; i++)
			c->left_out[d->key[k] * nruns + i] = c->disturbed[i] > 0 &&
				d->cost[k * nruns + i] > LEAST;
	return 0;
}

int disturbed_find(struct compare *c, const struct ref_scale *clocks)
{
	struct disturbed d;
	int r;

	if (c->counts || c->unit != UNIT_RUN || c->set->nruns > DISTURBED_RUNS ||
	    c->base.nruns < RARE || c->new.nruns < RARE)
		return 0;
	r = init(&d, c);
	for (size_t k = 0; !r && k < c->set->nkeys; k++)
		r = add_case(&d, c, c->set->keys[k]);
	if (!r && d.ncases >= DISTURBED_CASES) {
		c->disturbed = calloc(d.nruns, sizeof(*c->disturbed));
		r = c->disturbed ? measure(&d, c, clocks) : -ENOMEM;
		if (!r)
			r = choose(&d, c);
		if (!r)
			r = leave_out(&d, c);
	}
	release(&d);
	return r;
}
