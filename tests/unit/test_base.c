// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>

#include "fmt.h"
#include "grow.h"
#include "intern.h"
#include "lines.h"
#include "num.h"
#include "strbuf.h"

/* --- strbuf */

static void strbuf_is_always_a_string(void **state)
{
	struct strbuf sb = STRBUF_INIT, other;

	strbuf_init(&other);
	assert_string_equal(other.buf, "");
	assert_string_equal(sb.buf, "");
	strbuf_reset(&sb);
	strbuf_truncate(&sb, 5);
	assert_string_equal(sb.buf, "");
	assert_int_equal(strbuf_add(&sb, "ab\0c", 4), 0);
	assert_int_equal(sb.len, 4);
	assert_memory_equal(sb.buf, "ab\0c", 5);
	strbuf_truncate(&sb, 2);
	assert_int_equal(strbuf_adds(&sb, "xyz"), 0);
	assert_int_equal(strbuf_addc(&sb, '!'), 0);
	assert_int_equal(strbuf_fill(&sb, '-', 3), 0);
	assert_int_equal(strbuf_fill(&sb, '-', 0), 0);
	assert_string_equal(sb.buf, "abxyz!---");
	strbuf_reset(&sb);
	assert_string_equal(sb.buf, "");
	strbuf_release(&sb);
	strbuf_release(&sb);
	assert_string_equal(sb.buf, "");
}

static void strbuf_grows(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	char *s;

	for (int i = 0; i < 10000; i++)
		assert_int_equal(strbuf_printf(&sb, "%05d", i), 0);
	assert_int_equal(sb.len, 50000);
	assert_int_equal(strlen(sb.buf), 50000);
	assert_memory_equal(sb.buf + 5 * 1234, "01234", 5);
	assert_int_equal(strbuf_detach(&sb, &s), 0);
	assert_string_equal(sb.buf, "");
	assert_int_equal(strlen(s), 50000);
	free(s);
	assert_int_equal(strbuf_detach(&sb, &s), 0);
	assert_string_equal(s, "");
	free(s);
}

static void strbuf_refuses_what_does_not_fit(void **state)
{
	struct strbuf sb = STRBUF_INIT;

	assert_int_equal(strbuf_adds(&sb, "kept"), 0);
	assert_int_equal(strbuf_fill(&sb, 'x', SIZE_MAX), -ENOMEM);
	assert_int_equal(strbuf_fill(&sb, 'x', SIZE_MAX / 2), -ENOMEM);
	assert_string_equal(sb.buf, "kept");
	strbuf_release(&sb);
}

/* --- numbers in */

static void whole_numbers(void **state)
{
	static const struct {
		const char *s;
		int err;
		uint64_t v;
	} t[] = {
		{ "0", 0, 0 }, { "4096", 0, 4096 }, { "007", 0, 7 },
		{ "64K", 0, 65536 }, { "64KiB", 0, 65536 }, { "1M", 0, 1 << 20 },
		{ "2G", 0, 2ull << 30 }, { "1TiB", 0, 1ull << 40 },
		{ "18446744073709551615", 0, UINT64_MAX },
		{ "18446744073709551616", -ERANGE, 0 },
		{ "99999999999999999999999K", -ERANGE, 0 },
		{ "18014398509481983K", 0, UINT64_MAX - 1023 },
		{ "18014398509481984K", -ERANGE, 0 },
		{ "16777216T", -ERANGE, 0 },
		{ "", -EINVAL, 0 }, { "-1", -EINVAL, 0 }, { "+1", -EINVAL, 0 },
		{ " 1", -EINVAL, 0 }, { "1 ", -EINVAL, 0 }, { "K", -EINVAL, 0 },
		{ "1k", -EINVAL, 0 }, { "1KB", -EINVAL, 0 }, { "1Ki", -EINVAL, 0 },
		{ "1KiBx", -EINVAL, 0 }, { "1KK", -EINVAL, 0 }, { "0x10", -EINVAL, 0 },
		{ "1.5K", -EINVAL, 0 }, { "1iB", -EINVAL, 0 }, { "nan", -EINVAL, 0 },
		{ "99999999999999999999999x", -EINVAL, 0 },
	};

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		uint64_t v = 4711;
		int err = num_parse_u64(t[i].s, &v);

		if (err != t[i].err || v != (err ? 4711 : t[i].v))
			fail_msg("\"%s\": %d, %llu", t[i].s, err, (unsigned long long)v);
	}
}

