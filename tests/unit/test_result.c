// SPDX-License-Identifier: GPL-2.0-or-later
/* Sound records: what is read, how runs are matched, files and directories. */
#include <sys/stat.h>

#include "test_result.h"

static void a_sound_record(void **state)
{
	struct strbuf diag = STRBUF_INIT, notes = STRBUF_INIT;
	const struct result_series *s;
	const struct result_sum *sum;
	const struct result_run *run;
	struct result_set set;
	uint64_t total = 0;
	int64_t i;
	double d;

	result_set_init(&set);
	assert_int_equal(result_set_load(&set, source_path("tests/data/sound.jsonl"), &diag), 0);
	assert_string_equal(diag.buf, "");
	assert_int_equal(set.nruns, 1);
	run = &set.runs[0];
	assert_int_equal(run->status, RESULT_COMPLETE);
	assert_int_equal(run->batches, 12);
	assert_int_equal(run->nprocs, 2);
	assert_int_equal(run->nseries, 3);
	assert_int_equal(run->missing_batches, 0);
	assert_true(run->duration_ns == 12345678);
	assert_int_equal(result_run_notes(run, &notes), 0);
	assert_string_equal(notes.buf, "");

	assert_string_equal(result_run_label(run), "base");
	assert_string_equal(result_run_kernel(run), "6.12.0");
	assert_string_equal(result_run_clock(run), "time");
	assert_string_equal(result_run_boot_id(run), "11111111-2222-3333-4444-555555555555");
	assert_string_equal(result_run_build_id(run),
			    "00112233445566778899aabbccddeeff00112233");
	assert_null(result_run_str(run, REC_GOVERNOR));
	assert_null(result_run_str(run, REC_SEED));
	assert_int_equal(result_run_int(run, REC_SEED, &i), 0);
	assert_int_equal(i, 12345);
	assert_int_equal(result_run_int(run, REC_CLOCK_RES, &i), -ENOENT);
	assert_int_equal(result_run_num(run, REC_CLOCK_RES, &d), 0);
	assert_true(d == 31.5);
	assert_int_equal(result_run_num(run, REC_LABEL, &d), -ENOENT);

	s = &run->series[0];
	assert_string_equal(s->key->name, "copy.to_user.pread size=4096 align=0");
	assert_string_equal(s->key->case_name, "copy.to_user.pread");
	assert_int_equal(result_key_param(s->key, "size", &i), 0);
	assert_int_equal(i, 4096);
	assert_int_equal(result_key_param(s->key, "none", &i), -ENOENT);
	assert_string_equal(s->unit, "ns");
	assert_int_equal(s->bytes, 4096);
	assert_int_equal(s->n, 4);
	assert_int_equal(s->iters, 1000 + 4000 + 7000 + 10000);
	assert_true(s->batch[0].cost == 250010.0 / 1000);
	assert_true(s->batch[3].cost == 2501000.0 / 10000);
	assert_true(s->batch[1].ref_arith == 2000127);
	assert_true(s->batch[1].ref_mem == 2000317.5);
	assert_int_equal(s->batch[1].proc, 1);
	assert_int_equal(s->batch[2].proc, 2);
	assert_int_equal(s->batch[1].round, 2);
	assert_int_equal(s->batch[0].nivcsw, 1);
	assert_int_equal(s->batch[0].steal, RESULT_UNKNOWN);
	assert_int_equal(s->batch[2].steal, 0);
	for (i = 0; i < s->n; i++)
		total += s->batch[i].nivcsw;
	assert_int_equal(total, 2);
	assert_int_equal(s->batch[1].steal, RESULT_UNKNOWN);
	assert_int_equal(s->ncounters, 0);
	assert_int_equal(s->nextras, 0);

	s = &run->series[1];
	assert_int_equal(s->nextras, 2);
	sum = result_sum_find(s->extras, s->nextras, "lost");
	assert_non_null(sum);
	assert_true(sum->value == 2 + 5 + 8 + 11);
	assert_true(sum->iters == 26000);
	assert_int_equal(sum->batches, 4);
	sum = result_sum_find(s->extras, s->nextras, "drift");
	assert_true(sum->value == -2);

	s = &run->series[2];
	assert_string_equal(s->key->name, "entry.null");
	assert_int_equal(s->bytes, 0);
	sum = result_sum_find(s->counters, s->ncounters, "instructions:k");
	assert_true(sum->value == 250000.5 * 30);
	assert_true(sum->iters == 30000);
	assert_null(result_sum_find(s->counters, s->ncounters, "cycles"));

	assert_int_equal(run->nskips, 1);
	assert_string_equal(run->skips[0].key->name, "copy.to_user.pipe size=1");
	assert_string_equal(run->skips[0].reason, "no pipe here");
	assert_string_equal(run->skips[0].errno_name, "ENOSYS");
	assert_int_equal(run->skips[0].count, 2);
	assert_null(result_run_find(run, run->skips[0].key));
	result_set_release(&set);
	strbuf_release(&notes);
	strbuf_release(&diag);
}

