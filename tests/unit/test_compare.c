/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A comparison from end to end, on runs whose truth is known. */
#include "compare.h"
#include "shape.h"
#include "test_synth.h"

static const struct compare_opts defaults = { .margin = -1, .confidence = 0.95 };
static gsl_rng *rng;

/*
 * The sets of these tests: runs in pairs of boots, base first, with every case in
 * all of them, in 6 processes of 2 batches. Case k of new costs effect[k] times as
 * much; what varies is drawn with sd.
 */
struct made {
	struct synth s;
	struct compare c;
	struct strbuf diag;
	size_t nbase;
};

static void make(struct made *m, const char *const *names, const char *unit, size_t cases,
		 size_t nbase, size_t nnew, const double *effect, double sd)
{
	synth_init(&m->s, names, cases);
	compare_init(&m->c);
	strbuf_init(&m->diag);
	m->nbase = nbase;
	for (size_t i = 0; i < nbase + nnew; i++) {
		char meta[64];
		struct result_run *run;

		sprintf(meta, "{'boot_id':'%zu','build_id':'%c'}", i, i < nbase ? 'x' : 'y');
		run = synth_run(&m->s, meta);
		for (size_t k = 0; k < cases; k++) {
			struct result_series *r = synth_series(&m->s, run, k, unit, 6, 2);
			double level = 100 * (k + 1) * (i < nbase ? 1 : effect[k]);

			for (uint32_t b = 0; b < r->n; b++)
				r->batch[b].cost = level * exp(gsl_ran_gaussian(rng, sd));
		}
	}
}

static void run(struct made *m, const struct compare_opts *opts)
{
	if (compare_run(&m->c, &m->s.set, m->nbase, opts, &m->diag))
		fail_msg("%s", m->diag.buf);
}

static void release(struct made *m)
{
	compare_release(&m->c);
	synth_release(&m->s);
	strbuf_release(&m->diag);
}

static const char *const five[] = { "c.a", "c.b size=1", "c.b size=64", "c.b size=4096", "c.z" };

static void known_effects(void **state)
{
	static const double effect[] = { 1, 1.03, 0.95, 1.5, 0.2 };
	struct made m;

	make(&m, five, "ns", 5, 6, 6, effect, 0.005);
	run(&m, &defaults);
	assert_int_equal(m.c.ncases, 5);
	assert_int_equal(m.c.nlonely, 0);
	assert_true(m.c.margin == 0.01);
	for (size_t i = 0; i < 5; i++) {
		const struct compare_case *cc = &m.c.cases[i];
		double truth = effect[cc->key->id];

		assert_ptr_equal(cc->key, m.s.set.keys[i]);
		assert_string_equal(cc->unit, "ns");
		assert_true(cc->lower_is_better);
		assert_true(fabs(cc->effect.ratio / truth - 1) < 0.01);
		assert_true(cc->effect.lo <= cc->effect.ratio && cc->effect.ratio <= cc->effect.hi);
		assert_true(fabs(cc->new / cc->base / truth - 1) < 0.01);
		assert_true(fabs(cc->base / (100 * (i + 1)) - 1) < 0.01);
		assert_int_equal(cc->verdict, truth > 1.01 ? STATS_SLOWER : truth < 0.99 ?
				 STATS_FASTER : STATS_SAME);
		assert_int_equal(cc->runs_needed, 0);
		assert_true(cc->p_adjusted >= cc->effect.p);
		assert_int_equal(cc->nbase, 6);
		assert_int_equal(cc->nnew, 6);
		assert_int_equal(cc->mode, REF_RAW);
	}
	assert_true(isnan(m.c.ref_change));
	release(&m);
}

/* Sides swapped: the reciprocal ratio, the same p, the opposite verdict. */
static void swapped(void **state)
{
	static const double effect[] = { 1, 1.03, 0.95, 1.5, 0.2 };
	static const enum stats_verdict opposite[] = {
		[STATS_SAME] = STATS_SAME, [STATS_UNDECIDED] = STATS_UNDECIDED,
		[STATS_FASTER] = STATS_SLOWER, [STATS_SLOWER] = STATS_FASTER,
	};
	struct made m;
	struct compare other;

	make(&m, five, "ns", 5, 6, 6, effect, 0.005);
	run(&m, &defaults);
	for (size_t i = 0; i < 6; i++) {
		struct result_run tmp = m.s.set.runs[i];

		m.s.set.runs[i] = m.s.set.runs[i + 6];
		m.s.set.runs[i + 6] = tmp;
	}
	compare_init(&other);
	assert_int_equal(compare_run(&other, &m.s.set, 6, &defaults, &m.diag), 0);
	for (size_t i = 0; i < 5; i++) {
		const struct stats_effect *a = &m.c.cases[i].effect, *b = &other.cases[i].effect;

		assert_true(fabs(a->ratio * b->ratio - 1) < 1e-9);
		assert_true(fabs(a->lo * b->hi - 1) < 1e-9);
		assert_true(fabs(a->p - b->p) < 1e-9);
		assert_int_equal(other.cases[i].verdict, opposite[m.c.cases[i].verdict]);
	}
	compare_release(&other);
	release(&m);
}

