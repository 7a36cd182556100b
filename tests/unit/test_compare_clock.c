/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs between which the CPU's clock changes: what follows it is taken relative to it. */
#include <errno.h>

#include "run_clock.h"
#include "compare.h"
#include "test_synth.h"

#define CASES	20
#define SIDE	5
#define PROCS	20
#define FAST	0.83		/* of the time, at the higher clock */

static const char *const names[CASES] = {
	"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r",
	"s", "t",
};

static gsl_rng *rng;
static const char *unit = "ns";
static double disturbance;	/* of each process: of costs and both loops alike */

struct made {
	struct synth s;
	struct compare c;
};

/*
 * Runs of base, then of new, at these clocks, but from process until[i] on at 1. Case k's cost
 * goes with clock^follows[k]; new's first case costs `slower` times as much. Runs differ
 * by 0.2 %, processes by 1 % upwards.
 */
static void make(struct made *m, const double *clock, const uint32_t *until, const double *follows,
		 double slower)
{
	const struct compare_opts opts = { .margin = -1, .confidence = 0.95 };
	struct strbuf diag = STRBUF_INIT;

	synth_init(&m->s, names, CASES);
	for (size_t i = 0; i < 2 * SIDE; i++) {
		struct result_run *run = synth_run(&m->s, "{'boot_id':'a'}");
		double slow[PROCS];

		for (uint32_t p = 0; p < PROCS; p++)
			slow[p] = 1 + gsl_ran_exponential(rng, 1) * disturbance;
		for (uint32_t k = 0; k < CASES; k++) {
			struct result_series *r = synth_series(&m->s, run, k, unit, PROCS, 1);
			double level = 100 * exp(gsl_ran_gaussian(rng, 0.002)) *
				(i >= SIDE && !k ? slower : 1);

			for (uint32_t b = 0; b < r->n; b++) {
				struct result_batch *batch = &r->batch[b];
				double now = until && batch->proc >= until[i] ? 1 : clock[i];
				double noise = (1 + gsl_ran_exponential(rng, 0.01)) *
					slow[batch->proc];

				batch->cost = level * pow(now, follows[k]) * noise;
				if (unit_lower_is_better(unit) == false)
					batch->cost = level / pow(now, follows[k]) / noise;
				batch->ref_arith = 1000 * now * slow[batch->proc] *
					(1 + gsl_ran_exponential(rng, 1e-4));
				batch->ref_mem = 2000 * slow[batch->proc] *
					(1 + gsl_ran_exponential(rng, disturbance ? 0.01 : 0.05));
			}
		}
	}
	compare_init(&m->c);
	if (compare_run(&m->c, &m->s.set, SIDE, &opts, &diag))
		fail_msg("%s", diag.buf);
	strbuf_release(&diag);
}

static void release(struct made *m)
{
	compare_release(&m->c);
	synth_release(&m->s);
}

static size_t false_ones(const struct compare *c, size_t from)
{
	size_t n = 0;

	for (size_t i = from; i < c->ncases; i++)
		n += c->cases[i].verdict == STATS_FASTER || c->cases[i].verdict == STATS_SLOWER;
	return n;
}

static const double steps[2 * SIDE] = { 1, 1, FAST, FAST, 1, 1, FAST, FAST, 1, 1 };

/* 2 % are found though the clock of four runs in ten is 20 % faster; nothing else is. */
static void steps_are_taken_out(void **state)
{
	double follows[CASES];
	struct made m;

	for (size_t k = 0; k < CASES; k++)
		follows[k] = 1;
	make(&m, steps, NULL, follows, 1.02);
	assert_true(m.c.clock_range > 0.2);
	for (size_t k = 0; k < CASES; k++)
		assert_true(m.c.cases[k].mode >= REF_CLOCK);
	assert_int_equal(m.c.cases[0].verdict, STATS_SLOWER);
	assert_true(fabs(m.c.cases[0].effect.ratio - 1.02) < 0.005);
	assert_int_equal(false_ones(&m.c, 1), 0);
	/* the figures are those of the usual clock */
	assert_true(fabs(m.c.cases[1].base - 100) < 1);
	release(&m);
}

