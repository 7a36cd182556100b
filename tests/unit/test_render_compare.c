/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A comparison as text of 80 columns and as JSON, whatever the numbers. */
#include "compare_text.h"
#include "shape.h"
#include "test_synth.h"
#include "utf8.h"

/* The longest names of the cases there are, and one of each kind of the others. */
static const char *const names[] = {
	"copy.from_user.process_vm size=64 align=0 ralign=0",
	"copy.from_user.process_vm size=65536 align=0 ralign=0",
	"copy.from_user.udp size=64 align=0", "copy.from_user.udp size=1400 align=0",
	"copy.iovec segs=1024", "copy.to_user.getdents entries=100", "copy.to_user.statx align=0",
	"entry.null", "fault.file_read_single", "lmbench.mmap size=8388608",
	"throughput.cached size=2097152", "throughput.tcp size=131072 sockbuf=0",
	"throughput.zero_null bs=512", "throughput.zero_null bs=65536",
	"word.poll nfds=100 live=1 align=0", "word.put_user.fionread align=0",
	"word.select nfds=100 live=1 align=0", "word.strncpy_from_user len=16 align=0",
	"word.struct.clock_gettime align=0", "word.struct.sigprocmask_set align=0",
};
#define NAMES (sizeof(names) / sizeof(*names))

static gsl_rng *rng;

/* A comparison as compare_run() would leave it behind, with any numbers. */
struct made {
	struct synth s;
	struct compare c;
	struct compare_case cases[NAMES];
	const struct result_key *lonely[2];
};

static void make(struct made *m, const char *unit)
{
	memset(m, 0, sizeof(*m));
	synth_init(&m->s, names, NAMES);
	synth_run(&m->s, "{'label':'base','kernel':'6.12.0','boot_id':'a'}");
	synth_run(&m->s, "{'label':'new','kernel':'6.13.0-rc1-00123-g0123456789ab','boot_id':'b'}");
	m->c.set = &m->s.set;
	m->c.opts.confidence = 0.95;
	m->c.margin = 0.01;
	m->c.base = (struct compare_side){ .nruns = 1, .boots = 1, .builds = 1, .units = 1 };
	m->c.new = m->c.base;
	m->c.new.first = 1;
	m->c.cases = m->cases;
	m->c.ncases = NAMES;
	m->c.ref_change = NAN;
	for (size_t i = 0; i < NAMES; i++)
		m->cases[i] = (struct compare_case){
			.key = m->s.set.keys[i], .unit = unit, .lower_is_better = true,
			.base = 100, .new = 100, .nbase = 5, .nnew = 5, .p_adjusted = 1,
			.effect = { .ratio = 1, .lo = 0.99, .hi = 1.01, .p = 1,
				    .method = STATS_METHOD_WELCH },
		};
}

static void assert_width(const char *text, size_t max)
{
	while (*text) {
		size_t n = strcspn(text, "\n");

		if (utf8_width(text, n) > max || (n && text[n - 1] == ' '))
			fail_msg("%zu: '%.*s'", utf8_width(text, n), (int)n, text);
		text += n + (text[n] == '\n');
	}
}

static void any_numbers(void **state)
{
	static const char *const units[] = { "ns", "instructions", "MB/s" };
	struct strbuf sb = STRBUF_INIT;
	struct made m;

	for (int u = 0; u < 3; u++) {
		make(&m, units[u]);
		for (int k = 0; k < 1000; k++) {
			for (size_t i = 0; i < NAMES; i++) {
				struct compare_case *cc = &m.cases[i];
				struct stats_effect *e = &cc->effect;
				/* a rate has all its digits and so is wider, but none is wild */
				bool wild = u < 2 && i == (size_t)k % NAMES;

				e->ratio = exp(wild ? gsl_ran_flat(rng, log(1e-3), log(1e6)) :
					       gsl_ran_gaussian(rng, 0.1));
				e->lo = e->ratio * exp(-gsl_ran_exponential(rng, wild ? 2 : 0.1));
				e->hi = e->ratio * exp(gsl_ran_exponential(rng, wild ? 2 : 0.1));
				cc->base = exp(gsl_ran_flat(rng, log(0.3), log(u < 2 ? 1e8 : 9e4)));
				cc->new = cc->base * e->ratio;
				cc->verdict = gsl_rng_uniform_int(rng, 4);
				cc->runs_needed = gsl_rng_uniform_int(rng, 2000);
				cc->shape_base = gsl_rng_uniform_int(rng, 32);
				cc->shape_new = gsl_rng_uniform_int(rng, 32);
			}
			assert_int_equal(compare_text(&m.c, &sb), 0);
			assert_width(sb.buf, 80);
			strbuf_reset(&sb);
		}
		synth_release(&m.s);
	}
	strbuf_release(&sb);
}

