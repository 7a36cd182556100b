// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "text.h"

bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

void skip_blanks(const char **p)
{
	while (**p == ' ')
		(*p)++;
}

bool at_end(const char *p)
{
	skip_blanks(&p);
	return !*p;
}

bool is_blank(const char *s)
{
	return at_end(s);
}

bool eat(const char **p, const char *text)
{
	const char *s = *p;
	size_t n = strlen(text);

	skip_blanks(&s);
	if (strncmp(s, text, n))
		return false;
	*p = s + n;
	return true;
}

bool eat_word(const char **p, const char *word)
{
	const char *s = *p;

	if (!eat(&s, word) || (*s && (isalnum((unsigned char)*s) || strchr("-_.", *s))))
		return false;
	*p = s;
	return true;
}

size_t take_word(const char **p, const char **ret_word)
{
	const char *s;
	size_t n;

	skip_blanks(p);
	s = *p;
	n = strcspn(s, " ");
	*ret_word = s;
	*p = s + n;
	return n;
}

bool word_is(const char *word, size_t len, const char *text)
{
	return strlen(text) == len && !memcmp(word, text, len);
}

static bool is_separator(const char *s, enum number how)
{
	if (*s == ',' || *s == '.' || *s == '\'')
		return is_digit(s[1]);
	/* a space parts groups only where just three digits follow */
	return how == NUMBER_GROUPED && *s == ' ' && is_digit(s[1]) && is_digit(s[2]) &&
		is_digit(s[3]) && !is_digit(s[4]);
}

#define DIGITS_MAX	18
#define SEPARATORS_MAX	8

/* What stands in the text: digits, and what parts them. */
struct scanned {
	uint64_t digits;
	int ndigits;
	int nsep;
	char sep[SEPARATORS_MAX];
	int at[SEPARATORS_MAX];		/* digits before each */
};

static int scan_digits(const char **p, enum number how, struct scanned *ret)
{
	struct scanned n = { 0 };
	const char *s = *p;

	for (; ; s++) {
		if (is_digit(*s)) {
			if (n.ndigits == DIGITS_MAX)
				return -ERANGE;
			n.digits = n.digits * 10 + (*s - '0');
			n.ndigits++;
		} else if (n.ndigits && is_separator(s, how)) {
			if (n.nsep == SEPARATORS_MAX)
				return -EINVAL;
			n.sep[n.nsep] = *s;
			n.at[n.nsep++] = n.ndigits;
		} else {
			break;
		}
	}
	*p = s;
	*ret = n;
	return n.ndigits ? 0 : -EINVAL;
}

/* The first nsep separators part groups of three, all by the same sign. */
static bool are_groups(const struct scanned *n, int nsep, int end)
{
	if (n->at[0] > 3)
		return false;
	for (int i = 0; i < nsep; i++)
		if (n->sep[i] != n->sep[0] ||
		    (i + 1 < nsep ? n->at[i + 1] : end) - n->at[i] != 3)
			return false;
	return true;
}

/* How many of the digits are decimals, or -errno. */
static int count_decimals(const struct scanned *n, enum number how)
{
	int last = n->nsep - 1, decimals;

	if (!n->nsep)
		return 0;
	decimals = n->ndigits - n->at[last];
	if (n->nsep > 1) {
		if (are_groups(n, n->nsep, n->ndigits))
			return how == NUMBER_DECIMAL ? -EINVAL : 0;
		if (how != NUMBER_DECIMAL && n->sep[last] != n->sep[0] &&
		    (n->sep[last] == '.' || n->sep[last] == ',') &&
		    are_groups(n, last, n->at[last]))
			return decimals;
		return -EINVAL;
	}
	if (n->sep[0] == '\'' || n->sep[0] == ' ')
		return how != NUMBER_DECIMAL && are_groups(n, 1, n->ndigits) ? 0 : -EINVAL;
	if (how == NUMBER_DECIMAL)
		return decimals;
	if (how == NUMBER_GROUPED)
		return are_groups(n, 1, n->ndigits) ? 0 : decimals;
	if (n->sep[0] == ',' && decimals == 3 && n->at[0] <= 3 &&
	    !(n->at[0] == 1 && n->digits < 1000))
		return -ENOTUNIQ;
	return decimals;
}

static double shift_decimal(uint64_t digits, int by)
{
	long double v = digits, ten = 1;

	for (int i = by < 0 ? -by : by; i; i--)
		ten *= 10;
	/* one rounding to double of what is exact up to 19 digits and 10^27 */
	return (double)(by < 0 ? v / ten : v * ten);
}

int take_number(const char **p, enum number how, double *ret_value)
{
	const char *s = *p, *e;
	struct scanned n;
	int decimals, exponent = 0, r;
	bool minus;

	skip_blanks(&s);
	r = scan_digits(&s, how, &n);
	if (r)
		return r;
	decimals = count_decimals(&n, how);
	if (decimals < 0)
		return decimals;
	/* "157." */
	if (*s == '.' && !n.nsep && (!s[1] || s[1] == ' '))
		s++;
	if (how != NUMBER_GROUPED && (*s == 'e' || *s == 'E')) {
		e = s + 1;
		minus = *e == '-';
		if (*e == '-' || *e == '+')
			e++;
		if (is_digit(*e)) {
			for (; is_digit(*e); e++)
				if ((exponent = exponent * 10 + (*e - '0')) > 99)
					return -ERANGE;
			exponent = minus ? -exponent : exponent;
			s = e;
		}
	}
	*p = s;
	*ret_value = shift_decimal(n.digits, exponent - decimals);
	return 0;
}

int take_whole(const char **p, int64_t *ret_value)
{
	const char *s = *p;
	int64_t v = 0;

	skip_blanks(&s);
	if (!is_digit(*s))
		return -EINVAL;
	for (; is_digit(*s); s++)
		if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, *s - '0', &v))
			return -EINVAL;
	*p = s;
	*ret_value = v;
	return 0;
}

int take_clock(const char **p, double *ret_ns)
{
	const char *s = *p;
	double total = 0, part;
	int64_t whole;

	for (int i = 0; i < 3; i++) {
		const char *at = s;

		if (!take_whole(&s, &whole) && (*s == ':' || (*s == 'm' && is_digit(s[1])) ||
						(*s == 'h' && is_digit(s[1])))) {
			if (whole > 1000000 || (i && whole >= 60))
				return -EINVAL;
			total = (total + whole) * 60;
			if (*s == 'h' && i)
				return -EINVAL;
			s++;
			continue;
		}
		s = at;
		if (take_number(&s, NUMBER_DECIMAL, &part) || (i && part >= 60))
			return -EINVAL;
		*p = s;
		*ret_ns = (total + part) * 1e9;
		return 0;
	}
	return -EINVAL;
}
