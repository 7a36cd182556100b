/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lib/compare and lib/render with every allocation failing once: -ENOMEM each time,
 * nothing lost unseen, nothing leaked (under ASan). Linked as test_alloc.h says.
 */
#include "test_alloc.h"
#include "test_synth.h"
#include "compare_text.h"
#include "show.h"

static const char *const names[] = {
	"c.a size=512", "c.a size=1024", "c.a size=4096", "c.b", "lmbench.mmap size=1",
	"throughput.tcp size=131072", "word.struct.sigprocmask_set align=0", "c.old", "c.new",
};
#define NAMES	(sizeof(names) / sizeof(*names))

static struct result_sum sums[] = { { "cycles:k", 100, 10, 1 } };
static struct result_skip skips[] = { { NULL, "no pipe here", "ENOSYS", 2 } };

static void make(struct synth *s, const char *clock)
{
	synth_init(s, names, NAMES);
	for (int i = 0; i < 6; i++) {
		char meta[256];
		struct result_run *run;

		sprintf(meta, "{'clock':'%s','seed':%d,'boot_id':'%d','label':'l','kernel':'6.%d','cpu':'%d',"
			"'page_size':%d,'mitigations':{'mds':'%d'},"
			"'counters_missing':{'a':'no','b':'no'}}",
			clock, i % 3, i / 2, i, i % 3, i, i);
		run = synth_run(s, meta);
		run->status = i % 2 ? RESULT_COMPLETE : RESULT_INCOMPLETE;
		for (uint32_t k = 0; k < NAMES; k++) {
			struct result_series *r;

			if (k == (i < 3 ? 8 : 7))
				continue;
			r = synth_series(s, run, k, "ns", 5, 3);
			r->bytes = k < 3 ? 512 << (k + k / 2) : 4096;
			r->counters = malloc(sizeof(sums));
			memcpy(r->counters, sums, sizeof(sums));
			r->ncounters = 1;
			for (uint32_t b = 0; b < r->n; b++) {
				struct result_batch *batch = &r->batch[b];
				double slow = 1 + 0.01 * ((b / 3 * 7 + i * 3) % 5);

				batch->proc = (b + 2) % 5;
				batch->cost = (100 + r->bytes) * slow *
					      (1 + 0.001 * ((b * 5 + i) % 4));
				if (k == 3 && b % 2)
					batch->cost *= 1.5;
				batch->ref_arith = 1000 * slow;
				batch->ref_mem = 2000 * slow;
			}
		}
		run->skips = malloc(sizeof(skips));
		memcpy(run->skips, skips, sizeof(skips));
		run->skips[0].key = &s->keys[0];
		run->nskips = 1;
	}
}

/*
 * What could not be made must not be missing from an object that looks whole. Some of
 * it is tried twice, and then all is well.
 */
static int json_or_nomem(const struct compare *c, struct strbuf *out, const char *want)
{
	int r = compare_json(c, out);

	if (!r)
		assert_string_equal(out->buf, want);
	return alloc_failures ? -ENOMEM : r;
}

static void comparisons(void **state)
{
	const struct compare_opts opts = { .margin = -1, .confidence = 0.95 };
	struct strbuf diag = STRBUF_INIT, out = STRBUF_INIT, again = STRBUF_INIT;
	struct compare c;
	struct synth s;

	make(&s, "time");
	compare_init(&c);
	ALLOC_FAIL_EACH(compare_run(&c, &s.set, 3, &opts, &diag), strbuf_reset(&diag));
	assert_int_equal(c.ncases, 7);
	assert_int_equal(c.nlonely, 2);
	ALLOC_FAIL_EACH(compare_settings(&c, &out), strbuf_reset(&out));
	assert_int_equal(compare_settings(&c, &again), 0);
	assert_string_equal(out.buf, again.buf);
	strbuf_release(&out);
	strbuf_release(&again);
	ALLOC_FAIL_EACH(compare_text(&c, &out), strbuf_release(&out));
	assert_int_equal(compare_text(&c, &again), 0);
	assert_string_equal(out.buf, again.buf);
	strbuf_release(&out);
	strbuf_release(&again);
	assert_int_equal(compare_json(&c, &again), 0);
	ALLOC_FAIL_EACH(json_or_nomem(&c, &out, again.buf), strbuf_release(&out));
	assert_string_equal(out.buf, again.buf);
	compare_release(&c);
	synth_release(&s);
	strbuf_release(&diag);
	strbuf_release(&out);
	strbuf_release(&again);
}

static void counted(void **state)
{
	const struct compare_opts opts = { .margin = -1, .confidence = 0.95 };
	struct strbuf diag = STRBUF_INIT;
	struct compare c;
	struct synth s;

	make(&s, "instructions");
	compare_init(&c);
	ALLOC_FAIL_EACH(compare_run(&c, &s.set, 3, &opts, &diag), strbuf_reset(&diag));
	assert_int_equal(c.unit, UNIT_SEED);
	assert_int_equal(c.ncases, 7);
	compare_release(&c);
	synth_release(&s);
	strbuf_release(&diag);
}

static void shows(void **state)
{
	static int (*const put[])(const struct show *s, struct strbuf *sb) = {
		show_head, show_costs, show_fit, show_tools, show_counters, show_skips,
	};
	struct strbuf out = STRBUF_INIT, again = STRBUF_INIT;
	struct synth s;
	struct show show;

	make(&s, "time");
	ALLOC_FAIL_EACH(show_init(&show, &s.set, &s.set.runs[0]), (void)0);
	for (size_t i = 0; i < sizeof(put) / sizeof(*put); i++) {
		ALLOC_FAIL_EACH(put[i](&show, &out), strbuf_release(&out));
		assert_int_equal(put[i](&show, &again), 0);
		assert_string_equal(out.buf, again.buf);
		assert_true(out.len > 0);
		strbuf_release(&out);
		strbuf_release(&again);
	}
	show_release(&show);
	ALLOC_FAIL_EACH(show_lmbench(&s.set, &out), strbuf_release(&out));
	assert_int_equal(show_lmbench(&s.set, &again), 0);
	assert_string_equal(out.buf, again.buf);
	synth_release(&s);
	strbuf_release(&out);
	strbuf_release(&again);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comparisons),
		cmocka_unit_test(counted),
		cmocka_unit_test(shows),
	};

	alloc_init(__wrap_malloc);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
