// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Records that are cut, wrong or no records at all; and the fast way for batch
 * lines against the long one. A blank before a line's brace changes nothing in JSON and
 * keeps scan.c off it.
 */
#include "load.h"
#include "test_result.h"

/* --- every kind of error by name */

static const struct {
	const char *text;
	int err;
	const char *diag;	/* part of it */
} cases[] = {
	{ "", -ENODATA, "the file is empty" },
	{ "\n", -EINVAL, ":1: not a uabench record: no run line" },
	{ " \t\r\n\n", -EINVAL, ":2: not a uabench record: no run line" },
	{ "hello\n", -EINVAL, ":1: not a uabench record: " },
	{ "[]\n", -EINVAL, ":1: not a uabench record: the line is no JSON object" },
	{ "{}\n", -EINVAL, ":1: not a uabench record: \"type\" is missing" },
	{ "{\"type\":1}\n", -EINVAL, "\"type\" is missing or no text" },
	{ "{\"type\":\"case\",\"case\":\"x\"}\n", -EINVAL,
	  ":1: not a uabench record: no run line" },
	{ "{\"type\":\"ru", -EINVAL, ":1: not a uabench record" },
	{ BATCH_LINE, -EINVAL, ":1: a batch line before the run line" },
	{ END_LINE, -EINVAL, ":1: a end line before the run line" },
	/* the run line */
	{ "{\"type\":\"run\",\"schema\":2,\"clock\":\"time\"}\n", -EPROTONOSUPPORT,
	  ":1: schema 2, this uabench reads 1: use a newer uabench" },
	{ "{\"type\":\"run\",\"schema\":2,\"other\":[]}\n", -EPROTONOSUPPORT, "schema 2" },
	{ "{\"type\":\"run\",\"schema\":0,\"clock\":\"time\"}\n", -EINVAL, "\"schema\" is out of" },
	{ "{\"type\":\"run\",\"schema\":\"1\",\"clock\":\"time\"}\n", -EINVAL, "\"schema\" is no" },
	{ "{\"type\":\"run\",\"clock\":\"time\"}\n", -EINVAL, "\"schema\" is missing" },
	{ "{\"type\":\"run\",\"schema\":1}\n", -EINVAL, "\"clock\" is neither" },
	{ "{\"type\":\"run\",\"schema\":1,\"clock\":\"sun\"}\n", -EINVAL, "\"clock\" is neither" },
	{ "{\"type\":\"run\",\"schema\":1,\"clock\":\"time\",\"label\":5}\n", -EINVAL,
	  "\"label\" is no text" },
	{ "{\"type\":\"run\",\"schema\":1,\"clock\":\"time\",\"loop_cost_ns\":\"5\"}\n", -EINVAL,
	  "\"loop_cost_ns\" is no number" },
	{ "{\"type\":\"run\",\"schema\":1,\"clock\":\"time\",\"settings\":[]}\n", -EINVAL,
	  "\"settings\" is no object" },
	{ RUN_LINE RUN_LINE, -EINVAL, ":2: a second run line before the end line" },
	{ RUN_LINE BATCH_LINE RUN_LINE, -EINVAL, ":3: a second run line before the end line" },
	{ RUN_LINE BATCH_LINE END_LINE RUN_LINE RUN_LINE, -EINVAL, ":5: a second run line" },
	{ RUN_LINE BATCH_LINE END_LINE RUN_LINE BATCH_LINE "junk\n", -EINVAL, ":6: broken line" },
	{ RUN_LINE BATCH_HEAD "\"iters\":1,\"elapsed\":1,\"se\":0.1," BATCH_TAIL, -EINVAL,
	  "c size=1: a standard error of 1 repetitions" },
	{ RUN_LINE BATCH_HEAD "\"iters\":1,\"elapsed\":1,\"se\":-1,\"n\":3," BATCH_TAIL, -EINVAL,
	  "\"se\" is negative" },
	{ RUN_LINE BATCH_HEAD "\"iters\":1,\"elapsed\":1,\"n\":0," BATCH_TAIL, -EINVAL,
	  "\"n\" is out of range" },
	/* batch lines */
	{ RUN_LINE "junk\n" BATCH_LINE, -EINVAL, ":2: broken line" },
	{ RUN_LINE BATCH_HEAD "\n" BATCH_LINE, -EINVAL, ":2: broken line" },
	{ RUN_LINE BATCH_LINE "{\"type\":\"bat\n", -EINVAL, ":3: broken line" },
	{ RUN_LINE "{\"type\":\"batch\"}\n", -EINVAL, ":2: \"case\" is missing" },
	{ RUN_LINE BATCH_HEAD "\"iters\":0,\"elapsed\":1," BATCH_TAIL, -EINVAL,
	  ":2: \"iters\" is out of range: 0" },
	{ RUN_LINE BATCH_HEAD "\"iters\":-5,\"elapsed\":1," BATCH_TAIL, -EINVAL,
	  "\"iters\" is out" },
	{ RUN_LINE BATCH_HEAD "\"iters\":\"10\",\"elapsed\":1," BATCH_TAIL, -EINVAL,
	  "\"iters\" is no whole number" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10.0,\"elapsed\":1," BATCH_TAIL, -EINVAL,
	  "\"iters\" is no whole number" },
	{ RUN_LINE BATCH_HEAD "\"iters\":null,\"elapsed\":1," BATCH_TAIL, -EINVAL,
	  "\"iters\" is no whole number" },
	{ RUN_LINE BATCH_HEAD "\"elapsed\":1," BATCH_TAIL, -EINVAL, "\"iters\" is missing" },
	{ RUN_LINE BATCH_HEAD "\"iters\":99999999999999999999,\"elapsed\":1," BATCH_TAIL, -EINVAL,
	  "too big integer" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10," BATCH_TAIL, -EINVAL, "\"elapsed\" is missing" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":-1," BATCH_TAIL, -EINVAL,
	  "\"elapsed\" is negative" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":-0.5," BATCH_TAIL, -EINVAL,
	  "\"elapsed\" is negative" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":NaN," BATCH_TAIL, -EINVAL, "broken line" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1e999," BATCH_TAIL, -EINVAL, "overflow" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":null," BATCH_TAIL, -EINVAL,
	  "\"elapsed\" is no number" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":01," BATCH_TAIL, -EINVAL, "broken line" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1.," BATCH_TAIL, -EINVAL, "broken line" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1e," BATCH_TAIL, -EINVAL, "broken line" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1,\"round\":1}\n", -EINVAL,
	  "\"proc\" is missing" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1,\"proc\":1}\n", -EINVAL,
	  "\"round\" is missing" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1,\"proc\":1,\"round\":4294967295}\n",
	  -EINVAL, "\"round\" is out of range" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1,\"round\":1,\"proc\":1000001}\n", -EINVAL,
	  "\"proc\" is out of range" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"iters\":10,\"elapsed\":1," BATCH_TAIL, -EINVAL,
	  "duplicate" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1,\"unit\":\"ns\"," BATCH_TAIL, -EINVAL,
	  "duplicate" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1,\"counters\":{\"a\":1,\"a\":2},"
	  BATCH_TAIL, -EINVAL, "duplicate" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1,\"counters\":{\"a\":-1}," BATCH_TAIL,
	  -EINVAL, "\"counters\" \"a\" is negative" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1,\"counters\":{\"a\":\"1\"}," BATCH_TAIL,
	  -EINVAL, "\"counters\" \"a\" is no number" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1,\"extra\":[]," BATCH_TAIL, -EINVAL,
	  "\"extra\" is no object" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1,\"ref_mem\":-1," BATCH_TAIL, -EINVAL,
	  "\"ref_mem\" is negative" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1,\"nivcsw\":\"0\"," BATCH_TAIL, -EINVAL,
	  "\"nivcsw\" is no whole number" },
	{ RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1,\"steal\":-1," BATCH_TAIL, -EINVAL,
	  "\"steal\" is out of range" },
	{ RUN_LINE "{\"type\":\"batch\",\"case\":\"c\",\"params\":{},\"iters\":1,\"elapsed\":1,"
	  BATCH_TAIL, -EINVAL, "\"unit\" is missing" },
	{ RUN_LINE "{\"type\":\"batch\",\"case\":\"c\",\"params\":{},\"unit\":\"\",\"iters\":1,"
	  "\"elapsed\":1," BATCH_TAIL, -EINVAL, "\"unit\" is missing or no text" },
	{ RUN_LINE "{\"type\":\"batch\",\"case\":\"c\",\"params\":{},\"unit\":7,\"iters\":1,"
	  "\"elapsed\":1," BATCH_TAIL, -EINVAL, "\"unit\" is missing or no text" },
	{ RUN_LINE "{\"type\":\"batch\",\"case\":\"c d\",\"params\":{},\"unit\":\"ns\",\"iters\":1,"
	  "\"elapsed\":1," BATCH_TAIL, -EINVAL, "\"case\" is no name" },
	{ RUN_LINE "{\"type\":\"batch\",\"case\":\"\",\"params\":{},\"unit\":\"ns\",\"iters\":1,"
	  "\"elapsed\":1," BATCH_TAIL, -EINVAL, "\"case\" is no name" },
	{ RUN_LINE "{\"type\":\"batch\",\"case\":\"c\",\"unit\":\"ns\",\"iters\":1,"
	  "\"elapsed\":1," BATCH_TAIL, -EINVAL, "\"params\" is missing" },
	{ RUN_LINE "{\"type\":\"batch\",\"case\":\"c\",\"params\":{\"a\":\"1\"},\"unit\":\"ns\","
	  "\"iters\":1,\"elapsed\":1," BATCH_TAIL, -EINVAL, "a parameter is no whole number" },
	{ RUN_LINE "{\"type\":\"batch\",\"case\":\"c\",\"params\":{\"a=b\":1},\"unit\":\"ns\","
	  "\"iters\":1,\"elapsed\":1," BATCH_TAIL, -EINVAL, "name of a parameter" },
	{ RUN_LINE "{\"type\":\"batch\",\"case\":\"c\",\"params\":{\"a\":1,\"a\":1},"
	  "\"unit\":\"ns\",\"iters\":1,\"elapsed\":1," BATCH_TAIL, -EINVAL, "duplicate" },
	{ RUN_LINE BATCH_LINE "{\"type\":\"batch\",\"case\":\"c\",\"params\":{\"size\":1},"
	  "\"unit\":\"MB/s\",\"iters\":1,\"elapsed\":1," BATCH_TAIL, -EINVAL,
	  ":3: c size=1: unit \"MB/s\" after \"ns\"" },
	{ RUN_LINE "{\"type\":\"batch\",\"case\":\"c\",\"params\":{},\"unit\":\"instructions\","
	  "\"iters\":1,\"elapsed\":1," BATCH_TAIL, -EINVAL, "in a run whose clock is \"time\"" },
	{ "{\"type\":\"run\",\"schema\":1,\"clock\":\"instructions\"}\n" BATCH_LINE, -EINVAL,
	  "unit \"ns\" in a run whose clock is \"instructions\"" },
	{ RUN_LINE BATCH_LINE BATCH_HEAD "\"iters\":1,\"elapsed\":1,\"bytes\":5," BATCH_TAIL,
	  -EINVAL, ":3: c size=1: \"bytes\" is not that of the first batch" },
	{ RUN_LINE BATCH_HEAD "\"iters\":9223372036854775807,\"elapsed\":1," BATCH_TAIL
	  BATCH_HEAD "\"iters\":9223372036854775807,\"elapsed\":1," BATCH_TAIL
	  BATCH_HEAD "\"iters\":9223372036854775807,\"elapsed\":1," BATCH_TAIL, -EINVAL,
	  ":4: c size=1: iterations beyond 2^64" },
	/* skip and end */
	{ RUN_LINE "{\"type\":\"skip\",\"case\":\"c\"}\n", -EINVAL, "\"reason\" is missing" },
	{ RUN_LINE "{\"type\":\"skip\",\"reason\":\"r\"}\n", -EINVAL, "\"case\" is missing" },
	{ RUN_LINE "{\"type\":\"skip\",\"case\":\"c\",\"reason\":\"r\",\"errno\":38}\n", -EINVAL,
	  "\"errno\" is missing or no text" },
	{ RUN_LINE "{\"type\":\"end\",\"batches\":0}\n", -EINVAL, "\"status\" is none of" },
	{ RUN_LINE "{\"type\":\"end\",\"status\":\"complete\"}\n", -EINVAL,
	  "\"batches\" is missing" },
	{ RUN_LINE "{\"type\":\"end\",\"batches\":0,\"status\":\"incomplete\"}\n", -EINVAL,
	  "\"status\" is none of" },
	{ RUN_LINE BATCH_LINE END_LINE BATCH_LINE, -EINVAL, ":4: a batch line after the end line" },
	{ RUN_LINE BATCH_LINE END_LINE END_LINE, -EINVAL, ":4: a end line after the end line" },
	/* quoted bytes that a terminal would obey are not handed on */
	{ RUN_LINE "\033[31m\n", -EINVAL, ":2: broken line" },
};

