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
		{ "run", "runs" }, { "boot", "boots" }, { "build", "builds" },
	};

	return names[unit][plural];
}

/*
 * Number each run's group by the text of one key; a run without it is a group
 * of its own. Returns the number of groups or -ENOMEM.
 */
static int group_by(const struct result_run *runs, size_t n, const char *key, unsigned int *group,
		    size_t *ret_unknown)
{
	struct intern t;
	unsigned int next = 0;
	uint32_t id, known = 0;
	int r = 0;

	intern_init(&t);
	*ret_unknown = 0;
	for (size_t i = 0; !r && i < n; i++) {
		const char *text = result_run_str(&runs[i], key);

		if (!text || !*text) {
			group[i] = UINT32_MAX - (*ret_unknown)++;
			continue;
		}
		r = intern_add(&t, text, strlen(text), &id);
		if (r)
			break;
		if (id == known)
			known++;
		group[i] = id;
	}
	intern_release(&t);
	if (r)
		return -ENOMEM;
	next = known;
	for (size_t i = 0; i < n; i++)
		if (group[i] > UINT32_MAX - n)
			group[i] = next++;
	return next;
}

static int side_groups(const struct result_set *set, struct compare_side *side,
		       unsigned int *boot, unsigned int *build)
{
	const struct result_run *runs = set->runs + side->first;
	size_t unknown_builds;
	int r = group_by(runs, side->nruns, REC_BOOT_ID, boot, &side->unknown_boots);

	if (r < 0)
		return r;
	side->boots = r;
	r = group_by(runs, side->nruns, REC_BUILD_ID, build, &unknown_builds);
	if (r < 0)
		return r;
	/* runs that name no build tell nothing of how many there are */
	if (unknown_builds) {
		memset(build, 0, side->nruns * sizeof(*build));
		r = 1;
	}
	side->builds = r;
	return 0;
}

int sides_group(const struct result_set *set, struct compare *c, unsigned int *group)
{
	unsigned int *boot = calloc(set->nruns + 1, sizeof(*boot));
	unsigned int *build = calloc(set->nruns + 1, sizeof(*build));
	size_t nb = c->base.nruns;
	int r = boot && build ? 0 : -ENOMEM;

	if (!r)
		r = side_groups(set, &c->base, boot, build);
	if (!r)
		r = side_groups(set, &c->new, boot + nb, build + nb);
	if (r)
		goto out;
	/* runs of unknown boots are not shown to be several boots */
	c->unit = c->base.builds > 1 || c->new.builds > 1 ? UNIT_BUILD :
		c->base.boots - c->base.unknown_boots > 1 ||
		c->new.boots - c->new.unknown_boots > 1 ? UNIT_BOOT : UNIT_RUN;
	for (size_t i = 0; i < set->nruns; i++)
		group[i] = c->unit == UNIT_BUILD ? build[i] :
			c->unit == UNIT_BOOT ? boot[i] : i < nb ? i : i - nb;
	c->base.units = c->unit == UNIT_BUILD ? c->base.builds :
		c->unit == UNIT_BOOT ? c->base.boots : c->base.nruns;
	c->new.units = c->unit == UNIT_BUILD ? c->new.builds :
		c->unit == UNIT_BOOT ? c->new.boots : c->new.nruns;
out:
	free(boot);
	free(build);
	return r;
}
