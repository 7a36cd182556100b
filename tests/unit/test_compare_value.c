/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The value a run has for a case, and what it is taken relative to. */
#include "test_synth.h"
#include "value.h"

static const char *const names[] = { "a", "b" };

#define NEAR(a, b) do { \
	double a_ = (a), b_ = (b); \
	if (!(fabs(a_ - b_) <= 1e-12 * fabs(b_))) \
		fail_msg("%s is %.17g, not %.17g", #a, a_, b_); \
} while (0)

static gsl_rng *rng;

static void set_costs(struct result_series *r, const double *costs)
{
	for (uint32_t i = 0; i < r->n; i++)
		r->batch[i].cost = costs[i];
}

static void assert_values(const struct result_series *r, const uint32_t *procs,
			  const double *medians, size_t n)
{
	struct ref_scale one = { { 1, NAN, NAN, NAN } };
	struct process_values pv;

	assert_int_equal(process_values(r, REF_RAW, &one, &pv), 0);
	assert_int_equal(pv.n, n);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(pv.proc[i], procs[i]);
		NEAR(pv.median[i], medians[i]);
	}
	process_values_release(&pv);
	assert_int_equal(pv.n, 0);
	assert_null(pv.median);
}

/* The median of each process, and the 2nd percentile of those: not that of all batches. */
static void medians_of_medians(void **state)
{
	static const double costs[] = { 5, 1, 3,  10, 20, 30,  7, 7, 100 };
	struct ref_scale one = { { 1, NAN, NAN, NAN } };
	struct result_series *r;
	struct run_value v;
	struct synth s;

	synth_init(&s, names, 2);
	r = synth_series(&s, synth_run(&s, "{}"), 0, "ns", 3, 3);
	set_costs(r, costs);
	assert_values(r, (uint32_t[]){ 0, 1, 2 }, (double[]){ 3, 20, 7 }, 3);
	assert_int_equal(run_value(r, REF_RAW, &one, &v), 0);
	NEAR(v.value, 3.16);	/* 3 + 0.04 x (7 - 3) */
	assert_int_equal(v.procs, 3);
	assert_true(v.log_se2 > 0);
	NEAR(v.spread, 1.4826 * 4 / 3.16);
	synth_release(&s);
}

/* Processes that come in any order, of any number of batches. */
static void unequal_batches(void **state)
{
	static const uint32_t procs[] = { 7, 2, 2, 7, 2, 9, 7, 7 };
	static const double costs[] = { 1, 50, 70, 2, 60, 8, 3, 4 };
	struct ref_scale one = { { 1, NAN, NAN, NAN } };
	struct result_series *r;
	struct run_value v;
	struct synth s;

	synth_init(&s, names, 2);
	r = synth_series(&s, synth_run(&s, "{}"), 0, "ns", 8, 1);
	set_costs(r, costs);
	for (uint32_t i = 0; i < r->n; i++)
		r->batch[i].proc = procs[i];
	assert_values(r, (uint32_t[]){ 2, 7, 9 }, (double[]){ 60, 2.5, 8 }, 3);
	assert_int_equal(run_value(r, REF_RAW, &one, &v), 0);
	NEAR(v.value, 2.72);	/* 2.5 + 0.04 x (8 - 2.5) */
	synth_release(&s);
}

static void one_process(void **state)
{
	const struct result_series *all[2];
	struct result_series *r;
	enum ref_mode mode;
	struct run_value v;
	struct ref_scale rs;
	struct synth s;

	synth_init(&s, names, 2);
	r = synth_series(&s, synth_run(&s, "{}"), 0, "ns", 1, 4);
	for (int i = 0; i < 4; i++) {
		r->batch[i].cost = 10 + i;
		r->batch[i].ref_arith = 1000 * r->batch[i].cost;
	}
	assert_int_equal(ref_scale_of_run(&s.set.runs[0], &rs), 0);
	assert_int_equal(run_value(r, REF_RAW, &rs, &v), 0);
	assert_true(v.value == 11.5 && v.log_se2 == 0 && v.spread == 0 && v.procs == 1);
	/* the loop explains all, but only between batches: not what modes are chosen by */
	all[0] = all[1] = r;
	assert_int_equal(ref_mode_choose(all, 2, &rs, &mode), 0);
	assert_int_equal(mode, REF_RAW);
	synth_release(&s);
}