static void each_error_is_named(void **state)
{
	struct strbuf diag = STRBUF_INIT;
	struct result_set set;

	result_set_init(&set);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int err;

		strbuf_reset(&diag);
		err = load_text(&set, cases[i].text, strlen(cases[i].text), &diag);
		if (err != cases[i].err || !strstr(diag.buf, cases[i].diag))
			fail_msg("%zu: %d \"%s\" for %s", i, err, diag.buf, cases[i].text);
		for (const char *c = diag.buf; *c; c++)
			assert_true(*c >= ' ' && *c < 0x7f);
		assert_int_equal(set.nruns, 0);
	}
	result_set_release(&set);
	strbuf_release(&diag);
}

/* --- odd but right */

static void what_is_accepted(void **state)
{
	static const char text[] =
		"{\"type\":\"note\",\"text\":\"before the run\"}\n"
		"{\"type\":\"run\",\"schema\":1,\"clock\":\"time\",\"new_key\":{\"a\":[1]}}\r\n"
		"\n"
		BATCH_HEAD "\"iters\":10,\"elapsed\":0,\"unknown\":[1,2]," BATCH_TAIL
		BATCH_HEAD "\"iters\":10,\"elapsed\":1.5e+09,\"ref_mem\":null,\"ref_arith\":0,"
		"\"bytes\":0,\"counters\":null,\"extra\":{\"x\":null}," BATCH_TAIL
		"{\"type\":\"future\"}\n"
		"{\"type\":\"skip\",\"case\":\"d\",\"params\":null,"
		"\"reason\":\"r\",\"errno\":null}\n"
		"{\"type\":\"end\",\"batches\":5,\"status\":\"failed\"}\n"
		"{\"type\":\"trailer\"}";
	struct strbuf diag = STRBUF_INIT, notes = STRBUF_INIT;
	const struct result_series *s;
	const struct result_run *run;
	struct result_set set;

	result_set_init(&set);
	assert_int_equal(load_text(&set, text, sizeof(text) - 1, &diag), 0);
	run = &set.runs[0];
	assert_int_equal(run->status, RESULT_FAILED);
	assert_int_equal(run->ignored_lines, 3);
	assert_int_equal(run->first_ignored, 1);
	assert_int_equal(run->missing_batches, 3);
	assert_int_equal(run->truncated_line, 0);
	assert_true(isnan(run->duration_ns));
	s = &run->series[0];
	assert_int_equal(s->n, 2);
	assert_true(s->batch[0].cost == 0);
	assert_true(s->batch[1].cost == 1.5e8);
	assert_true(isnan(s->batch[1].ref_arith) && isnan(s->batch[1].ref_mem));
	assert_int_equal(s->nextras, 0);
	assert_null(run->skips[0].errno_name);
	assert_string_equal(run->skips[0].key->name, "d");
	assert_int_equal(result_run_notes(run, &notes), 0);
	assert_string_equal(notes.buf, "failed; 3 batches missing; "
			    "3 lines of an unknown type ignored, the first is line 1");
	result_set_release(&set);
	strbuf_release(&diag);
	strbuf_release(&notes);
}

