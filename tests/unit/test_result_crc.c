// SPDX-License-Identifier: GPL-2.0-or-later
/* Lines that came over a serial line: what their checksums are worth. */
#include "crc32.h"
#include "test_result.h"

/* The check value that every description of this CRC gives. */
static void the_standard_check_value(void **state)
{
	assert_int_equal(crc32_ieee("123456789", 9), 0xcbf43926);
	assert_int_equal(crc32_ieee("", 0), 0);
}

/* Append a line, given without checksum and with its newline, as a guest sends it. */
static void add(struct strbuf *sb, const char *line)
{
	size_t len = strlen(line) - 2;	/* the brace and the newline */

	assert_int_equal(strbuf_add(sb, line, len), 0);
	assert_int_equal(strbuf_printf(sb, ",\"crc\":\"%08x\"}\n",
				       (unsigned int)crc32_ieee(line, len)), 0);
}

static int load(struct result_set *set, const struct strbuf *sb, struct strbuf *diag)
{
	result_set_init(set);
	return load_text(set, sb->buf, sb->len, diag);
}

static void a_sound_record(void **state)
{
	struct strbuf sb = STRBUF_INIT, diag = STRBUF_INIT, plain = STRBUF_INIT;
	struct result_set set, other;

	add(&sb, RUN_LINE);
	add(&sb, BATCH_LINE);
	add(&sb, END_LINE);
	strbuf_adds(&plain, RUN_LINE BATCH_LINE END_LINE);
	assert_int_equal(load(&set, &sb, &diag), 0);
	assert_int_equal(load(&other, &plain, &diag), 0);
	assert_int_equal(set.runs[0].status, RESULT_COMPLETE);
	assert_int_equal(set.runs[0].damaged_lines, 0);
	/* the checksum is not part of what was measured */
	assert_true(same_run(&set.runs[0], &other.runs[0]));
	result_set_release(&set);
	result_set_release(&other);
	strbuf_release(&sb);
	strbuf_release(&plain);
	strbuf_release(&diag);
}

/* Each bit of a batch line flipped: the line is left out and counted, never read wrong. */
static void every_flipped_bit(void **state)
{
	struct strbuf sb = STRBUF_INIT, diag = STRBUF_INIT;
	size_t from, to;

	add(&sb, RUN_LINE);
	from = sb.len;
	add(&sb, BATCH_LINE);
	to = sb.len - 1;
	add(&sb, END_LINE);
	for (size_t i = from; i < to; i++)
		for (int bit = 0; bit < 8; bit++) {
			struct result_set set;

			sb.buf[i] ^= 1 << bit;
			/* a newline in its middle makes two damaged lines */
			assert_int_equal(load(&set, &sb, &diag), 0);
			assert_int_equal(set.runs[0].batches, 0);
			assert_in_range(set.runs[0].damaged_lines, 1, 2);
			assert_int_equal(set.runs[0].first_damaged, 2);
			assert_int_equal(set.runs[0].missing_batches, 1);
			result_set_release(&set);
			sb.buf[i] ^= 1 << bit;
		}
	strbuf_release(&sb);
	strbuf_release(&diag);
}

static void what_is_said(void **state)
{
	struct strbuf sb = STRBUF_INIT, diag = STRBUF_INIT, notes = STRBUF_INIT;
	struct result_set set;

	add(&sb, RUN_LINE);
	strbuf_adds(&sb, "[    5.1] a console message\n");
	add(&sb, BATCH_LINE);
	strbuf_adds(&sb, BATCH_LINE);	/* none, where the run line has one */
	add(&sb, END_LINE);
	assert_int_equal(load(&set, &sb, &diag), 0);
	assert_int_equal(set.runs[0].batches, 1);
	assert_int_equal(set.runs[0].damaged_lines, 2);
	assert_int_equal(result_run_notes(&set.runs[0], &notes), 0);
	assert_string_equal(notes.buf, "2 damaged lines left out, the first is line 2");
	result_set_release(&set);
	strbuf_release(&sb);
	strbuf_release(&diag);
	strbuf_release(&notes);
}

static void a_damaged_run_line_is_no_record(void **state)
{
	struct strbuf sb = STRBUF_INIT, diag = STRBUF_INIT;
	struct result_set set;

	add(&sb, RUN_LINE);
	sb.buf[12] ^= 1;
	assert_int_equal(load(&set, &sb, &diag), -EINVAL);
	assert_non_null(strstr(diag.buf, ":1: not a uabench record: its checksum does not match"));
	result_set_release(&set);
	strbuf_release(&sb);
	strbuf_release(&diag);
}

/* A guest that ended in the middle of a line. */
static void cut_at_every_byte(void **state)
{
	struct strbuf sb = STRBUF_INIT, diag = STRBUF_INIT;
	size_t from;

	add(&sb, RUN_LINE);
	from = sb.len;
	add(&sb, BATCH_LINE);
	for (size_t len = from + 1; len + 1 < sb.len; len++) {
		struct result_set set;

		result_set_init(&set);
		assert_int_equal(load_text(&set, sb.buf, len, &diag), 0);
		assert_int_equal(set.runs[0].batches, 0);
		assert_int_equal(set.runs[0].truncated_line, 2);
		assert_int_equal(set.runs[0].damaged_lines, 0);
		result_set_release(&set);
	}
	strbuf_release(&sb);
	strbuf_release(&diag);
}

/* Each run of a file by its own run line; a line without is whole where none has one. */
static void runs_with_and_without(void **state)
{
	struct strbuf sb = STRBUF_INIT, diag = STRBUF_INIT;
	struct result_set set;

	add(&sb, RUN_LINE);
	add(&sb, END_LINE);
	strbuf_adds(&sb, RUN_LINE BATCH_LINE END_LINE);
	add(&sb, RUN_LINE);
	strbuf_adds(&sb, BATCH_LINE);
	add(&sb, END_LINE);
	assert_int_equal(load(&set, &sb, &diag), 0);
	assert_int_equal(set.nruns, 3);
	assert_int_equal(set.runs[1].batches, 1);
	assert_int_equal(set.runs[1].damaged_lines, 0);
	assert_int_equal(set.runs[2].batches, 0);
	assert_int_equal(set.runs[2].damaged_lines, 1);
	result_set_release(&set);
	strbuf_release(&sb);
	strbuf_release(&diag);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_standard_check_value),
		cmocka_unit_test(a_sound_record),
		cmocka_unit_test(every_flipped_bit),
		cmocka_unit_test(what_is_said),
		cmocka_unit_test(a_damaged_run_line_is_no_record),
		cmocka_unit_test(cut_at_every_byte),
		cmocka_unit_test(runs_with_and_without),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
