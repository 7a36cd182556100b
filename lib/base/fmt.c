// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "fmt.h"

char *fmt_size(char buf[FMT_LEN], uint64_t bytes)
{
	static const char units[] = "\0KMGTPE";
	int u = 0;

	while (bytes && bytes % 1024 == 0) {
		bytes /= 1024;
		u++;
	}
	snprintf(buf, FMT_LEN, "%" PRIu64 "%.1s", bytes, units + u);
	return buf;
}

/* False where @value is no finite number; then @buf says which. */
static int finite_or_text(char buf[FMT_LEN], double value)
{
	if (isfinite(value))
		return 1;
	strcpy(buf, isnan(value) ? "-" : value > 0 ? "inf" : "-inf");
	return 0;
}

/* @value rounded to @digits significant digits. */
static double round_sig(double value, int digits)
{
	char text[40];
	double rounded = value;

	snprintf(text, sizeof(text), "%.*e", digits - 1, value);
	sscanf(text, "%lf", &rounded);
	return rounded;
}

static int clamp_digits(int digits)
{
	return digits < 1 ? 1 : digits > 9 ? 9 : digits;
}

char *fmt_sig(char buf[FMT_LEN], double value, int digits)
{
	double size;
	int decimals;

	digits = clamp_digits(digits);
	if (!finite_or_text(buf, value))
		return buf;
	if (value == 0)
		return strcpy(buf, "0");
	size = fabs(round_sig(value, digits));
	if (size >= 1e15 || size < 1e-9) {
		snprintf(buf, FMT_LEN, "%.*e", digits - 1, value);
		return buf;
	}
	decimals = digits - 1 - (int)floor(log10(size));
	/* log10 may be a hair off at a power of ten */
	if (size >= pow(10, digits - decimals))
		decimals--;
	snprintf(buf, FMT_LEN, "%.*f", decimals > 0 ? decimals : 0, value);
	return buf;
}

/* Divides by 1000 while the rounded value asks for it and there are units left. */
static char *fmt_scaled(char buf[FMT_LEN], double value, int digits,
			const char *const units[], int nunits)
{
	int u = 0;

	digits = clamp_digits(digits);
	if (!finite_or_text(buf, value))
		return buf;
	while (u < nunits - 1 && fabs(round_sig(value, digits)) >= 1000) {
		value /= 1000;
		u++;
	}
	fmt_sig(buf, value, digits);
	if (units[u][0]) {
		strcat(buf, " ");
		strcat(buf, units[u]);
	}
	return buf;
}

char *fmt_time(char buf[FMT_LEN], double ns, int digits)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };

	return fmt_scaled(buf, ns, digits, units, 4);
}

char *fmt_count(char buf[FMT_LEN], double count, int digits)
{
	static const char *const units[] = { "", "k", "M", "G" };

	/* a count below 1000 that is whole needs no point */
	if (fabs(count) < 1000 && count == floor(count)) {
		snprintf(buf, FMT_LEN, "%.0f", count == 0 ? 0.0 : count);
		return buf;
	}
	return fmt_scaled(buf, count, digits, units, 4);
}

char *fmt_value(char buf[FMT_LEN], double value, const char *unit, int digits)
{
	static const char *const units[] = { "", "k", "M", "G" };
	bool bytes = !strcmp(unit, "B/s") || !strcmp(unit, "B");
	size_t used;

	if (!strcmp(unit, "ns"))
		return fmt_time(buf, value, digits);
	if (!strcmp(unit, "instructions") || !strcmp(unit, "count"))
		return fmt_count(buf, value, digits);
	if (bytes)
		fmt_scaled(buf, value, digits, units, 4);
	else
		fmt_sig(buf, value, digits);
	used = strlen(buf);
	/* "303.7 MB/s": the prefix stands before its unit */
	if (isfinite(value))
		snprintf(buf + used, FMT_LEN - used, "%s%s", bytes && strchr(buf, ' ') ? "" : " ", unit);
	return buf;
}

static char *fmt_percent(char buf[FMT_LEN], double share, const char *format)
{
	double percent = share * 100, size = fabs(percent);
	int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;

	if (!finite_or_text(buf, share))
		return buf;
	if (size < 0.005)
		percent = 0;
	snprintf(buf, FMT_LEN, format, decimals, size >= 1e15 ? copysign(1e15, share) : percent);
	return buf;
}

char *fmt_change(char buf[FMT_LEN], double share)
{
	return fmt_percent(buf, share, "%+.*f %%");
}

char *fmt_share(char buf[FMT_LEN], double share)
{
	return fmt_percent(buf, share, "%.*f %%");
}