/* The same where it changes within runs; the loops around each batch may do as well. */
static void steps_within(void **state)
{
	const double clock[2 * SIDE] = { 1, FAST, FAST, FAST, 1, 1, FAST, FAST, FAST, FAST };
	const uint32_t until[2 * SIDE] = { 0, 5, 13, PROCS, 0, 0, 9, PROCS, 17, PROCS };
	double follows[CASES];
	struct made m;

	for (size_t k = 0; k < CASES; k++)
		follows[k] = 1;
	make(&m, clock, until, follows, 1.02);
	for (size_t k = 0; k < CASES; k++)
		assert_int_not_equal(m.c.cases[k].mode, REF_RAW);
	assert_int_equal(m.c.cases[0].verdict, STATS_SLOWER);
	assert_true(fabs(m.c.cases[0].effect.ratio - 1.02) < 0.005);
	assert_int_equal(false_ones(&m.c, 1), 0);
	release(&m);
}

/* Memory has its own clock: what waits for it is left as it is. */
static void what_does_not_follow(void **state)
{
	const double follows[CASES] = { 0 };
	struct made m;

	make(&m, steps, NULL, follows, 1.02);
	assert_true(m.c.clock_range > 0.2);
	for (size_t k = 0; k < CASES; k++)
		assert_int_equal(m.c.cases[k].mode, REF_RAW);
	assert_int_equal(m.c.cases[0].verdict, STATS_SLOWER);
	assert_int_equal(false_ones(&m.c, 1), 0);
	release(&m);
}

static void a_steady_clock(void **state)
{
	double clock[2 * SIDE], follows[CASES];
	struct made m;

	for (size_t i = 0; i < 2 * SIDE; i++)
		clock[i] = 1;
	for (size_t k = 0; k < CASES; k++)
		follows[k] = 1;
	make(&m, clock, NULL, follows, 1.02);
	assert_true(m.c.clock_range < 0.001);
	assert_false(m.c.clocks_apart);
	assert_int_equal(m.c.cases[0].mode, REF_RAW);
	assert_int_equal(m.c.cases[0].verdict, STATS_SLOWER);
	release(&m);
}

/* All of one side at another clock: what may be its doing is no verdict, but what is more is. */
static void clocks_along_the_sides(void **state)
{
	const double clock[2 * SIDE] = { 1, 1, 1, 1, 1, FAST, FAST, FAST, FAST, FAST };
	double follows[CASES];
	struct made m;

	for (size_t k = 0; k < CASES; k++)
		follows[k] = k % 5 / 4.0;
	make(&m, clock, NULL, follows, 1.5);
	assert_true(m.c.clocks_apart);
	assert_int_equal(false_ones(&m.c, 1), 0);
	assert_int_equal(m.c.cases[0].verdict, STATS_SLOWER);
	for (size_t k = 0; k < CASES; k++) {
		const struct compare_case *cc = &m.c.cases[k];

		assert_true(cc->spans_clock);
		/* as measured, and relative to the clock */
		if (k) {
			assert_int_equal(cc->verdict, STATS_UNDECIDED);
			assert_int_equal(cc->runs_needed, -1);
			assert_true(cc->effect.lo < pow(FAST, follows[k]) * 1.003);
			assert_true(cc->effect.hi > pow(FAST, follows[k] - 1) * 0.997);
		}
	}
	release(&m);
}

/* The same where the cases follow it, though a run of the other clock lets them be taken by it. */
static void clocks_along_but_one(void **state)
{
	const double clock[2 * SIDE] = { 1, 1, FAST + 0.004, 1, 1, FAST, FAST, FAST, FAST, FAST };
	double follows[CASES];
	size_t by_clock = 0;
	struct made m;

	for (size_t k = 0; k < CASES; k++)
		follows[k] = 0.9;
	make(&m, clock, NULL, follows, 1.5);
	assert_true(m.c.clocks_apart);
	for (size_t k = 0; k < CASES; k++)
		by_clock += m.c.cases[k].mode >= REF_CLOCK && m.c.cases[k].spans_clock;
	assert_int_equal(by_clock, CASES);
	assert_int_equal(false_ones(&m.c, 1), 0);
	release(&m);
}