static void whole_numbers_in_a_range(void **state)
{
	uint64_t v = 4711;

	assert_int_equal(num_parse_u64_in("1K", 1, 1024, &v), 0);
	assert_int_equal(v, 1024);
	assert_int_equal(num_parse_u64_in("1025", 1, 1024, &v), -ERANGE);
	assert_int_equal(num_parse_u64_in("0", 1, 1024, &v), -ERANGE);
	assert_int_equal(num_parse_u64_in("x", 1, 1024, &v), -EINVAL);
	assert_int_equal(v, 1024);
}

static void decimals_and_shares(void **state)
{
	static const struct {
		const char *s;
		int err;
		double v;
		int share_err;
		double share;
	} t[] = {
		{ "0.5", 0, 0.5, 0, 0.5 }, { ".5", 0, 0.5, 0, 0.5 }, { "0", 0, 0, 0, 0 },
		{ "12", 0, 12, -ERANGE, 0 }, { "0.1", 0, 0.1, 0, 0.1 },
		{ "1", 0, 1, -ERANGE, 0 }, { "0.99", 0, 0.99, 0, 0.99 },
		{ "3.14159265358979", 0, 3.14159265358979, -ERANGE, 0 },
		{ "3.141592653589793", -ERANGE, 0, -ERANGE, 0 },
		{ "1%", -EINVAL, 0, 0, 0.01 }, { "0.1%", -EINVAL, 0, 0, 0.001 },
		{ "150%", -EINVAL, 0, 0, 1.5 }, { "1%%", -EINVAL, 0, -EINVAL, 0 },
		{ "1 %", -EINVAL, 0, -EINVAL, 0 }, { "%", -EINVAL, 0, -EINVAL, 0 },
		{ "", -EINVAL, 0, -EINVAL, 0 }, { ".", -EINVAL, 0, -EINVAL, 0 },
		{ "1.", -EINVAL, 0, -EINVAL, 0 }, { "-1", -EINVAL, 0, -EINVAL, 0 },
		{ "1e3", -EINVAL, 0, -EINVAL, 0 }, { "inf", -EINVAL, 0, -EINVAL, 0 },
		{ "0,5", -EINVAL, 0, -EINVAL, 0 }, { "1.2.3", -EINVAL, 0, -EINVAL, 0 },
		{ "1234567890123456x", -EINVAL, 0, -EINVAL, 0 },
		{ "1234567890123456%", -EINVAL, 0, -ERANGE, 0 },
	};

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		double v = -7, share = -7;
		int err = num_parse_decimal(t[i].s, &v);
		int share_err = num_parse_share(t[i].s, &share);

		if (err != t[i].err || v != (err ? -7 : t[i].v))
			fail_msg("decimal \"%s\": %d, %.17g", t[i].s, err, v);
		if (share_err != t[i].share_err || share != (share_err ? -7 : t[i].share))
			fail_msg("share \"%s\": %d, %.17g", t[i].s, share_err, share);
	}
}

