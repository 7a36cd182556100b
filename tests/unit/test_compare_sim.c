/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whole comparisons of equal kernels, by simulation: how many of them hold any false
 * verdict, and whether taking costs relative to the loops favours a side. The seed is fixed;
 * UABENCH_SIM=N multiplies the number of comparisons.
 */
#include <gsl/gsl_cdf.h>

#include "compare.h"
#include "shape.h"
#include "test_synth.h"

#define CASES	90
#define RARE	1e-3

static const struct compare_opts defaults = { .margin = -1, .confidence = 0.95 };
static char name_text[CASES][32];
static const char *names[CASES];
static gsl_rng *rng;

/* What varies, as sd of the logarithm. */
struct noise {
	const char *what;
	int runs;		/* a side */
	int procs;		/* a run; < 0: between 1 and -procs */
	double boot;		/* of each case, from boot to boot */
	double common;		/* of all that a process does, loops included */
	double proc;		/* of a case, from process to process */
	double loops;		/* of the loops alone */
	double modes;		/* distance of two modes of processes; 0: one mode */
	double boot_modes;	/* the same of boots */
	bool share_boots;	/* two runs a boot */
	bool no_loops;
};

static double gauss(double sd)
{
	return gsl_ran_gaussian(rng, sd);
}

static void make(struct synth *s, const struct noise *n)
{
	double boot[CASES];

	synth_init(s, names, CASES);
	for (int i = 0; i < 2 * n->runs; i++) {
		int procs = n->procs > 0 ? n->procs : 1 + (int)gsl_rng_uniform_int(rng, -n->procs);
		double common[32], arith[32], mem[32];
		char meta[48];
		struct result_run *run;

		sprintf(meta, "{'boot_id':'%d','build_id':'%d'}", n->share_boots ? i / 2 : i,
			i >= n->runs);
		run = synth_run(s, meta);
		for (int p = 0; p < procs; p++) {
			common[p] = gauss(n->common);
			arith[p] = common[p] + gauss(n->loops);
			mem[p] = common[p] + gauss(n->loops);
		}
		for (int k = 0; k < CASES; k++) {
			struct result_series *r = synth_series(s, run, k, "ns", procs, 1);

			if (!n->share_boots || !(i % 2))
				boot[k] = gauss(n->boot) + (gsl_rng_uniform(rng) < 0.5 ?
							    n->boot_modes : 0);
			for (int p = 0; p < procs; p++) {
				struct result_batch *batch = &r->batch[p];
				double mode = gsl_rng_uniform(rng) < 0.5 ? n->modes : 0;

				batch->cost = 100 * exp(boot[k] + common[p] + mode + gauss(n->proc));
				if (n->no_loops)
					continue;
				batch->ref_arith = 1000 * exp(arith[p] + gauss(0.002));
				batch->ref_mem = 4000 * exp(mem[p] + gauss(0.002));
			}
		}
	}
}

/* False verdicts, intervals that miss, referenced cases, and the mean of t over all. */
struct seen {
	unsigned int comparisons, wrong, cases, outside, referenced, shaped;
	double t, t2;
};

static void compare_one(const struct noise *n, struct seen *seen)
{
	struct strbuf diag = STRBUF_INIT;
	struct compare c;
	bool wrong = false;
	struct synth s;

	make(&s, n);
	compare_init(&c);
	assert_int_equal(compare_run(&c, &s.set, n->runs, &defaults, &diag), 0);
	assert_int_equal(c.ncases, CASES);
	for (size_t i = 0; i < c.ncases; i++) {
		const struct compare_case *cc = &c.cases[i];
		double t = log(cc->effect.ratio) / (cc->effect.sd * sqrt(2.0 / cc->nbase));

		wrong |= cc->verdict == STATS_FASTER || cc->verdict == STATS_SLOWER;
		seen->outside += cc->effect.lo > 1 || cc->effect.hi < 1;
		seen->referenced += cc->mode != REF_RAW;
		seen->shaped += !!((cc->shape_base | cc->shape_new) &
				   (STATS_SHAPE_STEP | STATS_SHAPE_DRIFT | STATS_SHAPE_BIMODAL));
		seen->t += t;
		seen->t2 += t * t;
	}
	seen->cases += c.ncases;
	seen->comparisons++;
	seen->wrong += wrong;
	compare_release(&c);
	synth_release(&s);
	strbuf_release(&diag);
}

static unsigned int times(unsigned int count)
{
	const char *text = getenv("UABENCH_SIM");
	long factor = text ? strtol(text, NULL, 10) : 1;

	return count * (unsigned int)(factor > 1 ? factor : 1);
}

