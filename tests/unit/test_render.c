/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables, names, folded text, and what is shown of one run. */
#include "fold.h"
#include "names.h"
#include "show.h"
#include "test_synth.h"
#include "utf8.h"

static void assert_text(struct strbuf *sb, const char *want)
{
	assert_string_equal(sb->buf, want);
	strbuf_release(sb);
}

/* Every line is at most max characters, and none ends in a space. */
static void assert_lines(const char *text, size_t max)
{
	while (*text) {
		size_t n = strcspn(text, "\n");

		if (utf8_width(text, n) > max || (n && text[n - 1] == ' '))
			fail_msg("%zu: '%.*s'", utf8_width(text, n), (int)n, text);
		text += n + (text[n] == '\n');
	}
}

static void tables(void **state)
{
	static const struct table_column columns[] = {
		{ "name", ALIGN_LEFT }, { "n", ALIGN_RIGHT }, { "why", ALIGN_LEFT },
	};
	struct strbuf sb = STRBUF_INIT;
	struct table t;

	table_init(&t, columns, 3);
	assert_int_equal(table_text(&t, &sb), 0);
	assert_text(&sb, "name  n  why\n------------\n");

	assert_int_equal(table_row(&t), 0);
	assert_int_equal(table_cell(&t, 0, "%s", "µs ±"), 0);
	assert_int_equal(table_cell(&t, 1, "%d", 7), 0);
	assert_int_equal(table_cell(&t, 1, "%d", 12345), 0);	/* the last one counts */
	assert_int_equal(table_heading(&t, "a heading across, wider than its column"), 0);
	assert_int_equal(table_row(&t), 0);
	assert_int_equal(table_cell(&t, 0, "abcdefgh"), 0);
	assert_int_equal(table_cell(&t, 2, "x"), 0);
	assert_int_equal(table_row(&t), 0);			/* empty */
	assert_int_equal(table_row(&t), 0);
	assert_int_equal(table_cell(&t, 1, "é"), 0);
	assert_int_equal(table_cell(&t, 2, "%s", ""), 0);
	assert_int_equal(table_text(&t, &sb), 0);
	assert_text(&sb,
		    "name          n  why\n"
		    "--------------------\n"
		    "µs ±      12345\n"
		    "a heading across, wider than its column\n"
		    "abcdefgh         x\n"
		    "\n"
		    "              é\n");
	table_release(&t);
	table_release(&t);
}

/* A first cell that does not fit into 80 columns stands alone. */
static void long_first_cells(void **state)
{
	static const struct table_column columns[] = {
		{ "case", ALIGN_LEFT }, { "a", ALIGN_RIGHT }, { "b", ALIGN_RIGHT },
	};
	struct strbuf sb = STRBUF_INIT;
	struct table t;

	for (size_t wide = 1; wide < 120; wide++) {
		table_init(&t, columns, 3);
		assert_int_equal(table_row(&t), 0);
		assert_int_equal(table_cell(&t, 0, "12345678901234567890"), 0);
		assert_int_equal(table_cell(&t, 1, "%0*d", (int)wide, 0), 0);
		assert_int_equal(table_cell(&t, 2, "end"), 0);
		assert_int_equal(table_row(&t), 0);
		assert_int_equal(table_cell(&t, 0, "short"), 0);
		assert_int_equal(table_text(&t, &sb), 0);
		if (wide <= 80 - 2 - 2 - 3 - 12)
			assert_lines(sb.buf, 80);
		assert_int_equal(!!strstr(sb.buf, "12345678901234567890\n"),
				 wide > 80 - 20 - 2 - 5);
		table_release(&t);
		strbuf_reset(&sb);
	}
	strbuf_release(&sb);
}