static void costs_of_zero(void **state)
{
	const struct result_series *all[1];
	struct result_series *r;
	enum ref_mode mode = REF_BOTH;
	struct run_value v;
	struct ref_scale rs;
	struct synth s;

	synth_init(&s, names, 2);
	r = synth_series(&s, synth_run(&s, "{}"), 0, "ns", 5, 1);
	all[0] = r;
	for (int i = 0; i < 5; i++) {
		r->batch[i].cost = i < 3 ? 0 : i;
		r->batch[i].ref_arith = r->batch[i].ref_mem = 1000;
	}
	assert_int_equal(ref_scale_of_run(&s.set.runs[0], &rs), 0);
	assert_int_equal(ref_mode_choose(all, 1, &rs, &mode), 0);
	assert_int_equal(mode, REF_RAW);
	assert_int_equal(run_value(r, REF_RAW, &rs, &v), 0);
	assert_true(v.value == 0 && v.spread == 0 && v.log_se2 == 0);
	/* one of five: the value stands, though its logarithm's error is not known */
	r->batch[1].cost = r->batch[2].cost = 2;
	assert_int_equal(ref_mode_choose(all, 1, &rs, &mode), 0);
	assert_int_equal(mode, REF_RAW);
	assert_int_equal(run_value(r, REF_RAW, &rs, &v), 0);
	NEAR(v.value, 0.16);	/* 0 + 0.08 x (2 - 0) */
	assert_true(v.log_se2 == 0);
	synth_release(&s);
}

/*
 * procs processes of 2 batches, each slowed as a whole: by sd of what arithmetic and
 * memory loops see in the given shares, and by 0.1 % that they do not.
 */
static void fill(struct result_series *r, double sd, double arith, double mem, double own)
{
	double a = 0, m = 0, o = 0;

	for (uint32_t i = 0; i < r->n; i++) {
		struct result_batch *batch = &r->batch[i];

		if (!i || batch->proc != batch[-1].proc) {
			a = gsl_ran_gaussian(rng, sd);
			m = gsl_ran_gaussian(rng, sd);
			o = gsl_ran_gaussian(rng, own);
		}
		batch->cost = 250 * exp(arith * a + mem * m + o);
		batch->ref_arith = 2000 * exp(a);
		batch->ref_mem = 5000 * exp(m);
	}
}

static void check_mode(double arith, double mem, enum ref_mode want)
{
	const struct result_series *all[3] = { NULL };
	struct result_series *r;
	struct ref_scale rs, runs[2];
	enum ref_mode mode;
	struct run_value v;
	struct synth s;

	synth_init(&s, names, 2);
	for (int i = 0; i < 2; i++) {
		synth_run(&s, "{}");
		r = synth_series(&s, &s.set.runs[i], 0, "ns", 40, 2);
		fill(r, 0.05, arith, mem, 0.001);
		assert_int_equal(ref_scale_of_run(&s.set.runs[i], &runs[i]), 0);
	}
	all[0] = &s.set.runs[0].series[0];
	all[2] = &s.set.runs[1].series[0];	/* a run between them has none */
	assert_int_equal(ref_scale_of_runs(runs, 2, &rs), 0);
	assert_true(rs.scale[REF_RAW] == 1);
	NEAR(rs.scale[REF_ARITH], (runs[0].scale[REF_ARITH] + runs[1].scale[REF_ARITH]) / 2);
	assert_int_equal(ref_mode_choose(all, 3, &rs, &mode), 0);
	if (mode != want)
		fail_msg("%s, not %s", ref_mode_name(mode), ref_mode_name(want));
	for (int i = 0; i < 3; i += 2) {
		double spread;

		assert_int_equal(run_value(all[i], REF_RAW, &rs, &v), 0);
		spread = v.spread;
		assert_int_equal(run_value(all[i], mode, &rs, &v), 0);
		if (want != REF_RAW) {	/* the 5 % are gone, the 0.1 % are left */
			assert_true(spread > 0.01);
			assert_true(v.spread < 0.004);
		}
		assert_true(fabs(v.value / 250 - 1) < 0.06);	/* in ns again */
	}
	synth_release(&s);
}