static void huge_lines_and_binary_junk(void **state)
{
	struct strbuf diag = STRBUF_INIT, text = STRBUF_INIT;
	struct result_set set;

	result_set_init(&set);
	strbuf_adds(&text, RUN_LINE);
	strbuf_fill(&text, 'x', 3 << 20);
	assert_int_equal(load_text(&set, text.buf, text.len, &diag), -EFBIG);
	assert_non_null(strstr(diag.buf, ":2: longer than"));

	/* just short of the limit: a string of that length in an unknown key */
	strbuf_reset(&text);
	strbuf_adds(&text, RUN_LINE BATCH_HEAD "\"iters\":10,\"elapsed\":1,\"x\":\"");
	strbuf_fill(&text, 'x', 1000000);
	strbuf_adds(&text, "\"," BATCH_TAIL);
	strbuf_reset(&diag);
	assert_int_equal(load_text(&set, text.buf, text.len, &diag), 0);

	/* nested as deep as it gets */
	strbuf_reset(&text);
	strbuf_adds(&text, RUN_LINE "{\"a\":");
	strbuf_fill(&text, '[', 500000);
	strbuf_adds(&text, "\n");
	assert_int_equal(load_text(&set, text.buf, text.len, &diag), -EINVAL);
	assert_non_null(strstr(diag.buf, ":2: broken line"));

	/* NUL bytes: in a whole line an error, in the last one a cut */
	strbuf_reset(&text);
	strbuf_adds(&text, RUN_LINE BATCH_LINE);
	strbuf_fill(&text, '\0', 4096);
	strbuf_reset(&diag);
	assert_int_equal(load_text(&set, text.buf, text.len, &diag), 0);
	assert_int_equal(set.runs[1].truncated_line, 3);
	assert_int_equal(set.runs[1].batches, 1);
	strbuf_adds(&text, "\n" BATCH_LINE);
	assert_int_equal(load_text(&set, text.buf, text.len, &diag), -EINVAL);
	strbuf_reset(&text);
	strbuf_adds(&text, RUN_LINE BATCH_HEAD);
	strbuf_add(&text, "\"iters\":1\0", 10);
	strbuf_adds(&text, ",\"elapsed\":1," BATCH_TAIL);
	assert_int_equal(load_text(&set, text.buf, text.len, &diag), -EINVAL);

	strbuf_reset(&text);
	for (int i = 0; i < 100000; i++)
		strbuf_addc(&text, (i * 2654435761u) >> 24);
	assert_int_equal(load_text(&set, text.buf, text.len, &diag), -EINVAL);
	assert_int_equal(set.nruns, 2);
	result_set_release(&set);
	strbuf_release(&text);
	strbuf_release(&diag);
}

