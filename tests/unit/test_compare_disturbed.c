/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs that something disturbed from end to end, and runs that only look like it. */
#include <errno.h>

#include "compare.h"
#include "disturbed.h"
#include "test_synth.h"

#define CASES	20
#define SIDE	5
#define RUNS	(2 * SIDE)
#define PROCS	8

static const char *const names[CASES] = {
	"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r",
	"s", "t",
};

static gsl_rng *rng;

struct made {
	struct synth s;
	struct compare c;
};

struct kind {
	const char *unit;
	size_t cases;
	bool boots;		/* each run is a boot of its own */
	const double *clock;	/* of each run; NULL: 1 */
	double slower;		/* new's first case costs so much more */
};

/*
 * Five runs a side whose cases, but the last one, cost more by level[run], each by a share of it
 * between a half and three halves; runs differ by 0.1 %, processes by 0.5 % upwards.
 */
static void make(struct made *m, const struct kind *kind, const double *level)
{
	const struct compare_opts opts = { .margin = 0.005, .confidence = 0.95 };
	struct strbuf diag = STRBUF_INIT;

	synth_init(&m->s, names, kind->cases);
	for (size_t i = 0; i < RUNS; i++) {
		char meta[40];
		struct result_run *run;
		double clock = kind->clock ? kind->clock[i] : 1;

		snprintf(meta, sizeof(meta), "{'boot_id':'%zu'}", kind->boots ? i : 0);
		run = synth_run(&m->s, meta);
		for (uint32_t k = 0; k < kind->cases; k++) {
			struct result_series *r = synth_series(&m->s, run, k, kind->unit, PROCS, 1);
			double cost = 100 * exp(gsl_ran_gaussian(rng, 0.001)) * clock *
				(1 + (k + 1 < kind->cases) * level[i] * gsl_ran_flat(rng, 0.5, 1.5)) *
				(i >= SIDE && !k ? kind->slower : 1);

			for (uint32_t b = 0; b < r->n; b++) {
				double now = cost * (1 + gsl_ran_exponential(rng, 0.005));

				r->batch[b].cost = unit_lower_is_better(kind->unit) ? now : 1e6 / now;
				r->batch[b].ref_arith = 1000 * clock *
					(1 + gsl_ran_exponential(rng, 1e-4));
				r->batch[b].ref_mem = 2000 * (1 + gsl_ran_exponential(rng, 0.05));
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

static size_t disturbed(const struct compare *c)
{
	size_t n = 0;

	for (size_t i = 0; c->disturbed && i < RUNS; i++)
		n += c->disturbed[i] > 0;
	return n;
}

static const double one_of_base[RUNS] = { [1] = 0.02 }, one_of_new[RUNS] = { [7] = 0.02 };

/* 2 % are found beside a run that was 2 % slower as a whole, on either side, and it is named. */
static void is_left_out(void **state)
{
	const struct kind kinds[] = { { "ns", CASES, .slower = 1.02 }, { "MB/s", CASES, .slower = 1.02 } };

	for (size_t i = 0; i < 4; i++) {
		struct strbuf warnings = STRBUF_INIT;
		struct made m;

		make(&m, &kinds[i / 2], i % 2 ? one_of_new : one_of_base);
		assert_int_equal(disturbed(&m.c), 1);
		assert_true(fabs(m.c.disturbed[i % 2 ? 7 : 1] - 0.02) < 0.005);
		assert_int_equal(m.c.cases[0].nbase, i % 2 ? SIDE : SIDE - 1);
		assert_int_equal(m.c.cases[0].nnew, i % 2 ? SIDE - 1 : SIDE);
		/* but not of a case that was spared */
		assert_int_equal(m.c.cases[CASES - 1].nbase, SIDE);
		assert_int_equal(m.c.cases[CASES - 1].nnew, SIDE);
		assert_int_equal(m.c.cases[0].verdict, STATS_SLOWER);
		assert_int_equal(false_ones(&m.c, 1), 0);
		assert_int_equal(compare_settings(&m.c, &warnings), 0);
		assert_non_null(strstr(warnings.buf, i % 2 ? "run7.jsonl was disturbed throughout" :
				       "run1.jsonl was disturbed throughout"));
		strbuf_release(&warnings);
		release(&m);
	}
}

/* All runs count; with one so far off the 2 % are hidden. */
static void all_count(const struct kind *kind, const double *level)
{
	struct made m;

	make(&m, kind, level);
	assert_int_equal(disturbed(&m.c), 0);
	assert_int_equal(m.c.cases[0].nbase, SIDE);
	assert_int_equal(m.c.cases[0].nnew, SIDE);
	assert_int_equal(m.c.cases[0].verdict, STATS_UNDECIDED);
	release(&m);
}

/* A boot may be slow by itself, and what fits half of the runs is no disturbance. */
static void is_not_left_out(void **state)
{
	const double two[RUNS] = { [1] = 0.02, [3] = 0.02 }, small[RUNS] = { [1] = 0.004 };
	const struct kind boots = { "ns", CASES, .boots = true, .slower = 1.02 };
	const struct kind few = { "ns", DISTURBED_CASES - 1, .slower = 1.02 };
	const struct kind plain = { "ns", CASES, .slower = 1.02 };
	const struct kind equal = { "ns", CASES, .slower = 1 };
	struct made m;

	all_count(&boots, one_of_base);
	all_count(&few, one_of_base);
	all_count(&plain, two);
	make(&m, &equal, small);
	assert_int_equal(disturbed(&m.c), 0);
	release(&m);
}

/* Another clock is taken out, the run counts. */
static void another_clock(void **state)
{
	static const double clock[RUNS] = { 1, 1.2, 1, 1, 1, 1, 1, 1, 1, 1 }, level[RUNS];
	const struct kind kind = { "ns", CASES, .clock = clock, .slower = 1.02 };
	struct made m;

	make(&m, &kind, level);
	assert_int_equal(disturbed(&m.c), 0);
	assert_true(m.c.cases[0].mode >= REF_CLOCK);
	assert_int_equal(m.c.cases[0].verdict, STATS_SLOWER);
	assert_int_equal(false_ones(&m.c, 1), 0);
	release(&m);
}

/*
 * Equal kernels, 400 comparisons of each kind: runs that differ as a whole, by normal noise,
 * by chance one in eight disturbed, by far tails, by two modes. At most 5 in 100 have
 * any false verdict, and where runs differ by plain noise hardly one is left out.
 */
static void equal_kernels(void **state)
{
	enum { NORMAL, RARELY, TAILS, MODES, KINDS };
	const struct kind kind = { "ns", CASES, .slower = 1 };

	for (int shape = 0; shape < KINDS; shape++) {
		size_t wrong = 0, out = 0;

		for (int n = 0; n < 400; n++) {
			double level[RUNS];
			struct made m;

			for (size_t i = 0; i < RUNS; i++)
				level[i] = shape == NORMAL ? gsl_ran_gaussian(rng, 0.01) :
					shape == RARELY ? (gsl_rng_uniform(rng) < 0.125) *
						gsl_ran_flat(rng, 0.01, 0.05) :
					shape == TAILS ? 0.002 * fabs(gsl_ran_cauchy(rng, 1)) :
						0.02 * (gsl_rng_uniform(rng) < 0.5);
			make(&m, &kind, level);
			wrong += false_ones(&m.c, 0) > 0;
			out += disturbed(&m.c);
			release(&m);
		}
		print_message("shape %d: %zu of 400 with a false verdict, %zu runs disturbed\n", shape,
			      wrong, out);
		assert_in_range(wrong, 0, 20);
		if (shape == NORMAL)
			assert_in_range(out, 0, 40);
		if (shape == RARELY)
			assert_in_range(out, 100, 400);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(is_left_out),
		cmocka_unit_test(is_not_left_out),
		cmocka_unit_test(another_clock),
		cmocka_unit_test(equal_kernels),
	};
	int r;

	rng = gsl_rng_alloc(gsl_rng_mt19937);
	gsl_rng_set(rng, 7);
	r = cmocka_run_group_tests(tests, NULL, NULL);
	gsl_rng_free(rng);
	return r;
}