/* cat a.jsonl b.jsonl: each is a run, as if it had been a file of its own. */
static void several_runs_in_a_file(void **state)
{
	struct strbuf text = STRBUF_INIT, diag = STRBUF_INIT;
	struct result_set set, alone;
	size_t len, len2;
	char *a = read_source("tests/data/sound.jsonl", &len);
	char *b = read_source("tests/data/instructions.jsonl", &len2);

	strbuf_add(&text, a, len);
	strbuf_add(&text, b, len2);
	strbuf_adds(&text, "\n");
	strbuf_add(&text, a, len);
	strbuf_adds(&text, RUN_LINE BATCH_LINE);
	result_set_init(&set);
	result_set_init(&alone);
	assert_int_equal(load_text(&alone, a, len, &diag), 0);
	assert_int_equal(load_text(&set, text.buf, text.len, &diag), 0);
	assert_int_equal(set.nruns, 4);
	assert_true(same_run(&set.runs[0], &alone.runs[0]));
	assert_true(same_run(&set.runs[2], &alone.runs[0]));
	assert_string_equal(result_run_clock(&set.runs[1]), "instructions");
	assert_ptr_equal(set.runs[2].series[0].key, set.runs[0].series[0].key);
	assert_int_equal(set.runs[0].line, 1);
	assert_int_equal(set.runs[3].status, RESULT_INCOMPLETE);
	assert_int_equal(set.runs[3].batches, 1);
	for (size_t i = 0; i < 4; i++)
		assert_string_equal(set.runs[i].path, set.runs[0].path);

	/* a cut in the last one leaves the others whole */
	strbuf_adds(&text, "{\"type\":\"batch\",\"ca");
	assert_int_equal(load_text(&set, text.buf, text.len, &diag), 0);
	assert_int_equal(set.nruns, 8);
	assert_int_equal(set.runs[6].truncated_line, 0);
	assert_true(set.runs[7].truncated_line > 0);
	/* an error in it is one of all */
	strbuf_adds(&text, "\n");
	assert_int_equal(load_text(&set, text.buf, text.len, &diag), -EINVAL);
	assert_int_equal(set.nruns, 8);
	result_set_release(&set);
	result_set_release(&alone);
	strbuf_release(&text);
	strbuf_release(&diag);
	free(a);
	free(b);
}