static void more_figures_than_there_is_room(void **state)
{
	struct strbuf diag = STRBUF_INIT, text = STRBUF_INIT;
	struct result_set set;

	result_set_init(&set);
	for (int per_line = 1; per_line <= 65; per_line += 64) {
		strbuf_reset(&text);
		strbuf_adds(&text, RUN_LINE);
		for (int i = 0; i < 65; i += per_line) {
			strbuf_adds(&text, BATCH_HEAD "\"iters\":10,\"elapsed\":1,\"counters\":{");
			for (int j = 0; j < per_line; j++)
				strbuf_printf(&text, "%s\"n%d\":1", j ? "," : "", i + j);
			strbuf_adds(&text, "}," BATCH_TAIL);
		}
		strbuf_reset(&diag);
		assert_int_equal(load_text(&set, text.buf, text.len, &diag), -EINVAL);
		assert_non_null(strstr(diag.buf, "more than 64"));
	}
	result_set_release(&set);
	strbuf_release(&text);
	strbuf_release(&diag);
}

/* --- cut anywhere */

/* Whole batch lines in the first @len bytes, one without its newline included. */
static size_t whole_batches(const char *text, size_t len)
{
	size_t n = 0;
	const char *nl;

	for (const char *p = text; p < text + len; p = nl + 1) {
		nl = strchr(p, '\n');
		if (nl <= text + len && !strncmp(p, "{\"type\":\"batch\"", 15))
			n++;
	}
	return n;
}

