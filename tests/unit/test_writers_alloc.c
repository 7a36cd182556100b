/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every writer with every allocation failing once: -ENOMEM each time, nothing lost
 * unseen, nothing leaked (under ASan). Linked as test_alloc.h says.
 */
#include "test_alloc.h"
#include "test_synth.h"
#include "provenance.h"
#include "writer.h"

static const char *const names[] = {
	"c.a size=512", "c.a size=1024", "c.a size=4096", "c.b", "c.bimodal", "c.old", "c.new",
};
#define NAMES	(sizeof(names) / sizeof(*names))

static struct result_sum sums[] = { { "cycles:k", 100, 10, 1 } };

static void make(struct synth *s)
{
	synth_init(s, names, NAMES);
	for (int i = 0; i < 6; i++) {
		char meta[400];
		struct result_run *run;

		sprintf(meta, "{'boot_id':'%d','label':'l%d','kernel':'6.%d','cpu':'%d',"
			"'arch':'x86_64','runner':'1','cmdline':'ro x=%d',"
			"'settings':{'time_s':%d,'bench':'c.*','param':{'size':'1,2'}}}",
			i, i / 3, i, i % 3, i / 3, i + 1);
		run = synth_run(s, meta);
		for (uint32_t k = 0; k < NAMES; k++) {
			struct result_series *r;

			if (k == (i < 3 ? 6 : 5))
				continue;
			r = synth_series(s, run, k, "ns", 5, 2);
			r->bytes = k < 3 ? 512 << (k + k / 2) : 0;
			r->counters = malloc(sizeof(sums));
			memcpy(r->counters, sums, sizeof(sums));
			r->ncounters = 1;
			for (uint32_t b = 0; b < r->n; b++)
				r->batch[b].cost = (100 + r->bytes) *
						   (1 + 0.001 * ((b * 5 + i) % 4)) *
						   (k == 4 && b % 4 > 1 ? 1.5 : 1);
		}
		run->skips = calloc(1, sizeof(*run->skips));
		run->skips[0] = (struct result_skip){ &s->keys[i < 3 ? 6 : 5], "no", "ENOSYS", 2 };
		run->nskips = 1;
	}
}

/* Some of JSON's allocations are tried twice, and then all is well; what is there is whole. */
static int or_nomem(int r, const struct strbuf *out, const char *want)
{
	if (!r)
		assert_string_equal(out->buf, want);
	return alloc_failures ? -ENOMEM : r;
}

static void writers_without_memory(void **state)
{
	const struct compare_opts opts = { .margin = -1, .confidence = 0.95 };
	static char *const news[] = { "n", "m'" };
	const struct write_context context = {
		.command = "uabench compare base n", .figures = "f", .base = "base", .news = news,
	};
	struct strbuf out = STRBUF_INIT, want = STRBUF_INIT, diag = STRBUF_INIT;
	struct compare cs[2];
	struct show shows[2];
	struct synth s;

	make(&s);
	for (size_t i = 0; i < 2; i++) {
		compare_init(&cs[i]);
		assert_int_equal(compare_run(&cs[i], &s.set, 3, &opts, &diag), 0);
		assert_int_equal(show_init(&shows[i], &s.set, &s.set.runs[i * 3]), 0);
	}
	for (const struct writer *const *w = writers; *w; w++) {
		assert_int_equal((*w)->compare(cs, 2, &context, &want), 0);
		ALLOC_FAIL_EACH(or_nomem((*w)->compare(cs, 2, &context, &out), &out, want.buf),
				strbuf_release(&out));
		assert_string_equal(out.buf, want.buf);
		strbuf_release(&out);
		strbuf_release(&want);
		for (int counters = 0; counters <= (*w)->counters; counters++) {
			struct write_context with = context;

			with.counters = counters;
			assert_int_equal((*w)->show(shows, 2, &with, &want), 0);
			ALLOC_FAIL_EACH(or_nomem((*w)->show(shows, 2, &with, &out), &out, want.buf),
					strbuf_release(&out));
			assert_string_equal(out.buf, want.buf);
			strbuf_release(&out);
			strbuf_release(&want);
		}
	}
	for (size_t i = 0; i < 2; i++) {
		compare_release(&cs[i]);
		show_release(&shows[i]);
	}
	synth_release(&s);
	strbuf_release(&diag);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writers_without_memory),
	};

	alloc_init(__wrap_malloc);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
