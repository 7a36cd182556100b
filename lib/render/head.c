// SPDX-License-Identifier: GPL-2.0-or-later
/* What was measured, on what, and how. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fmt.h"
#include "fold.h"
#include "record.h"
#include "show.h"

static const char *or_unknown(const char *s)
{
	return s && *s ? s : "unknown";
}

static int put(const struct show *s, struct strbuf *sb, const char *name, const char *text)
{
	char first[16];

	snprintf(first, sizeof(first), "%-9s ", name);
	return fold_at(sb, s->width, first, 10, text);
}

static int kernel_line(const struct result_run *run, struct strbuf *sb)
{
	const char *id = result_run_build_id(run);

	return strbuf_printf(sb, "%s %s, %s, build id %.12s", or_unknown(result_run_kernel(run)),
			     or_unknown(result_run_str(run, REC_KERNEL_VERSION)),
			     or_unknown(result_run_str(run, REC_ARCH)), or_unknown(id));
}

static int cpu_line(const struct result_run *run, struct strbuf *sb)
{
	const char *virt = result_run_str(run, REC_VIRT);
	int64_t cpu, cpus;
	int r = strbuf_adds(sb, or_unknown(result_run_str(run, REC_CPU)));

	if (!r && virt && !strcmp(virt, "none"))
		r = strbuf_adds(sb, ", bare metal");
	else if (!r && virt && strcmp(virt, "unknown"))
		r = strbuf_printf(sb, ", guest of %s", virt);
	if (!r && !result_run_int(run, REC_PINNED, &cpu) && !result_run_int(run, REC_CPUS, &cpus))
		r = strbuf_printf(sb, "; on CPU %lld, %lld allowed", (long long)cpu,
				  (long long)cpus);
	return r;
}

static int clock_line(const struct result_run *run, struct strbuf *sb)
{
	double res = NAN, cost = NAN, loop = NAN;
	char a[FMT_LEN], b[FMT_LEN], c[FMT_LEN];

	result_run_num(run, REC_CLOCK_RES, &res);
	result_run_num(run, REC_CLOCK_COST, &cost);
	result_run_num(run, REC_LOOP_COST, &loop);
	return strbuf_printf(sb, "%s, steps of %s, %s a reading; the loop itself takes %s an "
			     "iteration", or_unknown(result_run_str(run, REC_CLOCK_SOURCE)),
			     fmt_time(a, res, 3), fmt_time(b, cost, 3), fmt_time(c, loop, 2));
}

static int run_line(const struct show *s, struct strbuf *sb)
{
	const struct result_run *run = s->run;
	struct strbuf notes = STRBUF_INIT;
	size_t referenced = 0;
	char buf[FMT_LEN];
	int r = strbuf_printf(sb, "%u process%s, %llu batches", run->nprocs,
			      run->nprocs == 1 ? "" : "es", (unsigned long long)run->batches);

	if (!r && !isnan(run->duration_ns))
		r = strbuf_printf(sb, ", %s", fmt_time(buf, run->duration_ns, 3));
	if (!r)
		r = strbuf_printf(sb, ", %s", result_status_name(run->status));
	for (size_t i = 0; i < s->n; i++)
		referenced += s->mode[i] != REF_RAW;
	if (!r && referenced)
		r = strbuf_printf(sb, "; %zu of %zu cases relative to the reference loops",
				  referenced, s->n);
	if (!r)
		r = result_run_notes(run, &notes);
	if (!r && notes.len)
		r = strbuf_printf(sb, "; %s", notes.buf);
	strbuf_release(&notes);
	return r;
}

/* Whether an event before this one was missing for the same reason. */
static bool said(json_t *missing, const char *until, const char *reason)
{
	const char *name;
	json_t *v;

	json_object_foreach(missing, name, v) {
		if (!strcmp(name, until))
			break;
		if (json_is_string(v) && !strcmp(json_string_value(v), reason))
			return true;
	}
	return false;
}

static int missing_for(json_t *missing, const char *reason, struct strbuf *sb)
{
	int r = strbuf_printf(sb, "%snot supported (%s):", sb->len ? "; " : "", reason);
	const char *name, *comma = "";
	json_t *v;

	json_object_foreach(missing, name, v)
		if (!r && json_is_string(v) && !strcmp(json_string_value(v), reason)) {
			r = strbuf_printf(sb, "%s %s", comma, name);
			comma = ",";
		}
	return r;
}

static int counters_line(const struct result_run *run, struct strbuf *sb)
{
	json_t *missing = json_object_get(run->meta, REC_COUNTERS_MISSING), *v;
	const struct result_series *s = run->nseries ? &run->series[0] : NULL;
	const char *name;
	int r = 0;

	for (uint32_t i = 0; !r && s && i < s->ncounters; i++)
		r = strbuf_printf(sb, "%s%s", i ? ", " : "", s->counters[i].name);
	json_object_foreach(missing, name, v)
		if (!r && json_is_string(v) && !said(missing, name, json_string_value(v)))
			r = missing_for(missing, json_string_value(v), sb);
	return r;
}

int show_head(const struct show *s, struct strbuf *sb)
{
	const struct result_run *run = s->run;
	const char *label = result_run_label(run), *boot = result_run_boot_id(run);
	struct strbuf line = STRBUF_INIT;
	int r = 0;

	if (label && *label)
		r = put(s, sb, "label", label);
	if (!r)
		r = kernel_line(run, &line);
	if (!r)
		r = put(s, sb, "kernel", line.buf);
	strbuf_reset(&line);
	if (!r)
		r = cpu_line(run, &line);
	if (!r)
		r = put(s, sb, "CPU", line.buf);
	strbuf_reset(&line);
	if (!r)
		r = clock_line(run, &line);
	if (!r)
		r = put(s, sb, "clock", line.buf);
	strbuf_reset(&line);
	if (!r)
		r = counters_line(run, &line);
	if (!r && line.len)
		r = put(s, sb, "counters", line.buf);
	strbuf_reset(&line);
	if (!r)
		r = strbuf_printf(&line, "%s, boot %.8s; work files on %s",
				  or_unknown(result_run_str(run, REC_STARTED)), or_unknown(boot),
				  or_unknown(result_run_str(run, REC_DIR_FS)));
	if (!r)
		r = put(s, sb, "started", line.buf);
	strbuf_reset(&line);
	if (!r)
		r = run_line(s, &line);
	if (!r)
		r = put(s, sb, "run", line.buf);
	strbuf_release(&line);
	return r ? r : strbuf_addc(sb, '\n');
}
