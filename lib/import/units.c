// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>
#include <strings.h>

#include "text.h"

double unit_ns(const char *unit, size_t len)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = {
		{ "ns", 1 }, { "nsec", 1 }, { "nsecs", 1 }, { "nanosecond", 1 },
		{ "nanoseconds", 1 }, { "us", 1e3 }, { "usec", 1e3 }, { "usecs", 1e3 },
		{ "microsecond", 1e3 }, { "microseconds", 1e3 }, { "ms", 1e6 }, { "msec", 1e6 },
		{ "msecs", 1e6 }, { "millisecond", 1e6 }, { "milliseconds", 1e6 }, { "s", 1e9 },
		{ "sec", 1e9 }, { "secs", 1e9 }, { "second", 1e9 }, { "seconds", 1e9 },
		{ "min", 60e9 }, { "minutes", 60e9 },
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (word_is(unit, len, units[i].name))
			return units[i].ns;
	return 0;
}

double unit_bytes(const char *unit, size_t len, enum mega mega)
{
	static const char prefixes[] = "KMGT";
	double base = mega == MEGA_BINARY ? 1024 : 1000, v = 1;
	const char *at;
	char prefix;

	if (word_is(unit, len, "B") || word_is(unit, len, "byte") || word_is(unit, len, "bytes"))
		return 1;
	if (len == 3 && unit[1] == 'i' && unit[2] == 'B')
		base = 1024;
	else if (len != 2 || unit[1] != 'B')
		return 0;
	prefix = unit[0] == 'k' ? 'K' : unit[0];
	at = prefix ? strchr(prefixes, prefix) : NULL;
	if (!at)
		return 0;
	for (; at >= prefixes; at--)
		v *= base;
	return v;
}

/* The unit without what makes it a rate; its length, 0 where it is none. */
static size_t rate_stem(const char *unit, size_t len)
{
	static const char *const ends[] = { "/s", "/sec", "/second", "ps" };

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		size_t n = strlen(ends[i]);

		if (len > n && !memcmp(unit + len - n, ends[i], n))
			return len - n;
	}
	return 0;
}

double unit_rate(const char *unit, size_t len, enum mega mega)
{
	size_t stem = rate_stem(unit, len);

	return stem ? unit_bytes(unit, stem, mega) : 0;
}

bool unit_is_ambiguous(const char *unit, size_t len)
{
	size_t stem = rate_stem(unit, len);

	return stem == 2 && unit[1] == 'b' && strchr("kKmMgGtT", unit[0]);
}