static void higher_is_better(void **state)
{
	static const char *const rates[] = { "MB/s", "Mbit/s", "op/s", "/s" };
	static const char *const costs[] = { "ns", "instructions", "s", "", "/sx", "cycles" };
	static const double effect[] = { 1.1, 0.9, 1 };
	struct made m;

	for (size_t i = 0; i < sizeof(rates) / sizeof(*rates); i++)
		assert_int_equal(unit_lower_is_better(rates[i]), i == 3);
	for (size_t i = 0; i < sizeof(costs) / sizeof(*costs); i++)
		assert_true(unit_lower_is_better(costs[i]));
	make(&m, five, "MB/s", 3, 6, 6, effect, 0.005);
	run(&m, &defaults);
	assert_false(m.c.cases[0].lower_is_better);
	assert_int_equal(m.c.cases[0].verdict, STATS_FASTER);
	assert_int_equal(m.c.cases[1].verdict, STATS_SLOWER);
	assert_int_equal(m.c.cases[2].verdict, STATS_SAME);
	assert_true(m.c.cases[0].effect.ratio > 1);
	release(&m);
}

static void margins(void **state)
{
	static const double effect[] = { 1.0005, 1.002 };
	struct compare_opts opts = defaults;
	struct made m;

	make(&m, five, "instructions", 2, 6, 6, effect, 1e-5);
	run(&m, &defaults);
	assert_true(m.c.margin == 0.001);
	assert_int_equal(m.c.cases[0].verdict, STATS_SAME);
	assert_int_equal(m.c.cases[1].verdict, STATS_SLOWER);
	opts.margin = 0;
	run(&m, &opts);
	assert_true(m.c.margin == 0);
	assert_int_equal(m.c.cases[0].verdict, STATS_SLOWER);
	opts.margin = 0.05;
	run(&m, &opts);
	assert_int_equal(m.c.cases[1].verdict, STATS_SAME);
	release(&m);
}

/* Counts that do not vary at all: certain with enough boots, else not told apart. */
static void constant_counts(void **state)
{
	static const double effect[] = { 1.01, 1 };
	struct made m;

	make(&m, five, "instructions", 2, 6, 6, effect, 0);
	run(&m, &defaults);
	assert_int_equal(m.c.cases[0].effect.method, STATS_METHOD_CONSTANT);
	assert_int_equal(m.c.cases[0].verdict, STATS_SLOWER);
	assert_true(fabs(m.c.cases[0].effect.ratio - 1.01) < 1e-9);
	assert_int_equal(m.c.cases[1].verdict, STATS_SAME);
	release(&m);
	make(&m, five, "instructions", 2, 2, 2, effect, 0);
	run(&m, &defaults);
	assert_int_equal(m.c.cases[0].verdict, STATS_UNDECIDED);
	release(&m);
}

static void mixed_units(void **state)
{
	static const double effect[] = { 1, 1, 1, 1, 1 };
	struct made m;

	make(&m, five, "ns", 5, 3, 3, effect, 0.01);
	m.s.set.runs[4].series[3].unit = "instructions";
	assert_int_equal(compare_run(&m.c, &m.s.set, 3, &defaults, &m.diag), -EINVAL);
	assert_string_equal(m.diag.buf, "c.b size=4096 is in ns in run0.jsonl and in instructions "
			    "in run4.jsonl: units cannot be mixed");
	release(&m);
}

static void cost_of_zero(void **state)
{
	static const double effect[] = { 1, 1, 1, 1, 0 };
	struct made m;

	make(&m, five, "ns", 5, 3, 3, effect, 0.01);
	assert_int_equal(compare_run(&m.c, &m.s.set, 3, &defaults, &m.diag), -EINVAL);
	assert_string_equal(m.diag.buf, "c.z has a cost of 0 in a run: it cannot be compared");
	release(&m);
}

/* Take a key's series out of some runs. */
static void drop(struct synth *s, size_t first, size_t end, uint32_t key)
{
	for (size_t i = first; i < end; i++) {
		struct result_run *r = &s->set.runs[i];

		for (size_t j = 0; j < r->nseries; j++)
			if (r->series[j].key->id == key) {
				synth_free_series(&r->series[j]);
				memmove(&r->series[j], &r->series[j + 1],
					(r->nseries - j - 1) * sizeof(*r->series));
				r->nseries--;
			}
	}
}