static void durations(void **state)
{
	static const struct {
		const char *s;
		int err;
		uint64_t ns;
	} t[] = {
		{ "50s", 0, 50000000000ull }, { "500ms", 0, 500000000 }, { "0.5ms", 0, 500000 },
		{ "10us", 0, 10000 }, { "7ns", 0, 7 }, { "2m", 0, 120000000000ull },
		{ "1h", 0, 3600000000000ull }, { "0s", 0, 0 }, { "0.4ns", 0, 0 },
		{ "0.5ns", 0, 1 }, { "99999999999999s", -ERANGE, 0 },
		{ "9999999999999999s", -ERANGE, 0 }, { "5", -EINVAL, 0 }, { "s", -EINVAL, 0 },
		{ "", -EINVAL, 0 }, { "-5s", -EINVAL, 0 }, { "5 s", -EINVAL, 0 },
		{ "5S", -EINVAL, 0 }, { "5sec", -EINVAL, 0 }, { "5ss", -EINVAL, 0 },
		{ "9999999999999999x", -EINVAL, 0 },
	};

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		uint64_t ns = 4711;
		int err = num_parse_duration(t[i].s, &ns);

		if (err != t[i].err || ns != (err ? 4711 : t[i].ns))
			fail_msg("\"%s\": %d, %llu", t[i].s, err, (unsigned long long)ns);
	}
}

/* --- numbers out */

static void sizes(void **state)
{
	char buf[FMT_LEN];

	assert_string_equal(fmt_size(buf, 0), "0");
	assert_string_equal(fmt_size(buf, 1), "1");
	assert_string_equal(fmt_size(buf, 1500), "1500");
	assert_string_equal(fmt_size(buf, 4096), "4K");
	assert_string_equal(fmt_size(buf, 65536), "64K");
	assert_string_equal(fmt_size(buf, 1 << 20), "1M");
	assert_string_equal(fmt_size(buf, (1 << 20) + 1024), "1025K");
	assert_string_equal(fmt_size(buf, 1ull << 63), "8E");
	assert_string_equal(fmt_size(buf, UINT64_MAX), "18446744073709551615");
}

/* What is printed parses back to the same size. */
static void sizes_round_trip(void **state)
{
	char buf[FMT_LEN];
	uint64_t x = 1, v;

	for (int i = 0; i < 50; i++, x = x * 7 + (i % 3 ? 0 : 1024)) {
		assert_int_equal(num_parse_u64(fmt_size(buf, x), &v), 0);
		assert_int_equal(v, x);
	}
}

static void significant_digits(void **state)
{
	static const struct {
		double v;
		int digits;
		const char *want;
	} t[] = {
		{ 0, 4, "0" }, { -0.0, 4, "0" }, { 1, 4, "1.000" }, { 0.12345, 4, "0.1235" },
		{ 12.345678, 4, "12.35" }, { 123456, 4, "123456" }, { -12.345678, 3, "-12.3" },
		{ 9.9996, 4, "10.00" }, { 999.96, 4, "1000" }, { 99.96, 3, "100" },
		{ 1000, 4, "1000" }, { 0.001, 2, "0.0010" }, { 0.00999, 2, "0.010" },
		{ 1e14, 3, "100000000000000" }, { 1e15, 3, "1.00e+15" }, { 1e-10, 2, "1.0e-10" },
		{ 1e300, 9, "1.00000000e+300" }, { 5, 0, "5" }, { 1.5, 99, "1.50000000" },
		{ NAN, 4, "-" }, { INFINITY, 4, "inf" }, { -INFINITY, 4, "-inf" },
	};
	char buf[FMT_LEN];

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		assert_string_equal(fmt_sig(buf, t[i].v, t[i].digits), t[i].want);
}

/* Every power of ten has the same number of digits. */
static void powers_of_ten(void **state)
{
	char buf[FMT_LEN], want[FMT_LEN];

	for (int e = -9; e < 15; e++) {
		double v = strtod((snprintf(buf, sizeof(buf), "1e%d", e), buf), NULL);

		snprintf(want, sizeof(want), "%.*f", e < 3 ? 3 - e : 0, v);
		assert_string_equal(fmt_sig(buf, v, 4), want);
	}
}