static void folding(void **state)
{
	struct strbuf sb = STRBUF_INIT;

	assert_int_equal(fold(&sb, "first: ", 2, "a few words"), 0);
	assert_text(&sb, "first: a few words\n");
	assert_int_equal(fold(&sb, "x", 2, ""), 0);
	assert_text(&sb, "x\n");
	/* 78 columns, the last word ends in the last of them */
	assert_int_equal(fold(&sb, "12345678: ", 4, "1234567890123456789012345678901234567890 "
			      "12345678901234567890 123456 next one"), 0);
	assert_text(&sb, "12345678: 1234567890123456789012345678901234567890 12345678901234567890 "
		    "123456\n    next one\n");
	/* one column more */
	assert_int_equal(fold(&sb, "12345678: ", 4, "1234567890123456789012345678901234567890 "
			      "12345678901234567890 1234567 next"), 0);
	assert_text(&sb, "12345678: 1234567890123456789012345678901234567890 12345678901234567890\n"
		    "    1234567 next\n");
	/* characters count, not bytes */
	assert_int_equal(fold(&sb, "µ", 1, "µµµµµµµµµµµµµµµµµµµµµµµµµµµµµµ µµµµµµµµµµµµµµµµµµµµµ"
			      "µµµµµµµµµµµµµµµµµµµ x"), 0);
	assert_int_equal(strchr(sb.buf, '\n')[1], '\0');
	strbuf_reset(&sb);
	/* a word that is too long for any line is left whole */
	assert_int_equal(fold(&sb, "", 3, "a "
			      "https://example.org/0123456789012345678901234567890123456789"
			      "012345678901234567890123456789 b"), 0);
	assert_text(&sb, "a\n   "
		    "https://example.org/0123456789012345678901234567890123456789"
		    "012345678901234567890123456789\n   b\n");
}

/* What a record quotes must not reach the terminal as it is. */
static void control_characters(void **state)
{
	static const struct table_column columns[] = { { "a", ALIGN_RIGHT } };
	struct strbuf sb = STRBUF_INIT;
	struct table t;
	struct synth s;

	strbuf_adds(&sb, "\x1b[1m\tx\n\x7f µ\xc2\x9b\xc2\xa0\x01");
	utf8_plain(&sb, 0);
	assert_string_equal(sb.buf, "?[1m?x?? µ?\xc2\xa0?");
	utf8_plain(&sb, sb.len);
	strbuf_reset(&sb);
	strbuf_adds(&sb, "\n\n\xc2");
	utf8_plain(&sb, 1);
	assert_text(&sb, "\n?\xc2");

	assert_int_equal(fold(&sb, "a\n", 1, "b\nc \x1b[2J"), 0);
	assert_text(&sb, "a\nb?c ?[2J\n");
	table_init(&t, columns, 1);
	assert_int_equal(table_row(&t), 0);
	assert_int_equal(table_cell(&t, 0, "%s", "x\ny"), 0);
	assert_int_equal(table_text(&t, &sb), 0);
	assert_text(&sb, "  a\n---\nx?y\n");
	table_release(&t);

	synth_init(&s, NULL, 0);
	synth_run(&s, "{'label':'a\\nb','kernel':'\\u0007k'}");
	assert_int_equal(show_lmbench(&s.set, &sb), -ENODATA);	/* a row without a cell */
	assert_non_null(strstr(sb.buf, "\na?b       Linux ?k\n"));
	synth_release(&s);
	strbuf_release(&sb);
}

static void names_of_rows(void **state)
{
	static const char *const keys[] = {
		"a.alone", "a.hidden align=0 ws=0", "a.long.name.with.parameter nfds=100",
		"a.shown nfds=100 align=0", "b.several size=1 align=0 ws=0",
		"b.several size=1024 align=0 ws=0", "b.several size=4096 align=64 ws=0",
		"b.several size=4097 align=0 ws=0", "b.several size=3145728 align=0 ws=0",
		"c.none_of_one", "c.none_of_one size=4096",
	};
	static const struct table_column columns[] = { { "case", ALIGN_LEFT }, { "", ALIGN_LEFT } };
	struct strbuf sb = STRBUF_INIT;
	struct table t;
	struct synth s;

	synth_init(&s, keys, sizeof(keys) / sizeof(*keys));
	table_init(&t, columns, 2);
	for (size_t i = 0; i < s.set.nkeys; i++) {
		assert_int_equal(names_row(&t, (const struct result_key *const *)s.set.keys,
					   s.set.nkeys, i), 0);
		assert_int_equal(table_cell(&t, 1, "."), 0);
	}
	assert_int_equal(table_text(&t, &sb), 0);
	assert_text(&sb,
		    "case\n"
		    "----------------------\n"
		    "a.alone              .\n"
		    "a.hidden             .\n"
		    "a.long.name.with.parameter\n"
		    "  nfds=100           .\n"
		    "a.shown nfds=100     .\n"
		    "b.several\n"
		    "  size=1 align=0     .\n"
		    "  size=1024 align=0  .\n"
		    "  size=4K align=64   .\n"
		    "  size=4097 align=0  .\n"
		    "  size=3M align=0    .\n"
		    "c.none_of_one\n"
		    "                     .\n"
		    "  size=4K            .\n");
	table_release(&t);
	synth_release(&s);
}

/* --- what is shown of a run */

