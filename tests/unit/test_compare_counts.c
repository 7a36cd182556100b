/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs whose clock counts instructions: seeds, the control arm, twins, and what is none. */
#include "compare.h"
#include "counts.h"
#include "test_synth.h"

static const char *const names[] = { "a" };

struct made {
	struct synth s;
	struct compare c;
};

/*
 * A run for each word, "ARM/SEED=COST", SEED "-" where the record does not say. Runs
 * before "|" are the base. more: further members of each record.
 */
static void compare_made(struct made *m, const char *runs, const char *more)
{
	const struct compare_opts opts = { .margin = -1, .confidence = 0.95 };
	struct strbuf diag = STRBUF_INIT;
	char *copy = strdup(runs), *word, *save;
	size_t nbase = 0, n = 0;

	synth_init(&m->s, names, 1);
	for (word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		char arm[32], seed[32], meta[512];
		double cost;

		if (!strcmp(word, "|")) {
			nbase = m->s.set.nruns;
			continue;
		}
		assert_int_equal(sscanf(word, "%31[^/]/%31[^=]=%lf", arm, seed, &cost), 3);
		snprintf(meta, sizeof(meta), "{'arm':'%s','boot_id':'b%zu'%s%s%s}", arm, n++,
			 *seed == '-' ? "" : ",'seed':", *seed == '-' ? "" : seed, more);
		synth_series(&m->s, synth_run(&m->s, meta), 0, "instructions", 1, 1)->batch->cost =
			cost;
	}
	free(copy);
	compare_init(&m->c);
	if (compare_run(&m->c, &m->s.set, nbase, &opts, &diag))
		fail_msg("%s: %s", runs, diag.buf);
	strbuf_release(&diag);
}

static void release(struct made *m)
{
	compare_release(&m->c);
	synth_release(&m->s);
}

#define COUNTED	",'clock':'instructions','virt':'tcg'"

/* units a side, boots of the control, twins, new's control; the verdict */
static void check(const char *runs, size_t base, size_t new, size_t control, size_t twins,
		  size_t new_control, enum stats_verdict verdict)
{
	struct made m;
	const struct compare *c = &m.c;

	compare_made(&m, runs, COUNTED);
	if (!c->counts || c->emulated || c->unit != UNIT_SEED || c->base.units != base ||
	    c->new.units != new || c->control != control || c->twins != twins ||
	    c->new_control != new_control || c->cases[0].verdict != verdict)
		fail_msg("%s: %s, %zu against %zu, control %zu, twins %zu, new's control %zu, "
			 "verdict %d", runs, compare_unit_name(c->unit, true), c->base.units,
			 c->new.units, c->control, c->twins, c->new_control, c->cases[0].verdict);
	/* what the effect was made of is what is said of it */
	assert_int_equal(c->cases[0].nbase, base);
	assert_int_equal(c->cases[0].nnew, new);
	release(&m);
}

#define BASE	"base/1=1000 base/2=1000 base/3=1000 "
#define CONTROL	"control/1=1000 control/2=1000 control/3=1000 "

static void seeds_are_the_unit(void **state)
{
	check(BASE "| new/1=990 new/2=990 new/3=990", 3, 3, 0, 0, 0, STATS_FASTER);
	check(BASE "| new/1=1010 new/2=1010 new/3=1010", 3, 3, 0, 0, 0, STATS_SLOWER);
	check(BASE "| new/1=1000 new/2=1000 new/3=1000", 3, 3, 0, 0, 0, STATS_SAME);
	/* of its own number on each side; which seeds they are is no matter */
	check(BASE "| new/7=990 new/8=990", 3, 2, 0, 0, 0, STATS_UNDECIDED);
	check(BASE "| new/7=990 new/8=990 new/9=990 new/10=990", 3, 4, 0, 0, 0, STATS_FASTER);
	/* no seed, no twin */
	check("base/-=1000 base/-=1000 base/-=1000 | new/-=990 new/-=990 new/-=990",
	      3, 3, 0, 0, 0, STATS_FASTER);
	/* a side that varies over its seeds by more than the change */
	check("base/1=1000 base/2=1015 base/3=1000 | new/1=990 new/2=990 new/3=990",
	      3, 3, 0, 0, 0, STATS_UNDECIDED);
}