static void cut_at_every_byte(void **state)
{
	struct strbuf diag = STRBUF_INIT;
	size_t len, run_len;
	char *text = read_source("tests/data/sound.jsonl", &len);
	struct result_set set, whole;

	run_len = strchr(text, '\n') - text;
	result_set_init(&whole);
	assert_int_equal(load_text(&whole, text, len, &diag), 0);
	for (size_t cut = 0; cut < len; cut++) {
		const struct result_run *run;
		bool at_line = cut && (text[cut] == '\n' || text[cut - 1] == '\n');
		int err;

		strbuf_reset(&diag);
		result_set_init(&set);
		err = load_text(&set, text, cut, &diag);
		if (cut < run_len) {
			assert_int_equal(err, cut ? -EINVAL : -ENODATA);
			assert_true(diag.len > 0);
			result_set_release(&set);
			continue;
		}
		if (err)
			fail_msg("cut at %zu: %s", cut, diag.buf);
		run = &set.runs[0];
		assert_int_equal(run->batches, whole_batches(text, cut));
		assert_int_equal(run->truncated_line != 0, !at_line);
		assert_int_equal(run->status, cut == len - 1 ? RESULT_COMPLETE : RESULT_INCOMPLETE);
		/* what was read is a beginning of what the whole record says */
		for (size_t i = 0; i < run->nseries; i++) {
			const struct result_series *a = &run->series[i];
			const struct result_series *b = &whole.runs[0].series[i];

			assert_string_equal(a->key->name, b->key->name);
			for (uint32_t j = 0; j < a->n; j++)
				assert_true(same_batch(&a->batch[j], &b->batch[j]));
		}
		result_set_release(&set);
	}
	result_set_release(&whole);
	strbuf_release(&diag);
	free(text);
}