/* The row of a case with this effect, from the change on. */
static void check_row(double ratio, double lo, double hi, const char *want)
{
	struct strbuf sb = STRBUF_INIT;
	struct made m;
	char *row;

	make(&m, "ns");
	m.cases[7].effect = (struct stats_effect){
		.ratio = ratio, .lo = lo, .hi = hi, .method = STATS_METHOD_WELCH,
	};
	assert_int_equal(compare_text(&m.c, &sb), 0);
	row = strstr(sb.buf, "\nentry.null");
	assert_non_null(row);
	row[1 + strcspn(row + 1, "\n")] = '\0';
	row = strstr(row, "100 ns  100 ns");
	assert_non_null(row);
	row += strlen("100 ns  100 ns");
	for (char *to = row, *from = row; ; from++) {	/* one space for any */
		if (*from != ' ' || from[1] != ' ')
			*to++ = *from;
		if (!*from)
			break;
	}
	assert_string_equal(row, want);
	synth_release(&m.s);
	strbuf_release(&sb);
}

static void magnitudes(void **state)
{
	check_row(1, 0.9952, 1.00487, " +0.00% -0.48..+0.49 undecided");
	check_row(0.98, 0.97, 0.99, " -2.00% -3.00..-1.00 undecided");
	check_row(1.0994, 1.05, 1.0999, " +9.94% +5.00..+9.99 undecided");
	check_row(1.09996, 1.05, 1.0999, " +10.0% +5.00..+9.99 undecided");
	check_row(1.5, 1.25, 1.9994, " +50.0% +25.0..+99.9 undecided");
	check_row(1.9996, 1.25, 1.9996, " +100% +25..+100 undecided");
	check_row(0.001, 0.0001, 0.002, " -99.9% -100..-100 undecided");
	check_row(50, 1.5, 80, " +4900% +50..+7900 undecided");
	check_row(100.99, 1.5, 100.99, " +9999% +50..+9999 undecided");
	check_row(101, 0.5, 2.5e6, " x101 x0.5..x2e+06 undecided");
	check_row(123456, 1.234, 1e300, " x1.2e+05 x1..x1e+300 undecided");
	check_row(1, 0, INFINITY, " +0.00% unknown undecided");
}

