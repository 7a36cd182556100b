/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which runs make one unit, and which settings make sides differ. */
#include "compare.h"
#include "sides.h"
#include "test_synth.h"

static const char *const names[] = { "a" };

/*
 * A run for each word: boot and build, "-" where the record does not say, and the
 * cost: "a/X=100". Runs before "|" are the base.
 */
static void make(struct synth *s, const char *runs, size_t *ret_nbase)
{
	char *copy = strdup(runs), *word, *save;

	synth_init(s, names, 1);
	for (word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		char boot[32], build[32], meta[256] = "{'x':1";
		double cost = 100;

		if (!strcmp(word, "|")) {
			*ret_nbase = s->set.nruns;
			continue;
		}
		assert_true(sscanf(word, "%31[^/]/%31[^=]=%lf", boot, build, &cost) >= 2);
		if (strcmp(boot, "-"))
			sprintf(meta + strlen(meta), ",'boot_id':'%s'", boot);
		if (strcmp(build, "-"))
			sprintf(meta + strlen(meta), ",'build_id':'%s'", build);
		strcat(meta, "}");
		synth_series(s, synth_run(s, meta), 0, "ns", 1, 1)->batch->cost = cost;
	}
	free(copy);
}

static void check(const char *runs, enum compare_unit unit, size_t base_units, size_t new_units,
		  size_t base_boots, size_t new_boots, size_t base_builds, size_t new_builds)
{
	const struct compare_opts opts = { .margin = -1, .confidence = 0.95 };
	struct strbuf diag = STRBUF_INIT;
	struct compare c;
	struct synth s;
	size_t nbase = 0;

	make(&s, runs, &nbase);
	compare_init(&c);
	assert_int_equal(compare_run(&c, &s.set, nbase, &opts, &diag), 0);
	if (c.unit != unit || c.base.units != base_units || c.new.units != new_units ||
	    c.base.boots != base_boots || c.new.boots != new_boots ||
	    c.base.builds != base_builds || c.new.builds != new_builds)
		fail_msg("%s: %zu and %zu %s, boots %zu %zu, builds %zu %zu", runs, c.base.units,
			 c.new.units, compare_unit_name(c.unit, true), c.base.boots, c.new.boots,
			 c.base.builds, c.new.builds);
	assert_int_equal(c.cases[0].nbase, base_units);
	assert_int_equal(c.cases[0].nnew, new_units);
	assert_int_equal(c.cases[0].effect.method != STATS_METHOD_NONE,
			 base_units > 1 && new_units > 1);
	if (base_units < 2 || new_units < 2)
		assert_int_equal(c.cases[0].verdict, STATS_UNDECIDED);
	compare_release(&c);
	synth_release(&s);
	strbuf_release(&diag);
}

static void which_unit(void **state)
{
	/*                                                     units boots builds */
	check("a/X | b/Y", UNIT_RUN,				1, 1, 1, 1, 1, 1);
	check("a/X a/X a/X | b/Y b/Y", UNIT_RUN,		3, 2, 1, 1, 1, 1);
	check("a/X a/X | a/X a/X", UNIT_RUN,			2, 2, 1, 1, 1, 1);
	check("a/X b/X | c/Y d/Y", UNIT_BOOT,			2, 2, 2, 2, 1, 1);
	check("a/X b/X | a/X b/X", UNIT_BOOT,			2, 2, 2, 2, 1, 1);
	check("a/X a/X b/X | c/Y c/Y c/Y d/Y", UNIT_BOOT,	2, 2, 2, 2, 1, 1);
	/* five runs of one boot are one unit beside five boots */
	check("a/X a/X a/X a/X a/X | b/Y c/Y d/Y e/Y f/Y", UNIT_BOOT, 1, 5, 1, 5, 1, 1);
	check("a/X b/Y | c/Z", UNIT_BUILD,			2, 1, 2, 1, 2, 1);
	check("a/X b/X c/Y d/Y e/Y | f/Z g/W h/W", UNIT_BUILD,	2, 2, 5, 3, 2, 2);
	check("a/X a/Y | b/Z b/W", UNIT_BUILD,			2, 2, 1, 1, 2, 2);
}

