// SPDX-License-Identifier: GPL-2.0-or-later
/* What can be found, in three levels, and the order in which it is told. */
#include <string.h>

#include "lab.h"

const struct lab_what lab_whats[] = {
	{ "no-entry", LAB_BROKEN, "", "a fault has no entry in the exception table", true },
	{ "no-return", LAB_BROKEN, "", "the call does not return", true },
	{ "more-than-n", LAB_BROKEN, "B", "returned more than n", false },
	{ "past-hole", LAB_BROKEN, "B", "counted bytes that are in the hole", false },
	{ "wrong-byte", LAB_BROKEN, "B", "counted bytes that are wrong", false },
	{ "wrote-outside", LAB_BROKEN, "B", "wrote outside of the destination", false },
	{ "stray-access", LAB_BROKEN, "", "touched a page that the area is not in", false },
	{ "failed-without-fault", LAB_BROKEN, "B", "returned bytes left though nothing faulted", false },
	{ "window-closed", LAB_BROKEN, "", "the window was closed at a fault", false },
	{ "window-open", LAB_BROKEN, "", "the window was left open", false },
	{ "junk", LAB_DEVIATION, "B", "wrote junk beyond the bytes counted", false },
	{ "zeroed", LAB_DEVIATION, "B", "zeroed bytes beyond those counted", false },
	{ "overwrite", LAB_DEVIATION, "B", "wrote bytes beyond those counted", false },
	{ "gave-up", LAB_DEVIATION, "B", "returned n though bytes before the hole are there", false },
	{ "short", LAB_CONSERVATIVE, "B", "counted less than what lies before the hole", false },
	{ 0 }
};

const struct lab_what *lab_what_find(const char *name)
{
	for (const struct lab_what *w = lab_whats; w->name; w++)
		if (!strcmp(w->name, name))
			return w;
	return NULL;
}

const char *lab_level_name(enum lab_level level)
{
	static const char *const names[] = {
		[LAB_CLEAN] = "clean",
		[LAB_CONSERVATIVE] = "conservative",
		[LAB_DEVIATION] = "deviation",
		[LAB_BROKEN] = "broken",
	};

	return names[level];
}