static void verdicts(void **state)
{
	static const struct {
		enum stats_verdict verdict;
		long needed;
		const char *want;
	} rows[] = {
		{ STATS_SAME, 0, "  same\n" }, { STATS_FASTER, 0, "  faster\n" },
		{ STATS_SLOWER, 0, "  slower\n" }, { STATS_UNDECIDED, 7, "  undecided +7\n" },
		{ STATS_UNDECIDED, 999, "  undecided +999\n" },
		{ STATS_UNDECIDED, 1000, "  undecided\n" },
		{ STATS_UNDECIDED, -1, "  undecided\n" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct strbuf sb = STRBUF_INIT;
		struct made m;
		char *row;

		make(&m, "ns");
		m.c.ncases = 1;
		m.cases[0].verdict = rows[i].verdict;
		m.cases[0].runs_needed = rows[i].needed;
		assert_int_equal(compare_text(&m.c, &sb), 0);
		row = strstr(sb.buf, "100 ns");
		assert_non_null(row);
		row += strcspn(row, "\n") - strlen(rows[i].want) + 1;
		assert_memory_equal(row, rows[i].want, strlen(rows[i].want));
		assert_int_equal(!!strstr(sb.buf, "undecided +N"),
				 rows[i].needed > 0 && rows[i].needed < 1000);
		synth_release(&m.s);
		strbuf_release(&sb);
	}
}

static void head_of(struct made *m, const char *want)
{
	struct strbuf sb = STRBUF_INIT;

	assert_int_equal(compare_text(&m->c, &sb), 0);
	*strstr(sb.buf, "\n\ncase") = '\0';
	assert_string_equal(sb.buf, want);
	strbuf_release(&sb);
}

static void heads(void **state)
{
	struct made m;

	make(&m, "ns");
	head_of(&m, "base  base: 1 run of 1 boot, 6.12.0\n"
		"new   new: 1 run of 1 boot, 6.13.0-rc1-00123-g0123456789ab\n"
		"sampling unit: the run (1 against 1)\n"
		"  one boot a side: a difference shown here is one between these boots;\n"
		"  code and memory layout are sampled by booting each kernel again");
	m.c.same_boot = true;
	head_of(&m, "base  base: 1 run of 1 boot, 6.12.0\n"
		"new   new: 1 run of 1 boot, 6.13.0-rc1-00123-g0123456789ab\n"
		"sampling unit: the run (1 against 1)\n"
		"  both sides are of one boot: a difference shown here is one within it;\n"
		"  code and memory layout are sampled by booting each kernel again");
	m.c.same_boot = false;
	m.c.base.boots = 0;
	m.c.base.unknown_boots = 1;
	head_of(&m, "base  base: 1 run of unknown boots, 6.12.0\n"
		"new   new: 1 run of 1 boot, 6.13.0-rc1-00123-g0123456789ab\n"
		"sampling unit: the run (1 against 1)\n"
		"  not all records say which boot they are from");
	m.c.unit = UNIT_BOOT;
	m.c.new.boots = 3;
	m.c.new.unknown_boots = 1;
	m.c.new.nruns = 1;
	m.c.new.units = 4;
	json_object_set_new(m.s.set.runs[1].meta, "governor", json_string("powersave"));
	head_of(&m, "base  base: 1 run of unknown boots, 6.12.0\n"
		"new   new: 1 run of 3 boots and unknown boots, 6.13.0-rc1-00123-g0123456789ab\n"
		"sampling unit: the boot (1 against 4)\n"
		"  not all records say which boot they are from: those of a side count as one\n"
		"warning: governor differs: base unknown; new powersave");
	m.c.unit = UNIT_BUILD;
	m.c.base.unknown_boots = m.c.new.unknown_boots = 0;
	m.c.base.boots = 2;
	m.c.base.builds = 2;
	json_object_del(m.s.set.runs[1].meta, "governor");
	json_object_set_new(m.s.set.runs[0].meta, "label", json_string(""));
	json_object_del(m.s.set.runs[0].meta, "kernel");
	head_of(&m, "base  1 run of 2 boots of 2 builds\n"
		"new   new: 1 run of 3 boots, 6.13.0-rc1-00123-g0123456789ab\n"
		"sampling unit: the build (1 against 4)");
	synth_release(&m.s);
}

static void tail(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	struct made m;

	make(&m, "ns");
	m.c.lonely = m.lonely;
	m.lonely[0] = m.s.set.keys[0];
	m.lonely[1] = m.s.set.keys[1];
	m.c.nlonely = 2;
	m.c.cases += 2;
	m.c.ncases = 4;
	m.cases[4].runs_needed = 3;
	m.cases[2].verdict = STATS_SAME;
	m.cases[3].verdict = STATS_SLOWER;
	m.cases[3].mode = REF_BOTH;
	m.cases[3].shape_new = STATS_SHAPE_BIMODAL | STATS_SHAPE_OUTLIER;
	assert_int_equal(compare_text(&m.c, &sb), 0);
	assert_non_null(strstr(sb.buf,
		"\n\nnot plain samples, within the sides:\n"
		"  base plain; new bimodal, outlier: copy.from_user.udp size=1400\n"
		"\n0 faster, 1 slower, 1 same, 2 undecided of 4; margin 1.00 %, 95 % intervals,\n"
		"verdicts corrected for 4 cases (Holm); 1 relative to the reference loops\n"
		"undecided +N: about N more runs a side would decide\n"
		"not on both sides: copy.from_user.process_vm\n"));
	synth_release(&m.s);
	strbuf_release(&sb);
}

/* --- JSON */

static void assert_keys(json_t *o, const char *const *keys, size_t n)
{
	assert_true(json_is_object(o));
	for (size_t i = 0; i < n; i++)
		if (!json_object_get(o, keys[i]))
			fail_msg("no %s", keys[i]);
	assert_int_equal(json_object_size(o), n);
}

#define ASSERT_KEYS(o, ...) do { \
	static const char *const keys_[] = { __VA_ARGS__ }; \
	assert_keys(o, keys_, sizeof(keys_) / sizeof(*keys_)); \
} while (0)