static void scaled_values(void **state)
{
	char buf[FMT_LEN];

	assert_string_equal(fmt_time(buf, 87.312, 4), "87.31 ns");
	assert_string_equal(fmt_time(buf, 0.5, 3), "0.500 ns");
	assert_string_equal(fmt_time(buf, 999.96, 4), "1.000 us");
	assert_string_equal(fmt_time(buf, 999.94, 4), "999.9 ns");
	assert_string_equal(fmt_time(buf, 1204, 4), "1.204 us");
	assert_string_equal(fmt_time(buf, 1.5e6, 3), "1.50 ms");
	assert_string_equal(fmt_time(buf, 5e13, 3), "50000 s");
	assert_string_equal(fmt_time(buf, -1500, 3), "-1.50 us");
	assert_string_equal(fmt_time(buf, NAN, 3), "-");
	assert_string_equal(fmt_count(buf, 812, 4), "812");
	assert_string_equal(fmt_count(buf, 0, 4), "0");
	assert_string_equal(fmt_count(buf, 812.5, 4), "812.5");
	assert_string_equal(fmt_count(buf, 12345, 4), "12.35 k");
	assert_string_equal(fmt_count(buf, 1204000, 4), "1.204 M");
	assert_string_equal(fmt_count(buf, 5e9, 3), "5.00 G");
	assert_string_equal(fmt_value(buf, 1204, "ns", 4), "1.204 us");
	assert_string_equal(fmt_value(buf, 12345, "instructions", 4), "12.35 k");
	assert_string_equal(fmt_value(buf, 851.27, "MB/s", 4), "851.3 MB/s");
	assert_string_equal(fmt_value(buf, NAN, "MB/s", 4), "-");
	assert_string_equal(fmt_value(buf, 303720038, "B/s", 4), "303.7 MB/s");
	assert_string_equal(fmt_value(buf, 12, "B/s", 4), "12.00 B/s");
	assert_string_equal(fmt_value(buf, 683033312, "count", 4), "683.0 M");
}

static void shares_out(void **state)
{
	char buf[FMT_LEN];

	assert_string_equal(fmt_change(buf, 0.0123), "+1.23 %");
	assert_string_equal(fmt_change(buf, -0.0123), "-1.23 %");
	assert_string_equal(fmt_change(buf, 0), "+0.00 %");
	assert_string_equal(fmt_change(buf, -0.00001), "+0.00 %");
	assert_string_equal(fmt_change(buf, 0.12345), "+12.3 %");
	assert_string_equal(fmt_change(buf, 12.345), "+1234 %");
	assert_string_equal(fmt_change(buf, 0.09996), "+10.0 %");
	assert_string_equal(fmt_change(buf, NAN), "-");
	assert_string_equal(fmt_change(buf, 1e300), "+1000000000000000 %");
	assert_string_equal(fmt_share(buf, 0.0123), "1.23 %");
	assert_string_equal(fmt_share(buf, 1), "100 %");
}

/* --- lines, intern, grow */

static int file_with(const void *data, size_t len)
{
	int fd = memfd_create("lines", MFD_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, data, len), len);
	assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
	return fd;
}

static void lines_are_cut_at_newlines(void **state)
{
	static const char text[] = "one\n\nth\0ree\nlast";
	static const struct {
		const char *s;
		size_t len;
		bool whole;
	} want[] = { { "one", 3, true }, { "", 0, true }, { "th\0ree", 6, true },
		     { "last", 4, false } };
	int fd = file_with(text, sizeof(text) - 1);
	struct lines l;
	char *line;
	size_t len;
	bool whole;

	lines_init(&l, 100);
	lines_open(&l, fd);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(lines_next(&l, &line, &len, &whole), 1);
		assert_int_equal(len, want[i].len);
		assert_memory_equal(line, want[i].s, len + 1);
		assert_int_equal(whole, want[i].whole);
		assert_int_equal(l.nr, i + 1);
	}
	assert_int_equal(lines_next(&l, &line, &len, &whole), 0);
	assert_int_equal(lines_next(&l, &line, &len, &whole), 0);
	assert_int_equal(l.nr, 4);
	lines_release(&l);
	close(fd);
	lines_open(&l, -1);
	assert_int_equal(lines_next(&l, &line, &len, &whole), -EBADF);
	lines_release(&l);
}