/* --- the fast way reads what the long way reads */

/* A blank before each line that starts like a batch of the fast way. */
static void put_blanks(struct strbuf *to, const char *text, size_t len)
{
	const char *end = text + len, *nl;

	strbuf_reset(to);
	for (; text < end; text = nl + 1) {
		nl = memchr(text, '\n', end - text);
		if (!nl)
			nl = end;
		if (*text == '{')
			strbuf_addc(to, ' ');
		strbuf_add(to, text, nl - text + (nl < end));
	}
}

static void compare_ways(const char *text, size_t len)
{
	struct strbuf slow_text = STRBUF_INIT, diag = STRBUF_INIT, slow_diag = STRBUF_INIT;
	struct result_set set, slow;
	int err, slow_err;

	put_blanks(&slow_text, text, len);
	result_set_init(&set);
	result_set_init(&slow);
	err = load_text(&set, text, len, &diag);
	slow_err = load_text(&slow, slow_text.buf, slow_text.len, &slow_diag);
	if (err != slow_err || strcmp(diag.buf, slow_diag.buf) ||
	    (!err && !same_run(&set.runs[0], &slow.runs[0])))
		fail_msg("%d \"%s\", the long way %d \"%s\", for:\n%.*s", err, diag.buf, slow_err,
			 slow_diag.buf, (int)len, text);
	result_set_release(&set);
	result_set_release(&slow);
	strbuf_release(&slow_text);
	strbuf_release(&diag);
	strbuf_release(&slow_diag);
}