static void keys_on_one_side(void **state)
{
	static const double effect[] = { 1, 1, 1, 1, 1 };
	struct made m;

	make(&m, five, "ns", 5, 3, 4, effect, 0.01);
	drop(&m.s, 0, 3, 0);		/* not in base */
	drop(&m.s, 3, 7, 3);		/* not in new */
	drop(&m.s, 0, 7, 4);		/* nowhere: known only as skipped */
	drop(&m.s, 1, 5, 2);		/* in one of base, two of new */
	run(&m, &defaults);
	assert_int_equal(m.c.ncases, 2);
	assert_int_equal(m.c.nlonely, 2);
	assert_string_equal(m.c.lonely[0]->name, "c.a");
	assert_string_equal(m.c.lonely[1]->name, "c.b size=4096");
	assert_string_equal(m.c.cases[0].key->name, "c.b size=1");
	assert_int_equal(m.c.cases[0].nbase, 3);
	assert_int_equal(m.c.cases[0].nnew, 4);
	assert_string_equal(m.c.cases[1].key->name, "c.b size=64");
	assert_int_equal(m.c.cases[1].nbase, 1);
	assert_int_equal(m.c.cases[1].nnew, 2);
	assert_int_equal(m.c.cases[1].verdict, STATS_UNDECIDED);
	assert_true(m.c.cases[1].runs_needed > 1);

	for (uint32_t k = 0; k < 5; k++)
		drop(&m.s, 0, 3, k);
	assert_int_equal(compare_run(&m.c, &m.s.set, 3, &defaults, &m.diag), -ENODATA);
	assert_string_equal(m.diag.buf, "no case was measured on both sides");
	release(&m);
}

static void one_run_a_side(void **state)
{
	static const double effect[] = { 3 };
	struct made m;

	make(&m, five, "ns", 1, 1, 1, effect, 0.001);
	run(&m, &defaults);
	assert_int_equal(m.c.unit, UNIT_RUN);
	assert_int_equal(m.c.cases[0].effect.method, STATS_METHOD_NONE);
	assert_int_equal(m.c.cases[0].verdict, STATS_UNDECIDED);
	assert_true(fabs(m.c.cases[0].effect.ratio / 3 - 1) < 0.01);
	/* the processes say how little it can be: a lower bound */
	assert_true(m.c.cases[0].runs_needed >= 2);
	release(&m);
}

/* An effect that is certain on its own is not among many others. */
static void holm_over_the_family(void **state)
{
	static double effect[200];
	char text[200][16];
	const char *names[200];
	struct compare_opts opts = { .margin = 0, .confidence = 0.95 };
	unsigned int alone = 0, together = 0;

	for (int i = 0; i < 200; i++) {
		sprintf(text[i], "c.%03d", i);
		names[i] = text[i];
		effect[i] = i ? 1 : 1.012;
	}
	for (int k = 0; k < 10; k++) {
		struct made m;

		make(&m, names, "ns", 1, 6, 6, effect, 0.012);
		run(&m, &opts);
		alone += m.c.cases[0].verdict == STATS_SLOWER;
		release(&m);
		make(&m, names, "ns", 200, 6, 6, effect, 0.012);
		run(&m, &opts);
		together += m.c.cases[0].verdict == STATS_SLOWER;
		assert_true(m.c.cases[0].p_adjusted >= fmin(1, 100 * m.c.cases[0].effect.p));
		release(&m);
	}
	assert_true(alone >= 7);
	assert_true(together <= 3);
}

/* With as many runs more as were said to decide, it is decided in most trials. */
static void runs_needed(void **state)
{
	static const double slower[] = { 1.02, 1, 1 }, same[] = { 1.001, 1, 1 };
	const double *const effects[] = { slower, same };
	unsigned int asked = 0;

	for (int e = 0; e < 2; e++) {
		unsigned int decided = 0, trials = 0;

		for (int k = 0; trials < 40 && k < 200; k++) {
			struct made m;
			long more;

			make(&m, five, "ns", 3, 4, 4, effects[e], e ? 0.01 : 0.03);
			run(&m, &defaults);
			more = m.c.cases[0].runs_needed;
			assert_int_equal(more == 0, m.c.cases[0].verdict != STATS_UNDECIDED);
			release(&m);
			/* estimates that are far off are the estimates', not the count's */
			if (more < 2 || more > 40)
				continue;
			asked++;
			trials++;
			make(&m, five, "ns", 3, 4 + more, 4 + more, effects[e], e ? 0.01 : 0.03);
			run(&m, &defaults);
			decided += m.c.cases[0].verdict == (e ? STATS_SAME : STATS_SLOWER);
			release(&m);
		}
		printf("runs_needed: %u of %u decided\n", decided, trials);
		assert_true(trials >= 20);
		assert_true(decided * 2 > trials);
	}
	assert_true(asked);
}

