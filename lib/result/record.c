// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <string.h>

#include "fields.h"
#include "grow.h"
#include "load.h"

static int take_key(struct loader *ld, json_t *root, json_t *params, uint32_t *ret_id)
{
	json_t *name = json_object_get(root, REC_CASE);
	const char *fault = index_key_fault(name, params);

	if (fault)
		return load_fail(ld, -EINVAL, "%s", fault);
	if (index_key(ld->set, name, params, ret_id))
		return load_nomem(ld);
	return 0;
}

int record_batch(struct loader *ld, json_t *root)
{
	struct batch *b = &ld->ix->batch;
	int err;

	b->bytes = 0;
	b->nivcsw = b->steal = b->minflt = -1;
	b->ref_arith = b->ref_mem = b->se = 0;
	b->n = 1;
	err = take_key(ld, root, json_object_get(root, REC_PARAMS), &b->key);
	if (!err)
		err = field_str(ld, root, REC_UNIT, &b->unit);
	if (!err)
		err = field_int(ld, root, REC_ITERS, REQUIRED, 1, INT64_MAX, &b->iters);
	if (!err)
		err = field_num(ld, root, REC_ELAPSED, REQUIRED, &b->elapsed);
	if (!err)
		err = field_num(ld, root, REC_SE, OPTIONAL, &b->se);
	if (!err)
		err = field_int(ld, root, REC_N, OPTIONAL, 1, RESULT_UNKNOWN - 1, &b->n);
	if (!err)
		err = field_int(ld, root, REC_BYTES, OPTIONAL, 0, INT64_MAX, &b->bytes);
	if (!err)
		err = field_int(ld, root, REC_ROUND, REQUIRED, 0, RESULT_UNKNOWN - 1, &b->round);
	if (!err)
		err = field_int(ld, root, REC_PROC, REQUIRED, 0, RECORD_PROC_MAX, &b->proc);
	if (!err)
		err = field_num(ld, root, REC_REF_ARITH, OPTIONAL, &b->ref_arith);
	if (!err)
		err = field_num(ld, root, REC_REF_MEM, OPTIONAL, &b->ref_mem);
	if (!err)
		err = field_int(ld, root, REC_NIVCSW, OPTIONAL, 0, RESULT_UNKNOWN - 1, &b->nivcsw);
	if (!err)
		err = field_int(ld, root, REC_STEAL, OPTIONAL, 0, RESULT_UNKNOWN - 1, &b->steal);
	if (!err)
		err = field_int(ld, root, REC_MINFLT, OPTIONAL, 0, RESULT_UNKNOWN - 1, &b->minflt);
	if (!err)
		err = field_figures(ld, root, REC_COUNTERS, false, b->counters, &b->ncounters);
	if (!err)
		err = field_figures(ld, root, REC_EXTRA, true, b->extras, &b->nextras);
	return err;
}

/* Keys of the run line whose type readers rely on; null stands for unknown. */
static const struct {
	const char *key;
	json_type type;
} run_types[] = {
	{ REC_LABEL, JSON_STRING },
	{ REC_RUNNER, JSON_STRING },
	{ REC_STARTED, JSON_STRING },
	{ REC_BOOT_ID, JSON_STRING },
	{ REC_KERNEL, JSON_STRING },
	{ REC_KERNEL_VERSION, JSON_STRING },
	{ REC_BUILD_ID, JSON_STRING },
	{ REC_CMDLINE, JSON_STRING },
	{ REC_ARCH, JSON_STRING },
	{ REC_RUNNER_ARCH, JSON_STRING },
	{ REC_CPU, JSON_STRING },
	{ REC_VIRT, JSON_STRING },
	{ REC_CLOCK_SOURCE, JSON_STRING },
	{ REC_LSM, JSON_STRING },
	{ REC_AUDIT, JSON_STRING },
	{ REC_SECCOMP, JSON_STRING },
	{ REC_THP, JSON_STRING },
	{ REC_GOVERNOR, JSON_STRING },
	{ REC_DIR_FS, JSON_STRING },
	{ REC_IMPORTED, JSON_STRING },
	{ REC_CPUS, JSON_INTEGER },
	{ REC_PINNED, JSON_INTEGER },
	{ REC_PAGE_SIZE, JSON_INTEGER },
	{ REC_SEED, JSON_INTEGER },
	{ REC_MITIGATIONS, JSON_OBJECT },
	{ REC_SETTINGS, JSON_OBJECT },
	{ REC_COUNTERS_MISSING, JSON_OBJECT },
	{ REC_CLOCK_RES, JSON_REAL },
	{ REC_CLOCK_COST, JSON_REAL },
	{ REC_LOOP_COST, JSON_REAL },
};

static int check_run_types(struct loader *ld, json_t *root)
{
	for (size_t i = 0; i < sizeof(run_types) / sizeof(run_types[0]); i++) {
		const json_t *v = json_object_get(root, run_types[i].key);
		json_type want = run_types[i].type;

		if (field_absent(v) || json_typeof(v) == want ||
		    (want == JSON_REAL && json_is_integer(v)))
			continue;
		return load_fail(ld, -EINVAL, "\"%s\" is no %s", run_types[i].key,
				 want == JSON_STRING ? "text" :
				 want == JSON_OBJECT ? "object" :
				 want == JSON_INTEGER ? "whole number" : "number");
	}
	return 0;
}