static void both_ways_agree_on_errors(void **state)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		compare_ways(cases[i].text, strlen(cases[i].text));
}

static void both_ways_agree_on_numbers(void **state)
{
	static const char *const numbers[] = {
		"0", "1", "-0", "-0.0", "0.0", "1250000", "999999999999999999", "9007199254740993",
		"1234567890123456789", "9223372036854775807", "9223372036854775808", "0.1", "0.3",
		"2000320.5", "1.1", "123456.789", "1.23456789e+10", "1.5e+09", "1.5E9", "1e0",
		"1e-5", "4.35e-7", "1e22", "1e23", "8.5e22", "9007199254740993.5", "1e-22", "1e-23",
		"0.0000000000000000000001", "179769313486231570000e300", "1e400", "1e-400", "1e+",
		"1e", "1.", ".1", "01", "+1", "1e1000", "00", "0e0", "1.e5", "0x10", "1_0", "1 ",
		" 1", "null", "true", "\"1\"", "", "17.25e3", "99999999999999.99", "1e05", "1.50",
	};
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		static const char *const keys[] = {
			"bytes", "round", "proc", "ref_arith", "ref_mem", "nivcsw", "steal",
			"minflt", "iters", "elapsed", "se", "n", "other",
		};

		for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++) {
			strbuf_reset(&text);
			strbuf_adds(&text, RUN_LINE BATCH_HEAD);
			strbuf_printf(&text, "\"iters\":%s,\"elapsed\":%s",
				      !strcmp(keys[k], "iters") ? numbers[i] : "3",
				      !strcmp(keys[k], "elapsed") ? numbers[i] : "7.25");
			if (strcmp(keys[k], "iters") && strcmp(keys[k], "elapsed"))
				strbuf_printf(&text, ",\"%s\":%s", keys[k], numbers[i]);
			if (strcmp(keys[k], "round"))
				strbuf_adds(&text, ",\"round\":1");
			if (strcmp(keys[k], "proc"))
				strbuf_adds(&text, ",\"proc\":1");
			strbuf_adds(&text, "}\n");
			compare_ways(text.buf, text.len);
		}
		strbuf_reset(&text);
		strbuf_printf(&text, RUN_LINE BATCH_HEAD "\"iters\":3,\"elapsed\":1,\"counters\":"
			      "{\"a\":%s,\"b\":2},\"extra\":{\"c\":%s}," BATCH_TAIL,
			      numbers[i], numbers[i]);
		compare_ways(text.buf, text.len);
	}
	strbuf_release(&text);
}

static uint64_t random_state;

static uint32_t random_below(uint32_t n)
{
	random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
	return (random_state >> 33) % n;
}

/* Random decimal numbers: digits, a point anywhere, an exponent. */
static void both_ways_agree_on_random_numbers(void **state)
{
	struct strbuf text = STRBUF_INIT;

	random_state = 1;
	strbuf_adds(&text, RUN_LINE);
	for (int i = 0; i < 5000; i++) {
		int digits = 1 + random_below(17), point = random_below(digits + 5);

		strbuf_adds(&text, BATCH_HEAD "\"iters\":1,\"elapsed\":");
		strbuf_addc(&text, '1' + random_below(9));
		for (int d = 1; d < digits; d++) {
			if (d == point)
				strbuf_addc(&text, '.');
			strbuf_addc(&text, '0' + random_below(10));
		}
		if (random_below(2))
			strbuf_printf(&text, "e%s%u", random_below(2) ? "-" : "+",
				      random_below(25));
		strbuf_adds(&text, "," BATCH_TAIL);
	}
	compare_ways(text.buf, text.len);
	strbuf_release(&text);
}