static json_t *json_of(const struct compare *c)
{
	struct strbuf sb = STRBUF_INIT;
	json_error_t error;
	json_t *root;

	assert_int_equal(compare_json(c, &sb), 0);
	assert_int_equal(sb.buf[sb.len - 1], '\n');
	root = json_loads(sb.buf, JSON_REJECT_DUPLICATES, &error);
	if (!root)
		fail_msg("%s in line %d of %s", error.text, error.line, sb.buf);
	strbuf_release(&sb);
	ASSERT_KEYS(root, "sampling_unit", "base_units", "new_units", "margin", "confidence",
		    "base", "new", "warnings", "not_on_both_sides", "cases");
	ASSERT_KEYS(json_object_get(root, "base"), "label", "runs", "boots", "builds", "paths");
	ASSERT_KEYS(json_object_get(root, "new"), "label", "runs", "boots", "builds", "paths");
	assert_int_equal(json_array_size(json_object_get(root, "cases")), c->ncases);
	for (size_t i = 0; i < c->ncases; i++)
		ASSERT_KEYS(json_array_get(json_object_get(root, "cases"), i), "case", "params",
			    "unit", "better", "base", "new", "ratio", "ci_low", "ci_high", "p",
			    "p_adjusted", "margin", "verdict", "runs_needed", "reference", "base_units",
			    "new_units", "base_shape", "new_shape");
	return root;
}

static json_t *member(json_t *root, size_t i, const char *key)
{
	return json_object_get(json_array_get(json_object_get(root, "cases"), i), key);
}

static void json_members(void **state)
{
	struct made m;
	json_t *root;

	make(&m, "ns");
	m.cases[1].effect.ratio = 1.25;
	m.cases[1].effect.hi = INFINITY;
	m.cases[1].lower_is_better = false;
	m.cases[1].verdict = STATS_FASTER;
	m.cases[1].mode = REF_MEM;
	m.cases[1].shape_base = STATS_SHAPE_STEP | STATS_SHAPE_OUTLIER;
	m.cases[1].runs_needed = 12;
	m.cases[2].effect.method = STATS_METHOD_NONE;
	m.cases[2].runs_needed = -1;
	root = json_of(&m.c);
	assert_string_equal(json_string_value(json_object_get(root, "sampling_unit")), "run");
	assert_string_equal(json_string_value(member(root, 1, "case")),
			    "copy.from_user.process_vm");
	assert_int_equal(json_integer_value(json_object_get(member(root, 1, "params"), "size")),
			 65536);
	assert_string_equal(json_string_value(member(root, 1, "better")), "higher");
	assert_string_equal(json_string_value(member(root, 2, "better")), "lower");
	assert_true(json_real_value(member(root, 1, "ratio")) == 1.25);
	assert_true(json_is_null(member(root, 1, "ci_high")));
	assert_true(json_real_value(member(root, 1, "ci_low")) == 0.99);
	assert_string_equal(json_string_value(member(root, 1, "verdict")), "faster");
	assert_string_equal(json_string_value(member(root, 1, "reference")), "mem");
	assert_int_equal(json_integer_value(member(root, 1, "runs_needed")), 12);
	assert_int_equal(json_array_size(member(root, 1, "base_shape")), 2);
	assert_int_equal(json_array_size(member(root, 1, "new_shape")), 0);
	assert_true(json_is_null(member(root, 2, "ci_low")));
	assert_true(json_is_null(member(root, 2, "runs_needed")));
	assert_int_equal(json_integer_value(member(root, 3, "runs_needed")), 0);
	json_decref(root);
	synth_release(&m.s);
}

