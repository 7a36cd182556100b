// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "batch.h"
#include "environ.h"
#include "record.h"
#include "recorder.h"
#include "shared.h"

static struct json line;

static bool instructions, checksums;

/* Lines of one visit; what does not fit is written at once. */
static struct {
	bool on;
	size_t len;
	char buf[16384];
} held;

void record_mode(const struct shared *sh)
{
	instructions = sh->instructions;
	checksums = sh->checksums;
}

static int write_out(const char *buf, size_t len)
{
	off_t before = lseek(STDOUT_FILENO, 0, SEEK_END);
	size_t done = 0;

	while (done < len) {
		ssize_t n = write(STDOUT_FILENO, buf + done, len - done);
		int r = n < 0 ? -errno : 0;

		if (r == -EINTR)
			continue;
		if (r) {
			if (done && before >= 0 && ftruncate(STDOUT_FILENO, before))
				return r;	/* the cut line is marked when it is read */
			return r;
		}
		done += n;
	}
	/* a serial line's interrupts shall not fall into the next batch */
	if (checksums)
		tcdrain(STDOUT_FILENO);
	return 0;
}

void record_hold(void)
{
	held.on = true;
}

int record_release(void)
{
	int r = write_out(held.buf, held.len);

	held.on = false;
	held.len = 0;
	return r;
}

int record_flush(struct json *j)
{
	int r;

	if (checksums)
		json_crc(j, REC_CRC);
	r = json_end(j);
	if (r)
		return r;
	if (!held.on || j->len > sizeof(held.buf) - held.len) {
		bool on = held.on;

		r = held.len ? record_release() : 0;
		held.on = on;
		return r ? r : write_out(j->buf, j->len);
	}
	memcpy(held.buf + held.len, j->buf, j->len);
	held.len += j->len;
	return 0;
}

static void put_settings(struct json *j, const struct options *o, const struct shared *sh)
{
	char list[1024];
	size_t at = 0;

	json_object(j, REC_SETTINGS);
	json_f64(j, "time_s", o->time_ns / 1e9);
	json_f64(j, "batch_ms", o->batch_ns / 1e6);
	json_f64(j, "ref_ms", o->ref_ns / 1e6);
	json_u64(j, "procs", o->procs);
	json_u64(j, "rounds", o->rounds);
	json_u64(j, "iters", o->iters);
	list[0] = '\0';
	for (unsigned int i = 0; i < o->nbench && at < sizeof(list); i++)
		at += snprintf(list + at, sizeof(list) - at, "%s%s", i ? "," : "", o->bench[i]);
	json_str(j, "device", o->device);
	json_str(j, "bench", list);
	json_object(j, "param");
	for (unsigned int i = 0; i < o->nparam; i++) {
		char name[64];

		snprintf(name, sizeof(name), "%.*s", (int)o->param[i].name_len, o->param[i].name);
		json_str(j, name, o->param[i].values);
	}
	json_close(j, '}');
	json_u64(j, "ref_arith_steps", sh->ref_steps[REF_ARITH]);
	json_u64(j, "ref_mem_steps", sh->ref_steps[REF_MEM]);
	if (sh->visits_expected)
		json_u64(j, "batches_planned", (uint64_t)sh->visits_expected *
			 (sh->instructions ? COUNT_BATCHES : 1));
	json_close(j, '}');
}