/* Bytes changed, put in, taken out, and pieces copied about. */
static void mutate(struct strbuf *text)
{
	static const char alphabet[] =
		"{}[]\":,.0123456789-+eEnulltrue\\ \n\r\t\0\x80\xc3\xff" "ax";
	uint32_t at = random_below(text->len), n;

	switch (random_below(5)) {
	case 0:
		text->buf[at] = alphabet[random_below(sizeof(alphabet) - 1)];
		break;
	case 1:
		text->buf[at] ^= 1 << random_below(8);
		break;
	case 2:
		memmove(text->buf + at, text->buf + at + 1, text->len - at);
		text->len--;
		break;
	case 3:
		strbuf_addc(text, 'x');
		memmove(text->buf + at + 1, text->buf + at, text->len - at - 1);
		text->buf[at] = alphabet[random_below(sizeof(alphabet) - 1)];
		break;
	default:
		n = 1 + random_below(20);
		if (at + n < text->len)
			memmove(text->buf + random_below(text->len - n), text->buf + at, n);
	}
}

static void mutated_records(void **state)
{
	struct strbuf text = STRBUF_INIT;
	const char *count = getenv("FUZZ_COUNT");
	int rounds = count ? atoi(count) : 3000;
	size_t len, head;
	char *sound = read_source("tests/data/sound.jsonl", &len);

	random_state = 42;
	head = strchr(sound, '\n') + 1 - sound;
	for (int i = 0; i < rounds; i++) {
		strbuf_reset(&text);
		/* mostly a short run line, so that the changes fall on the other lines */
		if (i % 8)
			strbuf_adds(&text, RUN_LINE);
		strbuf_add(&text, sound + (i % 8 ? head : 0), len - (i % 8 ? head : 0));
		for (int changes = 1 + random_below(3); changes; changes--)
			mutate(&text);
		compare_ways(text.buf, text.len);
	}
	strbuf_release(&text);
	free(sound);
}

/* The lines of the sample without a minus or a null inside really go the fast way. */
static void the_fast_way_is_taken(void **state)
{
	struct strbuf diag = STRBUF_INIT;
	size_t len, fast = 0, batches = 0;
	char *text = read_source("tests/data/sound.jsonl", &len), *save = NULL;
	struct result_set set;
	struct loader ld = { 0 };

	result_set_init(&set);
	assert_int_equal(load_text(&set, text, len, &diag), 0);
	ld.set = &set;
	ld.ix = set.index;
	ld.run = &set.runs[0];
	ld.diag = &diag;
	ld.path = "x";
	for (char *l = strtok_r(text, "\n", &save); l; l = strtok_r(NULL, "\n", &save)) {
		if (strncmp(l, "{\"type\":\"batch\"", 15))
			continue;
		batches++;
		fast += scan_batch(&ld, l, strlen(l)) == 1;
	}
	assert_int_equal(batches, 12);
	assert_int_equal(fast, 8);
	result_set_release(&set);
	strbuf_release(&diag);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_error_is_named),
		cmocka_unit_test(what_is_accepted),
		cmocka_unit_test(huge_lines_and_binary_junk),
		cmocka_unit_test(more_figures_than_there_is_room),
		cmocka_unit_test(cut_at_every_byte),
		cmocka_unit_test(both_ways_agree_on_errors),
		cmocka_unit_test(both_ways_agree_on_numbers),
		cmocka_unit_test(both_ways_agree_on_random_numbers),
		cmocka_unit_test(mutated_records),
		cmocka_unit_test(the_fast_way_is_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