static void each_mode_is_found(void **state)
{
	for (int i = 0; i < 20; i++) {
		check_mode(1, 0, REF_ARITH);
		check_mode(0, 1, REF_MEM);
		check_mode(0.5, 0.5, REF_BOTH);
		check_mode(0, 0, REF_RAW);
	}
}

/*
 * Loops that vary on their own, as much as the cost does or a tenth of it. By luck
 * one of three may look better in one run; in the ten of a comparison it may not.
 */
static void independent_loops_are_not_chosen(void **state)
{
	const struct result_series *all[10];
	struct ref_scale rs, scales[10];
	struct synth s;

	synth_init(&s, names, 2);
	for (int i = 0; i < 10; i++)
		synth_run(&s, "{}");
	for (int i = 0; i < 10; i++)
		all[i] = synth_series(&s, &s.set.runs[i], 0, "ns", 16, 2);
	for (int tenth = 0; tenth < 2; tenth++) {
		unsigned int one = 0, ten = 0;
		enum ref_mode mode;

		for (int k = 0; k < 400; k++) {
			for (int i = 0; i < 10; i++) {
				fill(&s.set.runs[i].series[0], tenth ? 0.002 : 0.02, 0, 0, 0.02);
				assert_int_equal(ref_scale_of_run(&s.set.runs[i], &scales[i]), 0);
			}
			assert_int_equal(ref_scale_of_runs(scales, 10, &rs), 0);
			assert_int_equal(ref_mode_choose(all, 10, &rs, &mode), 0);
			ten += mode != REF_RAW;
			assert_int_equal(ref_mode_choose(all, 1, &rs, &mode), 0);
			one += mode != REF_RAW;
		}
		printf("chosen: %u of 400 in one run, %u in ten\n", one, ten);
		assert_true(one <= 40);
		assert_true(ten <= 2);
	}
	synth_release(&s);
}

/* Figures that are exactly proportional to a loop come out exactly as the constant. */
static void scaled_back_exactly(void **state)
{
	const struct result_series *all[1];
	struct result_series *r;
	enum ref_mode mode;
	struct run_value v;
	struct ref_scale rs;
	struct synth s;

	synth_init(&s, names, 2);
	r = synth_series(&s, synth_run(&s, "{}"), 0, "ns", 9, 1);
	all[0] = r;
	for (int i = 0; i < 9; i++) {
		r->batch[i].ref_mem = 4096 * (1 + i % 5);
		r->batch[i].ref_arith = 1024;
		r->batch[i].cost = 128 * (1 + i % 5);
	}
	assert_int_equal(ref_scale_of_run(&s.set.runs[0], &rs), 0);
	assert_true(rs.scale[REF_MEM] == 3 * 4096 && rs.scale[REF_ARITH] == 1024);
	assert_int_equal(ref_mode_choose(all, 1, &rs, &mode), 0);
	assert_int_equal(mode, REF_MEM);
	assert_int_equal(run_value(r, mode, &rs, &v), 0);
	assert_true(v.value == 3 * 128 && v.spread == 0);
	/* another constant scales the value and nothing else */
	rs.scale[REF_MEM] *= 2;
	assert_int_equal(run_value(r, mode, &rs, &v), 0);
	assert_true(v.value == 6 * 128 && v.spread == 0);
	synth_release(&s);
}