static int take_run(struct loader *ld, json_t *root)
{
	const char *clock = json_string_value(json_object_get(root, REC_CLOCK));
	int64_t schema;
	int err;

	if (ld->run->meta && !ld->ended)
		return load_fail(ld, -EINVAL, "a second run line before the end line of the first");
	err = ld->ended ? load_next_run(ld) : 0;
	if (err)
		return err;
	err = field_int(ld, root, REC_SCHEMA_KEY, REQUIRED, 1, INT64_MAX, &schema);
	if (err)
		return err;
	if (schema > REC_SCHEMA)
		return load_fail(ld, -EPROTONOSUPPORT,
				 "schema %lld, this uabench reads %d: use a newer uabench",
				 (long long)schema, REC_SCHEMA);
	if (!clock || (strcmp(clock, "time") && strcmp(clock, "instructions")))
		return load_fail(ld, -EINVAL,
				 "\"" REC_CLOCK "\" is neither \"time\" nor \"instructions\"");
	err = check_run_types(ld, root);
	if (err)
		return err;
	ld->instructions = !strcmp(clock, "instructions");
	ld->run->meta = json_incref(root);
	ld->run->line = ld->line;
	return 0;
}

static int take_skip(struct loader *ld, json_t *root)
{
	struct result_index *ix = ld->ix;
	json_t *params = json_object_get(root, REC_PARAMS), *none = NULL;
	json_t *name = json_object_get(root, REC_ERRNO);
	struct result_skip skip = { .count = 1 }, *list;
	uint32_t key, id, i;
	int err;

	if (field_absent(params)) {
		params = none = json_object();
		if (!none)
			return load_nomem(ld);
	}
	err = take_key(ld, root, params, &key);
	json_decref(none);
	if (!err)
		err = field_str(ld, root, REC_REASON, &skip.reason);
	if (!err && !field_absent(name))
		err = field_str(ld, root, REC_ERRNO, &skip.errno_name);
	if (err)
		return err;
	skip.key = ld->set->keys[key];

	/* the three are interned, so the same skip is the same three pointers */
	err = intern_add(&ix->skips, (const void *[]){ skip.key, skip.reason, skip.errno_name },
			 3 * sizeof(void *), &id);
	if (err)
		return load_nomem(ld);
	i = slot_get(&ix->skip_of_id, ix->generation, id);
	if (i != SLOT_NONE) {
		ix->skip_list[i].count++;
		return 0;
	}
	list = grow(ix->skip_list, &ix->skips_alloc, ix->nskips + 1, sizeof(*list));
	if (!list)
		return load_nomem(ld);
	ix->skip_list = list;
	if (slot_set(&ix->skip_of_id, ix->generation, id, ix->nskips))
		return load_nomem(ld);
	list[ix->nskips++] = skip;
	return 0;
}

static int take_end(struct loader *ld, json_t *root)
{
	const char *status = json_string_value(json_object_get(root, REC_STATUS));
	struct result_run *run = ld->run;
	int64_t batches, unused;
	int err;

	err = field_int(ld, root, REC_BATCHES, REQUIRED, 0, INT64_MAX, &batches);
	if (!err)
		err = field_int(ld, root, REC_SKIPS, OPTIONAL, 0, INT64_MAX, &unused);
	if (!err)
		err = field_int(ld, root, REC_PROCS, OPTIONAL, 0, INT64_MAX, &unused);
	if (!err)
		err = field_num(ld, root, REC_DURATION, OPTIONAL, &run->duration_ns);
	if (err)
		return err;
	for (int s = RESULT_COMPLETE; status && s <= RESULT_FAILED; s++) {
		if (strcmp(status, result_status_name(s)))
			continue;
		run->status = s;
		run->missing_batches = batches - (int64_t)run->batches;
		ld->ended = true;
		return 0;
	}
	return load_fail(ld, -EINVAL,
			 "\"" REC_STATUS "\" is none of complete, interrupted, failed");
}

static int take_line(struct loader *ld, json_t *root)
{
	static const struct {
		const char *type;
		int (*take)(struct loader *ld, json_t *root);
	} types[] = {
		{ REC_TYPE_BATCH, record_batch },
		{ REC_TYPE_SKIP, take_skip },
		{ REC_TYPE_RUN, take_run },
		{ REC_TYPE_END, take_end },
	};
	const char *type = json_string_value(json_object_get(root, REC_TYPE));
	int err;

	if (!type)
		return load_fail(ld, -EINVAL, "%s\"" REC_TYPE "\" is missing or no text",
				 ld->run->meta ? "" : "not a uabench record: ");
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (strcmp(type, types[i].type))
			continue;
		if (!ld->run->meta && types[i].take != take_run)
			return load_fail(ld, -EINVAL, "a %s line before the run line", type);
		if (ld->ended && types[i].take != take_run)
			return load_fail(ld, -EINVAL, "a %s line after the end line", type);
		err = types[i].take(ld, root);
		return err || types[i].take != record_batch ? err : batch_add(ld);
	}
	if (!ld->run->ignored_lines++)
		ld->run->first_ignored = ld->line;
	return 0;
}

int record_line(struct loader *ld, const char *line, size_t len, json_error_t *ret_error)
{
	json_t *root;
	int err = read_json(line, len, &root, ret_error);

	if (err)
		return err < 0 ? load_nomem(ld) : err;
	if (json_is_object(root))
		err = take_line(ld, root);
	else
		err = load_fail(ld, -EINVAL, "not a uabench record: the line is no JSON object");
	json_decref(root);
	return err;
}