static void json_extremes(void **state)
{
	static const double values[] = {
		0, -0.0, 1, 1e-320, 1e308, 1e15, 123456789012345678.0, INFINITY, -INFINITY, NAN,
	};
	const size_t n = sizeof(values) / sizeof(*values);
	struct made m;
	json_t *root;

	make(&m, "MB/s");
	for (size_t k = 0; k < n; k++) {
		for (size_t i = 0; i < NAMES; i++) {
			double v = values[(i + k) % n];

			m.cases[i].base = m.cases[i].new = m.cases[i].p_adjusted = v;
			m.cases[i].effect.ratio = m.cases[i].effect.lo = v;
			m.cases[i].effect.hi = m.cases[i].effect.p = v;
		}
		root = json_of(&m.c);
		for (size_t i = 0; i < NAMES; i++) {
			double v = values[(i + k) % n], got;

			if (!isfinite(v)) {
				assert_true(json_is_null(member(root, i, "ratio")));
				assert_true(json_is_null(member(root, i, "base")));
				assert_true(json_is_null(member(root, i, "ci_high")));
				assert_true(json_is_null(member(root, i, "p")));
				continue;
			}
			assert_true(json_is_real(member(root, i, "ratio")));
			got = json_real_value(member(root, i, "ratio"));
			assert_true(fabs(got - v) <= 1e-11 * fabs(v));
		}
		json_decref(root);
	}
	synth_release(&m.s);
}

/* Names of files and labels that JSON has to quote, or cannot hold at all. */
static void json_texts(void **state)
{
	struct made m;
	json_t *root, *side, *warning;

	make(&m, "ns");
	free(m.s.set.runs[0].path);
	m.s.set.runs[0].path = strdup("dir\\\"x\"/caf\xe9\t.jsonl");
	m.s.set.runs[0].status = RESULT_INCOMPLETE;
	free(m.s.set.runs[1].path);
	m.s.set.runs[1].path = strdup("µ.jsonl");
	json_object_del(m.s.set.runs[1].meta, "label");
	root = json_of(&m.c);
	side = json_object_get(root, "base");
	assert_string_equal(json_string_value(json_array_get(json_object_get(side, "paths"), 0)),
			    "dir\\\"x\"/caf?\t.jsonl");
	assert_int_equal(json_array_size(json_object_get(root, "warnings")), 1);
	warning = json_array_get(json_object_get(root, "warnings"), 0);
	assert_non_null(strstr(json_string_value(warning), "caf?\t.jsonl: no end line"));
	side = json_object_get(root, "new");
	assert_string_equal(json_string_value(json_array_get(json_object_get(side, "paths"), 0)),
			    "µ.jsonl");
	assert_true(json_is_null(json_object_get(side, "label")));
	json_decref(root);
	synth_release(&m.s);
}

static int setup(void **state)
{
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	if (rng)
		gsl_rng_set(rng, 9);
	return rng ? 0 : -1;
}

static int teardown(void **state)
{
	gsl_rng_free(rng);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_numbers),
		cmocka_unit_test(magnitudes),
		cmocka_unit_test(verdicts),
		cmocka_unit_test(heads),
		cmocka_unit_test(tail),
		cmocka_unit_test(json_members),
		cmocka_unit_test(json_extremes),
		cmocka_unit_test(json_texts),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
