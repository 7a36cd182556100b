// SPDX-License-Identifier: GPL-2.0-or-later
/* Which runs make one sampling unit. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "intern.h"
#include "record.h"
#include "sides.h"

const char *compare_unit_name(enum compare_unit unit, bool plural)
{
	static const char *const names[][2] = {
		{ "run", "runs" }, { "boot", "boots" }, { "build", "builds" }, { "seed", "seeds" },
	};

	return names[unit][plural];
}

/*
 * Number the runs by the text of a key; those without it share one number.
 * *ret_known receives how many texts there are, *ret_unknown how many runs without.
 */
static int number(const struct result_run *runs, size_t n, const char *key,
		  unsigned int *ret_number, size_t *ret_known, size_t *ret_unknown)
{
	size_t unknown = 0;
	struct intern t;
	int r = 0;

	intern_init(&t);
	for (size_t i = 0; !r && i < n; i++) {
		const char *text = result_run_str(&runs[i], key);
		uint32_t id;

		if (!text)
			text = "";
		unknown += !*text;
		r = intern_add(&t, text, strlen(text), &id) ? -ENOMEM : 0;
		ret_number[i] = r ? 0 : id;
	}
	*ret_known = t.n - (unknown > 0);
	*ret_unknown = unknown;
	intern_release(&t);
	return r;
}

/* Numbers of boots and builds; the unit is not known yet. */
static int side_numbers(const struct result_set *set, struct compare_side *side,
			unsigned int *boot, unsigned int *build)
{
	const struct result_run *runs = set->runs + side->first;
	size_t unknown_builds;
	int r = number(runs, side->nruns, REC_BOOT_ID, boot, &side->boots, &side->unknown_boots);

	if (!r)
		r = number(runs, side->nruns, REC_BUILD_ID, build, &side->builds,
			   &unknown_builds);
	if (!r && unknown_builds)
		side->builds = 1;
	return r;
}

static int by_place(const void *a, const void *b)
{
	const struct member *x = a, *y = b;

	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	if (x->boot != y->boot)
		return x->boot < y->boot ? -1 : 1;
	return (x->run > y->run) - (x->run < y->run);
}

static void side_order(enum compare_unit unit, struct compare_side *side, const unsigned int *boot,
		       const unsigned int *build, struct member *members)
{
	for (size_t i = 0; i < side->nruns; i++) {
		members[i].boot = boot[i];
		members[i].run = side->first + i;
		if (unit == UNIT_RUN)
			members[i].unit = i;
		else if (unit == UNIT_BOOT)
			members[i].unit = boot[i];
		else
			members[i].unit = side->builds > 1 ? build[i] : 0;
	}
	qsort(members, side->nruns, sizeof(*members), by_place);
	side->units = unit == UNIT_RUN ? side->nruns : unit == UNIT_BUILD ? side->builds :
		side->boots + (side->unknown_boots > 0);
}

static bool one_boot(const struct compare *c)
{
	const struct result_run *base = &c->set->runs[c->base.first];
	const struct result_run *new = &c->set->runs[c->new.first];

	return c->base.boots == 1 && c->new.boots == 1 &&
		!c->base.unknown_boots && !c->new.unknown_boots &&
		!strcmp(result_run_boot_id(base), result_run_boot_id(new));
}

int sides_group(const struct result_set *set, struct compare *c, struct member *members)
{
	unsigned int *boot = calloc(set->nruns + 1, sizeof(*boot));
	unsigned int *build = calloc(set->nruns + 1, sizeof(*build));
	size_t nb = c->base.nruns;
	int r = boot && build ? 0 : -ENOMEM;

	if (!r)
		r = side_numbers(set, &c->base, boot, build);
	if (!r)
		r = side_numbers(set, &c->new, boot + nb, build + nb);
	if (!r) {
		c->unit = c->base.builds > 1 || c->new.builds > 1 ? UNIT_BUILD :
			c->base.boots > 1 || c->new.boots > 1 ? UNIT_BOOT : UNIT_RUN;
		c->same_boot = one_boot(c);
		side_order(c->unit, &c->base, boot, build, members);
		side_order(c->unit, &c->new, boot + nb, build + nb, members + nb);
	}
	free(boot);
	free(build);
	return r;
}