/* What another tool's summary says: a mean, its standard error and of how many it is. */
static void standard_errors(void **state)
{
	struct strbuf text = STRBUF_INIT, diag = STRBUF_INIT;
	const struct result_series *s;
	struct result_set set;

	strbuf_adds(&text, "{\"type\":\"run\",\"schema\":1,\"clock\":\"time\","
		    "\"imported\":\"perf-stat\"}\n");
	strbuf_adds(&text, BATCH_HEAD "\"iters\":2,\"elapsed\":100,\"se\":0.5,\"n\":10," BATCH_TAIL);
	strbuf_adds(&text, BATCH_HEAD "\"iters\":2,\"elapsed\":100,\"n\":7," BATCH_TAIL);
	strbuf_adds(&text, BATCH_HEAD "\"iters\":2,\"elapsed\":100,\"se\":0," BATCH_TAIL);
	strbuf_adds(&text, BATCH_LINE);
	result_set_init(&set);
	assert_int_equal(load_text(&set, text.buf, text.len, &diag), 0);
	assert_string_equal(result_run_imported(&set.runs[0]), "perf-stat");
	s = &set.runs[0].series[0];
	assert_int_equal(s->n, 4);
	assert_true(s->batch[0].cost == 50 && s->batch[0].se == 0.25);
	assert_true(isnan(s->batch[1].se) && isnan(s->batch[2].se) && isnan(s->batch[3].se));
	assert_int_equal(s->batch[0].reps, 10);
	assert_int_equal(s->batch[1].reps, 7);
	assert_int_equal(s->batch[2].reps, 1);
	assert_int_equal(s->batch[3].reps, 1);
	result_set_release(&set);
	strbuf_release(&text);
	strbuf_release(&diag);
}

/* The same case is the same key, in whatever order its parameters are written. */
static void runs_are_matched_by_key(void **state)
{
	struct result_set a, b;
	struct strbuf diag = STRBUF_INIT;
	const struct result_key *key;

	result_set_init(&a);
	result_set_init(&b);
	assert_int_equal(result_set_load(&a, source_path("tests/data/sound.jsonl"), &diag), 0);
	assert_int_equal(result_set_load(&a, source_path("tests/data/instructions.jsonl"),
					 &diag), 0);
	assert_int_equal(a.nruns, 2);
	assert_ptr_equal(a.runs[1].series[0].key, a.runs[0].series[0].key);
	assert_string_equal(a.runs[1].series[0].unit, "instructions");
	assert_true(isnan(a.runs[1].series[0].batch[0].ref_arith));
	assert_int_equal(a.runs[1].series[0].batch[0].minflt, RESULT_UNKNOWN);
	assert_int_equal(a.runs[1].status, RESULT_INTERRUPTED);

	assert_int_equal(result_set_load(&b, source_path("tests/data/instructions.jsonl"),
					 &diag), 0);
	key = b.runs[0].series[0].key;
	assert_string_equal(key->name, "copy.to_user.pread align=0 size=4096");
	assert_ptr_equal(result_set_find(&a, key), a.keys[0]);
	assert_ptr_equal(result_set_find(&a, a.keys[0]), a.keys[0]);
	assert_null(result_set_find(&b, a.runs[0].series[2].key));
	assert_ptr_equal(result_run_find(&a.runs[1], a.keys[0]), &a.runs[1].series[0]);
	for (size_t i = 0; i < a.runs[0].nseries; i++)
		assert_ptr_equal(result_run_find(&a.runs[0], a.runs[0].series[i].key),
				 &a.runs[0].series[i]);
	assert_null(result_run_find(&a.runs[1], a.runs[0].series[2].key));
	result_set_release(&a);
	result_set_release(&b);
	strbuf_release(&diag);
}