static void what_is_not_said(void **state)
{
	/* no boots: runs, and not a boot each */
	check("-/X -/X | -/Y -/Y", UNIT_RUN,			2, 2, 0, 0, 1, 1);
	check("-/- -/- | -/- -/-", UNIT_RUN,			2, 2, 0, 0, 1, 1);
	check("a/X -/X | b/Y", UNIT_RUN,			2, 1, 1, 1, 1, 1);
	/* beside boots they are at most one */
	check("-/X -/X -/X | a/Y b/Y", UNIT_BOOT,		1, 2, 0, 2, 1, 1);
	check("a/X -/X b/X -/X | c/Y d/Y", UNIT_BOOT,		3, 2, 2, 2, 1, 1);
	/* a build that is not said may be any of the others */
	check("a/X b/- c/Y | d/Z e/Z", UNIT_BOOT,		3, 2, 3, 2, 1, 1);
	check("a/- a/- | b/Z b/Z", UNIT_RUN,			2, 2, 1, 1, 1, 1);
	check("a/- b/- | c/Z d/W", UNIT_BUILD,			1, 2, 2, 2, 1, 2);
	check("-/X -/Y -/Y | -/Z -/W", UNIT_BUILD,		2, 2, 0, 0, 2, 2);
}

/* The value of each unit: geometric means of boots' geometric means. */
static void check_values(const char *runs, size_t n, const double *want)
{
	const struct compare_opts opts = { .margin = -1, .confidence = 0.95 };
	struct strbuf diag = STRBUF_INIT;
	struct compare c;
	struct synth s;
	size_t nbase;

	make(&s, runs, &nbase);
	compare_init(&c);
	assert_int_equal(compare_run(&c, &s.set, nbase, &opts, &diag), 0);
	assert_int_equal(c.cases[0].nbase, n);
	/* two units: their median is their mean */
	if (fabs(c.cases[0].base - (n == 1 ? want[0] : (want[0] + want[1]) / 2)) > 1e-9)
		fail_msg("%s: %g", runs, c.cases[0].base);
	compare_release(&c);
	synth_release(&s);
	strbuf_release(&diag);
}

static void means_of_units(void **state)
{
	check_values("a/X=100 a/X=400 | b/X", 2, (double[]){ 100, 400 });
	check_values("a/X=100 a/X=400 b/X=1000 | c/X d/X", 2, (double[]){ 200, 1000 });
	/* a boot with three runs weighs no more than one with one */
	check_values("a/X=100 a/X=100 a/X=100 b/X=400 c/Y=50 | d/Z", 2, (double[]){ 200, 50 });
	/* runs of a boot need not stand together */
	check_values("a/X=100 b/X=300 a/X=400 | c/X d/X", 2, (double[]){ 200, 300 });
	check_values("-/X=100 -/X=400 b/Y=50 | d/Z", 2, (double[]){ 200, 50 });
}

static void one_boot_for_both(void **state)
{
	static const struct {
		const char *runs;
		bool same;
	} sets[] = {
		{ "a/X a/X | a/X a/X", true }, { "a/X a/X | b/X b/X", false },
		{ "a/X -/X | a/X a/X", false }, { "-/X | -/X", false },
		{ "a/X b/X | a/X b/X", false },
	};

	for (size_t i = 0; i < sizeof(sets) / sizeof(*sets); i++) {
		struct member members[8];
		struct compare c;
		struct synth s;

		compare_init(&c);
		make(&s, sets[i].runs, &c.base.nruns);
		c.set = &s.set;
		c.new.first = c.base.nruns;
		c.new.nruns = s.set.nruns - c.base.nruns;
		assert_int_equal(sides_group(&s.set, &c, members), 0);
		assert_int_equal(c.same_boot, sets[i].same);
		synth_release(&s);
	}
}

/* --- settings: all the warnings about runs with these run lines */

static void warnings_of(const char *const *metas, size_t n, size_t nbase, struct strbuf *out)
{
	struct compare c;
	struct synth s;

	synth_init(&s, names, 1);
	for (size_t i = 0; i < n; i++)
		synth_run(&s, metas[i]);
	compare_init(&c);
	c.set = &s.set;
	c.ref_change = NAN;
	c.base.nruns = c.new.first = nbase;
	c.new.nruns = n - nbase;
	strbuf_reset(out);
	assert_int_equal(compare_settings(&c, out), 0);
	synth_release(&s);
}

static void check_warnings(const char *base, const char *new, const char *want)
{
	const char *const metas[] = { base, new };
	struct strbuf out = STRBUF_INIT;

	warnings_of(metas, 2, 1, &out);
	assert_string_equal(out.buf, want);
	strbuf_release(&out);
}