static void the_control_is_the_floor(void **state)
{
	check(BASE CONTROL "| new/1=990 new/2=990 new/3=990", 3, 3, 3, 0, 0, STATS_FASTER);
	/* what a word did, either way, is no change of new's */
	check(BASE "control/1=1000 control/2=1011 control/3=1000 | new/1=990 new/2=990 new/3=990",
	      3, 3, 3, 0, 0, STATS_UNDECIDED);
	check(BASE "control/1=1000 control/2=989 control/3=1000 | new/1=990 new/2=990 new/3=990",
	      3, 3, 3, 0, 0, STATS_UNDECIDED);
	check(BASE "control/1=1005 | new/1=990 new/2=990 new/3=990", 3, 3, 1, 0, 0, STATS_FASTER);
	/* and never one of the base's own: the medians are without it */
	check("base/1=1000 control/1=1000 control/2=1000 | new/1=990 new/2=990 new/3=990",
	      1, 3, 2, 0, 0, STATS_UNDECIDED);
	/* new's control is left out, and a side of nothing else is not one */
	check(BASE "| new/1=990 new/2=990 new/3=990 control/1=5 control/2=7", 3, 3, 0, 0, 2,
	      STATS_FASTER);
	check(BASE "| control/1=990 control/2=990 control/3=990", 3, 3, 0, 0, 0, STATS_FASTER);
	check("control/1=1000 control/2=1000 control/3=1000 | new/1=990 new/2=990 new/3=990",
	      3, 3, 0, 0, 0, STATS_FASTER);
}

static void twins_are_no_evidence(void **state)
{
	/* however many there are of one seed */
	check("base/1=1000 base/1=1000 base/1=1000 base/1=1000 | new/1=990 new/1=990 new/1=990",
	      1, 1, 0, 5, 0, STATS_UNDECIDED);
	check(BASE "base/2=1000 | new/1=990 new/2=990 new/1=990 new/2=990", 3, 2, 0, 3, 0,
	      STATS_UNDECIDED);
	check(BASE BASE "| new/1=990 new/2=990 new/3=990", 3, 3, 0, 3, 0, STATS_FASTER);
	check(BASE CONTROL CONTROL "| new/1=990 new/2=990 new/3=990", 3, 3, 3, 3, 0,
	      STATS_FASTER);
	/* the same seed on the other side, or in the control, is none */
	check("base/1=1000 control/1=1000 | new/1=1000", 1, 1, 1, 0, 0, STATS_UNDECIDED);
}

static void check_differs(const char *runs, bool want)
{
	struct made m;

	compare_made(&m, runs, COUNTED);
	if (m.c.cases[0].differs != want)
		fail_msg("%s: differs %d", runs, m.c.cases[0].differs);
	if (want) {
		struct strbuf text = STRBUF_INIT;

		assert_int_equal(m.c.cases[0].verdict, STATS_UNDECIDED);
		assert_int_equal(m.c.cases[0].runs_needed, -1);
		assert_int_equal(compare_settings(&m.c, &text), 0);
		assert_non_null(strstr(text.buf, "different figures in 1 case"));
		strbuf_release(&text);
	}
	release(&m);
}

static void twins_that_differ(void **state)
{
	static const char new[] = "| new/1=500 new/2=500 new/3=500";
	char runs[400];

	snprintf(runs, sizeof(runs), BASE "base/1=1000 %s", new);
	check_differs(runs, false);
	/* by one instruction of an operation, in any of the three arms */
	snprintf(runs, sizeof(runs), BASE "base/1=1001 %s", new);
	check_differs(runs, true);
	snprintf(runs, sizeof(runs), BASE CONTROL "control/3=999 %s", new);
	check_differs(runs, true);
	snprintf(runs, sizeof(runs), BASE "%s new/2=501", new);
	check_differs(runs, true);
	/* base and control of one seed may */
	snprintf(runs, sizeof(runs), BASE "control/1=1300 %s", new);
	check_differs(runs, false);
}