int record_run(const struct options *o, const struct clock_info *ci, const struct shared *sh)
{
	json_begin(&line);
	json_str(&line, REC_TYPE, REC_TYPE_RUN);
	json_u64(&line, REC_SCHEMA_KEY, REC_SCHEMA);
	json_str(&line, REC_LABEL, o->label);
	json_str(&line, REC_RUNNER, UABENCH_VERSION);
	json_str(&line, REC_RUNNER_ARCH, RUNNER_ARCH);
	if (o->arm)
		json_str(&line, REC_ARM, o->arm);
	if (o->machine)
		json_str(&line, REC_MACHINE, o->machine);
	json_str(&line, REC_CLOCK, sh->instructions ? "instructions" : "time");
	if (o->instructions)
		json_f64(&line, REC_CLOCK_ERROR, sh->clock_error);
	json_str(&line, REC_CLOCK_SOURCE, "CLOCK_MONOTONIC_RAW");
	json_f64(&line, REC_CLOCK_RES, ci->resolution_ns);
	json_f64(&line, REC_CLOCK_COST, ci->cost_ns);
	json_f64(&line, REC_LOOP_COST, ci->loop_ns);
	if (sh->cpu >= 0)
		json_u64(&line, REC_PINNED, sh->cpu);
	else
		json_null(&line, REC_PINNED);
	if (sh->peer_cpu >= 0)
		json_u64(&line, REC_PEER, sh->peer_cpu);
	else
		json_null(&line, REC_PEER);
	environ_put(&line, o->dir, sh->cpu, o->virt);
	put_settings(&line, o, sh);
	json_u64(&line, REC_SEED, o->seed);
	json_object(&line, REC_COUNTERS_MISSING);
	if (o->counters)
		counters_put_missing(&line);
	json_close(&line, '}');
	return record_flush(&line);
}

static void put_instance(struct json *j, const struct instance *in)
{
	const struct bench_param *p = in->c->params;

	json_str(j, REC_CASE, in->c->name);
	json_object(j, REC_PARAMS);
	for (int i = 0; p && p[i].name; i++)
		json_u64(j, p[i].name, in->p[i]);
	json_close(j, '}');
}

int record_batch(const struct instance *in, const struct bench *b, const struct batch *ba)
{
	struct json *j = &line;

	json_begin(j);
	json_str(j, REC_TYPE, REC_TYPE_BATCH);
	put_instance(j, in);
	json_str(j, REC_UNIT, instructions ? "instructions" : "ns");
	json_u64(j, REC_ITERS, ba->iters);
	json_f64(j, REC_ELAPSED, ba->elapsed);
	if (b->bytes)
		json_u64(j, REC_BYTES, b->bytes);
	json_u64(j, REC_ROUND, ba->round);
	json_u64(j, REC_PROC, ba->proc);
	if (!instructions) {
		json_f64(j, REC_REF_ARITH, ba->ref[REF_ARITH]);
		json_f64(j, REC_REF_MEM, ba->ref[REF_MEM]);
	}
	json_u64(j, REC_NIVCSW, ba->nivcsw);
	if (ba->steal >= 0)
		json_u64(j, REC_STEAL, ba->steal);
	else if (!instructions)
		json_null(j, REC_STEAL);
	json_u64(j, REC_MINFLT, ba->minflt);
	if (ba->counters && ba->counters->n) {
		json_object(j, REC_COUNTERS);
		counters_put(j, ba->counters);
		json_close(j, '}');
	}
	if (b->nextra) {
		json_object(j, REC_EXTRA);
		for (unsigned int i = 0; i < b->nextra; i++)
			json_f64(j, b->extra[i].name, b->extra[i].value);
		json_close(j, '}');
	}
	return record_flush(j);
}

int record_skip(const struct instance *in, int err, const char *reason)
{
	json_begin(&line);
	json_str(&line, REC_TYPE, REC_TYPE_SKIP);
	put_instance(&line, in);
	json_str(&line, REC_REASON, reason);
	json_str(&line, REC_ERRNO, err ? strerrorname_np(err) : NULL);
	return record_flush(&line);
}

int record_end(const struct shared *sh, const char *status, uint64_t duration_ns)
{
	json_begin(&line);
	json_str(&line, REC_TYPE, REC_TYPE_END);
	json_u64(&line, REC_BATCHES, sh->batches);
	json_u64(&line, REC_SKIPS, sh->skips);
	json_u64(&line, REC_PROCS, sh->proc);
	json_str(&line, REC_STATUS, status);
	json_u64(&line, REC_DURATION, duration_ns);
	return record_flush(&line);
}