static const char *const run_keys[] = {
	"copy.x size=512", "copy.x size=4096", "copy.x size=65536", "entry.null",
	"lmbench.create size=0", "lmbench.mmap size=8388608", "lmbench.prot_fault",
	"throughput.cached size=2097152", "throughput.tcp size=131072 sockbuf=0",
	"throughput.zero_null bs=512", "throughput.udp size=1472 sockbuf=0",
};
#define RUN_KEYS (sizeof(run_keys) / sizeof(*run_keys))

static void show_all(struct synth *s, struct strbuf *sb)
{
	struct show show;

	assert_int_equal(show_init(&show, &s->set, &s->set.runs[0]), 0);
	assert_int_equal(show_head(&show, sb), 0);
	assert_int_equal(show_costs(&show, sb), 0);
	assert_int_equal(show_fit(&show, sb), 0);
	assert_int_equal(show_tools(&show, sb), 0);
	assert_int_equal(show_counters(&show, sb), 0);
	assert_int_equal(show_skips(&show, sb), 0);
	/* a table without a cell, where nothing was measured */
	assert_int_equal(show_lmbench(&s->set, sb), s->set.runs[0].nseries ? 0 : -ENODATA);
	show_release(&show);
	assert_lines(sb->buf, 80);
}

static void make_run(struct synth *s, const char *unit, uint32_t procs, double factor)
{
	struct result_run *run;

	synth_init(s, run_keys, RUN_KEYS);
	run = synth_run(s, "{'kernel':'6.12.0','label':'µ-Kernel','page_size':4096}");
	for (uint32_t k = 0; k < RUN_KEYS; k++) {
		struct result_series *r = synth_series(s, run, k, unit, procs, 2);
		const char *size = strchr(run_keys[k], '=');

		r->bytes = size && k != 4 ? atoll(size + 1) : 0;
		for (uint32_t b = 0; b < r->n; b++)
			r->batch[b].cost = factor * (100 + 0.25 * r->bytes) *
					   (1 + 0.001 * (r->batch[b].proc % 3));
	}
}

static void one_process(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	struct synth s;

	make_run(&s, "ns", 1, 1);
	show_all(&s, &sb);
	assert_non_null(strstr(sb.buf, "1 process, 22 batches, 1.00 s, complete"));
	assert_non_null(strstr(sb.buf, "\nentry.null"));
	assert_non_null(strstr(sb.buf, "100.0 ns"));
	assert_non_null(strstr(sb.buf, "\n  size=64K"));
	/* 65536 / 16484 ns, in MB/s */
	assert_non_null(strstr(sb.buf, "3976"));
	/* cost = 100 + 0.25 size, without an interval for one process */
	assert_non_null(strstr(sb.buf, "\ncopy.x                     100             0.250"));
	assert_non_null(strstr(sb.buf, "no counter counted anything\n"));
	assert_non_null(strstr(sb.buf, "hdparm -T"));
	assert_non_null(strstr(sb.buf, "dd bs=512"));
	assert_null(strstr(sb.buf, "relative"));
	synth_release(&s);
	strbuf_release(&sb);
}

static void many_processes(void **state)
{
	static const double factors[] = { 1e-3, 1, 1e3, 1e5 };

	for (size_t i = 0; i < sizeof(factors) / sizeof(*factors); i++) {
		struct strbuf sb = STRBUF_INIT;
		struct synth s;

		make_run(&s, "ns", 7, factors[i]);
		show_all(&s, &sb);
		synth_release(&s);
		strbuf_release(&sb);
	}
}

static void other_units(void **state)
{
	static const char *const units[] = { "instructions", "MB/s" };

	for (size_t i = 0; i < 2; i++) {
		struct strbuf sb = STRBUF_INIT;
		struct synth s;

		make_run(&s, units[i], 5, 1);
		show_all(&s, &sb);
		/* nothing that only a time could say */
		assert_null(strstr(sb.buf, " ns\n"));
		assert_null(strstr(sb.buf, "hdparm"));
		assert_null(strstr(sb.buf, "a + b"));
		assert_non_null(strstr(sb.buf, i ? "100.2 MB/s" : "  100 "));
		synth_release(&s);
		strbuf_release(&sb);
	}
}