/* The same where the loops around the batches were disturbed as these were, and are taken. */
static void clocks_along_and_disturbed(void **state)
{
	const double clock[2 * SIDE] = { 1, 1, 1, 1, 1, FAST, FAST, FAST, FAST, FAST };
	double follows[CASES] = { 0 };
	size_t by_loops = 0;
	struct made m;

	disturbance = 0.3;
	make(&m, clock, NULL, follows, 1);
	disturbance = 0;
	assert_true(m.c.clocks_apart);
	for (size_t k = 0; k < CASES; k++)
		by_loops += m.c.cases[k].mode != REF_RAW && m.c.cases[k].mode < REF_CLOCK;
	assert_true(by_loops > CASES / 2);
	assert_int_equal(false_ones(&m.c, 0), 0);
	release(&m);
}

/* A rate goes the other way, and its runs, of a tool without loops, have no clock of their own. */
static void rates(void **state)
{
	const double clock[2 * SIDE] = { 1, 1, 1, 1, 1, FAST, FAST, FAST, FAST, FAST };
	double follows[CASES];
	struct made m;

	for (size_t k = 0; k < CASES; k++)
		follows[k] = 1;
	unit = "MB/s";
	make(&m, clock, NULL, follows, 1);
	unit = "ns";
	assert_true(m.c.clocks_apart);
	assert_int_equal(false_ones(&m.c, 0), 0);
	for (size_t k = 0; k < CASES; k++) {
		assert_true(m.c.cases[k].effect.lo < 1.01 && m.c.cases[k].effect.lo > 0.98);
		assert_true(m.c.cases[k].effect.hi > 1.19);
	}
	release(&m);
}

/*
 * A clock that changes within processes: in runs of the second kind it is the faster one for the
 * first half of the cases, in those of the third kind for the others. The fastest loop
 * of a process tells nothing then, but the case's own loops do.
 */
static void within_processes(void **state)
{
	static const char kinds[] = "0123" "001321";	/* slow, first half, others, fast */
	const struct compare_opts opts = { .margin = -1, .confidence = 0.95 };
	struct strbuf diag = STRBUF_INIT;
	double clock[2 * SIDE], follows[CASES];
	struct made m;

	for (size_t i = 0; i < 2 * SIDE; i++)
		clock[i] = kinds[i] == '3' ? FAST : 1;
	for (size_t k = 0; k < CASES; k++)
		follows[k] = 1;
	make(&m, clock, NULL, follows, 1.02);
	for (size_t i = 0; i < 2 * SIDE; i++)
		for (size_t k = 0; k < CASES; k++) {
			struct result_series *r = &m.s.set.runs[i].series[k];

			if (kinds[i] != (k < CASES / 2 ? '1' : '2'))
				continue;
			for (uint32_t b = 0; b < r->n; b++) {
				r->batch[b].cost *= FAST;
				r->batch[b].ref_arith *= FAST;
			}
		}
	assert_int_equal(compare_run(&m.c, &m.s.set, SIDE, &opts, &diag), 0);
	for (size_t k = 0; k < CASES; k++)
		assert_int_equal(m.c.cases[k].mode, REF_CLOCK);
	assert_int_equal(m.c.cases[0].verdict, STATS_SLOWER);
	assert_int_equal(false_ones(&m.c, 1), 0);
	release(&m);
	strbuf_release(&diag);
}

/* A run without loops, or with one lost, hides nothing of it. */
static void clocks_half_known(void **state)
{
	const double clock[2 * SIDE] = { 1, 1, 1, 1, 1, FAST, FAST, FAST, FAST, FAST };
	const struct compare_opts opts = { .margin = -1, .confidence = 0.95 };
	struct strbuf diag = STRBUF_INIT;
	double follows[CASES];
	struct made m;

	for (size_t k = 0; k < CASES; k++)
		follows[k] = 1;
	make(&m, clock, NULL, follows, 1.5);
	m.s.set.runs[7].series[1].batch[3].ref_arith = NAN;
	for (size_t k = 0; k < CASES; k++)
		for (uint32_t b = 0; b < PROCS; b++)
			m.s.set.runs[2].series[k].batch[b].ref_arith = NAN;
	assert_int_equal(compare_run(&m.c, &m.s.set, SIDE, &opts, &diag), 0);
	assert_true(m.c.clocks_apart);
	assert_true(fabs(m.c.clock_change - FAST) < 0.001);
	assert_int_equal(m.c.cases[0].verdict, STATS_SLOWER);
	assert_int_equal(false_ones(&m.c, 1), 0);
	release(&m);
	strbuf_release(&diag);
}

/*
 * 16 cases a process, so that four processes make a stretch: 0..3, 4..7, and 8, 9 with
 * them. The fastest loop of each is known, and disturbed ones do not count.
 */