static const struct noise noises[] = {
	{ "plain", .runs = 5, .procs = 12, .boot = 0.005, .common = 0.03, .proc = 0.01,
	  .loops = 0.005 },
	{ "no loops", .runs = 5, .procs = 8, .boot = 0.005, .proc = 0.02, .no_loops = true },
	{ "no boot effect", .runs = 5, .procs = 8, .common = 0.03, .proc = 0.01, .loops = 0.005 },
	{ "loops are noise", .runs = 5, .procs = 8, .boot = 0.003, .proc = 0.02, .loops = 0.02 },
	{ "bimodal processes", .runs = 6, .procs = 7, .common = 0.02, .proc = 0.002, .modes = 0.1,
	  .loops = 0.005 },
	{ "two processes in two modes", .runs = 6, .procs = 2, .proc = 0.002, .modes = 0.1,
	  .loops = 0.005 },
	{ "bimodal boots", .runs = 6, .procs = 4, .proc = 0.002, .boot_modes = 0.05,
	  .loops = 0.01 },
	{ "any number of processes", .runs = 5, .procs = -12, .boot = 0.002, .common = 0.03,
	  .proc = 0.02, .loops = 0.005 },
	{ "one process", .runs = 5, .procs = 1, .boot = 0.003, .proc = 0.02, .loops = 0.01 },
	{ "two runs a boot", .runs = 10, .procs = 4, .boot = 0.02, .proc = 0.005,
	  .share_boots = true, .loops = 0.01 },
	{ "three runs", .runs = 3, .procs = 8, .boot = 0.005, .common = 0.03, .proc = 0.01,
	  .loops = 0.005 },
};

static void equal_kernels(void **state)
{
	unsigned int count = times(40), all = 0, wrong = 0;

	for (size_t i = 0; i < sizeof(noises) / sizeof(*noises); i++) {
		const struct noise *n = &noises[i];
		struct seen seen = { 0 };

		for (unsigned int k = 0; k < count; k++)
			compare_one(n, &seen);
		printf("%-27s %u of %u hold a false verdict; intervals miss %.1f %%; "
		       "relative %.0f %%; shaped %.1f %%; mean t %+.2f sd %.2f\n",
		       n->what, seen.wrong, seen.comparisons,
		       100.0 * seen.outside / seen.cases, 100.0 * seen.referenced / seen.cases,
		       100.0 * seen.shaped / seen.cases, seen.t / seen.cases,
		       sqrt(seen.t2 / seen.cases));
		if (seen.wrong && gsl_cdf_binomial_Q(seen.wrong - 1, 0.05, count) < RARE)
			fail_msg("%s: %u of %u", n->what, seen.wrong, count);
		/* that boots differ is no shape; that processes jump is one */
		if (n->modes)
			assert_true(seen.shaped > seen.cases / 4);
		else if (!n->boot_modes)
			assert_true(seen.shaped < seen.cases / 50);
		if (strstr(n->what, "noise"))
			assert_true(seen.referenced < seen.cases / 20);
		if (!strcmp(n->what, "plain"))
			assert_true(seen.referenced > seen.cases * 9 / 10);
		all += count;
		wrong += seen.wrong;
	}
	printf("%u of %u in all\n", wrong, all);
	if (wrong && gsl_cdf_binomial_Q(wrong - 1, 0.05, all) < RARE)
		fail_msg("%u of %u", wrong, all);
}

/*
 * The choice of the reference is no way to find an effect: where it makes no
 * difference on average, it must not make one to a side. Ratios of independent
 * cases, by their own mean and its error.
 */
static void the_choice_is_no_bias(void **state)
{
	static const struct noise n = { "", .runs = 4, .procs = 3, .proc = 0.02, .loops = 0.02 };
	unsigned int count = times(60), k = 0, chosen = 0;
	double sum = 0, sum2 = 0;

	for (unsigned int i = 0; i < count; i++) {
		struct strbuf diag = STRBUF_INIT;
		struct compare c;
		struct synth s;
		double mean = 0;

		make(&s, &n);
		compare_init(&c);
		assert_int_equal(compare_run(&c, &s.set, n.runs, &defaults, &diag), 0);
		for (size_t j = 0; j < c.ncases; j++) {
			mean += log(c.cases[j].effect.ratio) / c.ncases;
			chosen += c.cases[j].mode != REF_RAW;
		}
		sum += mean;
		sum2 += mean * mean;
		k++;
		compare_release(&c);
		synth_release(&s);
		strbuf_release(&diag);
	}
	printf("mean log ratio %+.5f +- %.5f, %u relative\n", sum / k, sqrt(sum2 / k / k), chosen);
	assert_true(fabs(sum / k) < 4 * sqrt(sum2 / k / k));
}

static int setup(void **state)
{
	for (int i = 0; i < CASES; i++) {
		sprintf(name_text[i], "case.c%02d size=%d", i / 3, i % 3);
		names[i] = name_text[i];
	}
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	if (rng)
		gsl_rng_set(rng, 3);
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
		cmocka_unit_test(equal_kernels),
		cmocka_unit_test(the_choice_is_no_bias),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