static void nothing_measured(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	struct show show;
	struct synth s;

	synth_init(&s, run_keys, RUN_KEYS);
	synth_run(&s, "{}");
	assert_int_equal(show_init(&show, &s.set, &s.set.runs[0]), 0);
	assert_int_equal(show_costs(&show, &sb), 0);
	assert_int_equal(show_fit(&show, &sb), 0);
	assert_int_equal(show_tools(&show, &sb), 0);
	assert_int_equal(show_skips(&show, &sb), 0);
	assert_string_equal(sb.buf, "");
	show_release(&show);

	s.set.runs[0].skips = calloc(2, sizeof(struct result_skip));
	s.set.runs[0].skips[0] = (struct result_skip){ s.set.keys[0], "no tmpfs", NULL, 3 };
	s.set.runs[0].skips[1] = (struct result_skip){ s.set.keys[3], "denied", "EPERM", 1 };
	s.set.runs[0].nskips = 2;
	show_all(&s, &sb);
	assert_non_null(strstr(sb.buf, "\nnot measured:\ncopy.x size=512: no tmpfs (3 times)\n"
				       "entry.null: denied\n"));
	assert_non_null(strstr(sb.buf, "kernel    unknown"));
	synth_release(&s);
	strbuf_release(&sb);
}

/* A cost of 0 has no floor, no rate and no line, but it is shown. */
static void costs_of_zero(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	struct synth s;

	make_run(&s, "ns", 6, 0);
	show_all(&s, &sb);
	assert_non_null(strstr(sb.buf, "0 ns"));
	assert_null(strstr(sb.buf, "inf"));
	assert_null(strstr(sb.buf, "nan"));
	synth_release(&s);
	strbuf_release(&sb);
}

static void relative_to_loops(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	struct synth s;

	make_run(&s, "ns", 20, 1);
	for (uint32_t k = 0; k < 2; k++)
		for (uint32_t b = 0; b < 40; b++) {
			struct result_batch *batch = &s.set.runs[0].series[k].batch[b];

			batch->ref_arith = 1000 * (1 + 0.02 * (b / 2 % 5));
			batch->ref_mem = 1000;
			batch->cost *= 1 + 0.02 * (b / 2 % 5);
		}
	show_all(&s, &sb);
	assert_non_null(strstr(sb.buf, "; 2 of 11 cases relative"));
	synth_release(&s);
	strbuf_release(&sb);
}

/* Columns stay where they are, and a number is never cut. */
static void lmbench_columns(void **state)
{
	static const char rule[] =
		"--------- ------------- ------ ------ ------ ------ ------- ----- ------- -----";
	static const struct {
		double us;
		const char *in_5, *in_6, *in_7;
	} numbers[] = {
		{ 0, "0.000", "0.000", "0.000" },
		{ 0.0004, "0.000", "0.000", "0.000" },
		{ 1.2345, "1.234", "1.234", "1.234" },
		{ 9.9996, "10.00", "10.000", "10.000" },
		{ 12.34, "12.3", "12.3", "12.3" },
		{ 123.46, "123.5", "123.5", "123.5" },
		{ 1234.56, "1235", "1234.6", "1234.6" },
		{ 9999.96, "10000", "10000", "10000.0" },
		{ 12345.6, "12346", "12346", "12345.6" },
		{ 123456.7, "123K", "123457", "123457" },
		{ 1234567, "1235K", "1235K", "1234567" },
		{ 123456789, "123M", "123M", "123457K" },
		{ 1.5e15, "1500T", "1500T", "1500T" },
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		struct strbuf sb = STRBUF_INIT;
		char want[128];
		const char *row;
		struct synth s;

		make_run(&s, "ns", 1, 1);
		for (uint32_t k = 4; k < 7; k++)
			for (uint32_t b = 0; b < 2; b++)
				s.set.runs[0].series[k].batch[b].cost = 1000 * numbers[i].us;
		assert_int_equal(show_lmbench(&s.set, &sb), 0);
		row = strstr(sb.buf, rule);
		assert_non_null(row);
		row += strlen(rule) + 1;
		snprintf(want, sizeof(want), "µ-Kernel  Linux 6.12.0  %6s %6s %6s %6s %7s %5s\n",
			 numbers[i].in_6, "", "", "", numbers[i].in_7, numbers[i].in_5);
		assert_string_equal(row, want);
		synth_release(&s);
		strbuf_release(&sb);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables),
		cmocka_unit_test(long_first_cells),
		cmocka_unit_test(folding),
		cmocka_unit_test(control_characters),
		cmocka_unit_test(names_of_rows),
		cmocka_unit_test(one_process),
		cmocka_unit_test(many_processes),
		cmocka_unit_test(other_units),
		cmocka_unit_test(nothing_measured),
		cmocka_unit_test(costs_of_zero),
		cmocka_unit_test(relative_to_loops),
		cmocka_unit_test(lmbench_columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
