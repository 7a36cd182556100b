// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"

const struct result_key *result_set_find(const struct result_set *set,
					 const struct result_key *key)
{
	uint32_t id;

	if (!set->index || intern_find(&set->index->keys, key->canonical,
				       strlen(key->canonical), &id))
		return NULL;
	return set->keys[id];
}

static int by_key(const void *a, const void *b)
{
	return result_key_cmp(*(const struct result_key *const *)a,
			      *(const struct result_key *const *)b);
}

int result_set_sorted(const struct result_set *set, const struct result_key ***ret_keys)
{
	const struct result_key **keys = calloc(set->nkeys + 1, sizeof(*keys));

	if (!keys)
		return -ENOMEM;
	for (size_t i = 0; i < set->nkeys; i++)
		keys[i] = set->keys[i];
	qsort(keys, set->nkeys, sizeof(*keys), by_key);
	*ret_keys = keys;
	return 0;
}

static int cmp_int(json_int_t a, json_int_t b)
{
	return a < b ? -1 : a > b;
}

int result_key_cmp(const struct result_key *a, const struct result_key *b)
{
	void *i = json_object_iter(a->params), *j = json_object_iter(b->params);
	int r = strcmp(a->case_name, b->case_name);

	while (!r && i && j) {
		r = strcmp(json_object_iter_key(i), json_object_iter_key(j));
		if (!r)
			r = cmp_int(json_integer_value(json_object_iter_value(i)),
				    json_integer_value(json_object_iter_value(j)));
		i = json_object_iter_next(a->params, i);
		j = json_object_iter_next(b->params, j);
	}
	return r ? r : !!i - !!j;
}

int result_key_param(const struct result_key *key, const char *name, int64_t *ret_value)
{
	const json_t *v = json_object_get(key->params, name);

	if (!v)
		return -ENOENT;
	*ret_value = json_integer_value(v);
	return 0;
}

const struct result_series *result_run_find(const struct result_run *run,
					    const struct result_key *key)
{
	size_t low = 0, high = run->nseries, id = key->id;

	/* runs of one set mostly have the same cases */
	if (id < high && run->series[id].key->id == id)
		return &run->series[id];
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (run->series[mid].key->id < id)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == run->nseries || run->series[low].key->id != id)
		return NULL;
	return &run->series[low];
}

const struct result_sum *result_sum_find(const struct result_sum *sums, size_t n,
					 const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(sums[i].name, name))
			return &sums[i];
	return NULL;
}

const char *result_status_name(enum result_status status)
{
	static const char *const names[] = {
		[RESULT_INCOMPLETE] = "incomplete",
		[RESULT_COMPLETE] = "complete",
		[RESULT_INTERRUPTED] = "interrupted",
		[RESULT_FAILED] = "failed",
	};

	return names[status];
}

int result_run_notes(const struct result_run *run, struct strbuf *sb)
{
	size_t from = sb->len;
	int err = 0;

#define NOTE(...) do { \
	if (!err && sb->len > from) \
		err = strbuf_adds(sb, "; "); \
	if (!err) \
		err = strbuf_printf(sb, __VA_ARGS__); \
} while (0)

	if (run->truncated_line)
		NOTE("cut in the middle of line %zu, which is left out", run->truncated_line);
	if (run->damaged_lines)
		NOTE("%zu damaged lines left out, the first is line %zu", run->damaged_lines,
		     run->first_damaged);
	if (run->status == RESULT_INCOMPLETE)
		NOTE("no end line: killed, or still running");
	else if (run->status != RESULT_COMPLETE)
		NOTE("%s", result_status_name(run->status));
	if (run->missing_batches > 0)
		NOTE("%lld batches missing", (long long)run->missing_batches);
	if (run->missing_batches < 0)
		NOTE("%lld batches more than its end line counts",
		     -(long long)run->missing_batches);
	if (run->ignored_lines)
		NOTE("%zu lines of an unknown type ignored, the first is line %zu",
		     run->ignored_lines, run->first_ignored);
#undef NOTE
	if (err)
		strbuf_truncate(sb, from);
	return err;
}

const char *result_run_str(const struct result_run *run, const char *rec_key)
{
	return json_string_value(json_object_get(run->meta, rec_key));
}

int result_run_num(const struct result_run *run, const char *rec_key, double *ret_value)
{
	const json_t *v = json_object_get(run->meta, rec_key);

	if (!json_is_number(v))
		return -ENOENT;
	*ret_value = json_number_value(v);
	return 0;
}

int result_run_int(const struct result_run *run, const char *rec_key, int64_t *ret_value)
{
	const json_t *v = json_object_get(run->meta, rec_key);

	if (!json_is_integer(v))
		return -ENOENT;
	*ret_value = json_integer_value(v);
	return 0;
}

const char *result_run_label(const struct result_run *run)
{
	return result_run_str(run, REC_LABEL);
}

const char *result_run_boot_id(const struct result_run *run)
{
	return result_run_str(run, REC_BOOT_ID);
}

const char *result_run_kernel(const struct result_run *run)
{
	return result_run_str(run, REC_KERNEL);
}

const char *result_run_build_id(const struct result_run *run)
{
	return result_run_str(run, REC_BUILD_ID);
}

const char *result_run_imported(const struct result_run *run)
{
	return result_run_str(run, REC_IMPORTED);
}

const char *result_run_clock(const struct result_run *run)
{
	return result_run_str(run, REC_CLOCK);
}