static void stretches(void **state)
{
	struct process_values pv;
	struct run_clock clock;
	struct result_run *run;
	struct synth s;

	synth_init(&s, names, 16);
	run = synth_run(&s, "{'boot_id':'a'}");
	for (uint32_t k = 0; k < 16; k++) {
		struct result_series *r = synth_series(&s, run, k, "ns", 10, 1);

		for (uint32_t b = 0; b < r->n; b++) {
			struct result_batch *batch = &r->batch[b];
			double now = batch->proc < 4 ? 1000 : 1200;

			batch->cost = now / 10;
			batch->ref_arith = k == batch->proc ? now : 1.5 * now;
		}
	}
	for (uint32_t k = 0; k < 16; k++)
		for (uint32_t b = 0; b < 10; b++)
			run->series[k].batch[b].proc = 3 * run->series[k].batch[b].proc + 1;
	for (uint32_t b = 0; b < 5; b++) {	/* the order of the lines has no say */
		struct result_series *r = &run->series[11];
		struct result_batch was = r->batch[b];

		r->batch[b] = r->batch[9 - b];
		r->batch[9 - b] = was;
	}
	assert_int_equal(run_clock_init(&clock, run), 0);
	assert_int_equal(clock.n, 10);
	for (uint32_t p = 0; p < 10; p++) {
		assert_int_equal(clock.proc[p], 3 * p + 1);
		assert_true(clock.loop[p] == (p < 4 ? 1000 : 1200));
	}
	assert_int_equal(clock_values_near(&clock, &run->series[7], 1100, &pv), 0);
	assert_int_equal(pv.n, 10);
	for (size_t p = 0; p < pv.n; p++)
		assert_true(fabs(pv.median[p] - 110) < 1e-9);
	process_values_release(&pv);
	run_clock_release(&clock);
	/* the only clean loop of case 0 is that of process 0 */
	assert_int_equal(clock_values(&run->series[0], 1000, &pv), 0);
	assert_true(fabs(pv.median[9] / pv.median[0] - 1.2) < 1e-9);
	process_values_release(&pv);
	run->series[3].batch[2].ref_arith = NAN;
	assert_int_equal(run_clock_init(&clock, run), -ENODATA);
	assert_int_equal(clock.n, 0);
	assert_int_equal(clock_values(&run->series[3], 1000, &pv), -ENODATA);
	assert_int_equal(clock_values_near(&clock, &run->series[0], 1000, &pv), -ENODATA);
	synth_release(&s);
}

/* Equal kernels; each run's clock, when it changes, and how far each case follows it, by chance. */
static void equal_kernels(void **state)
{
	size_t wrong = 0, relative = 0;

	for (int n = 0; n < 400; n++) {
		double clock[2 * SIDE], follows[CASES];
		uint32_t until[2 * SIDE];
		struct made m;

		for (size_t i = 0; i < 2 * SIDE; i++) {
			clock[i] = gsl_rng_uniform(rng) < 0.3 ? FAST : 1;
			until[i] = n % 2 ? PROCS : gsl_rng_uniform_int(rng, PROCS);
		}
		for (size_t k = 0; k < CASES; k++)
			follows[k] = gsl_rng_uniform_int(rng, 5) / 4.0;
		make(&m, clock, until, follows, 1);
		wrong += false_ones(&m.c, 0) > 0;
		for (size_t k = 0; k < CASES; k++)
			relative += m.c.cases[k].mode >= REF_CLOCK;
		release(&m);
	}
	print_message("false verdicts in %zu of 400; %zu of %d cases relative\n", wrong, relative,
		      400 * CASES);
	assert_true(wrong <= 20);
	assert_true(relative > 2000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_are_taken_out),
		cmocka_unit_test(steps_within),
		cmocka_unit_test(what_does_not_follow),
		cmocka_unit_test(a_steady_clock),
		cmocka_unit_test(clocks_along_the_sides),
		cmocka_unit_test(clocks_along_but_one),
		cmocka_unit_test(clocks_along_and_disturbed),
		cmocka_unit_test(rates),
		cmocka_unit_test(within_processes),
		cmocka_unit_test(clocks_half_known),
		cmocka_unit_test(stretches),
		cmocka_unit_test(equal_kernels),
	};

	rng = gsl_rng_alloc(gsl_rng_mt19937);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