static void each_setting_is_named(void **state)
{
	static const struct {
		const char *key, *name;
	} texts[] = {
		{ "clock", "clock" }, { "runner", "runner version" },
		{ "runner_arch", "runner architecture" }, { "arch", "architecture" },
		{ "cpu", "CPU" }, { "virt", "virtualisation" }, { "governor", "governor" },
		{ "thp", "transparent huge pages" }, { "lsm", "LSMs" }, { "audit", "audit" },
		{ "seccomp", "seccomp" }, { "dir_fs", "file system" },
	}, numbers[] = {
		{ "page_size", "page size" }, { "pinned_cpu", "CPU measured on" },
	}, inner[] = {
		{ "batch_ms", "batch length" }, { "ref_ms", "reference loop length" },
		{ "iters", "iterations a batch" }, { "device", "device read" },
	};
	char base[128], new[128], want[256];

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		sprintf(base, "{'%s':'one'}", texts[i].key);
		sprintf(new, "{'%s':'two'}", texts[i].key);
		sprintf(want, "%s differs: base one; new two\n", texts[i].name);
		check_warnings(base, new, want);
		check_warnings(base, base, "");
		sprintf(want, "%s differs: base one; new unknown\n", texts[i].name);
		check_warnings(base, "{}", want);
		sprintf(new, "{'%s':null}", texts[i].key);
		check_warnings(base, new, want);
		check_warnings("{}", new, "");
	}
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		sprintf(base, "{'%s':4096}", numbers[i].key);
		sprintf(new, "{'%s':65536}", numbers[i].key);
		sprintf(want, "%s differs: base 4096; new 65536\n", numbers[i].name);
		check_warnings(base, new, want);
	}
	for (size_t i = 0; i < sizeof(inner) / sizeof(*inner); i++) {
		sprintf(base, "{'settings':{'%s':4}}", inner[i].key);
		sprintf(new, "{'settings':{'%s':1.5,'z':1}}", inner[i].key);
		sprintf(want, "%s differs: base 4; new 1.5\n", inner[i].name);
		check_warnings(base, new, want);
	}
	/* what is compared, and what differs from run to run anyway */
	check_warnings("{'kernel':'6.1','boot_id':'a','build_id':'x','label':'a','seed':1}",
		       "{'kernel':'6.2','boot_id':'b','build_id':'y','label':'b','seed':2}", "");
}

static void order_does_not_matter(void **state)
{
	static const char *const metas[] = {
		"{'cpu':'b'}", "{'cpu':'a'}", "{'cpu':'b'}", "{'cpu':'aa, b'}",
		"{'cpu':'aa, b'}", "{'cpu':'b'}", "{'cpu':'a'}",
	};
	static const char *const metas2[] = {
		"{'cpu':'performance2'}", "{'cpu':'performance'}", "{'cpu':'performance'}",
		"{'cpu':'performance'}", "{'cpu':'performance2'}", "{'cpu':'performance2'}",
	};
	struct strbuf out = STRBUF_INIT;

	warnings_of(metas, 7, 4, &out);
	assert_string_equal(out.buf, "");
	warnings_of(metas2, 6, 3, &out);
	assert_string_equal(out.buf, "");
	warnings_of(metas, 6, 4, &out);		/* no "a" in new */
	assert_string_equal(out.buf, "CPU differs: base a, aa, b, b; new aa, b, b\n");
	strbuf_release(&out);
}

static void many_values(void **state)
{
	char text[12][32];
	const char *metas[12];
	struct strbuf out = STRBUF_INIT;

	for (int i = 0; i < 12; i++) {
		sprintf(text[i], "{'pinned_cpu':%d}", i < 6 ? i : 0);
		metas[i] = text[i];
	}
	warnings_of(metas, 12, 6, &out);
	assert_string_equal(out.buf,
			    "CPU measured on differs: base 0, 1, 2, 3 and 2 more; new 0\n");
	warnings_of(metas + 1, 11, 5, &out);	/* "and 1 more" would be no shorter */
	assert_string_equal(out.buf, "CPU measured on differs: base 1, 2, 3, 4, 5; new 0\n");
	strbuf_release(&out);
}