/* Runs whose cases overlap in part, in any order: look-up falls back on a search. */
static void runs_with_different_cases(void **state)
{
	struct strbuf text = STRBUF_INIT, diag = STRBUF_INIT;
	struct result_set set;

	result_set_init(&set);
	for (int r = 0; r < 20; r++) {
		strbuf_reset(&text);
		strbuf_adds(&text, RUN_LINE);
		for (int i = 0; i < 10; i++)
			strbuf_printf(&text, "{\"type\":\"batch\",\"case\":\"c\","
				      "\"params\":{\"n\":%d},\"unit\":\"ns\","
				      "\"iters\":1,\"elapsed\":%d," BATCH_TAIL,
				      r * 5 + (i * 7) % 10, r * 1000 + r * 5 + (i * 7) % 10);
		assert_int_equal(load_text(&set, text.buf, text.len, &diag), 0);
	}
	assert_int_equal(set.nkeys, 19 * 5 + 10);
	for (size_t r = 0; r < set.nruns; r++) {
		size_t found = 0;

		for (size_t k = 0; k < set.nkeys; k++) {
			const struct result_series *s = result_run_find(&set.runs[r], set.keys[k]);
			int64_t n;

			if (!s)
				continue;
			found++;
			assert_ptr_equal(s->key, set.keys[k]);
			assert_int_equal(result_key_param(s->key, "n", &n), 0);
			assert_true(s->batch[0].cost == r * 1000.0 + n);
		}
		assert_int_equal(found, 10);
	}
	result_set_release(&set);
	strbuf_release(&text);
	strbuf_release(&diag);
}

static void keys_sort_for_people(void **state)
{
	static const char *const params[] = {
		"\"size\":1024", "\"size\":64", "", "\"size\":64,\"align\":2", "\"size\":-1",
		"\"size\":64,\"align\":10",
	};
	static const char *const want[] = {
		"a size=9", "c", "c size=-1", "c size=64", "c size=64 align=2",
		"c size=64 align=10", "c size=1024",
	};
	struct strbuf text = STRBUF_INIT, diag = STRBUF_INIT;
	const struct result_key **keys;
	struct result_set set;

	strbuf_adds(&text, RUN_LINE);
	for (size_t i = 0; i < 6; i++)
		strbuf_printf(&text, "{\"type\":\"skip\",\"case\":\"c\",\"params\":{%s},"
			      "\"reason\":\"r\"}\n", params[i]);
	strbuf_adds(&text, "{\"type\":\"skip\",\"case\":\"a\",\"params\":{\"size\":9},"
		    "\"reason\":\"r\"}\n");
	result_set_init(&set);
	assert_int_equal(result_set_sorted(&set, &keys), 0);
	free(keys);
	assert_int_equal(load_text(&set, text.buf, text.len, &diag), 0);
	assert_int_equal(result_set_sorted(&set, &keys), 0);
	for (size_t i = 0; i < 7; i++)
		assert_string_equal(keys[i]->name, want[i]);
	free(keys);
	result_set_release(&set);
	strbuf_release(&text);
	strbuf_release(&diag);
}

static void put_file(const char *dir, const char *name, const char *text)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static void drop(const char *dir, const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	assert_int_equal(remove(path), 0);
}