static void which_runs_are_counted(void **state)
{
	static const char runs[] = BASE "| new/1=500 new/2=500 new/3=500";
	static const struct {
		const char *more;
		bool counts, emulated, tells_tcg;
	} kinds[] = {
		{ COUNTED, true, false, false },
		{ ",'clock':'instructions'", true, false, false },
		{ ",'clock':'time','virt':'tcg'", false, true, true },
		{ ",'virt':'tcg'", false, true, true },
		{ ",'clock':'time','virt':'qemu'", false, true, false },
		{ ",'clock':'time','virt':'kvm'", false, false, false },
		{ "", false, false, false },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct strbuf text = STRBUF_INIT;
		struct made m;

		compare_made(&m, runs, kinds[i].more);
		assert_int_equal(m.c.counts, kinds[i].counts);
		assert_int_equal(m.c.emulated, kinds[i].emulated);
		assert_int_equal(m.c.unit, kinds[i].counts ? UNIT_SEED : UNIT_BOOT);
		if (kinds[i].emulated)
			assert_int_equal(m.c.cases[0].verdict, STATS_UNDECIDED);
		assert_int_equal(compare_settings(&m.c, &text), 0);
		assert_int_equal(text.len && strstr(text.buf, "no verdict is given"),
				 kinds[i].emulated);
		assert_int_equal(text.len && strstr(text.buf, "QEMU's TCG"), kinds[i].tells_tcg);
		assert_int_equal(text.len && strstr(text.buf, "--virt=kvm"),
				 kinds[i].emulated && !kinds[i].tells_tcg);
		strbuf_release(&text);
		release(&m);
	}
}

/* One run by time among them makes all of them runs by time. */
static void a_mixed_set_is_none(void **state)
{
	const struct compare_opts opts = { .margin = -1, .confidence = 0.95 };
	struct strbuf diag = STRBUF_INIT;
	struct compare c;
	struct synth s;

	synth_init(&s, names, 1);
	for (int i = 0; i < 6; i++) {
		struct result_run *run = synth_run(&s, i == 4 ?
			"{'clock':'time','virt':'tcg','boot_id':'x'}" :
			"{'clock':'instructions','virt':'tcg'}");

		synth_series(&s, run, 0, "instructions", 1, 1)->batch->cost = i < 3 ? 1000 : 500;
	}
	compare_init(&c);
	assert_int_equal(compare_run(&c, &s.set, 3, &opts, &diag), 0);
	assert_false(c.counts);
	assert_true(c.emulated);
	assert_int_equal(c.cases[0].verdict, STATS_UNDECIDED);
	compare_release(&c);
	synth_release(&s);
	strbuf_release(&diag);
}

/* Several builds on a side are sampled as builds, and seeds are not looked at. */
static void builds_come_before_seeds(void **state)
{
	const struct compare_opts opts = { .margin = -1, .confidence = 0.95 };
	struct strbuf diag = STRBUF_INIT;
	struct compare c;
	struct synth s;

	synth_init(&s, names, 1);
	for (int i = 0; i < 6; i++) {
		char meta[200];

		snprintf(meta, sizeof(meta), "{'clock':'instructions','seed':1,'boot_id':'%d',"
			 "'build_id':'%c'}", i, 'a' + i % 3);
		synth_series(&s, synth_run(&s, meta), 0, "instructions", 1, 1)->batch->cost = 1000;
	}
	compare_init(&c);
	assert_int_equal(compare_run(&c, &s.set, 3, &opts, &diag), 0);
	assert_true(c.counts);
	assert_int_equal(c.unit, UNIT_BUILD);
	assert_int_equal(c.twins, 0);
	assert_int_equal(c.base.units, 3);
	compare_release(&c);
	synth_release(&s);
	strbuf_release(&diag);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seeds_are_the_unit),
		cmocka_unit_test(the_control_is_the_floor),
		cmocka_unit_test(twins_are_no_evidence),
		cmocka_unit_test(twins_that_differ),
		cmocka_unit_test(which_runs_are_counted),
		cmocka_unit_test(a_mixed_set_is_none),
		cmocka_unit_test(builds_come_before_seeds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