static void mitigations_by_name(void **state)
{
	check_warnings("{'mitigations':{'meltdown':'PTI','mds':'Not affected'}}",
		       "{'mitigations':{'mds':'Not affected','meltdown':'Vulnerable'}}",
		       "mitigation meltdown differs: base PTI; new Vulnerable\n");
	check_warnings("{'mitigations':{'meltdown':'PTI'}}",
		       "{'mitigations':{'meltdown':'PTI'}}", "");
	check_warnings("{'mitigations':{'meltdown':'PTI'}}", "{}",
		       "mitigation meltdown differs: base PTI; new unknown\n");
	check_warnings("{'mitigations':null}", "{}", "");
	check_warnings("{'mitigations':{'a':'x\\ny'}}", "{'mitigations':{'a':'x'}}",
		       "mitigation a differs: base x y; new x\n");
}

static void several_kernels_on_a_side(void **state)
{
	static const char *const metas[] = {
		"{'kernel':'6.2'}", "{'kernel':'6.1'}", "{'kernel':'6.3'}", "{'kernel':'6.3'}",
	};
	struct strbuf out = STRBUF_INIT;

	warnings_of(metas, 4, 2, &out);
	assert_string_equal(out.buf, "base has runs of several kernels: 6.1, 6.2\n");
	strbuf_release(&out);
}

static void copies_of_a_run(void **state)
{
	static const struct {
		const char *meta;
		double cost;
	} runs[] = {
		{ "{'boot_id':'a','started':'1','seed':1}", 100 },
		{ "{'boot_id':'a','started':'1','seed':2}", 100 },	/* another run, as fast */
		{ "{'boot_id':'a','started':'1','seed':1}", 101 },
		{ "{'boot_id':'a','started':'1','seed':1}", 100 },	/* the first again */
		{ "{'boot_id':'a','started':'1','seed':1}", 100 },	/* the same set for new */
		{ "{}", 100 }, { "{}", 100 },				/* who knows */
	};
	struct strbuf out = STRBUF_INIT;
	struct compare c;
	struct synth s;

	synth_init(&s, names, 1);
	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		synth_series(&s, synth_run(&s, runs[i].meta), 0, "ns", 1, 1)->batch->cost =
			runs[i].cost;
	compare_init(&c);
	c.set = &s.set;
	c.ref_change = NAN;
	c.base.nruns = c.new.first = 4;
	c.new.nruns = 3;
	assert_int_equal(compare_settings(&c, &out), 0);
	assert_string_equal(out.buf, "run0.jsonl is on both sides\n"
			    "run3.jsonl is a copy of run0.jsonl: it counts as a run of "
			    "its own\n");
	synth_release(&s);
	strbuf_release(&out);
}

static void damage_and_loops(void **state)
{
	struct strbuf out = STRBUF_INIT;
	struct compare c;
	struct synth s;

	synth_init(&s, names, 1);
	for (int i = 0; i < 4; i++)
		synth_run(&s, "{}");
	s.set.runs[1].status = RESULT_INCOMPLETE;
	s.set.runs[1].truncated_line = 81;
	s.set.runs[3].missing_batches = 5;
	compare_init(&c);
	c.set = &s.set;
	c.base.nruns = c.new.first = c.new.nruns = 2;
	c.ref_change = 1.019;
	assert_int_equal(compare_settings(&c, &out), 0);
	assert_non_null(strstr(out.buf, "run1.jsonl: cut in the middle of line 81"));
	assert_non_null(strstr(out.buf, "run3.jsonl: 5 batches missing\n"));
	assert_null(strstr(out.buf, "run0"));
	assert_null(strstr(out.buf, "reference loops"));
	strbuf_reset(&out);
	c.ref_change = 0.95;
	assert_int_equal(compare_settings(&c, &out), 0);
	assert_non_null(strstr(out.buf, "reference loops differ by -5.0 %"));
	synth_release(&s);
	strbuf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(which_unit),
		cmocka_unit_test(what_is_not_said),
		cmocka_unit_test(means_of_units),
		cmocka_unit_test(one_boot_for_both),
		cmocka_unit_test(each_setting_is_named),
		cmocka_unit_test(order_does_not_matter),
		cmocka_unit_test(many_values),
		cmocka_unit_test(mitigations_by_name),
		cmocka_unit_test(several_kernels_on_a_side),
		cmocka_unit_test(copies_of_a_run),
		cmocka_unit_test(damage_and_loops),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