static void a_directory_of_records(void **state)
{
	const char *tmp = getenv("TMPDIR");
	struct strbuf diag = STRBUF_INIT;
	struct result_set set;
	char dir[256], path[512];

	snprintf(dir, sizeof(dir), "%s/uabench-test-XXXXXX", tmp ? tmp : P_tmpdir);
	assert_non_null(mkdtemp(dir));
	result_set_init(&set);

	assert_int_equal(result_set_load(&set, dir, &diag), -ENODATA);
	assert_non_null(strstr(diag.buf, dir));
	assert_non_null(strstr(diag.buf, "no record"));
	strbuf_reset(&diag);

	put_file(dir, "notes.txt", "not a record\n");
	put_file(dir, ".hidden.jsonl", "not a record\n");
	put_file(dir, "b.jsonl", RUN_LINE BATCH_LINE);
	put_file(dir, "a.jsonl", RUN_LINE BATCH_LINE END_LINE);
	put_file(dir, "c10.jsonl", RUN_LINE);
	snprintf(path, sizeof(path), "%s/sub.jsonl", dir);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(result_set_load(&set, dir, &diag), 0);
	assert_string_equal(diag.buf, "");
	assert_int_equal(set.nruns, 3);
	snprintf(path, sizeof(path), "%s/a.jsonl", dir);
	assert_string_equal(set.runs[0].path, path);
	assert_int_equal(set.runs[0].status, RESULT_COMPLETE);
	assert_int_equal(set.runs[1].status, RESULT_INCOMPLETE);
	assert_int_equal(set.runs[2].nseries, 0);

	/* with a slash the names are the same */
	snprintf(path, sizeof(path), "%s/", dir);
	assert_int_equal(result_set_load(&set, path, &diag), 0);
	assert_int_equal(set.nruns, 6);
	assert_string_equal(set.runs[3].path, set.runs[0].path);

	/* one that is no record: named, and nothing is added */
	put_file(dir, "bad.jsonl", RUN_LINE "junk\n");
	assert_int_equal(result_set_load(&set, dir, &diag), -EINVAL);
	assert_int_equal(set.nruns, 6);
	assert_non_null(strstr(diag.buf, "bad.jsonl:2: "));
	assert_null(strchr(diag.buf, '\n'));
	drop(dir, "bad.jsonl");

	/* a fifo does not make the reader wait */
	snprintf(path, sizeof(path), "%s/fifo.jsonl", dir);
	assert_int_equal(mkfifo(path, 0600), 0);
	strbuf_reset(&diag);
	assert_int_equal(result_set_load(&set, dir, &diag), -EINVAL);
	assert_non_null(strstr(diag.buf, "fifo.jsonl: not a regular file"));

	drop(dir, "fifo.jsonl");
	drop(dir, "sub.jsonl");
	drop(dir, "notes.txt");
	drop(dir, ".hidden.jsonl");
	drop(dir, "a.jsonl");
	drop(dir, "b.jsonl");
	drop(dir, "c10.jsonl");
	strbuf_reset(&diag);
	assert_int_equal(result_set_load(&set, dir, &diag), -ENODATA);
	assert_int_equal(rmdir(dir), 0);
	strbuf_reset(&diag);
	assert_int_equal(result_set_load(&set, dir, &diag), -ENOENT);
	assert_non_null(strstr(diag.buf, "No such file"));
	assert_int_equal(set.nruns, 6);
	result_set_release(&set);
	strbuf_release(&diag);
}

static void standard_input(void **state)
{
	static const char text[] = RUN_LINE BATCH_LINE END_LINE;
	struct strbuf diag = STRBUF_INIT;
	struct result_set set;
	int fd[2], saved = dup(STDIN_FILENO);

	result_set_init(&set);
	assert_int_equal(pipe(fd), 0);
	assert_int_equal(write(fd[1], text, strlen(text)), strlen(text));
	close(fd[1]);
	assert_int_equal(dup2(fd[0], STDIN_FILENO), STDIN_FILENO);
	assert_int_equal(result_set_load(&set, "-", &diag), 0);
	assert_string_equal(set.runs[0].path, "-");
	assert_int_equal(set.runs[0].status, RESULT_COMPLETE);
	/* the pipe is empty now */
	assert_int_equal(result_set_load(&set, "-", &diag), -ENODATA);
	assert_non_null(strstr(diag.buf, "stdin: the file is empty"));
	if (saved >= 0) {
		dup2(saved, STDIN_FILENO);
		close(saved);
	}
	close(fd[0]);
	result_set_release(&set);
	strbuf_release(&diag);
}

static void release_without_load(void **state)
{
	struct result_set set;

	result_set_init(&set);
	result_set_release(&set);
	result_set_release(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sound_record),
		cmocka_unit_test(several_runs_in_a_file),
		cmocka_unit_test(standard_errors),
		cmocka_unit_test(runs_are_matched_by_key),
		cmocka_unit_test(runs_with_different_cases),
		cmocka_unit_test(keys_sort_for_people),
		cmocka_unit_test(a_directory_of_records),
		cmocka_unit_test(standard_input),
		cmocka_unit_test(release_without_load),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
