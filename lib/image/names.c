// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdbool.h>
#include <string.h>

#include "names.h"

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Whether all of ".x.y.z" was appended by a compiler. */
static bool is_suffix(const char *s)
{
	static const char *const known[] = {
		"isra", "part", "constprop", "cold", "localalias", "lto_priv", "llvm",
	};

	while (*s == '.') {
		size_t n = strcspn(++s, ".");
		bool ok = n && strspn(s, "0123456789") >= n;

		for (size_t i = 0; !ok && i < sizeof(known) / sizeof(known[0]); i++)
			ok = strlen(known[i]) == n && !memcmp(s, known[i], n);
		if (!ok)
			return false;
		s += n;
	}
	return !*s;
}

size_t names_folded(const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 1; i < len; i++)
		if (name[i] == '.' && is_suffix(name + i)) {
			len = i;
			break;
		}
	if (!strncmp(name, "__UNIQUE_ID_", 12) || !strncmp(name, "__addressable_", 14))
		while (len > 14 && digit(name[len - 1]))
			len--;
	return len;
}

int names_compare(const char *a, const char *b)
{
	const size_t n = names_folded(a), m = names_folded(b);
	const int r = memcmp(a, b, n < m ? n : m);

	return r ? r : n < m ? -1 : n > m;
}

size_t names_fold(const char *name, enum names_fold how, char *buf)
{
	size_t len = how == NAMES_FOLDED ? names_folded(name) : strlen(name), n = 0;

	for (size_t i = 0; i < len; i++) {
		if (how == NAMES_BLOAT_O_METER && name[i] == '.' && digit(name[i + 1])) {
			while (digit(name[i + 1]))
				i++;
			continue;
		}
		buf[n++] = name[i];
	}
	buf[n] = '\0';
	return n;
}