/*
 * What the loops share with the costs is taken out, but where it lies along the sides: that
 * may be the clock, and nothing is concluded that it may have made. What only they do is said.
 */
static void common_slow_down(void **state)
{
	static const double effect[] = { 1, 1.03 };
	struct made m;

	for (int loops = 0; loops < 3; loops++) {
		make(&m, five, "ns", 2, 6, 6, effect, 0.001);
		for (size_t i = 0; i < 12; i++)
			for (size_t k = 0; k < 2; k++) {
				struct result_series *r = &m.s.set.runs[i].series[k];

				for (uint32_t b = 0; b < r->n; b++) {
					struct result_batch *batch = &r->batch[b];
					/* 10 % from process to process, 8 % between sides or runs */
					double slow = exp(0.1 * sin(7 * i + 3 * batch->proc)) *
						((loops == 1 ? i % 2 == 0 : i < 6) ? 1 : 1.08);

					batch->cost *= slow;
					if (loops) {
						batch->ref_arith = 1000 * slow;
						batch->ref_mem = 3000 * slow;
					}
				}
			}
		run(&m, &defaults);
		if (loops == 2) {
			assert_int_equal(m.c.cases[0].verdict, STATS_UNDECIDED);
			assert_int_equal(m.c.cases[1].verdict, STATS_SLOWER);	/* either way */
			assert_true(fabs(m.c.cases[1].effect.ratio / 1.03 - 1) < 0.005);
			assert_true(m.c.cases[1].spans_clock);
			assert_true(m.c.ref_change > 1.02 && m.c.ref_change < 1.15);
		} else if (loops) {
			assert_int_equal(m.c.cases[0].verdict, STATS_SAME);
			assert_int_equal(m.c.cases[1].verdict, STATS_SLOWER);
			assert_true(fabs(m.c.cases[1].effect.ratio / 1.03 - 1) < 0.005);
			assert_true(m.c.cases[1].mode != REF_RAW);
		} else {
			assert_int_equal(m.c.cases[0].mode, REF_RAW);
			assert_true(m.c.cases[0].effect.ratio > 1.02);
		}
		release(&m);
	}
}

/* Processes that jump between two levels are named. */
static void shapes(void **state)
{
	static const double effect[] = { 1, 1 };
	struct made m;

	make(&m, five, "ns", 2, 10, 10, effect, 0.001);
	for (size_t i = 0; i < 10; i++)
		for (uint32_t b = 0; b < 12; b++)
			if ((b / 2 + i * i) % 3 == 1)
				m.s.set.runs[i].series[1].batch[b].cost *= 1.1;
	run(&m, &defaults);
	assert_int_equal(m.c.cases[0].shape_base & STATS_SHAPE_BIMODAL, 0);
	assert_int_equal(m.c.cases[1].shape_base & STATS_SHAPE_BIMODAL, STATS_SHAPE_BIMODAL);
	assert_int_equal(m.c.cases[1].shape_new & STATS_SHAPE_BIMODAL, 0);
	release(&m);
}

static void used_again(void **state)
{
	static const double effect[] = { 1, 1.1 };
	struct made m;

	make(&m, five, "ns", 2, 4, 4, effect, 0.001);
	for (int i = 0; i < 3; i++) {	/* nothing of the one before is left over */
		run(&m, &defaults);
		assert_int_equal(m.c.ncases, 2);
	}
	assert_int_equal(compare_run(&m.c, &m.s.set, 8, &defaults, &m.diag), -ENODATA);
	compare_release(&m.c);
	compare_release(&m.c);
	release(&m);
}

static int setup(void **state)
{
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	if (rng)
		gsl_rng_set(rng, 5);
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
		cmocka_unit_test(known_effects),
		cmocka_unit_test(swapped),
		cmocka_unit_test(higher_is_better),
		cmocka_unit_test(margins),
		cmocka_unit_test(constant_counts),
		cmocka_unit_test(mixed_units),
		cmocka_unit_test(cost_of_zero),
		cmocka_unit_test(keys_on_one_side),
		cmocka_unit_test(one_run_a_side),
		cmocka_unit_test(holm_over_the_family),
		cmocka_unit_test(runs_needed),
		cmocka_unit_test(common_slow_down),
		cmocka_unit_test(shapes),
		cmocka_unit_test(used_again),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