/* Lengths around the size of the buffer and around the maximum. */
static void long_lines(void **state)
{
	const size_t max = 600000;
	static const size_t lengths[] = { 0, 1, 262143, 262144, 262145, 524288, 599999, 600000,
					  600001, 2000000 };
	struct lines l;

	lines_init(&l, max);
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		size_t n = lengths[i], len;
		char *text = malloc(n + 3), *line;
		bool whole;
		int fd;

		memset(text, 'x', n);
		memcpy(text + n, "\ny\n", 3);
		fd = file_with(text, n + 3);
		lines_open(&l, fd);
		if (n > max) {
			assert_int_equal(lines_next(&l, &line, &len, &whole), -EFBIG);
			assert_int_equal(l.nr, 1);
		} else {
			assert_int_equal(lines_next(&l, &line, &len, &whole), 1);
			assert_int_equal(len, n);
			assert_memory_equal(line, text, n);
			assert_true(whole);
			assert_int_equal(lines_next(&l, &line, &len, &whole), 1);
			assert_string_equal(line, "y");
			assert_int_equal(lines_next(&l, &line, &len, &whole), 0);
		}
		close(fd);
		free(text);
	}
	lines_release(&l);
}

static void intern_numbers_strings(void **state)
{
	struct intern t;
	uint32_t id;
	char s[32];

	intern_init(&t);
	assert_int_equal(intern_find(&t, "a", 1, &id), -ENOENT);
	for (int round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < 20000; i++) {
			int n = snprintf(s, sizeof(s), "name%u", i);

			assert_int_equal(intern_add(&t, s, n, &id), 0);
			assert_int_equal(id, i);
		}
	}
	assert_int_equal(t.n, 20000);
	assert_string_equal(intern_text(&t, 777), "name777");
	assert_int_equal(intern_find(&t, "name12345", 9, &id), 0);
	assert_int_equal(id, 12345);
	assert_int_equal(intern_find(&t, "name12345", 8, &id), 0);
	assert_int_equal(id, 1234);
	assert_int_equal(intern_add(&t, "", 0, &id), 0);
	assert_int_equal(intern_add(&t, "\0", 1, &id), 0);
	assert_int_equal(id, 20001);
	assert_int_equal(intern_find(&t, "none", 4, &id), -ENOENT);
	intern_release(&t);
}

static void grow_zeroes_and_keeps(void **state)
{
	size_t alloc = 0;
	int *v = grow(NULL, &alloc, 1, sizeof(*v)), *same;

	assert_non_null(v);
	assert_true(alloc >= 1);
	for (size_t i = 0; i < alloc; i++)
		assert_int_equal(v[i], 0);
	v[0] = 42;
	same = grow(v, &alloc, alloc, sizeof(*v));
	assert_ptr_equal(same, v);
	v = grow(v, &alloc, 1000, sizeof(*v));
	assert_true(alloc >= 1000);
	assert_int_equal(v[0], 42);
	assert_int_equal(v[999], 0);
	assert_null(grow(v, &alloc, SIZE_MAX / 2, sizeof(*v)));
	assert_int_equal(v[0], 42);
	free(v);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strbuf_is_always_a_string),
		cmocka_unit_test(strbuf_grows),
		cmocka_unit_test(strbuf_refuses_what_does_not_fit),
		cmocka_unit_test(whole_numbers),
		cmocka_unit_test(whole_numbers_in_a_range),
		cmocka_unit_test(decimals_and_shares),
		cmocka_unit_test(durations),
		cmocka_unit_test(sizes),
		cmocka_unit_test(sizes_round_trip),
		cmocka_unit_test(significant_digits),
		cmocka_unit_test(powers_of_ten),
		cmocka_unit_test(scaled_values),
		cmocka_unit_test(shares_out),
		cmocka_unit_test(lines_are_cut_at_newlines),
		cmocka_unit_test(long_lines),
		cmocka_unit_test(intern_numbers_strings),
		cmocka_unit_test(grow_zeroes_and_keeps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
