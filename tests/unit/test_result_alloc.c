// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Loading with every allocation failing once: -ENOMEM each time, nothing leaked
 * (under ASan), and the set as good as before. Linked with
 * -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup, which reaches what
 * uabench's own libraries allocate; jansson is told by its own interface.
 */
#include "intern.h"
#include "test_result.h"
#include "test_alloc.h"

/*
 * jansson 2.14 does not look whether the buffer of its lexer could grow, and then
 * reads beyond it. That is not ours to test: the sizes which that buffer takes,
 * powers of two from 32 on, are always granted.
 */
static void *json_alloc(size_t size)
{
	if (size >= 32 && !(size & (size - 1)))
		return __real_malloc(size);
	return __wrap_malloc(size);
}

/* Loads @path into @set with the n-th allocation failing, n = 0, 1, ... until none does. */
static void fail_each(struct result_set *set, const char *path, bool fresh)
{
	size_t before = set->nruns;
	struct strbuf diag = STRBUF_INIT;
	bool grew = false;
	long n;
	int err;

	for (n = 0; ; n++) {
		strbuf_reset(&diag);
		alloc_failures = 0;
		alloc_countdown = n;
		err = result_set_load(set, path, &diag);
		alloc_countdown = -1;
		if (!alloc_failures) {
			assert_int_equal(err, 0);
			grew = true;
		} else if (err != -ENOMEM) {
			fail_msg("allocation %ld of %s: %d %s", n, path, err, diag.buf);
		}
		if (err)
			assert_int_equal(set->nruns, before);
		if (fresh && !grew) {
			result_set_release(set);
			result_set_init(set);
		}
		if (grew)
			break;
	}
	assert_true(n > (fresh ? 20 : 5));
	assert_int_equal(set->nruns, before + 1);
	strbuf_release(&diag);
}

/* The second run of a file fails: none is kept. */
static void several_runs_in_a_file(void **state)
{
	static const char text[] = RUN_LINE BATCH_LINE END_LINE RUN_LINE BATCH_LINE END_LINE;
	int fd = memfd_create("record", MFD_CLOEXEC), failed = 0;
	struct strbuf diag = STRBUF_INIT;
	struct result_set set;
	char path[64];

	assert_int_equal(write(fd, text, sizeof(text) - 1), sizeof(text) - 1);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	result_set_init(&set);
	for (long n = 0; ; n++) {
		int err;

		alloc_failures = 0;
		alloc_countdown = n;
		err = result_set_load(&set, path, &diag);
		alloc_countdown = -1;
		if (!alloc_failures)
			break;
		failed++;
		assert_int_equal(err, -ENOMEM);
		assert_int_equal(set.nruns, 0);
	}
	assert_true(failed > 10);
	assert_int_equal(set.nruns, 2);
	assert_true(set.runs[1].line == 4 && set.runs[1].nseries == 1);
	result_set_release(&set);
	strbuf_release(&diag);
	close(fd);
}

static void a_new_set_each_time(void **state)
{
	struct result_set set;

	result_set_init(&set);
	fail_each(&set, source_path("tests/data/sound.jsonl"), true);
	assert_int_equal(set.runs[0].batches, 12);
	result_set_release(&set);
}

/* What a failed load leaves behind must not spoil the next one. */
static void the_same_set_each_time(void **state)
{
	struct result_set set, clean;
	struct strbuf diag = STRBUF_INIT;

	result_set_init(&set);
	fail_each(&set, source_path("tests/data/sound.jsonl"), false);
	fail_each(&set, source_path("tests/data/instructions.jsonl"), false);
	for (int i = 0; i < 10; i++)
		fail_each(&set, source_path("tests/data/sound.jsonl"), false);

	result_set_init(&clean);
	assert_int_equal(result_set_load(&clean, source_path("tests/data/sound.jsonl"), &diag), 0);
	for (size_t i = 0; i < set.nruns; i++)
		if (i != 1)
			assert_true(same_run(&set.runs[i], &clean.runs[0]));
	assert_int_equal(set.nkeys, clean.nkeys);
	result_set_release(&set);
	result_set_release(&clean);
	strbuf_release(&diag);
}

static void a_directory(void **state)
{
	const char *tmp = getenv("TMPDIR");
	struct result_set set;
	char dir[256], path[512];
	FILE *f;

	snprintf(dir, sizeof(dir), "%s/uabench-test-XXXXXX", tmp ? tmp : P_tmpdir);
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/a.jsonl", dir);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(RUN_LINE BATCH_LINE END_LINE, f);
	assert_int_equal(fclose(f), 0);
	result_set_init(&set);
	fail_each(&set, dir, true);
	result_set_release(&set);
	assert_int_equal(remove(path), 0);
	assert_int_equal(rmdir(dir), 0);
}

static void the_rest(void **state)
{
	const struct result_key **keys = NULL;
	struct strbuf sb = STRBUF_INIT;
	struct result_set set;
	struct intern t;
	char *s = NULL;
	uint32_t id = 7;

	result_set_init(&set);
	intern_init(&t);
#define FAILS(call) do { \
	alloc_countdown = 0; \
	assert_int_equal(call, -ENOMEM); \
	alloc_countdown = -1; \
} while (0)
	FAILS(strbuf_adds(&sb, "x"));
	FAILS(strbuf_fill(&sb, 'x', 3));
	FAILS(strbuf_printf(&sb, "%d", 5));
	FAILS(strbuf_detach(&sb, &s));
	FAILS(result_set_sorted(&set, &keys));
	for (int i = 0; i < 3; i++) {
		alloc_countdown = i > 0;	/* the array, the slots, the text */
		assert_int_equal(intern_add(&t, "x", 1, &id), -ENOMEM);
		assert_int_equal(intern_find(&t, "x", 1, &id), -ENOENT);
	}
	alloc_countdown = -1;
	assert_int_equal(id, 7);
	assert_null(s);
	assert_null(keys);
	assert_string_equal(sb.buf, "");
	intern_release(&t);
	strbuf_release(&sb);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_set_each_time),
		cmocka_unit_test(several_runs_in_a_file),
		cmocka_unit_test(the_same_set_each_time),
		cmocka_unit_test(a_directory),
		cmocka_unit_test(the_rest),
	};

	alloc_init(json_alloc);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