/* A loop missing from one batch of one run is no reference for any. */
static void missing_loops(void **state)
{
	const struct result_series *all[2];
	struct ref_scale rs, runs[3];
	struct process_values pv = { .n = 77 };
	enum ref_mode mode;
	struct synth s;

	synth_init(&s, names, 2);
	for (int i = 0; i < 2; i++)
		synth_run(&s, "{}");
	for (int i = 0; i < 2; i++) {
		struct result_series *r = synth_series(&s, &s.set.runs[i], 0, "ns", 16, 2);

		fill(r, 0.05, 1, 0, 0.001);
		all[i] = r;
		assert_int_equal(ref_scale_of_run(&s.set.runs[i], &runs[i]), 0);
	}
	assert_int_equal(ref_scale_of_runs(runs, 2, &rs), 0);
	assert_int_equal(ref_mode_choose(all, 2, &rs, &mode), 0);
	assert_int_equal(mode, REF_ARITH);
	all[1]->batch[31].ref_arith = NAN;
	assert_int_equal(ref_mode_choose(all, 2, &rs, &mode), 0);
	assert_int_equal(mode, REF_RAW);
	assert_int_equal(process_values(all[1], REF_ARITH, &rs, &pv), -ENODATA);
	assert_int_equal(process_values(all[1], REF_BOTH, &rs, &pv), -ENODATA);
	assert_int_equal(pv.n, 77);
	assert_int_equal(process_values(all[1], REF_MEM, &rs, &pv), 0);
	process_values_release(&pv);

	/* no loops at all; a run of one process without them counts too */
	for (int i = 0; i < 32; i++) {
		all[1]->batch[i].ref_arith = all[1]->batch[i].ref_mem = NAN;
		all[1]->batch[i].proc = 3;
	}
	assert_int_equal(ref_mode_choose(all, 2, &rs, &mode), 0);
	assert_int_equal(mode, REF_RAW);
	assert_int_equal(ref_scale_of_run(&s.set.runs[1], &runs[1]), 0);
	assert_true(isnan(runs[1].scale[REF_ARITH]) && isnan(runs[1].scale[REF_BOTH]));
	assert_true(runs[1].scale[REF_RAW] == 1);

	/* medians are over the runs that have the loop */
	assert_int_equal(ref_scale_of_runs(runs, 2, &rs), 0);
	assert_true(rs.scale[REF_ARITH] == runs[0].scale[REF_ARITH]);
	assert_int_equal(ref_scale_of_runs(runs + 1, 1, &rs), 0);
	assert_true(isnan(rs.scale[REF_MEM]) && rs.scale[REF_RAW] == 1);
	assert_int_equal(ref_scale_of_runs(runs, 0, &rs), 0);
	assert_true(isnan(rs.scale[REF_ARITH]));
	synth_release(&s);
}

static void names_of_modes(void **state)
{
	assert_string_equal(ref_mode_name(REF_RAW), "raw");
	assert_string_equal(ref_mode_name(REF_ARITH), "arith");
	assert_string_equal(ref_mode_name(REF_MEM), "mem");
	assert_string_equal(ref_mode_name(REF_BOTH), "both");
}

static int setup(void **state)
{
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	if (rng)
		gsl_rng_set(rng, 11);
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
		cmocka_unit_test(medians_of_medians),
		cmocka_unit_test(unequal_batches),
		cmocka_unit_test(one_process),
		cmocka_unit_test(costs_of_zero),
		cmocka_unit_test(each_mode_is_found),
		cmocka_unit_test(independent_loops_are_not_chosen),
		cmocka_unit_test(scaled_back_exactly),
		cmocka_unit_test(missing_loops),
		cmocka_unit_test(names_of_modes),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
